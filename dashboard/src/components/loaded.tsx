import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { List } from '../hooks/use-list.ts'
import { useMessages } from '../messages/use-messages.ts'
import { BusyContext } from '../ui/busy.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Failure } from './failure.tsx'

export interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
  /** The shape of what is loading; rows of a table by default. */
  skeleton?: ReactNode
  /** The list, where it has pages: an address beyond the last page leads to the last page. */
  list?: List
}

/**
 * Shows loading, refused or the data: three different things. What was there before a later failure stays. Tables are
 * muted while they show the rows of before.
 */
export function Loaded<Data>({ query, children, skeleton, list }: LoadedProps<Data>) {
  const { common } = useMessages()
  const waiting = skeleton ?? <Skeleton label={common.loading} />
  if (query.data !== undefined) {
    const last = list === undefined ? null : lastPageBefore(query.data, list)
    if (list !== undefined && last !== null) {
      if (last < list.page) return <Navigate to={list.hrefOfPage(last)} replace />
      if (query.isPlaceholderData) return waiting
    }
    return (
      <>
        {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
        <BusyContext value={query.isPlaceholderData}>{children(query.data)}</BusyContext>
      </>
    )
  }
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return waiting
}

/** Returns the last page with records where the one that was loaded has none, though the list has some; else null. */
function lastPageBefore(data: unknown, { pageSize }: List): number | null {
  const { items, pagination } = data as { items?: unknown[]; pagination?: { total: number } }
  if (items === undefined || pagination === undefined) return null
  return items.length === 0 && pagination.total > 0 ? Math.ceil(pagination.total / pageSize) : null
}
