import { addInput } from '../../agents/conversation/add-input.ts'
import { appendServiceLine, selectHasOptedOut } from '../../agents/conversation/call-queries.ts'
import type { AgentConversation } from '../../agents/conversation/conversation.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { recordUnreadOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import { selectTurn } from '../../agents/turn/turn-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { PauseInstruction } from '../../providers/voice-instructions.ts'
import type { AgentOutcome } from '../../workflows/definition.ts'
import { answerInstructions, hangUp } from '../attempt/answer-instructions.ts'
import { selectAnsweredBy } from '../attempt/attempt-queries.ts'
import { beginTransfer, recordRefusedTransfers, transferUnderWay } from '../attempt/begin-transfer.ts'
import type { RefusedTransfer } from '../attempt/begin-transfer.ts'
import { callbackAddresses } from '../attempt/callback-addresses.ts'
import { isMachine } from '../attempt/carrier-events.ts'
import { isOver } from '../attempt/end-attempt.ts'
import { raiseTimeLimit } from '../attempt/raise-time-limit.ts'
import type { DialContext } from '../call-context.ts'
import { publishCall } from '../publish-calls.ts'
import { lockCallOfAttempt } from '../queries.ts'
import type { Attempt, LockedCall } from '../queries.ts'
import { greetingOf } from './connect-agent.ts'
import { brokenOff, endAgent, openCallTicket, selectHasBrokenOff } from './end-of-agent.ts'
import { askedTransfer } from './pending-transfer.ts'
import type { AskedTransfer } from './pending-transfer.ts'
import { renderRelay } from './relay-document.ts'
import type { RelayMetrics } from './relay-metrics.ts'
import {
  insertTransfer,
  selectRelaySessions,
  selectTransfer,
  updateRestarts,
  updateTransferEnded,
  upsertSessionEnd,
} from './relay-queries.ts'
import type { RelaySessionRow, RelayTransferStatus, SessionReport } from './relay-queries.ts'

/** A call gets at most so many new sessions after broken ones within `restartMs`. */
const restartsMax = 3
const restartMs = 120_000

/** The longest that a call waits for its next session, in seconds. */
const pauseSecondsMax = 4

/** How long the number of a transfer may ring, in seconds. */
const transferRingSeconds = 30

/**
 * Codes of the carrier about our socket, its network, the length of the session, the sound of the call, or how many
 * sessions there are. Every other fault of a session is one of speech, its attributes or providers.
 */
const faultsBesideSpeech: ReadonlySet<string> = new Set([
  '39001',
  '64102',
  '64104',
  '64105',
  '64107',
  '64108',
  '64109',
])

/** What is known when a session has ended. */
export interface EndedSession extends SessionReport {
  /** The carrier says that the call is over, so that no instruction has an effect. */
  isCallOver: boolean
  /** This process stops, and begins no session. */
  isStopping: boolean
}

type AfterSessionContext = DialContext & { relayMetrics: RelayMetrics }

/** Ends the agent's part of the call. A call of a workflow goes on; any other is hung up. */
interface PartOver {
  outcome: AgentOutcome
}

/**
 * Returns what a call does after a session with its agent: it is transferred, gets another session, goes on with its
 * workflow, or is hung up. All of it follows from what is committed, so that any process may answer, and a repeated
 * request gets the same (Rule 112).
 *
 * @returns null where another session is due and this process begins none; the carrier asks again.
 */
