import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { allPages } from '../api/all-pages.ts'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ApiError } from '../api/errors.ts'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { LoadingDialog } from '../components/loading-dialog.tsx'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Select } from '../ui/select.tsx'
import type { Choice } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface BroadcastValues extends FieldValues {
  name: string
  sender: string
  /** Empty: none. */
  template: string
}

export interface BroadcastFormProps {
  /** Null: a new one. */
  broadcast: ConfiguredBroadcast | null
  onClose: () => void
  onMade?: (broadcast: ConfiguredBroadcast) => void
}

interface ChoicesOfForm {
  senders: readonly Choice[]
  templates: readonly Choice[]
}

/** Makes a broadcast, or changes its name, sender or template. */
export function BroadcastForm(props: BroadcastFormProps) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const choices = useChoices()
  const { broadcast, onClose } = props
  if (choices.data !== undefined) return <Form {...props} choices={choices.data} />
  const title = broadcast === null ? texts.newTitle : texts.editTitle(broadcast.name)
  return <LoadingDialog title={title} query={choices} onClose={onClose} />
}

/** Reads the senders and templates of the project. */
function useChoices() {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { ids } = usePlace()
  return useQuery<ChoicesOfForm, ApiError>({
    queryKey: ['senders and templates to choose from', ids],
    queryFn: async ({ signal }) => {
      const { items: senders } = await allPages((paging) =>
        call('listWhatsappSenders', { ...ids, ...paging }, { signal }),
      )
      const { items: templates } = await allPages((paging) =>
        call('listWhatsappTemplates', { ...ids, ...paging }, { signal }),
      )
      return {
        senders: senders.map(({ name, status }) => ({
          value: name,
          label: status === 'connected' ? name : texts.choice(name, texts.senderStates[status] ?? status),
        })),
        templates: templates.map(({ name, language, status }) => ({
          value: name,
          label: texts.choice(
            name,
            ...(status === 'approved' ? [language] : [language, texts.templateStates[status] ?? status]),
          ),
        })),
      }
    },
  })
}

/** Returns the choices with the one that is stored, should it be beyond them. */
function withStored(choices: readonly Choice[], value: string): readonly Choice[] {
  return value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }]
}

function Form({ broadcast, choices, onClose, onMade }: BroadcastFormProps & { choices: ChoicesOfForm }) {
  const { broadcasts: texts, common } = useMessages('broadcasts')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(broadcast?._id ?? null)
  const { senders, templates } = choices
  // The form begins with these, also when senders are added meanwhile.
  const [first] = useState({
    name: '',
    sender: senders.length === 1 ? senders[0]!.value : '',
    template: '',
  })
  const edit = (patch: JsonRecord, revision: number | null) =>
    ({
      kind: 'broadcast',
      ids,
      recordId,
      patch: declared(recordId === null ? { ...first, ...patch } : patch),
      revision,
    }) as const
  const loadedOf = ({ name, sender, template, revision, last_change }: ConfiguredBroadcast) => ({
    values: { name, sender, template: template ?? '' },
    revision,
    changedBy: last_change?.actor_name ?? null,
  })
  const record = useRecordForm<BroadcastValues, ConfiguredBroadcast>({
    loaded: broadcast === null ? { values: first, revision: null } : loadedOf(broadcast),
    reload: async () => loadedOf(await call('getBroadcast', { ...ids, broadcast_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: (saved) => {
      setRecordId(saved._id)
      toast({ status: 'done', text: texts.saved(<bdi>{saved.name}</bdi>) })
      void queries.invalidateQueries()
    },
    onFinished: (saved) => {
      onClose()
      if (broadcast === null) onMade?.(saved)
    },
  })
  const values = useWatch({ control: record.form.control }) as BroadcastValues
  const fieldOf = (name: 'name' | 'sender' | 'template') => ({
    label: texts[name],
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => record.form.setValue(name, target.value),
    fault: record.faultAt(name),
  })
  return (
    <RecordDialog
      title={broadcast === null ? texts.newTitle : texts.editTitle(broadcast.name)}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(name) => texts[name as 'name' | 'sender' | 'template']}
      onClose={onClose}
    >
      <TextField {...fieldOf('name')} required autoFocus />
      <Select
        {...fieldOf('sender')}
        required
        hint={senders.length === 0 ? texts.noSender : texts.senderHint}
        choices={[{ value: '', label: texts.choose }, ...withStored(senders, values.sender)]}
      />
      <Select
        {...fieldOf('template')}
        hint={texts.templateHint}
        choices={[{ value: '', label: texts.noTemplate }, ...withStored(templates, values.template)]}
      />
    </RecordDialog>
  )
}

/** Returns the patch as the declaration writes it: a template that is left empty is none. */
function declared(patch: JsonRecord): JsonRecord {
  return patch['template'] === '' ? { ...patch, template: null } : patch
}
