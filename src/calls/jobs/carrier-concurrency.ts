import { Counts } from '../../base/counts.ts'
import type { Attempt } from '../queries.ts'

/** The key of a carrier account. */
type AccountKey = Pick<Attempt, 'organization_id' | 'voice_carrier_id'>

/**
 * Limits the work of one process per carrier account and per organization, so that neither a carrier that hangs nor an
 * organization with many of them blocks the others.
 */
export interface CarrierConcurrency {
  /** Returns how many more pieces of work may start for the carrier account. */
  free: (account: AccountKey) => number
  /** Returns how many more pieces of work may start for all accounts together. */
  freeInAll: () => number
  /** Starts a piece of work; `onError` gets its error. */
  start: (account: AccountKey, work: () => Promise<void>, onError: (error: unknown) => void) => void
  /** Resolves once all work has ended. */
  idle: () => Promise<void>
}

/** The most pieces of work at the same time. */
export interface ConcurrencyLimits {
  perCarrierMax: number
  perOrganizationMax: number
  inAllMax: number
}

export function createCarrierConcurrency({
  perCarrierMax,
  perOrganizationMax,
  inAllMax,
}: ConcurrencyLimits): CarrierConcurrency {
  /** By the ids of accounts and of organizations. */
  const counts = new Counts()
  const running = new Set<Promise<void>>()
  const freeInAll = () => inAllMax - running.size
  return {
    free: ({ organization_id, voice_carrier_id }) =>
      Math.min(
        perCarrierMax - counts.of(voice_carrier_id),
        perOrganizationMax - counts.of(organization_id),
        freeInAll(),
      ),
    freeInAll,
    start({ organization_id, voice_carrier_id }, work, onError) {
      for (const id of [organization_id, voice_carrier_id]) counts.add(id, 1)
      const task = work()
        .catch(onError)
        .finally(() => {
          running.delete(task)
          for (const id of [organization_id, voice_carrier_id]) counts.add(id, -1)
        })
      running.add(task)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
