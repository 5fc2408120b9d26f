import { useState } from 'react'
import type { ReactNode } from 'react'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-field.tsx'
import styles from './form.module.css'

interface ReasonDialogProps {
  title: string
  /** What will be done. */
  lead: ReactNode
  label: string
  hint: string
  /** Says that a reason is needed. */
  needsReason: string
  action: string
  isPending: boolean
  error: Error | null
  onAct: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of an action that nobody does without one. */
export function ReasonDialog({ title, lead, label, hint, needsReason, action, ...rest }: ReasonDialogProps) {
  const { isPending, error, onAct, onClose } = rest
  const [reason, setReason] = useState('')
  return (
    <TypedDialog
      title={title}
      isOpen
      isTyped={reason !== ''}
      onClose={onClose}
      isPending={isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={isPending}
            reason={reason.trim() === '' ? needsReason : null}
            onPress={() => onAct(reason)}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {lead}
        <TextArea
          label={label}
          hint={hint}
          maxLength={1000}
          autoFocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {error !== null && <Failure error={error} />}
      </div>
    </TypedDialog>
  )
}
