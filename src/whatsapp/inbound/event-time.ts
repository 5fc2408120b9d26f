import type { ClaimedEvent } from './event-queries.ts'

/** Returns the time of an event. It is the arrival if the event names no time, or a later one (Rule 28). */
export function timeOf(stored: ClaimedEvent, at: Date | string | null): Date {
  const received = Date.parse(stored.received_at)
  return new Date(at === null ? received : Math.min(new Date(at).getTime(), received))
}

/**
 * Returns when a person sent a STOP or START. WhatsApp's times are whole seconds; the end of the second is taken, at
 * most the arrival. So two requests of the current second keep the order in which they arrived.
 */
export function saidAt(stored: ClaimedEvent, at: Date | string | null): Date {
  return new Date(Math.min(timeOf(stored, at).getTime() + 999, Date.parse(stored.received_at)))
}
