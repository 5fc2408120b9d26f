import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConflictDialog } from '../components/conflict.tsx'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Effects } from '../components/effects.tsx'
import { Failure } from '../components/failure.tsx'
import { GuardedDialog } from '../components/typed-dialog.tsx'
import { fieldName } from '../format/field-name.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './form.module.css'

interface RecordDialogProps<Values extends FieldValues> {
  title: string
  /** What the main button does. */
  action: string
  record: RecordForm<Values>
  /** What a field is called, for the dialog about conflicts. */
  nameOf: (field: string) => string
  onClose: () => void
  children: ReactNode
}

/** The form of a small record in a dialog: its fields, what saving does, and the conflicts. */
export function RecordDialog<Values extends FieldValues>(props: RecordDialogProps<Values>) {
  const { title, action, record, nameOf, onClose, children } = props
  const { forms } = useMessages('forms')
  const faults = record.faults.length
  return (
    <GuardedDialog
      title={title}
      isOpen
      onClose={onClose}
      isTyped={record.isDirty}
      guard={record.guard}
      question={forms.leaveBody(record.changed.length)}
      isAlert={record.isDirty}
      isPending={record.isSaving}
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={record.isSaving}
            reason={faults > 0 ? forms.saveAfter(faults) : null}
            onPress={() => void (record.isDirty ? record.save() : onClose())}
          >
            {faults > 0 ? forms.saveAfter(faults) : action}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>{children}</div>
      {record.effects.length > 0 && <Effects effects={record.effects} />}
      {record.error !== null && <Failure error={record.error} />}
      <ConflictDialog
        conflicts={record.conflicts}
        onResolve={record.resolve}
        nameOf={(field) => fieldName(field, nameOf)}
        by={record.changedBy}
      />
    </GuardedDialog>
  )
}
