import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { campaignOpeningAt } from '../../campaigns/common-opening.ts'
import { instantOf } from './estimate-attempts.ts'
import type { Assumptions, AttemptEstimate } from './estimate-attempts.ts'

/** Rows whose callees may be in the same zones. */
export interface CalleeGroup {
  zones: readonly string[]
  calls: number
}

/** Stretches of time between two openings or closings that are looked at: two weeks of 150 a day. */
const stretchesMax = 2_200

interface Group {
  zones: readonly string[]
  /** How many are not dialed yet. */
  left: number
  isOpen: boolean
  /** When it opens or closes next; Infinity: not within the time that is searched. */
  changesAt: number
}

/**
 * Estimates when the first and last calls of groups are dialed, as `estimateAttempts` does for calls that are all open
 * at the same time. While several groups are open, each gets a share of the slots by its size, as in a file where they
 * are mixed.
 */
export function estimateAtCallees(
  places: readonly CalleeGroup[],
  assumes: Assumptions,
  { hours, endsAt, now }: { hours: CampaignHours; endsAt: Date | null; now: Date },
): AttemptEstimate {
  const end = endsAt?.getTime() ?? Infinity
  const groups = places.map(({ zones, calls }): Group => ({
    zones,
    left: calls,
    isOpen: false,
    changesAt: 0,
  }))
  const leftOf = (some: readonly Group[]) => some.reduce((sum, { left }) => sum + left, 0)
  let at = now.getTime()
  let before = assumes.calls_before
  let first: number | null = null
  let last: number | null = null
  // Since when calls are dialed without a break, and how many were.
  let run: { from: number; dialed: number } | null = null
  for (let count = 0; count < stretchesMax && at < end && leftOf(groups) > 0; count++) {
    for (const group of groups) if (group.changesAt <= at) look(group, hours, at)
    const until = Math.min(end, ...groups.map(({ left, changesAt }) => (left > 0 ? changesAt : Infinity)))
    const open = groups.filter(({ isOpen, left }) => isOpen && left > 0)
    if (open.length > 0) {
      run ??= { from: at, dialed: 0 }
      const waiting = before + leftOf(open)
      const dialed = Math.min(waiting, capacityWithin(until - run.from, assumes) - run.dialed)
      if (dialed > before) {
        first ??= run.from + msUntil(run.dialed + before + 1, assumes)
        last = run.from + msUntil(run.dialed + dialed, assumes)
      }
      take(open, Math.max(0, dialed - before))
      before = Math.max(0, before - dialed)
      run = dialed < waiting ? { from: run.from, dialed: run.dialed + dialed } : null
    } else run = null
    if (until === Infinity) break
    at = until
  }
  const left = leftOf(groups)
  return {
    first_attempt_at: instantOf(first),
    last_attempt_at: left > 0 ? null : instantOf(last),
    too_late: endsAt === null ? 0 : left,
  }
}

function look(group: Group, hours: CampaignHours, at: number): void {
  const opening = campaignOpeningAt(hours, group.zones, new Date(at))
  group.isOpen = opening.isOpen
  group.changesAt = (opening.isOpen ? opening.closesAt : opening.opensAt)?.getTime() ?? Infinity
}

/** Takes calls from groups by their sizes. */
function take(groups: readonly Group[], calls: number): void {
  let rest = calls
  let size = groups.reduce((sum, { left }) => sum + left, 0)
  for (const group of groups) {
    const taken = Math.min(group.left, Math.round((rest * group.left) / Math.max(1, size)))
    size -= group.left
    group.left -= taken
    rest -= taken
  }
}

/** Returns after how much time a call is dialed, by its position among those that are dialed without a break. */
function msUntil(position: number, { slots, seconds_per_call, calls_per_second }: Assumptions): number {
  const waves = Math.floor((position - 1) / slots) * seconds_per_call
  return 1_000 * Math.max(waves, (position - 1) / calls_per_second)
}

/** Returns how many calls are dialed in a time. */
function capacityWithin(ms: number, { slots, seconds_per_call, calls_per_second }: Assumptions): number {
  if (ms === Infinity) return Infinity
  const seconds = ms / 1_000
  return Math.min(slots * Math.ceil(seconds / seconds_per_call), Math.ceil(seconds * calls_per_second))
}
