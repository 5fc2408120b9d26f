/** Limits the work of one process per carrier account, so that a carrier that hangs does not block the others. */
export interface CarrierConcurrency {
  /** Returns how many more pieces of work may start for the carrier account. */
  free: (voiceCarrierId: string) => number
  /** Returns how many more pieces of work may start for all accounts together. */
  freeInAll: () => number
  /** Starts a piece of work; `onError` gets its error. */
  start: (voiceCarrierId: string, work: () => Promise<void>, onError: (error: unknown) => void) => void
  /** Resolves once all work has ended. */
  idle: () => Promise<void>
}

export function createCarrierConcurrency(perCarrierMax: number, max: number): CarrierConcurrency {
  const counts = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const freeInAll = () => max - running.size
  return {
    free: (carrierId) => Math.min(perCarrierMax - (counts.get(carrierId) ?? 0), freeInAll()),
    freeInAll,
    start(carrierId, work, onError) {
      counts.set(carrierId, (counts.get(carrierId) ?? 0) + 1)
      const task = work()
        .catch(onError)
        .finally(() => {
          running.delete(task)
          const left = (counts.get(carrierId) ?? 1) - 1
          if (left > 0) counts.set(carrierId, left)
          else counts.delete(carrierId)
        })
      running.add(task)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
