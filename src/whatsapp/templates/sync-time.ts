import { createHash } from 'node:crypto'

const dayMs = 86_400_000

/**
 * Returns the time of a sender's next daily sync, at least 12 hours away. Its id determines the time of day, so that
 * the syncs of all senders are spread over the day.
 */
export function nextSyncAt(senderId: string, now: Date): Date {
  const timeOfDayMs = createHash('sha256').update(senderId).digest().readUInt32BE() % dayMs
  const earliestMs = now.getTime() + dayMs / 2
  const thatDayMs = Math.floor(earliestMs / dayMs) * dayMs + timeOfDayMs
  return new Date(thatDayMs < earliestMs ? thatDayMs + dayMs : thatDayMs)
}
