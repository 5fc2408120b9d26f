import { DatabaseError } from 'pg'
import { startCopyIn } from '../../db/copy-in.ts'
import type { Transaction } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import {
  copyConversationsIn,
  copyConversationsOut,
  countPages,
  insertConversations,
} from './conversation-queries.ts'
import type { Pages } from './conversation-queries.ts'
import { withReferencesHeld } from './session.ts'
import type { SecondSession, SessionTransaction, Writing } from './session.ts'

/** The file's conversations on their way into the database, by two sessions where there are two. */
export interface SharedLines {
  /** Whether a second session has written some that the first one does not see. */
  isShared(): boolean
  /** Lines, about, that nobody has begun to write. */
  left(): number
  /** Has the first session write a part of them; false where none are left. */
  writeSome(): Promise<boolean>
  /** Resolves when all are written. */
  finish(): Promise<void>
  /** The same, all by the first session: what the second has written is undone. */
  takeOver(): Promise<void>
}

interface Part extends Pages {
  /** What it is to be written from, on its way to the second session. */
  rows: Promise<Buffer[]>
}

/**
 * Parts on their way to the second session, so that it has some while the first is at a long statement; in memory they
 * take 200 bytes a line.
 */
const partsAhead = 4

/**
 * Begins to have the lines written by the second session, if there is one, part by part. It sees neither the lines nor the
 * people that they are linked to, so the first one sends it the rows, and keeps writing people at the same time.
 */
export async function shareLines(writing: Writing, second: SecondSession | null): Promise<SharedLines> {
  const { transaction, now, progress, rows } = writing
  const parts = await cutParts(transaction, rows)
  const ahead: Part[] = []
  const bySecond: Pages[] = []
  const state = { isShared: second !== null, written: 0 }

  const tell = (lines: number) => {
    state.written += lines
    progress('writing conversations', Math.round(state.written), rows)
  }
  const send = () => {
    while (state.isShared && ahead.length < partsAhead) {
      const part = parts.take()
      if (part === null) return
      const sent = copyOutInSpite(transaction, copyConversationsOut(part, now))
      // Told to whoever takes the part.
      sent.catch(() => {})
      ahead.push({ ...part, rows: sent })
    }
  }
  const writeBySecond = async ({ client }: SecondSession) => {
    send()
    while (state.isShared) {
      const part = ahead.shift()
      if (part === undefined) return
      bySecond.push(part)
      const pieces = await part.rows
      send()
      const copy = await startCopyIn(client, copyConversationsIn)
      for (const piece of pieces) await copy.write(piece)
      await copy.end()
      tell(parts.linesOf(part))
    }
  }
  const writeByFirst = async (part: Pages) => {
    await withReferencesHeld(transaction, () => insertConversations(transaction, part, now))
    tell(parts.linesOf(part))
  }
  const writeSome = async () => {
    const part = parts.take() ?? ahead.pop()
    if (part === undefined) return false
    await writeByFirst(part)
    return true
  }
  const secondDone = second === null ? Promise.resolve() : writeBySecond(second)
  // Told by `finish`.
  secondDone.catch(() => {})
  const finish = async () => {
    while (await writeSome());
    await secondDone
  }
  return {
    isShared: () => state.isShared,
    left: () => ahead.reduce((lines, part) => lines + parts.linesOf(part), parts.left()),
    writeSome,
    finish,
    takeOver: async () => {
      state.isShared = false
      await secondDone
      await second?.giveUp()
      for (const part of bySecond.splice(0)) {
        tell(-parts.linesOf(part))
        await writeByFirst(part)
      }
      await finish()
    },
  }
}

const triesMax = 3
const inFailedTransaction = '25P02'

/**
 * Where a statement fails that is then undone with what belongs to it (see `amongLiveTraffic`), all that stands between it and
 * its undoing is refused: it is sent again.
 */
async function copyOutInSpite(transaction: SessionTransaction, statement: Sql): Promise<Buffer[]> {
  for (let tries = 1; ; tries++)
    try {
      return await transaction.copyOut(statement)
    } catch (error) {
      const isRefused = error instanceof DatabaseError && error.code === inFailedTransaction
      if (!isRefused || tries >= triesMax) throw error
    }
}

interface Parts {
  /** The next one, until there are none. */
  take(): Pages | null
  linesOf(pages: Pages): number
  /** Lines of those not taken yet. */
  left(): number
}

const linesMax = 100_000

/**
 * Parts of the lines, a sixth of what is left each and a twentieth of all at least: to look up the people costs the same for
 * a large one as for a small one, and small ones at the end let both sessions finish at about the same time.
 */
async function cutParts(transaction: Transaction, rows: number): Promise<Parts> {
  const pages = await countPages(transaction)
  const linesOf = ({ from, to }: Pages) => (rows * (to - from)) / pages
  let at = 0
  const left = () => linesOf({ from: at, to: pages })
  return {
    take: () => {
      if (at === pages) return null
      const lines = Math.min(Math.max(left() / 6, rows / 20), linesMax)
      const from = at
      at = Math.min(pages, from + Math.max(1, Math.round((lines * pages) / rows)))
      return { from, to: at }
    },
    linesOf,
    left,
  }
}
