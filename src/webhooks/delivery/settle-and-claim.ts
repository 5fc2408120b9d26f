import { randomUUID } from 'node:crypto'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { WebhookMetrics } from '../webhook-metrics.ts'
import { claimDeliveries, claimInOrder, pullWaiting } from './claim-queries.ts'
import type { Claim, ClaimedDelivery, ClaimTimes } from './claim-queries.ts'
import { insertDisabledEvent } from './disabled-event.ts'
import {
  arrivalAheadMsMax,
  lockLines,
  selectClosed,
  updateEndpointDisabled,
  updateLines,
} from './line-queries.ts'
import type { ChangedLine, EndpointKey, LockedLine } from './line-queries.ts'
import { standingAfter } from './line-standing.ts'
import type { DisabledWhy, LineStanding } from './line-standing.ts'
import { delayAfter } from './schedule.ts'
import type { SendContext, SendResult } from './send.ts'
import { settleTries, wakeNextOfSubjects } from './settle-queries.ts'
import type { SettledTry } from './settle-queries.ts'

export interface DeliverContext extends SendContext, ConfigHints {
  db: Db
  newId: NewId
  log: Log
  webhookMetrics: WebhookMetrics
  /** Returns a number of at least 0 and below 1, for the spread of tries. */
  random: () => number
}

/** A request that has ended and is not recorded. */
export interface EndedTry {
  delivery: ClaimedDelivery
  /** Where it was sent; the endpoint may have moved since. */
  url: string
  result: SendResult
}

/** What a batch does for one endpoint. */
export interface LineWork {
  key: EndpointKey
  /** Is recorded. */
  ended: readonly EndedTry[]
  /** How many deliveries this process can send. */
  most: number
}

/** What a batch has done for one endpoint. */
export type LineOutcome =
  | {
      kind: 'served'
      line: LockedLine
      deliveries: ClaimedDelivery[]
      /** How many of the endpoint's deliveries may be under way at once now. */
      window: number
      /** Whether it has accepted a delivery within a day, and none has failed since. */
      isProven: boolean
      /** More may be due at once, in this window or the next. */
      hasMore: boolean
      isDisabled: boolean
    }
  /**
   * Nothing was recorded or claimed: another process works on it at this moment, a move has closed its organization, or
   * it is removed or its organization has left.
   */
  | { kind: 'locked' | 'closed' | 'removed' }

/** The time in which a request ends for sure, with what it takes to record it. */
const leaseMs = 40_000
/** An endpoint without a success for so long gets one request first, and more once it has answered. */
const answeredMs = 60_000
/** An endpoint that has accepted something within this time comes before others. */
const provenMs = 24 * 3_600_000
/** How far a rate may lie behind and catch up: workers look for deliveries this often, with room. */
const rateBurstMs = 250
/** The last success is written no more often than this, where nothing else about the endpoint has changed. */
const successMs = 5_000

/**
 * Records what has ended and claims what comes next, for several endpoints in one transaction under the locks of their
 * lines. So the window, the rate and the order hold in any number of processes. What a process that died has not
 * recorded is claimed again once its lease ends (Promise 76). Returns an outcome for each piece of work, in the same
 * order.
 */
export async function settleAndClaim(
  context: DeliverContext,
  works: readonly LineWork[],
): Promise<LineOutcome[]> {
  const now = context.clock.now()
  const { outcomes, disabled } = await context.db.transaction((transaction) =>
    runBatch(transaction, works, now, context.random),
  )
  for (const { line, why } of disabled) {
    const { organization_id, project_id, endpoint_id } = line
    context.webhookMetrics.disabled.inc({ why })
    context.log.warn({ organization_id, endpoint_id, why }, 'an endpoint of webhooks was disabled')
    publishConfig(context, organization_id, project_id, [endpoint_id])
  }
  return outcomes
}

/** A locked line on its way through a batch. */
interface Step {
  work: LineWork
  line: LockedLine
  standing: LineStanding
  arrivalAt: Date | null
  isDisabled: boolean
  hasMore: boolean
}

interface Disabled {
  line: LockedLine
  why: DisabledWhy
}

