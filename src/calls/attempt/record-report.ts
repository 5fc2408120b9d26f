import type { ConversationLine } from '../../conversations/queries.ts'
import { isConflict } from '../../db/run-transaction.ts'
import { settleDay, usedOf } from '../../guards/limits/day-queries.ts'
import type { SettleContext } from '../call-context.ts'
import { callMoves } from '../call.ts'
import { moveReasons } from '../move-reasons.ts'
import { publishCall } from '../publish-calls.ts'
import type { Attempt } from '../queries.ts'
import { isNumberWanted, passOnNumber } from '../queue/number-queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { endAgent } from '../relay/end-of-agent.ts'
import { acceptedEvent, foldCarrierEvents, isMachine } from './carrier-events.ts'
import type { CarrierEvent, KnownCall } from './carrier-events.ts'
import { isOver, moveAtEnd, selectRetryAt } from './end-attempt.ts'
import { insertReport, selectReadAttempt, updateAttemptAccepted, updateReported } from './report-queries.ts'
import type { ReadAttempt, ReportChange } from './report-queries.ts'
import { pollAtAfterReport, recordCarrierEvent, resultOf, stateOf, updateOf } from './settle-attempt.ts'
import type { RecordResult } from './settle-attempt.ts'

type Conversed = ReadAttempt & { attempt: { conversation_id: string } }

/** The result of a report, and whether the lines that were spoken in answer to it are stored. */
export interface Recorded {
  result: RecordResult
  hasLines: boolean
}

/**
 * Records a report of the carrier about an attempt that was read before. Almost always nothing has changed since, and
 * one statement writes all, or no more than the report if that says nothing new. Otherwise `recordCarrierEvent` locks
 * the call and reads again. Both lead to the same rows.
 *
 * @param lines what the call speaks in answer to the report.
 */
export async function recordReport(
  context: SettleContext,
  read: ReadAttempt,
  event: CarrierEvent,
  lines: readonly ConversationLine[] = [],
): Promise<Recorded> {
  const { attempt } = read
  const result = await recordAtOnce(context, read, event, lines).catch((error: unknown) => {
    if (isConflict(error)) return null
    throw error
  })
  if (result !== null) return { result, hasLines: true }
  const { organization_id, _id } = attempt
  return { result: await recordCarrierEvent(context, organization_id, _id, event), hasLines: false }
}

/**
 * Records that the carrier has accepted an attempt. Almost always this is the first event of the call, which one short
 * statement writes. If there are earlier events, it is recorded like any other.
 */
export async function settleAccepted(
  context: SettleContext,
  attempt: Attempt,
  callSid: string,
): Promise<RecordResult> {
  const { db, clock, newId } = context
  const now = clock.now()
  const poll_at = pollAtAfterReport('created', attempt, now)
  const accepted = { carrier_call_sid: callSid, conversation_id: newId(), poll_at }
  const event = acceptedEvent(callSid, now)
  if (await updateAttemptAccepted(db, attempt, accepted, event, now)) {
    publishCall(context, { ...attempt, conversation_id: accepted.conversation_id })
    return 'recorded'
  }
  const read = await selectReadAttempt(db, attempt.organization_id, attempt._id)
  return read === null ? 'unknown_attempt' : (await recordReport(context, read, event)).result
}

/** Records a report without reading anything again; returns null, with nothing written, if that can not be done. */
async function recordAtOnce(
  context: SettleContext,
  read: ReadAttempt,
  event: CarrierEvent,
  lines: readonly ConversationLine[],
): Promise<RecordResult | null> {
  const { attempt, call } = read
  const { call_sid } = event
  if (isOver(attempt) || (attempt.carrier_call_sid !== null && attempt.carrier_call_sid !== call_sid))
    return null
  const earlier = read.events.filter((one) => one.call_sid === call_sid)
  const known = foldCarrierEvents([...earlier, event])
  const now = context.clock.now()
  if (!hasConversation(read)) return recordFirst(context, read, event, known)
  const isWanted =
    call.cancel_requested_at === null && !(attempt.machine_detection && isMachine(known.answered_by))
  const result = known.ended_at === null && !isWanted ? 'to_end' : 'recorded'
  if (isKnown(read, earlier, known)) {
    await insertReport(context.db, attempt, event, lines, now)
    return result
  }
  const toWake = await apply(context, read, { event, known, lines, now })
  if (toWake === null) return null
  context.queueNotifier.wake(toWake)
  publishCall(context, attempt)
  return result
}

