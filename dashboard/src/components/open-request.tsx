import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { LeaveDialog } from './leave-dialog.tsx'

interface OpenRequestProps {
  of: 'call' | 'message'
  /** Whether the request has no answer yet. */
  isOpen: boolean
}

/**
 * Asks before a page is left whose request has no answer yet. The page keeps the request's key, without which another
 * request would call or send a second time.
 */
export function OpenRequest({ of, isOpen }: OpenRequestProps) {
  const { failure } = useMessages()
  const guard = useLeaveGuard(isOpen)
  return (
    <LeaveDialog guard={guard} title={failure.leaveOpenTitle}>
      {failure.leaveOpen[of]}
    </LeaveDialog>
  )
}
