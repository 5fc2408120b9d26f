import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { errorPausesMs, leaseMs, unansweredTurn } from '../conversation/conversation.ts'
import type { AgentMode, ConversationKey, Hold } from '../conversation/conversation.ts'
import { selectTurnOfInput } from '../conversation/input-queries.ts'
import {
  claimConversation,
  releaseConversation,
  renewLease,
  selectLeader,
} from '../conversation/lease-queries.ts'
import { selectAgentConversation } from '../conversation/queries.ts'
import { runTurn } from '../turn/run-turn.ts'
import type { Citation, EndedTurn, SpeechOutput, TurnOutcome } from '../turn/speech-output.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { selectTurn } from '../turn/turn-queries.ts'
import { isOpen } from '../turn/turn-state.ts'
import type { ReceivedMessage } from './receive-message.ts'

/** How long a request waits for the answer to its message. The same request with its key reads what takes longer. */
const answerMs = 120_000
/**
 * How often it looks whether another process still leads the conversation: at first, and later by a tenth of the time
 * waited.
 */
const lookEveryMs = { least: 150, most: 1_000 }

/** The pause after more errors than `errorPausesMs` has pauses: the turn is never given up. */
const lastErrorPauseMs = 3_600_000

/** How a message was answered. */
export interface WebAnswer {
  /** Null where no turn answers it. */
  turn: number | null
  /** Why the turn ended; `held` where a person answers, `waiting` where the answer takes too long. */
  outcome: string
  text: string
  citations: Citation[]
  mode: AgentMode
  /** Whether the agent has said goodbye. */
  is_closing: boolean
}

/**
 * Replies to an input, or waits for the process that does. The turn goes on when its reader goes away.
 *
 * @param input `replayed`: it was kept before, so that it may be answered. `hold`: the caller leads the conversation
 *   with it; null where somebody else did when the input was kept.
 * @param output gets the sentences of a turn that is taken here; the text of one that another process took comes with
 * the answer.
 * @returns the answer, and whether its sentences went to `output`. A person may have stopped it in its midst.
 */
export async function answerInput(
  context: AgentContext,
  key: ConversationKey,
  { inputId, replayed, hold: first }: ReceivedMessage,
  output: SpeechOutput,
): Promise<{ answer: WebAnswer; isSaid: boolean }> {
  const until = performance.now() + answerMs
  let saidTurn: number | null = null
  let hasSaid = false
  const watched: SpeechOutput = {
    ...output,
    say: (sentence) => {
      hasSaid = true
      output.say(sentence)
    },
  }
  let mayBeAnswered = replayed
  let hold = first
  for (;;) {
    const answer = mayBeAnswered ? await readAnswer(context, key, inputId) : null
    mayBeAnswered = true
    if (answer !== null) {
      const isStopped = hasSaid && answer.outcome === 'taken_over'
      return { answer, isSaid: isStopped || (saidTurn !== null && saidTurn === answer.turn) }
    }
    if (performance.now() > until)
      return { answer: { ...(await standingOf(context, key)), outcome: 'waiting' }, isSaid: false }
    const outcome = await leadTurn(context, key, watched, hold)
    hold = null
    if (outcome === null) await waitForLeader(context, key, until)
    else if ('turn' in outcome) saidTurn = outcome.turn
    if (outcome?.kind === 'answered' && outcome.ended?.inputIds.includes(inputId))
      return { answer: answerOf(outcome, outcome.ended), isSaid: true }
  }
}

/**
 * Waits until the process that leads the conversation lets it go, until its agent no longer answers in it, or until the
 * time is over.
 */
async function waitForLeader(
  { db, clock }: AgentContext,
  key: ConversationKey,
  until: number,
): Promise<void> {
  const begun = performance.now()
  const leader = await selectLeader(db, key, clock.now())
  const isSame = async (): Promise<boolean> =>
    leader !== null && performance.now() < until && (await selectLeader(db, key, clock.now())) === leader
  do {
    const waited = performance.now() - begun
    await delay(Math.min(lookEveryMs.most, Math.max(lookEveryMs.least, waited / 10)))
  } while (await isSame())
}

function answerOf(
  { turn, text }: { turn: number; text: string },
  { outcome, citations, mode, isClosing }: EndedTurn,
): WebAnswer {
  return { turn, outcome, text, citations, mode, is_closing: isClosing }
}

/**
 * Takes one turn of a conversation that nobody leads, and lets it go again. Returns null where somebody leads it.
 *
 * @param claimed the lease that the caller holds, with the failures so far; null: this function takes the lease.
 * @throws what went wrong. A worker then takes the turn up again after a pause.
 */
export async function leadTurn(
  context: AgentContext,
  key: ConversationKey,
  output: SpeechOutput,
  claimed: (Hold & { tries?: number }) | null = null,
): Promise<TurnOutcome | null> {
  const { db, clock } = context
  const { tries = 0, ...hold } = claimed ?? { token: randomUUID() }
  if (claimed === null && !(await claimConversation(db, key, hold, clock.now()))) return null
  const signal = new AbortController()
  const renewal = setInterval(() => {
    renewLease(db, key, hold, clock.now()).catch((error: unknown) =>
      context.log.warn(
        { err: error, conversation_id: key.conversation_id },
        'a lease of a conversation could not be renewed',
      ),
    )
  }, leaseMs / 3)
  try {
    const outcome = await runTurn(context, key, hold, output, signal.signal)
    // A turn that ended has let the conversation go.
    if (!('turn' in outcome)) await releaseConversation(db, key, hold, null, clock.now())
    return outcome
  } catch (error) {
    const pauseMs = errorPausesMs[tries] ?? lastErrorPauseMs
    const at = new Date(clock.now().getTime() + pauseMs)
    await releaseConversation(db, key, hold, { at, fault: 'internal_error' }, clock.now())
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Returns how the input was answered; null while nothing has. */
async function readAnswer(
  context: AgentContext,
  key: ConversationKey,
  inputId: string,
): Promise<WebAnswer | null> {
  const number = await selectTurnOfInput(context.db, key, inputId)
  const turn = number ? await selectTurn(context.db, { ...key, turn: number }) : null
  const standing = await standingOf(context, key)
  const isLeft = standing.mode === 'person' || standing.outcome === 'ended' || number === unansweredTurn
  if (turn === null) return isLeft ? standing : null
  if (isOpen(turn)) return standing.mode === 'person' ? standing : null
  return {
    ...standing,
    turn: turn.turn,
    outcome: turn.outcome ?? turn.state,
    text: turn.heard ?? turn.text,
    citations: turn.citations,
  }
}

async function standingOf({ db }: AgentContext, key: ConversationKey): Promise<WebAnswer> {
  const conversation = await selectAgentConversation(db, key)
  return {
    turn: null,
    outcome: conversation?.ended_at ? 'ended' : 'held',
    text: '',
    citations: [],
    mode: conversation?.mode ?? 'person',
    is_closing: conversation?.closing_since != null,
  }
}
