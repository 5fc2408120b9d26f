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
 * A dialog whose form needs what is still loading, or was refused. TanStack Query draws again only for fields that were
 * read. `Loaded` reads them inside the dialog, whose code may still be loading, so this reads them before it.
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