export async function answerAfterSession(
  context: AfterSessionContext,
  attempt: Attempt,
  ended: EndedSession,
): Promise<string | null> {
  const render = context.voiceProvider.renderInstructions
  const refusedTransfers: RefusedTransfer[] = []
  const raised: { callSeconds: number | null } = { callSeconds: null }
  const answer = await context.db.transaction(async (transaction): Promise<string | PartOver | null> => {
    raised.callSeconds = null
    const now = context.clock.now()
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null) return render(hangUp, { continueUrl: null })
    const before = await selectRelaySessions(transaction, attempt)
    await upsertSessionEnd(transaction, attempt, ended, context.newId(), now)
    const session = sessionOf(before, ended, now)
    context.relayMetrics.sessions.inc({ end: session.status ?? ended.status })
    const conversation = await selectConversation(transaction, locked)
    const isOverNow =
      ended.isCallOver ||
      session.status === 'completed' ||
      isOver(locked.attempt) ||
      (await shouldEnd(transaction, locked))
    if (isOverNow) await endAgent(transaction, locked.attempt, { ...context, now })
    if (conversation === null || isOverNow) return render(hangUp, { continueUrl: null })
    if (conversation.ended_at !== null) return answerAgain(context, transaction, attempt, conversation)
    // A transfer or a goodbye may follow, after which the agent reads nothing more.
    await recordUnreadOptOut({ ...context, now }, transaction, conversation)
    refusedTransfers.length = 0
    const transfer = await selectPendingTransfer(transaction, attempt, conversation)
    if (transfer !== null) {
      const isNew = await insertTransfer(transaction, attempt, transfer.turn, now)
      const { number } = transfer
      // A repeated request goes on with the transfer that has begun, so that it has as long as is left.
      const begun = isNew ? await beginTransfer(transaction, locked.attempt, number, { now }) : null
      const going = begun ?? { guard: null, ...transferUnderWay(locked.attempt, now) }
      if (going.guard === null) {
        raised.callSeconds = going.callLimitSeconds
        return renderTransfer(context, attempt, transfer, going.timeLimitSeconds)
      }
      refusedTransfers.push({ guard: going.guard, number })
      return failTransfer(
        context,
        transaction,
        locked.attempt,
        { ...transfer, conversation, status: 'guarded' },
        now,
      )
    }
    if (conversation.closing_since !== null) {
      await endAgent(transaction, locked.attempt, { ...context, now })
      return partOver(transaction, attempt, conversation)
    }
    const others = before.filter((each) => each.session !== ended.session)
    const isMoved = session.status === 'moved'
    if (!isMoved && restartsOf(others, now) >= restartsMax)
      return giveUp(context, transaction, locked.attempt, conversation, now)
    if (ended.isStopping) return null
    if (!isMoved) {
      context.relayMetrics.restarts.inc()
      await updateRestarts(transaction, attempt)
    }
    const usesFallback = [...others, session].some(({ error_code }) => isSpeechFault(error_code))
    // A session whose socket could not be opened has greeted nobody.
    const greeting = before.some(({ has_begun }) => has_begun) ? null : greetingOf(conversation)
    const next = { conversation, greeting, usesFallback, before: pauseBefore(session, others, now) }
    return renderRelay(context, transaction, locked.attempt, next, now)
  })
  await recordRefusedTransfers(context, attempt, refusedTransfers)
  if (raised.callSeconds !== null) await raiseTimeLimit(context, attempt, raised.callSeconds)
  return goOn(context, attempt, answer)
}

/** Returns whether the carrier is to end the call, and may not have done so yet. */
async function shouldEnd(transaction: Transaction, { call, attempt }: LockedCall): Promise<boolean> {
  if (call.cancel_requested_at !== null) return true
  return attempt.machine_detection && isMachine(await selectAnsweredBy(transaction, attempt))
}

/** Lets a call go on whose agent's part is over. */
async function goOn<Answer extends string | null>(
  context: AfterSessionContext,
  attempt: Attempt,
  answer: Answer | PartOver,
): Promise<Answer | string> {
  if (answer === null || typeof answer === 'string') {
    publishCall(context, attempt)
    return answer
  }
  if (attempt.workflow_id !== null)
    return answerInstructions(context, attempt, null, { kind: 'agent_ended', outcome: answer.outcome })
  publishCall(context, attempt)
  return context.voiceProvider.renderInstructions(hangUp, { continueUrl: null })
}