async function runBatch(
  transaction: Transaction,
  works: readonly LineWork[],
  now: Date,
  random: () => number,
): Promise<{ outcomes: LineOutcome[]; disabled: Disabled[] }> {
  const keys = works.map(({ key }) => key)
  const locked = new Map((await lockLines(transaction, keys, now)).map((line) => [line.endpoint_id, line]))
  const missing = keys.filter(({ endpoint_id }) => !locked.has(endpoint_id))
  const found = missing.length === 0 ? [] : await selectClosed(transaction, missing)
  const closed = new Map(found.map(({ endpoint_id, kind }) => [endpoint_id, kind]))
  const disabled: Disabled[] = []
  const tries: SettledTry[] = []
  const steps = new Map<string, Step>()
  for (const work of works) {
    const line = locked.get(work.key.endpoint_id)
    if (line === undefined) continue
    const after = standingOf(line, work.ended, now)
    tries.push(...work.ended.map((one) => settledTry(one, line, after.line.held_until, now, random)))
    if (after.disabled !== null) disabled.push({ line, why: after.disabled })
    steps.set(line.endpoint_id, {
      work,
      line,
      standing: after.line,
      arrivalAt: line.arrival_at,
      isDisabled: line.is_disabled || after.disabled !== null,
      hasMore: false,
    })
  }
  const all = [...steps.values()]
  const settling = settle(transaction, all, tries, now)
  // Awaited below; until then another statement may fail first.
  settling.catch(() => {})
  const newlyDisabled = disabled.length === 0 ? [] : await disable(transaction, disabled, now)
  for (const step of all.filter(({ standing, isDisabled }) => standing.recovering && !isDisabled)) {
    const hasMore = await pullWaiting(transaction, step.line, now)
    step.standing = { ...step.standing, recovering: hasMore }
    step.hasMore = hasMore
  }
  // Sent together where nothing lies between them.
  const [, claimed] = await Promise.all([settling, claimNext(transaction, all, now, settling)])
  const changed = all.filter((step) => isChanged(step))
  if (changed.length > 0) await updateLines(transaction, changed.map(changedLine))
  const outcomes = works.map(({ key }): LineOutcome => {
    const step = steps.get(key.endpoint_id)
    if (step === undefined) return { kind: closed.get(key.endpoint_id) ?? 'locked' }
    return outcomeOf(step, claimed.get(key.endpoint_id) ?? [], now)
  })
  return { outcomes, disabled: newlyDisabled }
}

async function settle(
  transaction: Transaction,
  steps: readonly Step[],
  tries: readonly SettledTry[],
  now: Date,
): Promise<void> {
  if (tries.length === 0) return
  const ordered = steps.filter(({ line, work }) => isOrdered(line) && work.ended.length > 0)
  const closed = await settleTries(
    transaction,
    tries,
    ordered.map(({ line }) => line.endpoint_id),
  )
  for (const { line } of ordered) {
    const subjects = closed.filter(({ endpoint_id }) => endpoint_id === line.endpoint_id)
    if (subjects.length > 0)
      await wakeNextOfSubjects(
        transaction,
        line,
        subjects.map(({ subject_id }) => subject_id),
        now,
      )
  }
}

/** Returns those of the endpoints that were not disabled before. */
async function disable(
  transaction: Transaction,
  endpoints: readonly Disabled[],
  now: Date,
): Promise<Disabled[]> {
  const newly: Disabled[] = []
  for (const one of endpoints) {
    if (!(await updateEndpointDisabled(transaction, one.line, one.why, now))) continue
    await insertDisabledEvent(transaction, one.line, one.why, now)
    newly.push(one)
  }
  return newly
}

async function claimNext(
  transaction: Transaction,
  steps: readonly Step[],
  now: Date,
  settling: Promise<void>,
): Promise<Map<string, ClaimedDelivery[]>> {
  const times: ClaimTimes = { now, leaseUntil: new Date(now.getTime() + leaseMs), leaseToken: randomUUID() }
  const ready = steps.filter(
    ({ isDisabled, line, standing }) =>
      !isDisabled && line.is_here && (standing.held_until === null || standing.held_until <= now),
  )
  const roomOf = ({ work, line }: Step): number => Math.min(work.most, rateOf(line, now)?.room ?? work.most)
  const withRoom = ready.filter((step) => roomOf(step) > 0)
  const claimOf = (step: Step): Claim => ({
    organization_id: step.line.organization_id,
    endpoint_id: step.line.endpoint_id,
    window: windowOf(step.standing, now),
    most: roomOf(step),
  })
  const loose = withRoom.filter(({ line }) => !isOrdered(line))
  const claimed = loose.length === 0 ? [] : await claimDeliveries(transaction, loose.map(claimOf), times)
  const ordered = withRoom.filter(({ line }) => isOrdered(line))
  if (ordered.length > 0) await settling
  for (const step of ordered) {
    const next = await claimInOrder(transaction, claimOf(step), times)
    claimed.push(...next.claimed)
    step.hasMore ||= next.hasMore
  }
  const byEndpoint = Map.groupBy(claimed, ({ endpoint_id }) => endpoint_id)
  for (const step of withRoom) {
    const count = byEndpoint.get(step.line.endpoint_id)?.length ?? 0
    const rate = rateOf(step.line, now)
    if (rate !== null && count > 0) step.arrivalAt = new Date(rate.base + count * rate.stepMs)
    step.hasMore ||= count > 0 && count === roomOf(step)
  }
  return byEndpoint
}

