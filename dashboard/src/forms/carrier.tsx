import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredVoiceCarrier } from '../api/generated.ts'
import { When } from '../components/when.tsx'
import { withoutEmpty } from '../hooks/merge-record.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { NumberField } from '../ui/number-field.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface CarrierValues extends FieldValues {
  name: string
  account_sid: string
  auth_token: string
  api_url: string | null
  calls_per_second: number | null
  unknown_grace_seconds: number | null
}

const fresh: CarrierValues = {
  name: '',
  account_sid: '',
  auth_token: '',
  api_url: null,
  calls_per_second: 1,
  unknown_grace_seconds: 300,
}

/** Adds a carrier account, or changes one. Its token is written, and never read. */
export function CarrierForm({
  carrier,
  onClose,
}: {
  carrier: ConfiguredVoiceCarrier | null
  onClose: () => void
}) {
  const { carriers: texts, common } = useMessages('carriers')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(carrier?._id ?? null)
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? { kind: 'twilio', ...withoutEmpty({ ...fresh, ...patch }) } : patch
    return { kind: 'voice_carrier', ids, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<CarrierValues, ConfiguredVoiceCarrier>({
    loaded: loadedOf(carrier),
    reload: async () => loadedOf(await call('getVoiceCarrier', { ...ids, voice_carrier_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: (saved) => {
      setRecordId(saved._id)
      toast({ status: 'done', text: texts.saved(<bdi>{saved.name}</bdi>) })
      void queries.invalidateQueries()
    },
    onFinished: onClose,
  })
  const names: Record<string, string> = {
    name: texts.name,
    account_sid: texts.account,
    auth_token: texts.token,
    api_url: texts.address,
    calls_per_second: texts.callsPerSecond,
    unknown_grace_seconds: texts.grace,
  }
  return (
    <RecordDialog
      title={carrier === null ? texts.newTitle : texts.editTitle(carrier.name)}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(field) => names[field] ?? field}
      onClose={onClose}
    >
      <CarrierFields record={record} carrier={carrier} />
    </RecordDialog>
  )
}

interface CarrierFieldsProps {
  record: RecordForm<CarrierValues>
  /** null: a new one. */
  carrier: ConfiguredVoiceCarrier | null
}

function CarrierFields({ record, carrier }: CarrierFieldsProps) {
  const { carriers: texts } = useMessages('carriers')
  const { zone } = usePlace()
  const { form, faultAt } = record
  const values = useWatch({ control: form.control }) as CarrierValues
  const set = (name: keyof CarrierValues & string, value: string | number | null) =>
    form.setValue(name, value)
  const text = (name: 'name' | 'account_sid' | 'auth_token') => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    fault: faultAt(name),
  })
  const setAt = carrier?.auth_token_set_at
  return (
    <>
      <TextField label={texts.name} required autoFocus {...text('name')} />
      <TextField label={texts.account} required mono dir="ltr" {...text('account_sid')} />
      <PasswordField
        label={texts.token}
        autoComplete="off"
        hint={
          carrier === null
            ? texts.tokenHint
            : setAt == null
              ? texts.tokenKeepUnknown
              : texts.tokenKeep(<When at={setAt} zone={zone} />)
        }
        {...text('auth_token')}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        optional
        dir="ltr"
        value={values.api_url ?? ''}
        onChange={({ target }) => set('api_url', target.value === '' ? null : target.value)}
        fault={faultAt('api_url')}
      />
      <NumberField
        label={texts.callsPerSecond}
        unit={texts.callsPerSecondUnit}
        value={values.calls_per_second}
        onChange={(value) => set('calls_per_second', value)}
        fault={faultAt('calls_per_second')}
      />
      <NumberField
        label={texts.grace}
        hint={texts.graceHint}
        unit={texts.graceUnit}
        value={values.unknown_grace_seconds}
        onChange={(value) => set('unknown_grace_seconds', value)}
        fault={faultAt('unknown_grace_seconds')}
      />
    </>
  )
}

function loadedOf(carrier: ConfiguredVoiceCarrier | null) {
  if (carrier === null) return { values: fresh, revision: null }
  const { name, account_sid, api_url, calls_per_second, unknown_grace_seconds, revision } = carrier
  const values = { name, account_sid, auth_token: '', api_url, calls_per_second, unknown_grace_seconds }
  return { values, revision, changedBy: carrier.last_change?.actor_name ?? null }
}
