import type { ReactNode } from 'react'
import type { LeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface LeaveDialogProps {
  /** What `useLeaveGuard` returns. */
  guard: LeaveGuard
  /** Else it asks whether to leave without saving. */
  title?: string
  children: ReactNode
}

/** Asks before what is not saved is lost. */
export function LeaveDialog({ guard, title, children }: LeaveDialogProps) {
  const { common } = useMessages()
  return (
    <Dialog
      title={title ?? common.leaveTitle}
      isOpen={guard.isAsking}
      onClose={guard.stay}
      isAlert
      actions={
        <>
          <Button onPress={guard.leave}>{common.leave}</Button>
          <Button kind="main" autoFocus onPress={guard.stay}>
            {common.stay}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