function outcomeOf(
  { line, standing, hasMore, isDisabled }: Step,
  deliveries: ClaimedDelivery[],
  now: Date,
): LineOutcome {
  const lastMs = standing.last_success_at?.getTime() ?? 0
  return {
    kind: 'served',
    line: { ...line, standing },
    deliveries,
    window: windowOf(standing, now),
    isProven: standing.failures === 0 && now.getTime() - lastMs <= provenMs,
    hasMore,
    isDisabled,
  }
}

function isOrdered({ delivery_order }: LockedLine): boolean {
  return delivery_order === 'by_subject'
}

function isChanged({ line, standing, arrivalAt }: Step): boolean {
  const { standing: before } = line
  const lastMs = before.last_success_at?.getTime() ?? -Infinity
  return (
    arrivalAt !== line.arrival_at ||
    before.send_window !== standing.send_window ||
    before.failures !== standing.failures ||
    before.recovering !== standing.recovering ||
    before.first_failure_at?.getTime() !== standing.first_failure_at?.getTime() ||
    before.failing_since?.getTime() !== standing.failing_since?.getTime() ||
    before.held_until?.getTime() !== standing.held_until?.getTime() ||
    (standing.last_success_at?.getTime() ?? -Infinity) >= lastMs + successMs
  )
}

function changedLine({ line, standing, arrivalAt }: Step): ChangedLine {
  const { organization_id, endpoint_id } = line
  return { ...standing, organization_id, endpoint_id, arrival_at: arrivalAt }
}

/** Returns how an endpoint stands after tries. What a former address answered says nothing of the present one. */
function standingOf(
  { url, standing }: LockedLine,
  ended: readonly EndedTry[],
  now: Date,
): { line: LineStanding; disabled: DisabledWhy | null } {
  let line = standing
  let disabled: DisabledWhy | null = null
  for (const { result, url: askedUrl } of ended) {
    if (result.outcome.kind === 'stopped' || askedUrl !== url) continue
    const next = standingAfter(line, result.outcome, now)
    line = next.line
    disabled ??= next.disabled
  }
  return { line, disabled }
}

function settledTry(
  { delivery, url: askedUrl, result }: EndedTry,
  { organization_id, endpoint_id, url }: LockedLine,
  heldUntil: Date | null,
  now: Date,
  random: () => number,
): SettledTry {
  const { event, lease_token, tries, failures, is_early, early_due_at } = delivery
  const { at, milliseconds, status, answer, reason, outcome } = result
  const of = { organization_id, endpoint_id, event_id: event._id, lease_token, n: tries }
  const base = { ...of, at, milliseconds, status, answer, reason }
  if (outcome.kind === 'accepted') return { ...base, state: 'delivered', due_at: now, failures }
  if (outcome.kind === 'stopped' || askedUrl !== url)
    return { ...base, state: 'waiting', due_at: now, failures }
  const counted = is_early ? failures : failures + 1
  const delayMs = delayAfter(counted, random())
  if (delayMs === null) return { ...base, state: 'exhausted', due_at: now, failures: counted }
  const nextMs =
    early_due_at === null ? now.getTime() + delayMs : Math.max(Date.parse(early_due_at), now.getTime())
  const due = Math.max(nextMs, heldUntil?.getTime() ?? 0)
  return { ...base, state: 'waiting', due_at: new Date(due), failures: counted }
}

/** Returns how many deliveries of an endpoint may be under way at once. */
function windowOf({ last_success_at, send_window }: LineStanding, now: Date): number {
  return now.getTime() - (last_success_at?.getTime() ?? 0) <= answeredMs ? send_window : 1
}

/** Returns how many deliveries the endpoint's rate allows now, and from when it goes on; null: it has none. */
function rateOf({ rate_per_second, arrival_at }: LockedLine, now: Date) {
  if (rate_per_second === null) return null
  const stepMs = 1_000 / rate_per_second
  const arrival = arrival_at?.getTime() ?? 0
  const known = arrival > now.getTime() + arrivalAheadMsMax ? 0 : arrival
  const base = Math.max(known, now.getTime() - rateBurstMs)
  return { room: base > now.getTime() ? 0 : Math.floor((now.getTime() - base) / stepMs) + 1, base, stepMs }
}
