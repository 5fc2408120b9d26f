import { errorPausesMs } from '../../agents/conversation/conversation.ts'
import type { ConversationKey, Hold } from '../../agents/conversation/conversation.ts'
import { dropInputs } from '../../agents/conversation/drop-inputs.ts'
import { releaseConversation, yieldConversation } from '../../agents/conversation/lease-queries.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { giveToPerson, handsOver } from '../../agents/turn/end-turn.ts'
import { finishReply } from '../../agents/turn/finish-reply.ts'
import { runTurn } from '../../agents/turn/run-turn.ts'
import type { SpeechOutput } from '../../agents/turn/speech-output.ts'
import { supersedeReply } from '../../agents/turn/supersede-reply.ts'
import type { AgentContext } from '../../agents/turn/turn-context.ts'
import { selectTurn } from '../../agents/turn/turn-queries.ts'
import { isOpen } from '../../agents/turn/turn-state.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import { showTyping } from '../../providers/whatsapp-cloud/client.ts'
import type { BroadcastForSend } from '../send/broadcast-queries.ts'
import type { SendContext } from '../send/send-context.ts'
import { accountOf } from '../send/send-message.ts'
import { checkBroadcast, checkRecipient, findBroadcast } from '../send/send-rules.ts'
import { selectAnsweredChat } from './chat-queries.ts'
import type { AnsweredChat } from './chat-queries.ts'
import { giveUp } from './give-up.ts'
import { sendReply } from './send-reply.ts'
import type { UnsentReason } from './unsent-ticket.ts'

/** How often an answer is dropped because the person wrote again. */
const supersededMax = 2
/** Pauses before a busy sender is asked again. */
const busyPausesMs = [2_000, 10_000, 60_000]
/** How often an unresolved message is checked, and for how long the next input waits for it. */
const unresolvedLookMs = 2_000
const unresolvedMaxMs = 60_000

/** How a chat was left. `retry`: it is taken up again. */
type Left =
  | { kind: 'done'; outcome: string }
  | { kind: 'retry'; afterMs: number; fault: string; tries?: number }
  | { kind: 'yielded' }
  | { kind: 'lost' }

/** What answering a chat needs. */
export type AnswerContext = AgentContext & SendContext

interface Answering {
  context: AnswerContext
  chat: AnsweredChat
  hold: Hold
  signal: AbortSignal
}

/** The text is sent once it is whole, so nothing is done with single sentences. */
const gathered: SpeechOutput = { say: () => undefined, afterwards: () => undefined }

/**
 * Takes one turn of a chat that this process leases, sends its text, and releases the chat (Rules 92 and 95). Never
 * throws: errors are retried, and after the last retry a ticket is opened.
 *
 * @param signal aborted when the process loses the lease, or stops.
 */
export async function answerChat(
  context: AnswerContext,
  key: ConversationKey,
  hold: Hold,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = context
  const { conversation_id } = key
  try {
    const left = await attempt(context, key, hold, signal)
    context.agentMetrics.chats.inc({ outcome: left.kind === 'done' ? left.outcome : left.kind })
    switch (left.kind) {
      case 'done':
        await releaseConversation(db, key, hold, null, clock.now())
        break
      case 'retry': {
        const { afterMs, fault, tries } = left
        const at = new Date(clock.now().getTime() + afterMs)
        await releaseConversation(
          db,
          key,
          hold,
          { at, fault, ...(tries !== undefined && { tries }) },
          clock.now(),
        )
        break
      }
      case 'yielded':
        await yieldConversation(db, key, hold, clock.now())
        break
      case 'lost':
    }
    if (left.kind !== 'lost') publish(context, key)
  } catch (error) {
    log.error({ err: error, conversation_id }, 'a chat could not be let go; its lease ends by itself')
  }
}

function publish({ hints }: AgentContext, key: ConversationKey & { project_id?: string }): void {
  if (key.project_id === undefined) return
  const { organization_id, project_id, conversation_id } = key
  hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
}

async function attempt(
  context: AnswerContext,
  key: ConversationKey,
  hold: Hold,
  signal: AbortSignal,
): Promise<Left> {
  let chat: AnsweredChat | null = null
  try {
    chat = await selectAnsweredChat(context.db, key)
    return chat === null ? { kind: 'lost' } : await answer({ context, chat, hold, signal })
  } catch (error) {
    // The cell to which the organization moves answers the chat.
    if (error instanceof Refusal && error.code === 'organization_moving') return { kind: 'yielded' }
    const tries = chat?.fault === 'internal_error' ? chat.tries : 0
    const afterMs = errorPausesMs[tries]
    context.log.error(
      { err: error, conversation_id: key.conversation_id, tries },
      'a chat could not be answered',
    )
    if (chat !== null && afterMs === undefined && !signal.aborted)
      return leaveUnanswered({ context, chat, hold, signal }, 'internal_error')
    return {
      kind: 'retry',
      afterMs: afterMs ?? errorPausesMs.at(-1)!,
      fault: 'internal_error',
      tries: tries + 1,
    }
  }
}

