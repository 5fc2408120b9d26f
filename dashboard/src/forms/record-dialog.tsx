import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConflictDialog } from '../components/conflict.tsx'
import { Effects } from '../components/effects.tsx'
import { Failure } from '../components/failure.tsx'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { fieldName } from '../format/field-name.ts'
import type { LeaveGuard } from '../hooks/use-leave-guard.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
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
  const { common, forms } = useMessages('forms')
  const faults = record.faults.length
  const { guard } = record
  const [isClosing, setClosing] = useState(false)
  const close = (): void => {
    if (record.isDirty) setClosing(true)
    else onClose()
  }
  const asked: LeaveGuard = {
    isAsking: isClosing || guard.isAsking,
    leave: isClosing ? onClose : guard.leave,
    stay: isClosing ? () => setClosing(false) : guard.stay,
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={close}
      isAlert={record.isDirty}
      isPending={record.isSaving}
      actions={
        <>
          <Button reason={record.isSaving ? forms.saving : null} onPress={close}>
            {common.cancel}
          </Button>
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
      <LeaveDialog guard={asked}>
        {record.isSaving ? common.leaveSaving : forms.leaveBody(record.changed.length)}
      </LeaveDialog>
    </Dialog>
  )
}
