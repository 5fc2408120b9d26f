import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { allPagesQuery } from '../api/all-pages.ts'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredCallerId } from '../api/generated.ts'
import { formatPhone } from '../format/phone.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Code } from '../ui/code.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface CallerIdValues extends FieldValues {
  number: string
  carrier: string
  inbound_campaign: string | null
}

export interface CallerIdFormProps {
  callerId: ConfiguredCallerId | null
  /** The names of the carriers of the project. */
  carriers: readonly string[]
  onClose: () => void
}

/** Adds a number that calls come from, or changes its carrier. */
export function CallerIdForm({ callerId, carriers, onClose }: CallerIdFormProps) {
  const { carriers: texts, common } = useMessages('carriers')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(callerId?._id ?? null)
  // The form begins with these, also when carriers are added meanwhile.
  const [first] = useState({
    number: '',
    carrier: carriers.length === 1 ? carriers[0]! : '',
    inbound_campaign: null,
  })
  const edit = (patch: JsonRecord, revision: number | null) =>
    ({
      kind: 'caller_id',
      ids,
      recordId,
      patch: recordId === null ? { ...first, ...patch } : patch,
      revision,
    }) as const
  const loadedOf = (record: ConfiguredCallerId) => ({
    values: {
      number: record.number,
      carrier: record.carrier,
      inbound_campaign: record.inbound_campaign,
    },
    revision: record.revision,
    changedBy: record.last_change?.actor_name ?? null,
  })
  const record = useRecordForm<CallerIdValues, ConfiguredCallerId>({
    loaded: callerId === null ? { values: first, revision: null } : loadedOf(callerId),
    reload: async () => loadedOf(await call('getCallerId', { ...ids, caller_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: (saved) => {
      setRecordId(saved._id)
      toast({ status: 'done', text: texts.saved(<bdi>{formatPhone(saved.number)}</bdi>) })
      void queries.invalidateQueries()
    },
    onFinished: onClose,
  })
  const values = useWatch({ control: record.form.control }) as CallerIdValues
  const names: Record<string, string> = {
    number: texts.number,
    carrier: texts.carrier,
    inbound_campaign: texts.answeredBy,
  }
  return (
    <RecordDialog
      title={callerId === null ? texts.newCallerIdTitle : texts.editTitle(formatPhone(callerId.number))}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(field) => names[field] ?? field}
      onClose={onClose}
    >
      <TextField
        label={texts.number}
        hint={texts.numberHint}
        type="tel"
        dir="ltr"
        required
        autoFocus
        value={values.number}
        onChange={({ target }) => record.form.setValue('number', target.value)}
        fault={record.faultAt('number')}
      />
      <Select
        label={texts.carrier}
        hint={texts.carrierHint}
        choices={[
          { value: '', label: texts.chooseCarrier },
          ...carriers.map((name) => ({ value: name, label: name })),
        ]}
        value={values.carrier}
        onChange={({ target }) => record.form.setValue('carrier', target.value)}
        fault={record.faultAt('carrier')}
      />
      <AnswerField
        value={values.inbound_campaign}
        onChange={(campaign) => record.form.setValue('inbound_campaign', campaign)}
        fault={record.faultAt('inbound_campaign')}
      />
      {values.inbound_campaign !== null && <PointNumber callerId={callerId} />}
    </RecordDialog>
  )
}

interface AnswerFieldProps {
  value: string | null
  onChange: (campaign: string | null) => void
  fault: string | undefined
}

/** The campaign that answers calls to the number. */
function AnswerField({ value, onChange, fault }: AnswerFieldProps) {
  const { carriers: texts } = useMessages('carriers')
  const { ids } = usePlace()
  const { data } = useQuery(allPagesQuery('listCampaigns', ids))
  const inbound = (data?.items ?? []).filter(({ call_direction }) => call_direction === 'inbound')
  const names = inbound.map(({ name }) => name)
  // The list is not there at first: what is chosen stays.
  const shown = value === null || names.includes(value) ? names : [...names, value]
  if (data !== undefined && shown.length === 0) return <p>{texts.noInbound}</p>
  return (
    <Select
      label={texts.answeredBy}
      hint={texts.answerHint}
      choices={[
        { value: '', label: texts.chooseAnswer },
        ...shown.map((name) => ({ value: name, label: name })),
      ]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      fault={fault}
    />
  )
}

/** What to set at the carrier, so that calls to the number come here. */
function PointNumber({ callerId }: { callerId: ConfiguredCallerId | null }) {
  const { carriers: texts } = useMessages('carriers')
  if (callerId === null) return <p>{texts.pointLater}</p>
  return (
    <section aria-label={texts.pointTitle}>
      <p>{texts.pointLead}</p>
      <Code text={callerId.voice_url} label={texts.pointLabel} />
      <p>{texts.pointStatus}</p>
      <Code text={callerId.status_url} label={texts.pointStatusLabel} />
    </section>
  )
}
