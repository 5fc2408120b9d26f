import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { query } from '../../api/queries.ts'
import { usePlace } from '../../hooks/use-place.ts'
import type { RecordForm } from '../../hooks/use-record-form.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Link } from '../../ui/link.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { FormSection } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { ChatFields } from './chats.tsx'
import { ClaimFields } from './claims.tsx'
import { ListField } from './list-field.tsx'
import { SpeechFields } from './speech.tsx'
import { ToolFields } from './tools.tsx'
import type { AgentPartProps, AgentValues } from './values.ts'
import styles from '../campaign.module.css'
import own from './agent.module.css'

const limits = ['turns', 'seconds', 'steps', 'silence_seconds', 'reply_characters', 'tokens', 'tokens_a_day']
const lines = ['wait', 'silence', 'resume', 'broken', 'over_limit', 'opted_out', 'goodbye']

/** Returns the note of a section in which one of the fields is changed. */
function noteIf(changed: readonly string[], names: readonly string[], note: string): string | undefined {
  return names.some((name) => changed.includes(name)) ? note : undefined
}

export interface AgentFieldsProps {
  record: RecordForm<AgentValues>
  isReadOnly: boolean
}

/** The sections of an agent's form. */
export function AgentFields({ record, isReadOnly }: AgentFieldsProps) {
  const { agentForm: texts, common } = useMessages('agentForm')
  const { form, faultAt, changed } = record
  const values = useWatch({ control: form.control }) as AgentValues
  const set: AgentPartProps['set'] = (name, value) => form.setValue(name as never, value as never)
  const noteOf = (...names: string[]) => noteIf(changed, names, common.changed)
  const part = { values, set, faultAt }
  const text = (name: 'name' | 'purpose' | 'prompt') => ({
    label: texts.fields[name],
    required: true,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    fault: faultAt(name),
  })
  return (
    <fieldset className={styles.form} disabled={isReadOnly}>
      <FormSection title={texts.task} note={noteOf('name', 'purpose')}>
        <TextField {...text('name')} />
        <TextArea hint={texts.purposeHint} {...text('purpose')} />
      </FormSection>
      <FormSection title={texts.says} note={noteOf('prompt', 'first_line', 'disclosure', 'disclosure_why')}>
        <TextArea rows={8} hint={texts.promptHint} {...text('prompt')} />
        <TextArea
          label={texts.fields['first_line']}
          hint={texts.firstLineHint}
          rows={2}
          optional
          value={values.first_line ?? ''}
          onChange={({ target }) => set('first_line', target.value === '' ? null : target.value)}
          fault={faultAt('first_line')}
        />
        <DisclosureFields {...part} />
      </FormSection>
      <FormSection title={texts.models} note={noteOf('model', 'fallback')}>
        <ModelFields {...part} />
      </FormSection>
      <FormSection title={texts.speech} note={noteOf('languages', 'speech', 'speech_fallback')}>
        <ListField
          label={texts.fields['languages']}
          hint={texts.languagesHint}
          dir="ltr"
          value={values.languages}
          onChange={(languages) => set('languages', languages)}
          fault={faultAt('languages')}
        />
        <SpeechFields name="speech" {...part} />
        <SpeechFields name="speech_fallback" {...part} />
      </FormSection>
      <FormSection title={texts.chats} note={noteOf('whatsapp')}>
        <ChatFields {...part} />
      </FormSection>
      <FormSection title={texts.tools} note={noteOf('tools')} id="tools">
        <ToolFields {...part} />
      </FormSection>
      <FormSection title={texts.claims} note={noteOf('claims')}>
        <ClaimFields {...part} />
      </FormSection>
      <FormSection title={texts.limits} note={noteOf('limits')}>
        <p className={styles.note}>{texts.emptyIsDefault}</p>
        <div className={own.numbers}>
          {limits.map((name) => (
            <NumberField
              key={name}
              label={texts.limitNames[name]}
              unit={texts.limitUnits[name]}
              value={values.limits[name] ?? null}
              onChange={(value) => set('limits', { ...values.limits, [name]: value })}
              fault={faultAt(`limits.${name}`)}
            />
          ))}
        </div>
      </FormSection>
      <FormSection title={texts.lines} note={noteOf('lines')}>
        <p className={styles.note}>{texts.emptyIsDefault}</p>
        {lines.map((name) => (
          <TextField
            key={name}
            label={texts.lineNames[name]}

            value={values.lines[name] ?? ''}
            onChange={({ target }) =>
              set('lines', { ...values.lines, [name]: target.value === '' ? null : target.value })
            }
            fault={faultAt(`lines.${name}`)}
          />
        ))}
      </FormSection>
    </fieldset>
  )
}

function DisclosureFields({ values, set, faultAt }: AgentPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const isSaid = values.disclosure !== false
  // Ticked again, the box brings back what it hid.
  const last = useRef<string | false>(false)
  return (
    <>
      <Checkbox
        label={texts.discloses}
        hint={texts.disclosesHint}
        checked={isSaid}
        onChange={({ target }) => {
          if (isSaid) last.current = values.disclosure
          set('disclosure', target.checked ? last.current || texts.disclosureExample : false)
        }}
      />
      {isSaid ? (
        <TextField
          label={texts.fields['disclosure']}

          value={values.disclosure === false ? '' : values.disclosure}
          onChange={({ target }) => set('disclosure', target.value)}
          fault={faultAt('disclosure')}
        />
      ) : (
        <TextField
          label={texts.fields['disclosure_why']}

          required
          value={values.disclosure_why ?? ''}
          onChange={({ target }) => set('disclosure_why', target.value === '' ? null : target.value)}
          fault={faultAt('disclosure_why')}
        />
      )}
    </>
  )
}

function ModelFields({ values, set, faultAt }: AgentPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const { ids, place } = usePlace()
  const { data } = useQuery(query('listModelAccounts', { ...ids, limit: 100 }))
  if (data?.pagination.total === 0)
    return (
      <p>
        {texts.noModels} <Link href={paths.models(place)}>{texts.toModels}</Link>
      </p>
    )
  const names = [
    ...new Set([...(data?.items ?? []).map(({ name }) => name), values.model, values.fallback ?? '']),
  ]
  const choices = names.filter((name) => name !== '').map((name) => ({ value: name, label: name }))
  return (
    <>
      <Select
        label={texts.fields['model']}
        choices={[{ value: '', label: texts.chooseModel }, ...choices]}
        value={values.model}
        onChange={({ target }) => set('model', target.value)}
        fault={faultAt('model')}
      />
      <Select
        label={texts.fields['fallback']}
        hint={texts.fallbackHint}
        choices={[{ value: '', label: texts.noFallback }, ...choices]}
        value={values.fallback ?? ''}
        onChange={({ target }) => set('fallback', target.value === '' ? null : target.value)}
        fault={faultAt('fallback')}
      />
    </>
  )
}
