import { setTimeout as delay } from 'node:timers/promises'
import { isOrganizationMoving } from '../../db/database.ts'
import { createWakeSignal } from '../../jobs/wake-signal.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { publishDeliveries } from '../publish-deliveries.ts'
import type { ClaimedDelivery } from './claim-queries.ts'
import { holdWaiting } from './claim-queries.ts'
import { deliveryBody } from './delivery-body.ts'
import type { DueLine, EndpointKey, LockedLine } from './line-queries.ts'
import { windowMax } from './line-standing.ts'
import { failuresMax } from './schedule.ts'
import type { SendSlot, SendSlots } from './send-slots.ts'
import { sendMessage } from './send.ts'
import type { SendResult } from './send.ts'
import { settleAndClaim } from './settle-and-claim.ts'
import type { DeliverContext, EndedTry, LineOutcome } from './settle-and-claim.ts'

/** Batches of one kind begin at least so far apart, so that what ends meanwhile is recorded together. */
const gapMs = 50
/** The same where an endpoint has nothing under way and more to send. */
const gapMsMin = 10
/** How many endpoints one batch serves at most: those that have answered well, and others. */
const linesMax = { proven: 64, others: 32 }
/** After a batch failed, its endpoints are served one by one, so many at a time. */
const aloneMax = 4
const recordTriesMax = 5
const recordAgainMs = 1_000
/** Every request ends sooner. */
const newsMsMax = 60_000

const never = new AbortController().signal

/** What this process does for one endpoint. */
interface Line {
  key: EndpointKey
  /** What has ended and is not recorded. */
  ended: EndedTry[]
  underWay: number
  /** The most that may be under way, by the last batch; `windowMax` before the first. */
  window: number
  isFailing: boolean
  isProven: boolean
  /** Whether something may wait to be claimed. */
  isDue: boolean
  /** Whether a batch or another task works on it. */
  isBusy: boolean
  /** Batches that failed since the last good one. */
  faults: number
  /** Whether it rests after a fault, or since its organization is closed. */
  rests: boolean
}

/**
 * Sends what is due for endpoints, side by side within their windows. What has ended is recorded, and what comes next
 * is claimed, for many endpoints in one transaction: its statements and its commit would cost more than all else for
 * each delivery. Endpoints that are not proven have batches of their own, so that they keep no others waiting (Promise
 * 77).
 */
export class Sender {
  readonly #context: DeliverContext
  readonly #slots: SendSlots
  readonly #lines = new Map<string, Line>()
  readonly #signals = { proven: createWakeSignal(), others: createWakeSignal() }
  readonly #stop = new AbortController()
  /** When it aborts, requests under way are given up; others send them again. */
  readonly #cut = new AbortController()
  #loops: Promise<unknown> | null = null
  #alone = 0

  constructor(context: DeliverContext, slots: SendSlots) {
    this.#context = context
    this.#slots = slots
  }

