import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { ConflictDialog } from '../components/conflict.tsx'
import { Effects } from '../components/effects.tsx'
import { Failure } from '../components/failure.tsx'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

interface BroadcastValues extends FieldValues {
  name: string
  sender: string
  /** Empty: none. */
  template: string
}

export interface BroadcastFormProps {
  broadcast: ConfiguredBroadcast | null
  /** Names that other broadcasts use, to choose from. */
  senders: readonly string[]
  templates: readonly string[]
  onClose: () => void
  onMade?: (broadcast: ConfiguredBroadcast) => void
}

/** Makes a broadcast, or changes its name, sender or template. */
export function BroadcastForm({ broadcast, senders, templates, onClose, onMade }: BroadcastFormProps) {
  const { broadcasts: texts, common, forms } = useMessages()
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const recordId = broadcast?._id ?? null
  const first = { name: '', sender: senders.length === 1 ? senders[0]! : '', template: '' }
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
      toast({ status: 'done', text: texts.saved(<bdi>{saved.name}</bdi>) })
      onClose()
      void queries.invalidateQueries()
      if (broadcast === null) onMade?.(saved)
    },
  })
  const values = useWatch({ control: record.form.control }) as BroadcastValues
  const faults = record.faults.length
  const field = (name: keyof BroadcastValues & string, more: object = {}) => (
    <TextField
      label={texts[name as 'name' | 'sender' | 'template']}
      value={values[name] as string}
      onChange={({ target }) => record.form.setValue(name, target.value)}
      fault={record.faultAt(name)}
      {...more}
    />
  )
  return (
    <Dialog
      title={broadcast === null ? texts.newTitle : texts.editTitle(broadcast.name)}
      isOpen
      onClose={onClose}
      isAlert={record.isDirty}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            kind="main"
            isPending={record.isSaving}
            reason={faults > 0 ? forms.saveAfter(faults) : null}
            onPress={() => void (record.isDirty ? record.save() : onClose())}
          >
            {faults > 0 ? forms.saveAfter(faults) : broadcast === null ? texts.make : common.save}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {field('name', { required: true, autoFocus: true })}
        {field('sender', { required: true, hint: texts.senderHint, list: 'senders' })}
        {field('template', { optional: true, hint: texts.templateHint, list: 'templates' })}
        <Names id="senders" names={senders} />
        <Names id="templates" names={templates} />
      </div>
      {record.effects.length > 0 && <Effects effects={record.effects} />}
      {record.error !== null && <Failure error={record.error} />}
      <ConflictDialog
        conflicts={record.conflicts}
        onResolve={record.resolve}
        nameOf={(name) => texts[name as 'name' | 'sender' | 'template']}
        by={record.changedBy}
      />
    </Dialog>
  )
}

function Names({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} aria-label={name} />
      ))}
    </datalist>
  )
}

/** Returns the patch as the declaration writes it: a template that is left empty is none. */
function declared(patch: JsonRecord): JsonRecord {
  return patch['template'] === '' ? { ...patch, template: null } : patch
}
