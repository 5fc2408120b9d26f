import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredModelAccount } from '../api/generated.ts'
import { When } from '../components/when.tsx'
import { withoutEmpty } from '../hooks/merge-record.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { JsonField } from './json-field.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface ModelAccountValues extends FieldValues {
  name: string
  kind: string
  base_url: string
  model: string
  /** Empty: as it is; null: none. */
  api_key: string | null
  output_field: string | null
  /** Text that is no JSON stays as it is typed, for the service to refuse. */
  extra: unknown
}

const fresh: ModelAccountValues = {
  name: '',
  kind: 'openai_compatible',
  base_url: '',
  model: '',
  api_key: '',
  output_field: null,
  extra: {},
}

interface ModelAccountProps {
  /** null: a new one. */
  account: ConfiguredModelAccount | null
}

/** Adds an account of a model, or changes one. Its key is written, and never read. */
export function ModelAccountForm({ account, onClose }: ModelAccountProps & { onClose: () => void }) {
  const { models: texts, common } = useMessages('models')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(account?._id ?? null)
  const names: Record<string, string> = {
    name: texts.name,
    kind: texts.kind,
    base_url: texts.address,
    model: texts.model,
    api_key: texts.key,
    output_field: texts.outputField,
    extra: texts.extra,
  }
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? withoutEmpty({ ...fresh, ...patch }) : patch
    return { kind: 'model_account', ids, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<ModelAccountValues, ConfiguredModelAccount>({
    loaded: loadedOf(account),
    reload: async () => loadedOf(await call('getModelAccount', { ...ids, model_account_id: recordId ?? '' })),
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
      title={account === null ? texts.newTitle : texts.editTitle(account.name)}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(field) => names[field] ?? field}
      onClose={onClose}
    >
      <ModelAccountFields record={record} account={account} />
    </RecordDialog>
  )
}

function ModelAccountFields({
  record,
  account,
}: ModelAccountProps & { record: RecordForm<ModelAccountValues> }) {
  const { models: texts } = useMessages('models')
  const { zone } = usePlace()
  const { form, faultAt } = record
  const values = useWatch({ control: form.control }) as ModelAccountValues
  const text = (name: 'name' | 'kind' | 'base_url' | 'model' | 'api_key') => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => form.setValue(name, target.value),
    fault: faultAt(name),
  })
  const setAt = account?.api_key_set_at
  return (
    <>
      <TextField label={texts.name} required autoFocus {...text('name')} />
      <Select
        label={texts.kind}
        choices={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
        {...text('kind')}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        required
        dir="ltr"
        inputMode="url"
        {...text('base_url')}
      />
      <TextField label={texts.model} hint={texts.modelHint} required mono dir="ltr" {...text('model')} />
      <PasswordField
        label={texts.key}
        autoComplete="off"
        hint={
          account === null
            ? texts.keyHint
            : setAt == null
              ? texts.keyNone
              : texts.keyKeep(<When at={setAt} zone={zone} />)
        }
        disabled={values.api_key === null}
        {...text('api_key')}
      />
      {setAt != null && (
        <Checkbox
          label={texts.keyRemove}
          checked={values.api_key === null}
          onChange={({ target }) => form.setValue('api_key', target.checked ? null : '')}
        />
      )}
      <TextField
        label={texts.outputField}
        hint={texts.outputFieldHint}
        optional
        mono
        dir="ltr"
        value={values.output_field ?? ''}
        onChange={({ target }) => form.setValue('output_field', target.value === '' ? null : target.value)}
        fault={faultAt('output_field')}
      />
      <JsonField
        label={texts.extra}
        hint={texts.extraHint}
        rows={4}
        value={values.extra}
        onChange={(extra) => form.setValue('extra', extra)}
        fault={faultAt('extra')}
      />
    </>
  )
}

function loadedOf(account: ConfiguredModelAccount | null) {
  if (account === null) return { values: fresh, revision: null }
  const { name, kind, base_url, model, output_field, extra, revision, last_change } = account
  const values = { name, kind, base_url, model, api_key: '', output_field, extra }
  return { values, revision, changedBy: last_change?.actor_name ?? null }
}
