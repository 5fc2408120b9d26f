import type { AgentConversation, Hold } from '../conversation/conversation.ts'
import { hasOnlySentThings } from '../conversation/sent-thing.ts'
import { isOptOut } from '../guard/opt-out-phrases.ts'
import { findMachineSign } from './loops.ts'
import { TurnLost } from './speaker.ts'
import type { AgentContext } from './turn-context.ts'
import { insertTurn } from './turn-queries.ts'
import type { AgentTurn, OpenInput, TurnSituation } from './turn-state.ts'

/** What is known before any model is asked. */
export type BeforeModel = 'opted_out' | 'held' | 'machine' | 'ask'

/**
 * Decides what waiting inputs come to before a model is asked (Rule 96). An opt-out comes first, whoever answers.
 * Limits and budgets follow with each request to a model.
 */
export function decideBeforeModel(
  { conversation, turns, inputs }: Pick<TurnSituation, 'conversation' | 'turns' | 'inputs'>,
  now: Date,
): BeforeModel {
  if (inputs.some(({ text }) => isOptOut(text, conversation.language))) return 'opted_out'
  if (conversation.mode === 'person') return 'held'
  if (conversation.channel_type !== 'whatsapp') return 'ask'
  // What a superseded turn was to answer is among the inputs again.
  const texts = [
    ...turns.filter(({ state }) => state !== 'superseded').map(({ input }) => input),
    ...inputs.map(({ text }) => text),
    // Several photos in a row are no sign of a machine.
  ].map((text) => (hasOnlySentThings(text) ? '' : text))
  // Only a turn whose whole text was surely sent counts as an answer.
  const answeredAt = turns.flatMap(({ state, ended_at, text }) =>
    state !== 'done' || ended_at === null || text === '' ? [] : [new Date(ended_at)],
  )
  return findMachineSign(texts, answeredAt, now) === null ? 'ask' : 'machine'
}

/**
 * Commits the inputs as one turn: from here on they are answered, whatever dies.
 *
 * @param isAsked whether a model is asked for it.
 * @throws {TurnLost} where another process leads the conversation.
 */
export async function beginTurn(
  { db, clock }: Pick<AgentContext, 'db' | 'clock'>,
  hold: Hold,
  conversation: AgentConversation,
  inputs: readonly OpenInput[],
  isAsked: boolean,
): Promise<AgentTurn> {
  const { organization_id, conversation_id } = conversation
  const turn = conversation.turn + 1
  const input = inputs.map(textOf).join('\n')
  const now = clock.now()
  const isBegun = await insertTurn(
    db,
    { organization_id, conversation_id, turn },
    hold,
    {
      input,
      inputIds: inputs.map(({ _id }) => _id),
      askedAt: isAsked ? now : null,
      waitLine: conversation.lines.wait.trim(),
    },
    now,
  )
  if (!isBegun) throw new TurnLost('another process leads the conversation')
  return {
    turn,
    state: 'thinking',
    input,
    text: '',
    heard: null,
    citations: [],
    outcome: null,
    model: null,
    input_tokens: 0,
    output_tokens: 0,
    tokens_estimated: false,
    created_at: now.toISOString(),
    asked_at: isAsked ? now.toISOString() : null,
    first_text_at: null,
    ended_at: null,
    steps: [],
  }
}

function textOf({ kind, text }: OpenInput): string {
  return kind === 'digits' ? `(pressed the keys ${text})` : text
}
