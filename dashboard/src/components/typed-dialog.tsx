import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import type { LeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { DialogProps } from '../ui/dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

interface TypedDialogProps extends DialogProps {
  /** Whether something is typed that would be lost. */
  isTyped: boolean
}

/** A dialog that asks before what is typed into it is lost, by Escape, by its own buttons, or with the page. */
export function TypedDialog(props: TypedDialogProps) {
  const guard = useLeaveGuard(props.isTyped)
  return <GuardedDialog {...props} guard={guard} />
}

interface GuardedDialogProps extends TypedDialogProps {
  /** Asks before the page is left. */
  guard: LeaveGuard
  /** What would be lost; by default it is what was typed. */
  question?: ReactNode
}

/** The same with the page's own guard, for what is kept longer than what is typed. */
export function GuardedDialog(props: GuardedDialogProps) {
  const { isTyped, guard, question, onClose, children, ...dialog } = props
  const { common } = useMessages()
  const [isClosing, setClosing] = useState(false)
  const asked: LeaveGuard = {
    isAsking: isClosing || guard.isAsking,
    leave: isClosing ? onClose : guard.leave,
    stay: isClosing ? () => setClosing(false) : guard.stay,
  }
  return (
    <Dialog {...dialog} onClose={() => (isTyped ? setClosing(true) : onClose())}>
      {children}
      <LeaveDialog guard={asked}>
        {dialog.isPending === true ? common.leaveSaving : (question ?? common.leaveTyped)}
      </LeaveDialog>
    </Dialog>
  )
}
