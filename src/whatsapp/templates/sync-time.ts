import { createHash } from 'node:crypto'

const dayMs = 86_400_000

/**
 * When a sender's templates are read next without a reason: at its own time of the day, which its id decides, so that
 * the senders of a service are spread over the day and stay so; the first time that is 12 hours away or more.
 */
export function nextSyncAt(senderId: string, now: Date): Date {
  const timeOfDayMs = createHash('sha256').update(senderId).digest().readUInt32BE() % dayMs
  const earliestMs = now.getTime() + dayMs / 2
  const thatDayMs = Math.floor(earliestMs / dayMs) * dayMs + timeOfDayMs
  return new Date(thatDayMs < earliestMs ? thatDayMs + dayMs : thatDayMs)
}
