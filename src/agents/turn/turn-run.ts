import type { AgentConversation, Hold } from '../conversation/conversation.ts'
import type { PersonStretch } from '../conversation/queries.ts'
import { readClaim } from '../guard/claims.ts'
import type { Claim } from '../guard/claims.ts'
import { toolsOf } from '../tools/tools-of.ts'
import type { OfferedTool } from '../tools/tools-of.ts'
import type { Situation } from './situation-queries.ts'
import { Speaker } from './speaker.ts'
import type { SpeechOutput, TurnAbort } from './speech-output.ts'
import type { AgentContext } from './turn-context.ts'
import { appendSentences } from './turn-queries.ts'
import type { NewModelStep, TurnKey } from './turn-queries.ts'
import type { AgentTurn, OpenInput, ToolStep } from './turn-state.ts'

/** A turn that is under way. */
export interface TurnRun {
  context: AgentContext
  key: TurnKey
  hold: Hold
  output: SpeechOutput
  signal: AbortSignal
  /** Aborted when a turn of a chat has taken too long. */
  overdue: AbortSignal
  /** Aborted when a sentence can not be kept. */
  broken: AbortController
  conversation: AgentConversation
  /** The turns before, oldest first. */
  earlier: readonly AgentTurn[]
  /** The inputs that it answers; empty for a turn that another process has begun. */
  inputs: readonly OpenInput[]
  /** The times in which a person answered, oldest first. */
  stretches: readonly PersonStretch[]
  /** Its steps grow with the turn. */
  turn: AgentTurn
  /** The agent's model accounts. */
  accounts: Situation['accounts']
  /** What was used of models before the turn's next request; null: it is to be read anew. */
  day: Situation['day'] | null
  /**
   * The last answer of the model, while it is not committed, as until the turn's end; null where everything is
   * committed.
   */
  lastStep: NewModelStep | null
  tools: readonly OfferedTool[]
  claims: readonly Claim[]
  speaker: Speaker
  /** Sentences that were held back in this turn. */
  heldCount: number
  /** Tool calls of this turn that did not fit. */
  faultyCalls: number
  hasSaidWait: boolean
  /** The numbers of passages that the answer names. */
  citedNumbers: Set<number>
  /** `performance.now()` at its beginning. */
  startedAt: number
}

/** How long one process works on a turn of a chat: a model that drips must not hold its place for longer. */
export const usualChatTurnMs = 180_000

/**
 * The most characters of the model in a text that is sent once it is whole. A WhatsApp answer is a message of at most
 * 3,000, which holds this text and the longest line that follows it.
 */
const gatheredCharactersMax = 1_950

/** Returns whether the turn's text is sent once it is whole, instead of sentence by sentence. */
export function isGathered({ channel_type }: Pick<AgentConversation, 'channel_type'>): boolean {
  return channel_type === 'whatsapp'
}

const never = new AbortController().signal

/** Prepares a turn that begins, or that another process has left open. */
export function openRun(
  context: AgentContext,
  at: Pick<
    TurnRun,
    'hold' | 'conversation' | 'earlier' | 'turn' | 'inputs' | 'stretches' | 'accounts' | 'day'
  >,
  output: SpeechOutput,
  signal: AbortSignal,
): TurnRun {
  const { hold, conversation, turn } = at
  const { organization_id, conversation_id, definition, channel_type } = conversation
  const key = { organization_id, conversation_id, turn: turn.turn }
  const broken = new AbortController()
  const startedAt = performance.now()
  const gathers = isGathered(conversation)
  let isFirst = true
  const speaker = new Speaker({
    text: gathers ? textOfSteps(turn, dueDisclosure(at)) : turn.text,
    charactersMax: gathers
      ? Math.min(definition.limits.reply_characters, gatheredCharactersMax)
      : definition.limits.reply_characters,
    say: gathers
      ? null
      : (sentence) => {
          if (isFirst)
            context.agentMetrics.firstText.observe(
              { channel: channel_type },
              (performance.now() - startedAt) / 1_000,
            )
          isFirst = false
          output.say(sentence)
        },
    keep: (sentences) => appendSentences(context.db, key, hold, sentences, context.clock.now()),
    onFault: () => broken.abort(),
  })
  return {
    context,
    key,
    output,
    signal,
    overdue: channel_type === 'voice' ? never : AbortSignal.timeout(context.chatTurnMs),
    broken,
    startedAt,
    speaker,
    ...at,
    tools: toolsOf(conversation),
    claims: definition.claims.map((claim) => {
      const reading = readClaim(claim)
      if (reading.kind === 'fault') throw new Error(`a stored claim ${reading.message}`)
      return reading.claim
    }),
    heldCount: turn.steps.filter((step) => step.kind === 'model' && step.content.reason === 'held').length,
    faultyCalls: turn.steps.filter((step) => step.kind === 'tool' && step.content.outcome === 'refused')
      .length,
    hasSaidWait: turn.text.includes(conversation.lines.wait),
    lastStep: null,
    citedNumbers: new Set(),
  }
}