/** Returns what a call does whose agent's part was ended by a request of which the carrier may have got no answer. */
async function answerAgain(
  context: AfterSessionContext,
  transaction: Transaction,
  attempt: Attempt,
  conversation: AgentConversation,
): Promise<string | PartOver> {
  if (await selectHasBrokenOff(transaction, attempt)) return renderGoodbye(context, conversation)
  return partOver(transaction, attempt, conversation)
}

/** Returns how the agent's part ended, by what is stored of it. */
async function partOver(
  transaction: Transaction,
  attempt: Attempt,
  conversation: AgentConversation,
): Promise<PartOver> {
  const last = await selectTurn(transaction, conversation)
  if (last !== null && (await selectTransfer(transaction, attempt, last.turn)) === 'completed')
    return { outcome: 'transferred' }
  // Who speaks once more after the line that answers an opt-out gets another turn.
  if (await selectHasOptedOut(transaction, conversation)) return { outcome: 'opted_out' }
  if (last?.outcome === 'over_limit') return { outcome: 'limit' }
  return { outcome: conversation.closing_since === null ? 'failed' : 'ended' }
}

/**
 * Returns what a call does after the transfer of a turn. If somebody talked with the customer, the agent's part is
 * over. Else the call gets another session, in which the agent knows that nobody did (Rule 113).
 */
export async function answerAfterTransfer(
  context: AfterSessionContext,
  attempt: Attempt,
  turn: number,
  status: RelayTransferStatus,
): Promise<string> {
  const render = context.voiceProvider.renderInstructions
  const answer = await context.db.transaction(async (transaction): Promise<string | PartOver> => {
    const now = context.clock.now()
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    const conversation = locked === null ? null : await selectConversation(transaction, locked)
    if (locked === null || conversation === null || isOver(locked.attempt))
      return render(hangUp, { continueUrl: null })
    if (conversation.ended_at !== null) return answerAgain(context, transaction, attempt, conversation)
    const known = await selectTransfer(transaction, attempt, turn)
    if (known === null || known === 'completed' || (known === 'under_way' && status === 'completed')) {
      await updateTransferEnded(transaction, attempt, turn, status, now)
      await endAgent(transaction, locked.attempt, { ...context, now })
      return { outcome: 'transferred' }
    }
    return failTransfer(context, transaction, locked.attempt, { turn, conversation, status }, now)
  })
  return goOn(context, attempt, answer)
}

/**
 * Returns what a call does whose transfer reached nobody: the agent's next turn says so, in another session.
 */
async function failTransfer(
  context: AfterSessionContext,
  transaction: Transaction,
  attempt: Attempt,
  {
    turn,
    conversation,
    status,
  }: { turn: number; conversation: AgentConversation; status: RelayTransferStatus | 'guarded' },
  now: Date,
): Promise<string | PartOver> {
  const ended = status === 'guarded' ? 'failed' : status
  const isNews = await updateTransferEnded(transaction, attempt, turn, ended, now)
  const asking = await selectTurn(transaction, { ...conversation, turn })
  // Without a model there is nobody to say so, and the next turn would only transfer again.
  if (asking?.outcome === 'model_refused') return giveUp(context, transaction, attempt, conversation, now)
  if (isNews)
    await addInput(context, transaction, conversation, {
      kind: 'speech',
      text: `(The call could not be connected: ${reasons[status]}. The customer is still on the line.)`,
      sent_at: now,
    })
  const usesFallback = await usesFallbackNow(transaction, attempt)
  return renderRelay(context, transaction, attempt, { conversation, greeting: null, usesFallback }, now)
}

const reasons: Record<RelayTransferStatus | 'guarded', string> = {
  completed: 'it was',
  guarded: 'this number may not be called',
  busy: 'the line is busy',
  no_answer: 'nobody answered',
  failed: 'the connection failed',
}

async function selectConversation(
  transaction: Transaction,
  { attempt }: LockedCall,
): Promise<AgentConversation | null> {
  const { organization_id, conversation_id } = attempt
  if (conversation_id === null) return null
  return selectAgentConversation(transaction, { organization_id, conversation_id })
}

