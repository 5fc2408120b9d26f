import type { Clock } from '../../base/clock.ts'

/** With the time of the network's own clock, as everything else that it tells; names in lower case. */
export function datedHeaders(clock: Clock, headers: Record<string, string>): Record<string, string> {
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { date: clock.now().toUTCString(), ...Object.fromEntries(lowerCased) }
}