function hasConversation(read: ReadAttempt): read is Conversed {
  return read.attempt.conversation_id !== null
}

/** Returns whether the attempt stands already as all reports together say. */
function isKnown(
  { attempt, call }: ReadAttempt,
  earlier: readonly CarrierEvent[],
  known: KnownCall,
): boolean {
  const state = stateOf(known)
  if (earlier.length === 0 || attempt.carrier_call_sid === null) return false
  if (attempt.state !== state || call.state !== state) return false
  return JSON.stringify(foldCarrierEvents(earlier)) === JSON.stringify(known)
}

/** Records the first report, before the carrier's answer to the request that placed the call. */
async function recordFirst(
  context: SettleContext,
  { attempt }: ReadAttempt,
  event: CarrierEvent,
  known: KnownCall,
): Promise<RecordResult | null> {
  if (known.state !== 'placed') return null
  const now = context.clock.now()
  const conversation_id = context.newId()
  const accepted = {
    carrier_call_sid: event.call_sid,
    conversation_id,
    poll_at: pollAtAfterReport('created', attempt, now),
  }
  if (!(await updateAttemptAccepted(context.db, attempt, accepted, event, now))) return null
  publishCall(context, { ...attempt, conversation_id })
  return 'recorded'
}

interface Report {
  event: CarrierEvent
  known: KnownCall
  lines: readonly ConversationLine[]
  now: Date
}

/**
 * Writes what a report changes; returns the campaigns whose queues may go on, or null if the call has changed
 * meanwhile.
 */
async function apply(
  context: SettleContext,
  read: Conversed,
  { event, known, lines, now }: Report,
): Promise<CampaignKey[] | null> {
  const { attempt, call } = read
  const state = stateOf(known)
  const isMove = call.state !== state && callMoves[call.state].includes(state)
  const { answered_at, ended_at, duration_seconds } = known
  const status = known.state === 'placed' ? 'initiated' : known.state
  const change: ReportChange = {
    event,
    lines,
    update: {
      ...updateOf(known, state),
      poll_at: ended_at === null ? pollAtAfterReport(event.source, attempt, now) : null,
      reported_at: now,
    },
    standing: { status, answered_at, end_time: ended_at, duration_seconds },
    move: isMove ? { to: state, reason: moveReasons.reported } : null,
    moveId: context.newId(),
    settle: null,
  }
  if (ended_at === null) return (await updateReported(context.db, read, change, now)) ? [] : null
  const settle = settleDay(attempt, usedOf(attempt, duration_seconds, ended_at))
  return context.db.transaction(async (transaction) => {
    const result = resultOf(context, attempt, known)
    const dueAt = await selectRetryAt(transaction, read, result, now)
    const end = { ...change, settle, move: moveAtEnd(call, result, dueAt) }
    const { phone_number } = attempt
    const number = phone_number === null ? null : { ...attempt, phone_number }
    const [isWritten, isWanted] = await Promise.all([
      updateReported(transaction, read, end, now),
      number !== null && isNumberWanted(transaction, number),
    ])
    if (!isWritten) return null
    const [unparked] = await Promise.all([
      number !== null && isWanted ? passOnNumber(transaction, number) : [],
      endAgent(transaction, attempt, { ...context, now }),
    ])
    return [attempt, ...unparked]
  })
}
