/** Work under way, counted by carrier account: one that hangs must not take the room of the others. */
export interface RoomPerCarrier {
  /** How much more may be begun for the carrier account. */
  left: (voiceCarrierId: string) => number
  /** How much more may be begun at all. */
  leftInAll: () => number
  /** Begins a piece of work; a fault of it is told to `onFault`. */
  begin: (voiceCarrierId: string, work: () => Promise<void>, onFault: (error: unknown) => void) => void
  /** Resolves once all that was begun has ended. */
  idle: () => Promise<void>
}

export function createRoomPerCarrier(perCarrierMost: number, most: number): RoomPerCarrier {
  const counts = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const leftInAll = () => most - underWay.size
  return {
    left: (carrierId) => Math.min(perCarrierMost - (counts.get(carrierId) ?? 0), leftInAll()),
    leftInAll,
    begin(carrierId, work, onFault) {
      counts.set(carrierId, (counts.get(carrierId) ?? 0) + 1)
      const running = work()
        .catch(onFault)
        .finally(() => {
          underWay.delete(running)
          const left = (counts.get(carrierId) ?? 1) - 1
          if (left > 0) counts.set(carrierId, left)
          else counts.delete(carrierId)
        })
      underWay.add(running)
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
