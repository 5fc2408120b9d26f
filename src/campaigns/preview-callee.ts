import { openingAt } from './calling-hours.ts'
import { hoursIn, isAtCallee, zonesToOpen } from './campaign-hours.ts'
import type { CampaignHours } from './campaign-hours.ts'
import { campaignOpeningAt } from './common-opening.ts'
import { zoneSources } from './zones/zones-of-number.ts'
import type { PossibleZones } from './zones/zones-of-number.ts'

/** Where the zones are known from; `campaign`: its hours hold in its own zone alone. */
export const openingSources = [...zoneSources, 'campaign'] as const

/** The hours in one of the zones. */
export interface ZoneOpening {
  timezone: string
  /** Local date and time, such as `2026-11-23T08:00`. */
  local: string
  is_open: boolean
  opens_at: string | null
  closes_at: string | null
}

/** What the hours say about a call to somebody at an instant. */
export interface CalleeOpening {
  at: string
  is_open: boolean
  /** Null if it is open, or not open in all zones at once within 14 days. */
  opens_at: string | null
  /** Null if it is closed, or doesn't close within 10 days. */
  closes_at: string | null
  /** The zone that opens last; null if it is open. */
  held_by: string | null
  source: (typeof openingSources)[number]
  sentence: string
  zones: ZoneOpening[]
}

/**
 * Says whether a campaign may call somebody at an instant, with the zones that decide and why those. The sentence is
 * English; the other fields say the same for programs. The same function decides as for real calls
 * (`campaignOpeningAt`).
 *
 * @param callee where the callee may be; null: the hours don't hold there.
 */
export function previewCallee(
  hours: CampaignHours | null,
  callee: PossibleZones | null,
  at: Date,
): CalleeOpening {
  const calleeZones = callee?.zones ?? []
  const source = callee !== null && isAtCallee(hours) ? callee.source : 'campaign'
  const opening = campaignOpeningAt(hours, calleeZones, at)
  const opensAt = opening.isOpen ? null : opening.opensAt
  const held_by = opening.isOpen ? null : opening.heldBy
  const names = hours === null ? [] : isAtCallee(hours) ? zonesToOpen(hours, calleeZones) : [hours.timezone]
  const then = opening.isOpen
    ? 'Open now.'
    : opensAt === null
      ? `Closed, and within 14 days never open in all of them at once; ${held_by} is one that is closed.`
      : `Closed until ${localOf(opensAt, opening.heldBy).replace('T', ' ')} in ${opening.heldBy}.`
  return {
    at: at.toISOString(),
    is_open: opening.isOpen,
    opens_at: opensAt?.toISOString() ?? null,
    closes_at: opening.isOpen ? (opening.closesAt?.toISOString() ?? null) : null,
    held_by,
    source,
    sentence: `${whyOf(source, hours, calleeZones)} ${then}`,
    zones: [...new Set(names)].map((timezone) => openingIn(hours!, timezone, at)),
  }
}

function whyOf(
  source: CalleeOpening['source'],
  hours: CampaignHours | null,
  calleeZones: readonly string[],
): string {
  const many = calleeZones.length > 1
  const all = many ? ', and the hours must be open in all of them.' : '.'
  const zones = many ? `${calleeZones.length} time zones` : (calleeZones[0] ?? '')
  switch (source) {
    case 'request':
      return `The request says that the callee is in ${zones}.`
    case 'profile':
      return `The profile says that the callee is in ${zones}.`
    case 'prefix':
      return `Numbers that begin like this one are in ${zones}${all}`
    case 'country':
      return many
        ? `A number of this kind may be anywhere in its country, which has ${zones}${all}`
        : `The country of the number has the time zone ${zones}.`
    case 'campaign':
      return hours === null
        ? 'The campaign has no calling hours.'
        : `The campaign calls by the clock of ${hours.timezone}.`
  }
}

function openingIn(hours: CampaignHours, timezone: string, at: Date): ZoneOpening {
  const opening = openingAt(hoursIn(hours, timezone), at)
  return {
    timezone,
    local: localOf(at, timezone),
    is_open: opening.isOpen,
    opens_at: opening.isOpen ? null : (opening.opensAt?.toISOString() ?? null),
    closes_at: opening.isOpen ? (opening.closesAt?.toISOString() ?? null) : null,
  }
}

function localOf(at: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}
