import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { withoutEmpty } from '../hooks/merge-record.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { NumberField } from '../ui/number-field.tsx'
import { Select } from '../ui/select.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface SenderValues extends FieldValues {
  name: string
  display_phone_number: string
  phone_number_id: string
  business_account_id: string
  /** These three only where a sender is made; the page of a sender replaces them one by one. */
  access_token: string
  app_secret: string
  verify_token: string
  status: string
  catalog_id: string | null
  api_url: string | null
  messages_per_second: number | null
}

const fresh: SenderValues = {
  name: '',
  display_phone_number: '',
  phone_number_id: '',
  business_account_id: '',
  access_token: '',
  app_secret: '',
  verify_token: '',
  status: 'connected',
  catalog_id: null,
  api_url: null,
  messages_per_second: 80,
}

interface SenderFormProps {
  /** null: a new one. */
  sender: ConfiguredWhatsappSender | null
  onClose: () => void
}

/** Adds a sender, or changes one. */
export function SenderForm({ sender, onClose }: SenderFormProps) {
  const { senders: texts, common } = useMessages('senders')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(sender?._id ?? null)
  const names: Record<string, string> = {
    name: texts.name,
    display_phone_number: texts.number,
    phone_number_id: texts.numberId,
    business_account_id: texts.account,
    status: texts.status,
    messages_per_second: texts.messagesPerSecond,
    catalog_id: texts.catalog,
    api_url: texts.address,
  }
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? withoutEmpty({ ...fresh, ...patch }) : patch
    return { kind: 'whatsapp_sender', ids, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<SenderValues, ConfiguredWhatsappSender>({
    loaded: loadedOf(sender),
    reload: async () =>
      loadedOf(await call('getWhatsappSender', { ...ids, whatsapp_sender_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: (saved) => {
      setRecordId(saved._id)
      toast({ status: 'done', text: texts.saved(<bdi>{saved.name}</bdi>) })
      void queries.invalidateQueries()
    },
    onFinished: onClose,
  })
  return (
    <RecordDialog
      title={sender === null ? texts.newTitle : texts.editTitle(sender.name)}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(field) => names[field] ?? field}
      onClose={onClose}
    >
      <SenderFields record={record} isNew={sender === null} />
    </RecordDialog>
  )
}

function SenderFields({ record, isNew }: { record: RecordForm<SenderValues>; isNew: boolean }) {
  const { senders: texts } = useMessages('senders')
  const { form, faultAt } = record
  const values = useWatch({ control: form.control }) as SenderValues
  const set = (name: keyof SenderValues & string, value: string | number | null) => form.setValue(name, value)
  const text = (name: keyof SenderValues & string) => ({
    value: String(values[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    fault: faultAt(name),
  })
  const emptied = (name: 'catalog_id' | 'api_url') => ({
    ...text(name),
    onChange: ({ target }: { target: { value: string } }) =>
      set(name, target.value === '' ? null : target.value),
  })
  return (
    <>
      <TextField label={texts.name} required autoFocus {...text('name')} />
      <TextField
        label={texts.number}
        hint={texts.numberHint}
        required
        type="tel"
        dir="ltr"
        {...text('display_phone_number')}
      />
      <TextField
        label={texts.numberId}
        hint={texts.numberIdHint}
        required
        mono
        dir="ltr"
        inputMode="numeric"
        {...text('phone_number_id')}
      />
      <TextField
        label={texts.account}
        hint={texts.accountHint}
        required
        mono
        dir="ltr"
        inputMode="numeric"
        {...text('business_account_id')}
      />
      {isNew && (
        <>
          <PasswordField
            label={texts.accessToken}
            hint={texts.accessTokenHint}
            autoComplete="off"
            {...text('access_token')}
          />
          <PasswordField
            label={texts.appSecret}
            hint={texts.appSecretHint}
            autoComplete="off"
            {...text('app_secret')}
          />
          <PasswordField
            label={texts.verifyWord}
            hint={texts.verifyWordHint}
            autoComplete="off"
            {...text('verify_token')}
          />
        </>
      )}
      <Select
        label={texts.status}
        choices={['connected', 'disconnected'].map((value) => ({
          value,
          label: texts.statuses[value] ?? value,
        }))}
        value={values.status}
        onChange={({ target }) => set('status', target.value)}
      />
      <NumberField
        label={texts.messagesPerSecond}
        hint={texts.messagesPerSecondHint}
        unit={texts.messagesPerSecondUnit}
        value={values.messages_per_second}
        onChange={(value) => set('messages_per_second', value)}
        fault={faultAt('messages_per_second')}
      />
      <TextField label={texts.catalog} optional mono dir="ltr" {...emptied('catalog_id')} />
      <TextField label={texts.address} hint={texts.addressHint} optional dir="ltr" {...emptied('api_url')} />
    </>
  )
}

function loadedOf(sender: ConfiguredWhatsappSender | null) {
  if (sender === null) return { values: fresh, revision: null }
  const { name, display_phone_number, phone_number_id, business_account_id, status, catalog_id } = sender
  const { api_url, messages_per_second, revision, last_change } = sender
  const secrets = { access_token: '', app_secret: '', verify_token: '' }
  const rest = { status, catalog_id, api_url, messages_per_second }
  return {
    values: { name, display_phone_number, phone_number_id, business_account_id, ...secrets, ...rest },
    revision,
    changedBy: last_change?.actor_name ?? null,
  }
}
