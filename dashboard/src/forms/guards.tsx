import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredOrganization } from '../api/generated.ts'
import { isSame } from '../hooks/merge-record.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { NumberField } from '../ui/number-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

type Calls = NonNullable<ConfiguredOrganization['calls']>

interface GuardsValues extends FieldValues {
  calls: Calls
}

/** The limits that are numbers, in the order in which they are asked. A field that is left empty has its default. */
const limits = [
  'dials_a_day',
  'minutes_a_day',
  'minutes_a_call',
  'number_dials_a_day',
  'number_dials_a_week',
  'block_dials_an_hour',
] as const

/** Changes what an organization may ring. Types of numbers, rates and spending are declared. */
export function GuardsForm({
  organization,
  onClose,
}: {
  organization: ConfiguredOrganization
  onClose: () => void
}) {
  const { guards: texts, common } = useMessages('guards')
  const queries = useQueryClient()
  const toast = useToast()
  const recordId = organization._id
  const edit = (patch: JsonRecord, revision: number | null) =>
    ({ kind: 'organization', ids: {}, recordId, patch, revision }) as const
  const record = useRecordForm<GuardsValues, ConfiguredOrganization>({
    loaded: loadedOf(organization),
    reload: async () => loadedOf(await call('getOrganization', { organization_id: recordId })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: () => {
      toast({ status: 'done', text: texts.saved })
      void queries.invalidateQueries()
    },
    onFinished: onClose,
  })
  const { calls } = useWatch({ control: record.form.control }) as GuardsValues
  const [typed, setTyped] = useState('')
  // What is typed stands as it is typed, until the list comes from elsewhere, such as from somebody else's change.
  const isTyped = isSame(codesOf(typed), [...(calls.countries ?? [])])
  const countries = isTyped ? typed : (calls.countries ?? []).join(', ')
  const set = (name: keyof Calls, value: number | string[] | null) => {
    const { [name]: _, ...others } = calls
    record.form.setValue('calls', value === null ? others : { ...others, [name]: value })
  }
  const nameOf = (name: string): string => {
    if (name === 'countries') return texts.countries
    return name === 'minutes_a_call' ? texts.minutes_a_call : (texts.names[name] ?? name)
  }
  return (
    <RecordDialog
      title={texts.editTitle}
      action={common.save}
      record={record}
      nameOf={(field) => (field === 'calls' ? texts.title : nameOf(field.replace(/^calls\./, '')))}
      onClose={onClose}
    >
      <TextField
        label={texts.countries}
        hint={texts.countriesHint}
        autoFocus
        value={countries}
        onChange={({ target }) => {
          setTyped(target.value)
          const codes = codesOf(target.value)
          set('countries', codes.length === 0 ? null : codes)
        }}
        fault={record.faultAt('calls.countries')}
      />
      {limits.map((name) => (
        <NumberField
          key={name}
          label={nameOf(name)}
          value={calls[name] ?? null}
          onChange={(value) => set(name, value)}
          fault={record.faultAt(`calls.${name}`)}
        />
      ))}
    </RecordDialog>
  )
}

function codesOf(text: string): string[] {
  const codes = text.toUpperCase().split(/[\s,;،]+/)
  return codes.filter((code) => code !== '')
}

function loadedOf({ calls, revision, last_change: change }: ConfiguredOrganization) {
  return { values: { calls: calls ?? {} }, revision, changedBy: change?.actor_name ?? null }
}
