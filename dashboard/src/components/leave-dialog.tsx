import type { ReactNode } from 'react'
import type { Blocker } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before what is not saved is lost. `blocker` is what `useLeaveGuard` returns. */
export function LeaveDialog({ blocker, children }: { blocker: Blocker; children: ReactNode }) {
  const { forms } = useMessages('forms')
  return (
    <Dialog
      title={forms.leaveTitle}
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      isAlert
      actions={
        <>
          <Button onPress={() => blocker.proceed?.()}>{forms.leave}</Button>
          <Button kind="main" autoFocus onPress={() => blocker.reset?.()}>
            {forms.stay}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
