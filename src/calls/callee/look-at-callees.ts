import type { NewId } from '../../base/ids.ts'
import { closesWithinDays } from '../../campaigns/calling-hours.ts'
import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { campaignOpeningAt, searchedUntil } from '../../campaigns/common-opening.ts'
import type { Transaction } from '../../db/queryable.ts'
import { moveReasons } from '../move-reasons.ts'
import type { CampaignKey, QueueCheck } from '../queue/queue-queries.ts'
import {
  failUnknownCallees,
  lockCalleesFrom,
  lockDueCallees,
  lockUncheckedCallees,
  unparkBehind,
  updateLookedAt,
  updateQueueCheck,
} from './callee-queries.ts'
import type { LookedAt, WaitingCallee } from './callee-queries.ts'
import { calleeZones } from './callee-zones.ts'
import type { CalleeFacts, CalleeZones } from './callee-zones.ts'

const dayMs = 86_400_000

/** A campaign whose locked queue is served, and the instant. */
export interface CalleeLook {
  queue: CampaignKey
  hours: CampaignHours | null
  now: Date
  /** Hours that close within this time count as closed. */
  marginMs: number
  newId: NewId
}

/** Says why nobody knows where a callee is, for the call's history. */
const unknownReasons: Record<Exclude<CalleeZones['fault'], null>, string> = {
  request: `${moveReasons.calleeUnknown}: customer.timezone is not an IANA time zone`,
  profile: `${moveReasons.calleeUnknown}: the property timezone of their profile is not an IANA time zone`,
  unknown: `${moveReasons.calleeUnknown}: their number has none`,
}

/**
 * Puts calls whose delay is over into the queue, or aside until the hours open where the callee is. Returns how many.
 */
export async function returnDueCallees(transaction: Transaction, look: CalleeLook): Promise<number> {
  return applyChecks(transaction, look, await lockDueCallees(transaction, look.queue, look.now))
}

/**
 * Checks those of the first calls of a queue whose hours are unknown or have closed; closed ones wait aside. Returns
 * how many it checked.
 */
export async function lookAtHead(transaction: Transaction, look: CalleeLook): Promise<number> {
  const openBeyond = new Date(look.now.getTime() + look.marginMs)
  return applyChecks(transaction, look, await lockUncheckedCallees(transaction, look.queue, openBeyond))
}

/**
 * Judges waiting calls again by the hours that the campaign has now, if those have changed, up to 1,000 at a time.
 * Returns whether there are more. Calls go on meanwhile, and nobody is rung too early: each is judged once more before
 * it is dialed.
 */
export async function recheckHours(
  transaction: Transaction,
  look: CalleeLook,
  known: QueueCheck,
): Promise<boolean> {
  const { queue, hours } = look
  const checked_hours = isAtCallee(hours) ? hours : null
  const isSame = JSON.stringify(known.checked_hours) === JSON.stringify(checked_hours)
  if (isSame && known.recheck_from === null) return false
  const from = isSame ? known.recheck_from! : 0
  const { callees, last } = await lockCalleesFrom(transaction, queue, from)
  await applyChecks(transaction, look, callees)
  await updateQueueCheck(transaction, queue, { checked_hours, recheck_from: last })
  return last !== null
}

/**
 * Writes what the hours say about locked calls. Those that wait for the number of a call that leaves the queue move up.
 * Returns how many the locked calls are.
 */
async function applyChecks(
  transaction: Transaction,
  look: CalleeLook,
  callees: readonly WaitingCallee[],
): Promise<number> {
  if (callees.length === 0) return 0
  const { lookedAt, unknown } = judgeCallees(look, callees)
  const { organization_id } = look.queue
  await Promise.all([
    updateLookedAt(transaction, organization_id, lookedAt),
    failUnknownCallees(
      transaction,
      look.queue,
      unknown.map((call) => ({ ...call, move_id: look.newId() })),
      look.now,
    ),
  ])
  const isInQueue = new Set(lookedAt.flatMap(({ _id, due_at }) => (due_at === null ? [_id] : [])))
  const left = callees.filter(({ _id }) => !isInQueue.has(_id))
  await unparkBehind(
    transaction,
    look.queue,
    left.map(({ phone_number }) => phone_number),
  )
  return callees.length
}

/**
 * Returns for each call whether it waits in the queue or aside, by the hours; `unknown` are those whose callee's zone
 * nobody knows. Calls whose callees may be in the same zones are judged once.
 */
export function judgeCallees(
  look: Pick<CalleeLook, 'hours' | 'now' | 'marginMs'>,
  callees: readonly (CalleeFacts & { _id: string })[],
): { lookedAt: LookedAt[]; unknown: { _id: string; reason: string }[] } {
  const judged = new Map<string, Omit<LookedAt, '_id'>>()
  const lookedAt: LookedAt[] = []
  const unknown: { _id: string; reason: string }[] = []
  for (const callee of callees) {
    const zones = isAtCallee(look.hours) ? calleeZones(callee) : null
    if (zones !== null && zones.fault !== null) {
      unknown.push({ _id: callee._id, reason: unknownReasons[zones.fault] })
      continue
    }
    const key = zones?.zones.join(' ') ?? ''
    let at = judged.get(key)
    if (at === undefined) judged.set(key, (at = judge(look, zones?.zones ?? null)))
    lookedAt.push({ _id: callee._id, ...at })
  }
  return { lookedAt, unknown }
}

type Judging = Pick<CalleeLook, 'hours' | 'now' | 'marginMs'>

/** @param zones where the callee may be; null: the hours don't hold there, so the call takes its turn. */
function judge(look: Judging, zones: readonly string[] | null): Omit<LookedAt, '_id'> {
  if (zones === null) return { open_until: null, due_at: null, held_timezone: null }
  try {
    return judgeZones(look, zones)
  } catch (error) {
    // This Node does not know the zone of the campaign. The queue says so in the log.
    if (!(error instanceof RangeError)) throw error
    const due_at = new Date(look.now.getTime() + unreadableMs)
    return { open_until: null, due_at, held_timezone: zones[0] ?? 'UTC' }
  }
}

/** How long a call is put aside whose hours can't be read. */
const unreadableMs = 60_000

function judgeZones({ hours, now, marginMs }: Judging, zones: readonly string[]): Omit<LookedAt, '_id'> {
  let opening = campaignOpeningAt(hours, zones, now)
  if (opening.isOpen && opening.closesAt !== null && opening.closesAt.getTime() - now.getTime() <= marginMs)
    opening = campaignOpeningAt(hours, zones, opening.closesAt)
  if (opening.isOpen)
    return { open_until: openUntil(opening.closesAt, now), due_at: null, held_timezone: null }
  // Hours that open later than is searched are looked at again then.
  const due_at = opening.opensAt ?? searchedUntil(now)
  return { open_until: null, due_at, held_timezone: opening.heldBy }
}

/** Returns until when hours count as open that close at an instant; null: not within the time that is searched. */
export function openUntil(closesAt: Date | null, now: Date): Date {
  return closesAt ?? new Date(now.getTime() + closesWithinDays * dayMs)
}
