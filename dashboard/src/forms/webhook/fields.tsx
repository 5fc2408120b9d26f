import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import type { RecordForm } from '../../hooks/use-record-form.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { FormSection } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EventChoice } from './event-choice.tsx'
import styles from '../campaign.module.css'

export interface EndpointValues extends FieldValues {
  name: string
  url: string
  types: readonly string[]
  content: 'ids' | 'full'
  order: 'none' | 'by_subject'
  rate_per_second: number | null
}

export const newEndpoint: EndpointValues = {
  name: '',
  url: '',
  types: [],
  content: 'ids',
  order: 'none',
  rate_per_second: null,
}

/** The sections of an endpoint's form. */
export function EndpointFields({ record }: { record: RecordForm<EndpointValues> }) {
  const { webhookForm: texts, common } = useMessages('webhookForm')
  const { form, faultAt, changed } = record
  const values = useWatch({ control: form.control }) as EndpointValues
  const set = <Name extends keyof EndpointValues & string>(name: Name, value: EndpointValues[Name]) =>
    form.setValue(name, value)
  const noteOf = (...names: string[]) =>
    names.some((name) => changed.includes(name)) ? common.changed : undefined
  const text = (name: 'name' | 'url') => ({
    label: texts.fields[name],
    required: true,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    fault: faultAt(name),
  })
  const choice = (
    name: 'content' | 'order',
    names: Record<string, string>,
    hints: Record<string, string>,
  ) => ({
    label: texts.fields[name],
    // What the chosen one means.
    hint: hints[values[name]],
    choices: Object.entries(names).map(([value, label]) => ({ value, label })),
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value as never),
    fault: faultAt(name),
  })
  return (
    <div className={styles.form}>
      <FormSection title={texts.receiver} note={noteOf('name', 'url')}>
        <TextField hint={texts.nameHint} {...text('name')} />
        <TextField hint={texts.urlHint} width="full" dir="ltr" inputMode="url" mono {...text('url')} />
      </FormSection>
      <FormSection title={texts.which} note={noteOf('types')}>
        <EventChoice
          chosen={values.types}
          onChange={(types) => set('types', types)}
          fault={faultAt('types')}
        />
      </FormSection>
      <FormSection title={texts.sends} note={noteOf('content')}>
        <Select {...choice('content', texts.contents, texts.contentHints)} />
      </FormSection>
      <FormSection title={texts.how} note={noteOf('order', 'rate_per_second')}>
        <Select {...choice('order', texts.orders, texts.orderHints)} />
        <NumberField
          label={texts.fields['rate_per_second']}
          hint={texts.rateHint}
          unit={texts.rateUnit}
          optional
          value={values.rate_per_second}
          onChange={(value) => set('rate_per_second', value)}
          fault={faultAt('rate_per_second')}
        />
      </FormSection>
    </div>
  )
}
