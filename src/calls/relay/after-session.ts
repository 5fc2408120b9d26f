import { addInput } from '../../agents/conversation/add-input.ts'
import type { AgentConversation } from '../../agents/conversation/conversation.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { appendServiceLine } from '../../agents/conversation/call-queries.ts'
import { selectTurns } from '../../agents/turn/turn-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { VoiceInstruction } from '../../providers/voice-instructions.ts'
import { callbackAddresses } from '../attempt/callback-addresses.ts'
import { isOver } from '../attempt/end-attempt.ts'
import type { DialContext } from '../call-context.ts'
import { publishCall } from '../publish-calls.ts'
import { lockCallOfAttempt } from '../queries.ts'
import type { Attempt, LockedCall } from '../queries.ts'
import { endAgent, openCallTicket } from './end-of-agent.ts'
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

/** How long the number of a transfer may ring, in seconds. */
const transferRingSeconds = 30

/** Codes of the carrier about our own socket. Every other fault of a session is one of speech, its attributes or providers. */
const socketFaults: ReadonlySet<string> = new Set(['64102', '64105', '64107'])

const hangUp: VoiceInstruction[] = [{ kind: 'hang_up' }]

/** What is known when a session has ended. */
export interface EndedSession extends SessionReport {
  /** The carrier says that the call is over, so that no instruction has an effect. */
  isCallOver: boolean
  /** This process stops, and begins no session. */
  isStopping: boolean
}

type AfterSessionContext = DialContext & { relayMetrics: RelayMetrics }

/**
 * Returns what a call does after a session with its agent: it is transferred, hung up, or gets another session. All of it
 * follows from what is committed, so that any process may answer, and a repeated request gets the same (Rule 112).
 *
 * @returns null where another session is due and this process begins none; the carrier asks again.
 */
export async function answerAfterSession(
  context: AfterSessionContext,
  attempt: Attempt,
  ended: EndedSession,
): Promise<string | null> {
  const render = context.voiceProvider.renderInstructions
  const document = await context.db.transaction(async (transaction) => {
    const now = context.clock.now()
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null) return render(hangUp, { continueUrl: null })
    const before = await selectRelaySessions(transaction, attempt)
    await upsertSessionEnd(transaction, attempt, ended, context.newId(), now)
    const session = sessionOf(before, ended, now)
    context.relayMetrics.sessions.inc({ end: session.status ?? ended.status })
    const conversation = await openConversation(transaction, locked)
    const isOverNow = ended.isCallOver || session.status === 'completed' || isOver(locked.attempt)
    if (conversation === null || isOverNow) {
      if (isOverNow) await endAgent(transaction, locked.attempt, now)
      return render(hangUp, { continueUrl: null })
    }
    const transfer = await selectPendingTransfer(transaction, attempt, conversation)
    if (transfer !== null) {
      await insertTransfer(transaction, attempt, transfer.turn, now)
      return renderTransfer(context, attempt, transfer)
    }
    if (conversation.closing_since !== null) {
      await endAgent(transaction, locked.attempt, now)
      return render(hangUp, { continueUrl: null })
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
    const greeting = null
    return renderRelay(context, transaction, locked.attempt, { conversation, greeting, usesFallback }, now)
  })
  publishCall(context, attempt)
  return document
}

/**
 * Returns what a call does after the transfer of a turn: it is hung up where somebody talked with the customer, else it gets
 * another session, in which the agent knows that nobody did (Rule 113).
 */
