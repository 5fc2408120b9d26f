import type { Clock } from '../../base/clock.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import type { Opening } from '../../campaigns/calling-hours.ts'
import { isAtCallee, ownHours } from '../../campaigns/campaign-hours.ts'
import type { Db } from '../../db/database.ts'
import type { LimitGuard } from '../../guards/guard.ts'
import { calleeZones } from '../callee/callee-zones.ts'
import { countedMax, selectDelayedCallees, selectQueues } from './queue-summary-queries.ts'
import type { DelayedCallee, QueueRow } from './queue-summary-queries.ts'
import { readIsHeld, readLastWorker } from './under-way.ts'
import { waitReason, waitReasons } from './wait-reason.ts'
import type { WaitingCall, WaitReason } from './wait-reason.ts'

/** The most campaigns of a summary. */
export const campaignsMax = 500

/** A count that stops at `countedMax`; `is_more`: there are more. */
export interface Counted {
  count: number
  is_more: boolean
}

/** Why some calls of a campaign wait, and until when; null if that depends on other calls or on a person. */
export interface WaitingGroup extends Counted {
  reason: WaitReason
  /** The guard, for `guard`; the first of several. */
  guard: LimitGuard | null
  until: string | null
}

/** Returns the queue of each campaign of a project that has calls which wait or are under way, by name. */
export async function readQueues(
  { db, clock }: { db: Db; clock: Clock },
  project: { organization_id: string; project_id: string },
) {
  const now = clock.now()
  const [rows, is_held, worker] = await Promise.all([
    selectQueues(db, project, now, campaignsMax),
    readIsHeld(db),
    readLastWorker(db),
  ])
  const atCallees = rows.filter(({ calling_hours, delayed }) => isAtCallee(calling_hours) && delayed > 0)
  const ids = atCallees.map(({ _id }) => _id)
  const delayed = await selectDelayedCallees(db, project.organization_id, ids, now)
  const delayedOf = Map.groupBy(delayed, ({ campaign_id }) => campaign_id)
  const campaigns = rows.map((row) => summaryOf(row, delayedOf.get(row._id) ?? [], now))
  return { at: now.toISOString(), is_held, worker, campaigns }
}

function summaryOf(row: QueueRow, delayed: readonly DelayedCallee[], now: Date) {
  const { dialling, unresolved, ringing, live } = row
  const opening = openingOf(row, now)
  const groups = groupsOf(row, delayed, now)
  const lists = [row.in_queue, row.behind_number, row.delayed, row.zone_held, row.delay_over]
  const waiting = lists.reduce((sum, count) => sum + count, 0)
  return {
    campaign_id: row._id,
    name: row.name,
    status: row.status,
    ends_at: row.ends_at,
    held:
      row.paused_since === null || row.paused_by === null
        ? null
        : { since: row.paused_since, by: row.paused_by },
    hours: {
      is_open: opening.isOpen,
      closes_at: opening.isOpen ? isoOf(opening.closesAt) : null,
      opens_at: opening.isOpen ? null : isoOf(opening.opensAt),
      timezone: ownHours(row.calling_hours)?.timezone ?? null,
      at_callee: isAtCallee(row.calling_hours),
    },
    slots: row.slots,
    slots_in_use: dialling + unresolved + ringing + live,
    under_way: { dialling, unresolved, ringing, live },
    waiting: counted(waiting, Math.max(...lists)),
    waiting_by_reason: groups,
    oldest_since: row.oldest_since,
  }
}

/** Sorts the waiting calls by the rules that answer for a single one, in groups for which these rules say the same. */
function groupsOf(row: QueueRow, delayed: readonly DelayedCallee[], now: Date): WaitingGroup[] {
  const blocked = Math.min(row.blocked_in_queue, row.in_queue)
  const guardHeld = Math.min(row.guard_held, row.delayed)
  const numberPaused = Math.min(row.number_paused, row.delayed - guardHeld)
  const due_at = row.delay_ends_at
  const call = (more: Partial<WaitingCall>): WaitingCall => ({
    waits_for: 'turn',
    due_at: null,
    is_number_in_use: false,
    number_paused_until: null,
    held_by: null,
    is_too_dear: false,
    held_timezone: null,
    // Calls in the queue that nobody has looked at wait for their turn, like those before them.
    open_until: '9999-12-31T00:00:00.000Z',
    callee_zones: [],
    ...more,
  })
  const groups: [count: number, call: WaitingCall][] = [
    [row.in_queue - blocked + row.delay_over, call({})],
    [blocked + row.behind_number, call({ waits_for: 'number', is_number_in_use: true })],
    [row.delayed - numberPaused - guardHeld, call({ waits_for: 'due', due_at })],
    [row.zone_held, call({ waits_for: 'due', due_at: row.zone_held_until, held_timezone: 'UTC' })],
    [guardHeld, call({ waits_for: 'due', due_at: row.held_until, held_by: row.held_by })],
    [numberPaused, call({ waits_for: 'due', due_at, number_paused_until: due_at })],
  ]
  // Where the hours hold at the callee, each of the first delayed calls says until when it waits.
  const untils = delayed.flatMap((one) => {
    const { due_at, open_until } = one
    const callee_zones = calleeZones(one).zones
    return waitReason(call({ waits_for: 'due', due_at, open_until, callee_zones }), row, now).until ?? []
  })
  const byReason = new Map<WaitReason, WaitingGroup>()
  for (const [count, one] of groups) {
    if (count === 0) continue
    const { reason, until: ofGroup, guard } = waitReason(one, row, now)
    const until = reason === 'retry' ? (untils.reduce<string | null>(earlier, null) ?? ofGroup) : ofGroup
    const known = byReason.get(reason)
    byReason.set(reason, {
      reason,
      guard: known?.guard ?? guard,
      until: earlier(known?.until ?? null, until),
      ...counted((known?.count ?? 0) + count, count),
      ...(known?.is_more && { is_more: true }),
    })
  }
  return waitReasons.flatMap((reason) => byReason.get(reason) ?? [])
}

/** @param largest the largest count of one list in it, which may have been cut. */
function counted(count: number, largest: number): Counted {
  const isMore = largest > countedMax || count > countedMax
  return { count: isMore ? countedMax : count, is_more: isMore }
}

/**
 * Returns whether the campaign is open; where its callees are is another matter. Hours that can not be read count as
 * closed.
 */
function openingOf({ calling_hours }: QueueRow, now: Date): Opening {
  try {
    return openingAt(ownHours(calling_hours), now)
  } catch {
    return { isOpen: false, opensAt: null }
  }
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) < Date.parse(other) ? one : other
}

function isoOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null
}
