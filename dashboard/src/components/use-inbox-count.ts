import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inboxCountQuery } from '../api/shell-queries.ts'
import type { ProjectPlace } from '../path-builder.ts'
import { whenIdle } from '../ui/when-idle.ts'

/** Returns how many conversations of a project a person answers; 0 until that is known, after the page itself. */
export function useInboxCount(place: ProjectPlace | null): number {
  const ids = { organization_id: place?.organization ?? '', project_id: place?.project ?? '' }
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return useQuery({ ...inboxCountQuery(ids), enabled: isIdle && place !== null }).data?.pagination.total ?? 0
}