/**
 * Returns the line with which a WhatsApp chat's next text begins, since no text with it has reached the customer; else
 * an empty text. On a call and on the web it is said before the first turn.
 */
export function dueDisclosure({ conversation, earlier }: Pick<TurnRun, 'conversation' | 'earlier'>): string {
  const disclosure = isGathered(conversation) ? (conversation.lines.disclosure ?? '').trim() : ''
  return earlier.some((turn) => reachedText(turn).includes(disclosure)) ? '' : disclosure
}

/**
 * Returns the text of an earlier turn that has surely reached the customer. An answer that a person stopped by taking
 * over may not have reached them. On the web, such a turn is `done` if a part was read, and has only that part.
 */
function reachedText({ state, outcome, text, heard }: AgentTurn): string {
  if (outcome === 'taken_over' && state !== 'done') return ''
  return heard ?? (state === 'done' ? text : '')
}

/**
 * Returns what was said so far of a turn whose text is gathered: the disclosure, if it was due, and the model's
 * answers.
 */
function textOfSteps({ steps }: AgentTurn, disclosure: string): string {
  const answers = steps.flatMap((step) =>
    step.kind === 'model' && step.content.text !== '' ? [step.content.text] : [],
  )
  return answers.length === 0 ? '' : [disclosure, ...answers].join(' ').trim()
}

/** Returns why the turn was aborted; null where it goes on. */
export function abortOf({ signal }: Pick<TurnRun, 'signal'>): TurnAbort | null {
  if (!signal.aborted) return null
  return signal.reason === 'leave' ? 'leave' : 'interrupted'
}

/** Returns all runs of tools in the conversation, oldest first. */
export function toolSteps(run: Pick<TurnRun, 'earlier' | 'turn'>): (ToolStep & { turn: number })[] {
  return [...run.earlier, run.turn].flatMap(({ turn, steps }) =>
    steps.flatMap((step) => (step.kind === 'tool' ? [{ ...step, turn }] : [])),
  )
}

/**
 * Returns the tools that have succeeded in the conversation. A transfer of an earlier turn has not: where it had taken
 * place, there would be no turn after it.
 */
export function succeededTools(run: Pick<TurnRun, 'earlier' | 'turn'>): Set<string> {
  return new Set(
    toolSteps(run).flatMap(({ turn, content: { name, outcome, effects } }) => {
      const isLost = effects?.after?.kind === 'transfer' && turn !== run.turn.turn
      return outcome === 'ok' && !isLost ? [name] : []
    }),
  )
}

/**
 * Returns the turns of a call that reached a limit before this one: the ticket is open, and the call ends. None for a
 * chat, which goes to a person each time.
 */
export function turnsOverLimit({
  conversation,
  earlier,
}: Pick<TurnRun, 'conversation' | 'earlier'>): AgentTurn[] {
  if (conversation.channel_type !== 'voice') return []
  return earlier.filter(({ outcome }) => outcome === 'over_limit')
}
