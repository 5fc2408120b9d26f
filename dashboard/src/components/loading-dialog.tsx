import type { UseQueryResult } from '@tanstack/react-query'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Failure } from './failure.tsx'

interface LoadingDialogProps<Data> {
  title: string
  query: UseQueryResult<Data>
  onClose: () => void
}

/**
 * A dialog whose form needs what is still loading, or was refused. It reads the query itself: `Loaded` would only do so
 * once the code of dialogs is there, and a page is not drawn again for a change that nobody has read before.
 */
export function LoadingDialog<Data>({ title, query, onClose }: LoadingDialogProps<Data>) {
  const { common } = useMessages()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{common.cancel}</Button>}
    >
      {query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton label={common.loading} />
      )}
    </Dialog>
  )
}