export async function answerAfterTransfer(
  context: AfterSessionContext,
  attempt: Attempt,
  turn: number,
  status: RelayTransferStatus,
): Promise<string> {
  const render = context.voiceProvider.renderInstructions
  const document = await context.db.transaction(async (transaction) => {
    const now = context.clock.now()
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    const conversation = locked === null ? null : await openConversation(transaction, locked)
    if (locked === null || conversation === null || isOver(locked.attempt))
      return render(hangUp, { continueUrl: null })
    const isNews = await updateTransferEnded(transaction, attempt, turn, status, now)
    const known = await selectTransfer(transaction, attempt, turn)
    if (known === null || known === 'completed') {
      await endAgent(transaction, locked.attempt, now)
      return render(hangUp, { continueUrl: null })
    }
    const [asking] = await selectTurns(transaction, conversation, { skip: turn - 1, limit: 1 })
    // Without a model there is nobody to say so, and the next turn would only transfer again.
    if (asking?.outcome === 'model_refused')
      return giveUp(context, transaction, locked.attempt, conversation, now)
    if (isNews)
      await addInput(context, transaction, conversation, {
        kind: 'speech',
        text: `(The call could not be connected: ${reasons[status]}. The customer is still on the line.)`,
        sent_at: now,
      })
    return renderRelay(
      context,
      transaction,
      locked.attempt,
      { conversation, greeting: null, usesFallback: await usesFallbackNow(transaction, attempt) },
      now,
    )
  })
  publishCall(context, attempt)
  return document
}

const reasons: Record<RelayTransferStatus, string> = {
  completed: 'it was',
  busy: 'the line is busy',
  no_answer: 'nobody answered',
  failed: 'the connection failed',
}

async function openConversation(
  transaction: Transaction,
  { attempt }: LockedCall,
): Promise<AgentConversation | null> {
  const { organization_id, conversation_id } = attempt
  if (conversation_id === null) return null
  const conversation = await selectAgentConversation(transaction, { organization_id, conversation_id })
  return conversation?.ended_at === null ? conversation : null
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
  }
}

async function selectPendingTransfer(
  transaction: Transaction,
  attempt: Attempt,
  conversation: AgentConversation,
): Promise<AskedTransfer | null> {
  if (conversation.turn === 0) return null
  const [last] = await selectTurns(transaction, conversation, { skip: conversation.turn - 1, limit: 1 })
  const asked = askedTransfer(conversation, last)
  if (asked === null) return null
  const status = await selectTransfer(transaction, attempt, asked.turn)
  return status === null || status === 'under_way' ? asked : null
}

function renderTransfer(context: DialContext, attempt: Attempt, { turn, number }: AskedTransfer): string {
  const { voiceProvider, publicUrl } = context
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  return voiceProvider.renderInstructions(
    [{ kind: 'transfer', to: number, callerId: null, timeoutSeconds: transferRingSeconds }],
    { continueUrl: addresses.relayTransferred(turn) },
  )
}

/** Returns how many sessions broke lately; those that the service moved do not count. */
function restartsOf(sessions: readonly RelaySessionRow[], now: Date): number {
  return sessions.filter(
    ({ status, ended_at }) =>
      (status === 'failed' || status === 'ended') &&
      ended_at !== null &&
      now.getTime() - Date.parse(ended_at) < restartMs,
  ).length
}

function isSpeechFault(code: string | null): boolean {
  return code !== null && !socketFaults.has(code)
}

async function usesFallbackNow(transaction: Transaction, attempt: Attempt): Promise<boolean> {
  return (await selectRelaySessions(transaction, attempt)).some(({ error_code }) => isSpeechFault(error_code))
}

/** Says goodbye by the carrier's own means, and has somebody look after the customer. */
async function giveUp(
  context: AfterSessionContext,
  transaction: Transaction,
  attempt: Attempt,
  conversation: AgentConversation,
  now: Date,
): Promise<string> {
  const { goodbye } = conversation.lines
  await appendServiceLine(transaction, conversation, goodbye, now)
  await openCallTicket(context, transaction, attempt, 'The call with an agent broke off', now)
  await endAgent(transaction, attempt, now)
  return context.voiceProvider.renderInstructions(
    [{ kind: 'say', text: goodbye, voice: null, language: conversation.language }, ...hangUp],
    { continueUrl: null },
  )
}
