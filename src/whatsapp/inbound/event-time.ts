import type { StoredEvent } from './event-queries.ts'

/** An event's time came as JSON; where it told none, it counts from its arrival. Never later than that (Rule 28). */
export function timeOf(stored: StoredEvent, at: Date | string | null): Date {
  const received = Date.parse(stored.received_at)
  return new Date(at === null ? received : Math.min(new Date(at).getTime(), received))
}

/**
 * When a person said what counts until they say otherwise. WhatsApp tells whole seconds: two words of one second stand in
 * the order in which they came.
 */
export function saidAt(stored: StoredEvent, at: Date | string | null): Date {
  return new Date(Math.min(timeOf(stored, at).getTime() + 999, Date.parse(stored.received_at)))
}