async function answer(answering: Answering): Promise<Left> {
  const { context, chat, hold, signal } = answering
  const { broadcast_id } = chat
  if (broadcast_id === null) return endWith(answering, 'no_broadcast')
  const broadcast = await findBroadcast(context, { ...chat, broadcast_id })
  if (!chat.is_replying) {
    // What can't be sent is not asked of a model either.
    const refusal = await refusalOf(answering, broadcast)
    if (refusal !== null) return leaveUnanswered(answering, refusal)
    void show(answering, broadcast)
  }
  const outcome = await runTurn(context, chat, hold, gathered, signal)
  switch (outcome.kind) {
    case 'nothing':
    case 'held':
    case 'superseded':
      return { kind: 'done', outcome: outcome.kind }
    case 'left':
      return { kind: 'yielded' }
    case 'lost':
      return { kind: 'lost' }
    case 'failed':
      if (outcome.retryAfterMs !== null)
        return { kind: 'retry', afterMs: outcome.retryAfterMs, fault: outcome.why }
      return reply({ ...answering, chat: { ...chat, broadcast_id } }, outcome)
    case 'answered':
      return reply({ ...answering, chat: { ...chat, broadcast_id } }, outcome)
  }
}

/** Sends the text of a turn and ends it. */
async function reply(
  answering: Answering & { chat: { broadcast_id: string } },
  { turn, text }: { turn: number; text: string },
): Promise<Left> {
  const { context, chat, hold, signal } = answering
  if (text.trim() === '') return { kind: 'done', outcome: 'silent' }
  if (signal.aborted) return { kind: 'yielded' }
  const isNew = !chat.is_replying
  if (isNew && chat.superseded < supersededMax && (await supersedeReply(context, chat, hold, turn)))
    return { kind: 'done', outcome: 'superseded' }
  const sent = await sendReply(context, chat, hold, { turn, text })
  switch (sent.kind) {
    case 'sent':
      await finishReply(context, chat, hold, { turn, fault: null, reached: null })
      return { kind: 'done', outcome: 'sent' }
    case 'lost':
      return { kind: 'lost' }
    case 'unresolved':
      if (context.clock.now().getTime() - sent.since.getTime() >= unresolvedMaxMs)
        return endReply(answering, turn, 'unresolved', null)
      return { kind: 'retry', afterMs: unresolvedLookMs, fault: 'unresolved' }
    case 'busy': {
      const tries = chat.fault === 'sender_busy' ? chat.tries : 0
      const afterMs = busyPausesMs[tries]
      if (afterMs === undefined) return endReply(answering, turn, 'sender_busy', '')
      return { kind: 'retry', afterMs, fault: 'sender_busy', tries: tries + 1 }
    }
    case 'refused':
      return endReply(answering, turn, sent.code, '')
  }
}

/** Ends a turn whose text was not sent (`reached` is empty), or may not have been (null). */
async function endReply(
  { context, chat, hold }: Answering,
  turn: number,
  reason: UnsentReason,
  reached: string | null,
): Promise<Left> {
  await giveUp(context, chat, hold, { turn, reason })
  const isHeld = await finishReply(context, chat, hold, { turn, fault: reason, reached })
  return isHeld ? { kind: 'done', outcome: 'unsent' } : { kind: 'lost' }
}

/** Ends the open turn, if its text waits, or leaves what waits without an answer. */
async function endWith(answering: Answering, reason: UnsentReason): Promise<Left> {
  const { chat } = answering
  return chat.is_replying ? endReply(answering, chat.turn, reason, null) : leaveUnanswered(answering, reason)
}

/**
 * Leaves what waits without an answer, for a person to look at. Where the open turn has handed over, a person answers
 * from here on.
 */
async function leaveUnanswered({ context, chat, hold }: Answering, reason: UnsentReason): Promise<Left> {
  const now = context.clock.now()
  await giveUp(context, chat, hold, { turn: chat.turn + 1, reason })
  await context.db.transaction(async (transaction) => {
    const conversation = await selectAgentConversation(transaction, chat)
    const turn = conversation === null ? null : await selectTurn(transaction, conversation)
    await dropInputs(context, transaction, chat, now)
    if (turn !== null && isOpen(turn) && handsOver(turn)) await giveToPerson(context, transaction, chat, turn)
  })
  return { kind: 'done', outcome: 'unanswered' }
}

/** Returns why no message can be sent to the person now; null where one can. */
async function refusalOf(
  { context, chat }: Answering,
  broadcast: BroadcastForSend,
): Promise<UnsentReason | null> {
  const throwIt = (_: unknown, refusal: Refusal): never => {
    throw refusal
  }
  const { organization_id, project_id, address: to } = chat
  const { broadcast_id } = broadcast
  try {
    await context.clock.resync?.()
    checkBroadcast(broadcast, 'typed', throwIt)
    const send = { organization_id, project_id, broadcast_id, request: { kind: 'typed' as const, to } }
    await checkRecipient(context, send, broadcast, throwIt)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'organization_moving') return error.code
    throw error
  }
}

/** Sends the read receipt and the typing indicator. Nothing waits for it; a failure is only logged. */
async function show(
  { context, chat: { last_received_id, conversation_id } }: Answering,
  broadcast: BroadcastForSend,
): Promise<void> {
  if (last_received_id === null) return
  try {
    if (!(await showTyping(accountOf(context, broadcast), last_received_id)))
      context.log.info({ conversation_id }, 'WhatsApp did not show that an answer is written')
  } catch (error) {
    context.log.warn({ err: error, conversation_id }, 'WhatsApp did not show that an answer is written')
  }
}
