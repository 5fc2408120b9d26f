import type { NewId } from '../../base/ids.ts'
import { startCopyIn } from '../../db/copy-in.ts'
import type { CopyIn } from '../../db/copy-in.ts'
import { endClient } from '../../db/end-client.ts'
import { conversationRow } from './conversation-line.ts'
import type { ImportKind } from './kinds.ts'
import { createLineCheck } from './line-check.ts'
import type { LineCheck } from './line-check.ts'
import { faultsMax, tellLineFaults } from './line-fault.ts'
import type { LineFault } from './line-fault.ts'
import { messageRow, ticketRow } from './message-line.ts'
import { parseLine, projectKey } from './parse-line.ts'
import type { KnownProjects, ParsedLine } from './parse-line.ts'
import { profileRow } from './profile-line.ts'
import { readLines } from './read-lines.ts'
import { lockImports, prepareSession, selectKnownProjects } from './session-queries.ts'
import { transactionOn } from './session.ts'
import type { ImportContext, KindWriter, Progress, Written } from './session.ts'
import {
  analyzeStaged,
  analyzeTables,
  copyStaged,
  createStaged,
  selectRepeatedIds,
  selectStoredIds,
} from './staging-queries.ts'
import { conversationWriter } from './write-conversations.ts'
import { messageWriter, ticketWriter } from './write-messages.ts'
import { profileWriter } from './write-profiles.ts'

/** What `import --json` prints, but for its time. */
export interface ImportSummary extends Written {
  kind: ImportKind
  imported: number
}

export type ImportOutcome =
  | { ok: true; summary: ImportSummary }
  | { ok: false; faults: { path: string; message: string }[] }

const writers: Record<ImportKind, KindWriter> = {
  profiles: profileWriter,
  conversations: conversationWriter,
  messages: messageWriter,
  tickets: ticketWriter,
}

type RowOf = (check: LineCheck, newId: NewId, line: number, parsed: ParsedLine, now: string) => string

const rowsOf: Record<ImportKind, RowOf> = {
  profiles: profileRow,
  conversations: conversationRow,
  messages: messageRow,
  tickets: ticketRow,
}

/**
 * Loads history from NDJSON, all of it or, at any fault, nothing (operator's contract, "import"). Each line is checked by
 * itself and put aside in a temporary table; then all are checked against each other and what is stored, and written.
 * One transaction on a connection of its own; imports that run at once are written one after the other.
 *
 * @returns the first faults by line, where there are any.
 */
export async function importHistory(
  { db, clock, newId, progress }: ImportContext,
  kind: ImportKind,
  source: AsyncIterable<Buffer>,
): Promise<ImportOutcome> {
  const client = await db.connect()
  try {
    const transaction = transactionOn(client)
    const now = clock.now()
    const known = await selectKnownProjects(db)
    const projects = new Map(known.map((one) => [projectKey(one.organization_id, one._id), one]))
    await client.query('begin')
    await prepareSession(transaction)
    await createStaged(transaction, kind)
    const copy = await startCopyIn(client, copyStaged)
    const stage = { copy, projects, newId, rowOf: rowsOf[kind], now: now.toISOString(), progress }
    const staged = await stageLines(stage, source).catch(async (error: unknown) => {
      await copy.abort()
      throw error
    })
    const isHopeless = staged.faults.length >= faultsMax
    if (isHopeless) await copy.abort()
    else await copy.end()
    if (isHopeless) return { ok: false, faults: tellLineFaults(staged.faults) }

    progress('checking', 0, null)
    await analyzeStaged(transaction)
    await lockImports(transaction)
    const faults = [
      ...staged.faults,
      ...(await selectRepeatedIds(transaction)),
      ...(await selectStoredIds(transaction, kind)),
      ...(await writers[kind].check(transaction)),
    ]
    if (faults.length > 0) return { ok: false, faults: tellLineFaults(faults) }
    const written = await writers[kind].write({ ...staged, db, transaction, now, progress })
    progress('committing', staged.rows, staged.rows)
    await client.query('commit')
    await analyzeTables(transaction, kind)
    return { ok: true, summary: { kind, imported: staged.rows, ...written } }
  } finally {
    // What is not committed goes with the connection.
    await endClient(client, 5_000)
  }
}

interface Staged {
  faults: LineFault[]
  rows: number
  lastLine: number
}

interface Stage {
  copy: CopyIn
  projects: KnownProjects
  newId: NewId
  rowOf: RowOf
  now: string
  progress: Progress
}

/** Checks the lines and sends their rows, until the end or the last fault that is told. */
async function stageLines(
  { copy, projects, newId, rowOf, now, progress }: Stage,
  source: AsyncIterable<Buffer>,
): Promise<Staged> {
  const check = createLineCheck()
  const staged: Staged = { faults: [], rows: 0, lastLine: 0 }
  for await (const lines of readLines(source)) {
    let rows = ''
    for (const { number, text, fault } of lines) {
      if (fault !== null) check.tell('', fault)
      const parsed = text === null ? null : parseLine(check, projects, text)
      const row = parsed === null ? '' : rowOf(check, newId, number, parsed, now)
      const faults = check.faults()
      if (faults.length === 0) {
        rows += row
        staged.rows++
      } else {
        staged.faults.push(...faults.map((found) => ({ line: number, ...found })))
        if (staged.faults.length >= faultsMax) return staged
      }
      staged.lastLine = number
    }
    progress('reading', staged.lastLine, null)
    if (rows !== '') await copy.write(rows)
  }
  return staged
}
