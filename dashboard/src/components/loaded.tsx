import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Failure } from './failure.tsx'

export interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
  /** The shape of what is loading; rows of a table by default. */
  skeleton?: ReactNode
}

/** Shows loading, refused or the data: three different things. What was there before a later failure stays. */
export function Loaded<Data>({ query, children, skeleton }: LoadedProps<Data>) {
  const { common } = useMessages()
  if (query.data !== undefined)
    return (
      <>
        {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    )
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return skeleton ?? <Skeleton label={common.loading} />
}
