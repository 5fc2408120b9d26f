import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { underWayQuery } from '../api/shell-queries.ts'
import type { ProjectPlace } from '../path-builder.ts'

/** Returns how many calls of a project are under way, and whether a worker is there; undefined until that is known. */
export function useUnderWay(place: ProjectPlace | null): Data<'getCallsUnderWay'> | undefined {
  const ids = { organization_id: place?.organization ?? '', project_id: place?.project ?? '' }
  return useQuery({ ...underWayQuery(ids), enabled: place !== null }).data
}
