import type { Role } from '../api/operations.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'

/** What stands for a page that needs another role. */
export function NotAllowed({ needs }: { needs: Role }) {
  const { common } = useMessages()
  return <Empty next={common.askForRole}>{common.notAllowed(common.roles[needs])}</Empty>
}