/** Returns the session that ended as the database has it now. */
function sessionOf(
  before: readonly RelaySessionRow[],
  { session, status, error_code }: EndedSession,
  now: Date,
): RelaySessionRow {
  const known = before.find((each) => each.session === session)
  const at = now.toISOString()
  return {
    session,
    connected_at: known?.connected_at ?? at,
    ended_at: known?.ended_at ?? at,
    status: known?.status ?? status,
    error_code: known?.error_code ?? error_code,
    has_begun: known?.has_begun ?? false,
    was_transferred: known?.was_transferred ?? false,
  }
}

async function selectPendingTransfer(
  transaction: Transaction,
  attempt: Attempt,
  conversation: AgentConversation,
): Promise<AskedTransfer | null> {
  const last = await selectTurn(transaction, conversation)
  const asked = askedTransfer(conversation, last)
  if (asked === null) return null
  const status = await selectTransfer(transaction, attempt, asked.turn)
  return status === null || status === 'under_way' ? asked : null
}

function renderTransfer(
  context: DialContext,
  attempt: Attempt,
  { turn, number }: AskedTransfer,
  timeLimitSeconds: number | null,
): string {
  const { voiceProvider, publicUrl } = context
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  const callerId = attempt.caller_id_number
  return voiceProvider.renderInstructions(
    [{ kind: 'transfer', to: number, callerId, timeoutSeconds: transferRingSeconds, timeLimitSeconds }],
    { continueUrl: addresses.relayTransferred(turn) },
  )
}

/** Returns how many sessions broke lately; those that the service ended to move or transfer the call do not count. */
function restartsOf(sessions: readonly RelaySessionRow[], now: Date): number {
  return sessions.filter(
    (session) =>
      (session.status === 'failed' || (session.status === 'ended' && !session.was_transferred)) &&
      endedLately(session, now),
  ).length
}

function endedLately({ ended_at }: RelaySessionRow, now: Date): boolean {
  return ended_at !== null && now.getTime() - Date.parse(ended_at) < restartMs
}

/**
 * Returns how long a call waits for its next session: not at all, except after one whose socket could not be opened.
 * The carrier reports that at once, so that all sessions would be used up within a second. A fault of speech, for
 * which a session does not begin either, does not pass by waiting.
 */
function pauseBefore(
  session: RelaySessionRow,
  others: readonly RelaySessionRow[],
  now: Date,
): PauseInstruction[] {
  if (session.has_begun || isSpeechFault(session.error_code)) return []
  const unopened = others.filter((each) => !each.has_begun && endedLately(each, now)).length
  return [{ kind: 'pause', seconds: Math.min(2 ** unopened, pauseSecondsMax) }]
}

function isSpeechFault(code: string | null): boolean {
  return code !== null && !faultsBesideSpeech.has(code)
}

async function usesFallbackNow(transaction: Transaction, attempt: Attempt): Promise<boolean> {
  return (await selectRelaySessions(transaction, attempt)).some(({ error_code }) => isSpeechFault(error_code))
}

/**
 * Ends the agent's part of a call that can't go on. A workflow decides what follows; any other call says goodbye by the
 * carrier's own means, and somebody looks after the customer.
 */
async function giveUp(
  context: AfterSessionContext,
  transaction: Transaction,
  attempt: Attempt,
  conversation: AgentConversation,
  now: Date,
): Promise<string | PartOver> {
  if (attempt.workflow_id !== null) {
    await endAgent(transaction, attempt, { ...context, now })
    return { outcome: 'failed' }
  }
  await appendServiceLine(transaction, conversation, conversation.lines.goodbye, now)
  await openCallTicket(context, transaction, attempt, brokenOff, now)
  await endAgent(transaction, attempt, { ...context, now })
  return renderGoodbye(context, conversation)
}

function renderGoodbye({ voiceProvider }: DialContext, { lines, language }: AgentConversation): string {
  return voiceProvider.renderInstructions(
    [{ kind: 'say', text: lines.goodbye, voice: null, language }, ...hangUp],
    { continueUrl: null },
  )
}
