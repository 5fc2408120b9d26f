const dayMs = 86_400_000

/**
 * Returns the instant at which a day (`2026-11-22`) begins in a zone, as ISO 8601; null if the text is no day. Where clocks
 * skip midnight, it is the first instant after it.
 */
export function dayStart(day: string, zone: string): string | null {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(wanted)) return null
  // The offset at the guess may be that of the other side of a change; the second step has the right one.
  let at = wanted
  for (let step = 0; step < 2; step++) at = wanted - offsetMs(at, zone)
  return new Date(at).toISOString()
}

/** Returns the instant at which the next day begins. */
export function dayEnd(day: string, zone: string): string | null {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs)
  return Number.isNaN(next.getTime()) ? null : dayStart(next.toISOString().slice(0, 10), zone)
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return (
    Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) -
    Math.floor(at / 1_000) * 1_000
  )
}
