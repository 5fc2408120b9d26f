import { useQuery } from '@tanstack/react-query'
import { inboxCountQuery } from '../api/shell-queries.ts'
import type { ProjectPlace } from '../path-builder.ts'

/** Returns how many conversations of a project a person answers; 0 until that is known. */
export function useInboxCount(place: ProjectPlace | null): number {
  const ids = { organization_id: place?.organization ?? '', project_id: place?.project ?? '' }
  return useQuery({ ...inboxCountQuery(ids), enabled: place !== null }).data?.pagination.total ?? 0
}
