import { openingAt } from './calling-hours.ts'
import { hoursIn, isAtCallee, ownHours, zonesToOpen } from './campaign-hours.ts'
import type { CampaignHours } from './campaign-hours.ts'

/** How far ahead an opening is searched at which the hours are open in all zones. */
export const commonOpensWithinDays = 14

export type CommonOpening =
  /** When it closes next in any of the zones; null if not within `closesWithinDays`. */
  | { isOpen: true; closesAt: Date | null }
  /** When it is open next in all zones, null if not within 14 days; and the zone that opens last. */
  | { isOpen: false; opensAt: Date | null; heldBy: string }

const dayMs = 86_400_000

/** Returns the instant up to which an opening in all zones is searched; the search is repeated then. */
export function searchedUntil(at: Date): Date {
  return new Date(at.getTime() + commonOpensWithinDays * dayMs)
}

/**
 * Returns whether a campaign may call somebody at `at`, and when that changes.
 *
 * @param calleeZones where the callee may be; not read unless the hours hold there.
 * @throws RangeError if this Node does not know a zone, or the callee may be in none.
 */
export function campaignOpeningAt(
  hours: CampaignHours | null,
  calleeZones: readonly string[],
  at: Date,
): CommonOpening {
  if (hours !== null && isAtCallee(hours)) return commonOpeningAt(hours, zonesToOpen(hours, calleeZones), at)
  const opening = openingAt(ownHours(hours), at)
  return opening.isOpen ? opening : { ...opening, heldBy: hours?.timezone ?? 'UTC' }
}

/** Returns `campaignOpeningAt`, but hours in a zone that this Node does not know count as closed. */
export function openingOrClosed(
  hours: CampaignHours | null,
  calleeZones: readonly string[],
  at: Date,
): CommonOpening {
  try {
    return campaignOpeningAt(hours, calleeZones, at)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { isOpen: false, opensAt: null, heldBy: hours?.timezone ?? 'UTC' }
  }
}

/**
 * Returns whether the hours are open in every one of the zones at `at`, and the next instant at which that changes
 * (Rule 152). Each zone has its own clock changes (`openingAt`). The next opening is a fixed point: the instant moves
 * to the opening of a zone that is closed, until no zone is. It never moves past a common opening, because no zone is
 * open before its own next one.
 *
 * One zone takes 4 to 7 µs, and zones with the same offsets count as one.
 *
 * @param zones at least one, IANA names.
 * @throws RangeError if this Node does not know a zone.
 */
export function commonOpeningAt(hours: CampaignHours, zones: readonly string[], at: Date): CommonOpening {
  const different = differentZones(zones, at).map((zone) => hoursIn(hours, zone))
  if (different.length === 0) throw new RangeError('calling hours need a zone')
  const horizon = searchedUntil(at).getTime()
  let instant = at
  let heldBy: string | null = null
  let closesAt: Date | null = null
  // How many zones in a row are open at the instant.
  for (let agreed = 0, next = 0; agreed < different.length; next = (next + 1) % different.length) {
    const zoned = different[next]!
    const opening = openingAt(zoned, instant)
    if (opening.isOpen) {
      agreed++
      closesAt = earlier(closesAt, opening.closesAt)
      continue
    }
    heldBy = zoned.timezone
    if (opening.opensAt === null || opening.opensAt.getTime() > horizon)
      return { isOpen: false, opensAt: null, heldBy }
    instant = opening.opensAt
    closesAt = null
    agreed = 0
  }
  return heldBy === null ? { isOpen: true, closesAt } : { isOpen: false, opensAt: instant, heldBy }
}

/** Returns the earlier of two instants; the other one if one is null. */
export function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one <= other ? one : other
}

/**
 * For how long zones must have the same offsets to count as one: as far as openings and closings are searched, and a
 * day.
 */
const sameForDays = 26
/** A process knows the offsets of so many names; there are about 600 zones, in any spelling. */
const knownMax = 2_000

/** The offsets of zones from the beginning of a UTC day on, as text. */
const known = { day: -1, offsets: new Map<string, string>() }

/** Returns the zones without those that have the same offsets as an earlier one from this day on. */
export function differentZones(zones: readonly string[], at: Date): string[] {
  if (zones.length === 1) return [zones[0]!]
  const day = Math.floor(at.getTime() / dayMs)
  if (known.day !== day || known.offsets.size > knownMax) {
    known.day = day
    known.offsets.clear()
  }
  const first = new Map<string, string>()
  for (const zone of zones) {
    let offsets = known.offsets.get(zone)
    if (offsets === undefined) known.offsets.set(zone, (offsets = offsetsOf(zone, day)))
    if (!first.has(offsets)) first.set(offsets, zone)
  }
  return [...first.values()]
}

/** Returns the zone's offset on a UTC day and every change of it in the days after, as text. */
function offsetsOf(zone: string, day: number): string {
  const end = (day + sameForDays) * dayMs
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    day * dayMs,
  ).toZonedDateTimeISO(zone)
  let text = at.offset
  for (;;) {
    at = at.getTimeZoneTransition('next')
    if (at === null || at.epochMilliseconds >= end) return text
    text += ` ${at.epochMilliseconds} ${at.offset}`
  }
}
