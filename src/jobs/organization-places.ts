import { Counts } from '../base/counts.ts'

/** How much work organizations may have under way, and how much they have. */
export interface PlacesInUse {
  /** The organizations that have some. */
  organizationIds: readonly string[]
  /** How much each of them has. */
  counts: readonly number[]
  perOrganizationMax: number
}

/**
 * Bounds the work that a process has under way, in all and for each organization, so that no organization delays the
 * others.
 */
export interface OrganizationPlaces {
  /** Returns how much more work may start. */
  free: () => number
  inUse: () => PlacesInUse
  /** Starts work of an organization, which must not throw. Resolves once its place is free again. */
  start: (organizationId: string, work: () => Promise<void>) => Promise<void>
  /** Resolves once all work has ended. */
  idle: () => Promise<void>
}

export function createOrganizationPlaces(max: number, perOrganizationMax: number): OrganizationPlaces {
  const counts = new Counts()
  const running = new Set<Promise<void>>()
  return {
    free: () => max - running.size,
    inUse: () => {
      const organizationIds = counts.keys()
      return { organizationIds, counts: organizationIds.map((id) => counts.of(id)), perOrganizationMax }
    },
    start(organizationId, work) {
      counts.add(organizationId, 1)
      const task = work().finally(() => {
        running.delete(task)
        counts.add(organizationId, -1)
      })
      running.add(task)
      return task
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
