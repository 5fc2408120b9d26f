import { instantOf } from './local-time.ts'

const dayMs = 86_400_000

/**
 * Returns the instant at which a day (`2026-11-22`) begins in a zone, as ISO 8601; null if the text is no day. Where
 * clocks skip midnight, it is the first instant after it.
 */
export function dayStart(day: string, zone: string): string | null {
  return instantOf({ date: day, time: '00:00' }, zone)
}

/** Returns the instant at which the next day begins. */
export function dayEnd(day: string, zone: string): string | null {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs)
  return Number.isNaN(next.getTime()) ? null : dayStart(next.toISOString().slice(0, 10), zone)
}
