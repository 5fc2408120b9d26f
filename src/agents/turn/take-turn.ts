import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import type { SpeechOutput, TurnOutcome } from './speech-output.ts'
import type { AgentContext } from './turn-context.ts'

/**
 * Answers what waits in a conversation: goes on with the turn that another process has left open, else gathers all inputs
 * without a turn into a new one. Asks the model, runs the tools, and hands each sentence to `output` as it comes.
 * Everything is committed before it has an effect, under the token of `hold`.
 *
 * @param signal aborted with a `TurnAbort` as its reason.
 */
export async function takeTurn(
  _context: AgentContext,
  _key: ConversationKey,
  _hold: Hold,
  _output: SpeechOutput,
  _signal: AbortSignal,
): Promise<TurnOutcome> {
  throw new Error('not built yet')
}

/**
 * Ends a turn whose text a WhatsApp chat has sent, or could not send.
 *
 * @param outcome `sent`, or why it was not, without any text of the customer.
 * @returns false where another process leads the conversation.
 */
export async function finishReply(
  _context: AgentContext,
  _key: ConversationKey,
  _hold: Hold,
  _reply: { turn: number; outcome: string; isSent: boolean },
): Promise<boolean> {
  throw new Error('not built yet')
}

/**
 * Cuts the transcript of a call to what the customer heard, after an interruption or the end of the line: the turn's
 * `heard`, and its lines. The model reads only this later.
 *
 * @param heard the beginning of what was said since the turn began, as the carrier reports it; null where the carrier reports
 *   only how many characters were heard.
 */
export async function cutToHeard(
  _context: Pick<AgentContext, 'db'>,
  _key: ConversationKey,
  _hold: Hold,
  _cut: { turn: number; heard: string | null; characters: number | null },
): Promise<void> {
  throw new Error('not built yet')
}
