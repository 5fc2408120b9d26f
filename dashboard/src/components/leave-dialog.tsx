import type { ReactNode } from 'react'
import type { LeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before what is not saved is lost. `guard` is what `useLeaveGuard` returns. */
export function LeaveDialog({ guard, children }: { guard: LeaveGuard; children: ReactNode }) {
  const { forms } = useMessages('forms')
  return (
    <Dialog
      title={forms.leaveTitle}
      isOpen={guard.isAsking}
      onClose={guard.stay}
      isAlert
      actions={
        <>
          <Button onPress={guard.leave}>{forms.leave}</Button>
          <Button kind="main" autoFocus onPress={guard.stay}>
            {forms.stay}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
