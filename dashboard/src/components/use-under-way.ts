import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { underWayQuery } from '../api/shell-queries.ts'
import type { ProjectPlace } from '../path-builder.ts'

/** Returns how many calls of a project are under way, and whether a worker is there; undefined until that is known. */
export function useUnderWay(place: ProjectPlace | null): Data<'getCallsUnderWay'> | undefined {
  const ids = { organization_id: place?.organization ?? '', project_id: place?.project ?? '' }
  return useQuery({ ...underWayQuery(ids), enabled: place !== null }).data
}

/** Why no call of a project is dialed, as far as that is known. */
export interface Stopped {
  /** The whole database is held. */
  isHeld: boolean
  /** No worker is there. A held database has no need of one. */
  hasNoWorker: boolean
}

/** Returns whether the calls of a project are dialed at all. */
export function useStopped(place: ProjectPlace | null): Stopped {
  const underWay = useUnderWay(place)
  const isHeld = underWay?.is_held === true
  return { isHeld, hasNoWorker: underWay !== undefined && !isHeld && underWay.worker?.is_alive !== true }
}