  /** The endpoints that can't claim any more now, by themselves or because their organization can't. */
  get full(): string[] {
    return [...this.#lines]
      .filter(([, line]) => isFull(line) || this.#freeFor(line) <= 0)
      .map(([endpointId]) => endpointId)
  }

  /** Takes on endpoints that have something to send now. */
  add(due: readonly DueLine[]): void {
    if (this.#stop.signal.aborted) return
    for (const { is_failing, is_proven, organization_id, endpoint_id } of due) {
      const known = this.#lines.get(endpoint_id)
      if (known !== undefined) known.isDue = true
      else
        this.#lines.set(endpoint_id, {
          key: { organization_id, endpoint_id },
          ended: [],
          underWay: 0,
          window: windowMax,
          isFailing: is_failing,
          isProven: is_proven,
          isDue: true,
          isBusy: false,
          faults: 0,
          rests: false,
        })
    }
    this.#loops ??= Promise.all([this.#serve(true), this.#serve(false)])
    this.#notify()
  }

  /**
   * Claims nothing more. Resolves once what is under way has ended, or was given up after `stopMs`, and is recorded.
   */
  async finish(stopMs: number): Promise<void> {
    this.#stop.abort()
    for (const line of this.#lines.values()) this.#dropIdle(line)
    this.#notify()
    const timer = setTimeout(() => this.#cut.abort(), stopMs)
    await this.#loops
    clearTimeout(timer)
  }

  #notify(): void {
    this.#signals.proven.notify()
    this.#signals.others.notify()
  }

  /** Works on endpoints of one kind, batch after batch. */
  async #serve(areProven: boolean): Promise<void> {
    const signal: WakeSignal = areProven ? this.#signals.proven : this.#signals.others
    const most = areProven ? linesMax.proven : linesMax.others
    let begunAt = -Infinity
    for (;;) {
      const ready = [...this.#lines.values()].filter(
        (line) => line.isProven === areProven && this.#isReady(line),
      )
      const restMs = begunAt + (ready.some(isDrained) ? gapMsMin : gapMs) - performance.now()
      if (ready.length === 0) {
        if (this.#stop.signal.aborted && this.#lines.size === 0) return
        await signal.wait(newsMsMax, never)
      } else if (restMs > 0) await delay(restMs)
      else {
        begunAt = performance.now()
        const sound = ready.filter(({ faults }) => faults === 0)
        for (const line of ready) if (line.faults > 0 && this.#alone < aloneMax) void this.#stepAlone(line)
        if (sound.length > 0) await this.#step(sound.slice(0, most))
      }
    }
  }

  #isReady(line: Line): boolean {
    if (line.isBusy || line.rests || (line.faults > 0 && this.#alone >= aloneMax)) return false
    if (line.ended.length > 0) return true
    return line.isDue && !isFull(line) && !this.#stop.signal.aborted && this.#freeFor(line) > 0
  }

  async #stepAlone(line: Line): Promise<void> {
    this.#alone++
    await this.#step([line])
    this.#alone--
    this.#notify()
  }

  /** Records what has ended and starts what is claimed. Never throws. */
  async #step(lines: readonly Line[]): Promise<void> {
    const taken = new Map(lines.map((line) => [line, this.#takeSlots(line, lines.length)]))
    const works = lines.map((line) => {
      line.isBusy = true
      // The next batch comes last to those that were served.
      this.#lines.delete(line.key.endpoint_id)
      this.#lines.set(line.key.endpoint_id, line)
      return { key: line.key, ended: [...line.ended], most: taken.get(line)!.length }
    })
    try {
      const outcomes = await settleAndClaim(this.#context, works)
      for (const [index, line] of lines.entries())
        this.#take(line, outcomes[index]!, works[index]!.ended, taken.get(line)!)
    } catch (error) {
      // One whose organization was closed meanwhile is left out by the next batch.
      if (!isOrganizationMoving(error)) this.#putOff(lines, error)
    }
    for (const slot of [...taken.values()].flat()) slot.release()
    for (const line of lines) {
      line.isBusy = false
      this.#dropIdle(line)
    }
  }

  #takeSlots(line: Line, linesCount: number): SendSlot[] {
    if (this.#stop.signal.aborted) return []
    const share = Math.max(1, Math.floor(this.#freeFor(line) / linesCount))
    return this.#slots.take(
      line.key.organization_id,
      line.isFailing,
      Math.min(share, windowMax - line.underWay),
    )
  }

  #freeFor({ key, isFailing }: Line): number {
    return this.#slots.freeFor(key.organization_id, isFailing)
  }

  /** Goes on with an endpoint after its batch. */
  #take(line: Line, outcome: LineOutcome, recorded: readonly EndedTry[], slots: SendSlot[]): void {
    line.faults = 0
    if (outcome.kind === 'locked') return
    if (outcome.kind === 'closed' && !this.#stop.signal.aborted) return this.#rest(line)
    line.ended.splice(0, recorded.length)
    count(this.#context, recorded)
    line.isDue = outcome.kind === 'served' && outcome.hasMore && !this.#stop.signal.aborted
    if (outcome.kind !== 'served') return
    if (recorded.length > 0) publishDeliveries(this.#context, outcome.line)
    line.window = outcome.window
    line.isProven = outcome.isProven
    line.isFailing = outcome.line.standing.failures > 0
    for (const delivery of outcome.deliveries) void this.#send(line, outcome.line, delivery, slots.shift()!)
    if (outcome.isDisabled && !this.#stop.signal.aborted) void this.#hold(line)
  }

  /**
   * After a fault, endpoints are tried again a second later. Leases end, and others send again what was not recorded.
   */
  #putOff(lines: readonly Line[], error: unknown): void {
    // Each is tried alone next, so that the log names the one that is at fault.
    const { organization_id, endpoint_id } = lines[0]!.key
    this.#context.log.error(
      { err: error, organization_id, endpoint_id },
      'deliveries of this endpoint, and maybe of others, could not be recorded; trying again',
    )
    for (const line of lines) {
      if (++line.faults > recordTriesMax) line.ended = []
      this.#rest(line)
    }
  }

  #rest(line: Line): void {
    line.rests = true
    setTimeout(() => {
      line.rests = false
      this.#notify()
    }, recordAgainMs)
  }

  #dropIdle(line: Line): void {
    const isIdle = line.underWay === 0 && line.ended.length === 0 && !line.isBusy
    if (isIdle && (!line.isDue || this.#stop.signal.aborted)) this.#lines.delete(line.key.endpoint_id)
    this.#notify()
  }

  async #hold(line: Line): Promise<void> {
    const { db, clock, log } = this.#context
    line.underWay++
    try {
      for (let hasMore = true; hasMore;) hasMore = await holdWaiting(db, line.key, clock.now())
    } catch (error) {
      // The next look finds the endpoint again.
      log.error(
        { err: error, endpoint_id: line.key.endpoint_id },
        'deliveries could not be held; trying again',
      )
    }
    line.underWay--
    this.#dropIdle(line)
  }

  async #send(line: Line, to: LockedLine, delivery: ClaimedDelivery, slot: SendSlot): Promise<void> {
    line.underWay++
    try {
      const message = { id: delivery.event._id, body: deliveryBody(delivery.event, to) }
      const result = await sendMessage(this.#context, to, message, this.#cut.signal)
      line.ended.push({ delivery, url: to.url, result })
    } finally {
      slot.release()
      line.underWay--
      this.#notify()
    }
  }
}

function isFull({ underWay, window }: Line): boolean {
  return underWay >= Math.min(window, windowMax)
}

function isDrained({ underWay, isDue }: Line): boolean {
  return underWay === 0 && isDue
}

function count({ webhookMetrics }: DeliverContext, tries: readonly EndedTry[]): void {
  for (const { delivery, result } of tries) {
    if (result.outcome.kind === 'stopped') continue
    webhookMetrics.deliveries.inc({ outcome: outcomeOf(delivery, result) })
    if (result.status !== null) webhookMetrics.seconds.observe(result.milliseconds / 1_000)
    if (delivery.tries === 1)
      webhookMetrics.lag.observe(Math.max(0, result.at.getTime() - Date.parse(delivery.event.at)) / 1_000)
  }
}

function outcomeOf({ is_early, failures }: ClaimedDelivery, { outcome }: SendResult) {
  if (outcome.kind === 'accepted') return 'delivered'
  return !is_early && failures + 1 >= failuresMax ? 'exhausted' : 'failed'
}
