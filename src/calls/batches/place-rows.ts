import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { campaignOpeningAt } from '../../campaigns/common-opening.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectZoneProperties } from '../callee/callee-queries.ts'
import { calleeZones } from '../callee/callee-zones.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import type { AcceptedRow, RowFault } from './batch.ts'

/** Counts rows by where their callees may be, and finds those that a request for a call would be refused for. */
export interface RowPlaces {
  /** Returns what is wrong with each of the rows, null where nothing is. */
  check: (rows: readonly AcceptedRow[]) => Promise<(RowFault | null)[]>
  /** Counts rows that become calls; they have been checked. */
  count: (rows: readonly AcceptedRow[]) => void
  groups: () => { zones: readonly string[]; calls: number }[]
}

/** Creates the places of rows for a campaign whose hours hold where the callee is. */
export function createRowPlaces(
  db: Reader,
  campaign: CampaignKey,
  { hours, now }: { hours: CampaignHours; now: Date },
): RowPlaces {
  const groups = new Map<string, { zones: readonly string[]; calls: number; isEverOpen: boolean }>()
  const keyOf = new WeakMap<AcceptedRow, string>()
  const groupOf = (zones: readonly string[]) => {
    const key = zones.join(' ')
    let group = groups.get(key)
    if (group === undefined) {
      const opening = campaignOpeningAt(hours, zones, now)
      groups.set(key, (group = { zones, calls: 0, isEverOpen: opening.isOpen || opening.opensAt !== null }))
    }
    return { key, group }
  }
  return {
    check: async (rows) => {
      const asked = rows.filter(({ customer }) => customer['timezone'] === undefined)
      const numbers = asked.map(({ phone_number }) => phone_number)
      const properties = numbers.length === 0 ? null : await selectZoneProperties(db, campaign, numbers)
      return rows.map((row) => {
        const { line, phone_number, customer } = row
        const profile_timezone = properties?.get(phone_number) ?? null
        const { fault, zones } = calleeZones({
          phone_number,
          customer_timezone: customer['timezone'],
          profile_timezone,
        })
        if (fault !== null) return { line, ...faults[fault] }
        const { key, group } = groupOf(zones)
        keyOf.set(row, key)
        return group.isEverOpen ? null : { line, ...faults.closed }
      })
    },
    count: (rows) => {
      for (const row of rows) groups.get(keyOf.get(row) ?? '')!.calls++
    },
    groups: () => [...groups.values()].filter(({ calls }) => calls > 0),
  }
}

const zone = 'an IANA time zone such as Europe/Berlin'
const faults = {
  request: { kind: 'invalid', field: 'timezone', message: `must be ${zone}` },
  profile: {
    kind: 'number',
    field: 'phone_number',
    message: `belongs to a profile whose property timezone is not ${zone}`,
  },
  unknown: {
    kind: 'number',
    field: 'phone_number',
    message: `has no time zone; give it in a column timezone, as ${zone}`,
  },
  closed: {
    kind: 'number',
    field: 'phone_number',
    message:
      'may be in time zones in which the calling hours are never open at once within 14 days; give the right one in a column timezone',
  },
} as const satisfies Record<string, Omit<RowFault, 'line'>>
