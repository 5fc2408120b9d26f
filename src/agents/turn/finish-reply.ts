import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import { giveToPerson, handsOver } from './end-turn.ts'
import type { AgentContext } from './turn-context.ts'
import { nothingLeft, selectSpokenLines, selectTurn, updateHeard, updateTurnEnd } from './turn-queries.ts'
import type { SpokenLine } from './turn-queries.ts'

/**
 * Ends a turn whose text a WhatsApp chat has sent, or could not send. Where the turn hands over, a person answers from
 * here on.
 *
 * @param reply.fault why the text was not sent, without any text of the customer; null: it was sent.
 * @param reply.reached the part of the text that was sent all the same; null: all of it may have been.
 * @returns false where another process leads the conversation.
 */
export async function finishReply(
  context: Pick<AgentContext, 'db' | 'clock' | 'newId' | 'recordOptOut' | 'agentMetrics'>,
  key: ConversationKey,
  hold: Hold,
  reply: { turn: number; fault: string | null; reached: string | null },
): Promise<boolean> {
  const turn = await selectTurn(context.db, { ...key, turn: reply.turn })
  if (turn === null) return false
  return context.db.transaction(async (transaction) => {
    const isHeld = await updateTurnEnd(
      transaction,
      { ...key, turn: reply.turn },
      hold,
      {
        state: reply.fault === null ? 'done' : 'failed',
        outcome: reply.fault ?? turn.outcome,
        citations: turn.citations,
        text: null,
        heard: reply.reached,
        isClosing: reply.fault === null && turn.outcome === 'ended',
      },
      nothingLeft,
      context.clock.now(),
    )
    if (!isHeld) return false
    if (handsOver(turn)) await giveToPerson(context, transaction, key, turn)
    return true
  })
}

/** What the carrier says was heard of a turn. */
export interface HeardReport {
  turn: number
  /** The end of what was heard, in the carrier's words; null where only the length is known. */
  heard: string | null
  /** About how many characters of the turn were heard; null where that is not known. */
  characters: number | null
}

/**
 * Cuts a call's turn and its lines to what the customer heard, after an interruption or the end of the line. The model
 * reads only this later.
 */
export async function cutToHeard(
  { db }: Pick<AgentContext, 'db'>,
  key: ConversationKey,
  hold: Hold,
  report: HeardReport,
): Promise<boolean> {
  const place = { ...key, turn: report.turn }
  const turn = await selectTurn(db, place)
  if (turn === null) return false
  const { own, from } = ownLines(turn.text, await selectSpokenLines(db, place))
  const heard = (turn.text.slice(0, from) + heardPart(turn.text.slice(from), report)).trim()
  const lines = own.map(({ at, ...each }) => ({
    ...each,
    text: each.text.slice(0, Math.max(0, heard.length - at)).toWellFormed(),
  }))
  return updateHeard(db, place, hold, heard, lines)
}

/**
 * Returns the lines that hold the text of a turn, each with its place in the text. Where the service has said a line
 * within it, as after a break of the line, the carrier reports on what comes after that: `from` is where this begins.
 */
function ownLines(
  text: string,
  lines: readonly SpokenLine[],
): { own: (SpokenLine & { at: number })[]; from: number } {
  const own: (SpokenLine & { at: number })[] = []
  let [at, from, isAfterService] = [0, 0, false]
  for (const line of lines) {
    const isOwn = text.startsWith(line.text, at)
    if (isOwn) {
      if (isAfterService) from = at
      own.push({ ...line, at })
      at += line.text.length + 1
    }
    isAfterService = !isOwn
  }
  return { own, from }
}

/**
 * Returns the beginning of `text` that was heard. The carrier names the words of the talk that was interrupted, from
 * its beginning on. A talk may begin in the midst of the turn. So words that the turn does not begin with are looked
 * for where about as many characters had been heard; if that is not known, their first occurrence counts. Words that
 * are not found count by their length.
 */
export function heardPart(text: string, { heard, characters }: Omit<HeardReport, 'turn'>): string {
  if (heard === null) return text.slice(0, Math.max(0, characters ?? text.length)).toWellFormed()
  const said = heard.trim()
  if (said === '' || text.startsWith(said)) return said
  const distance = (end: number): number => (characters === null ? end : Math.abs(end - characters))
  let nearest: number | null = null
  for (let at = text.indexOf(said); at !== -1; at = text.indexOf(said, at + 1)) {
    const end = at + said.length
    if (nearest === null || distance(end) < distance(nearest)) nearest = end
  }
  return nearest === null ? text.slice(0, said.length).toWellFormed() : text.slice(0, nearest)
}
