import type { FaultReport } from '../../base/faults.ts'
import type { NewId } from '../../base/ids.ts'
import { readLines } from '../../base/read-lines.ts'
import { endClient } from '../../db/client.ts'
import { startCopyIn } from '../../db/copy-in.ts'
import type { CopyIn } from '../../db/copy-in.ts'
import { conversationRow } from './conversation-line.ts'
import type { ImportKind } from './import-fields.ts'
import { transactionOn } from './import-transaction.ts'
import type { ImportContext, KindWriter, Progress, Written } from './import-transaction.ts'
import { createLineCheck } from './line-check.ts'
import type { LineCheck } from './line-check.ts'
import { faultsMax, reportLineFaults } from './line-fault.ts'
import type { LineFault } from './line-fault.ts'
import { messageRow, ticketRow } from './message-line.ts'
import { parseLine, projectKey } from './parse-line.ts'
import type { KnownProjects, ParsedLine } from './parse-line.ts'
import { profileRow } from './profile-line.ts'
import { lockImports, prepareSession, selectKnownProjects, terminateSession } from './session-queries.ts'
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

/** The output of `import --json`, without the duration. */
export interface ImportSummary extends Written {
  kind: ImportKind
  imported: number
}

export type ImportOutcome = { ok: true; summary: ImportSummary } | ({ ok: false } & FaultReport)

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
 * Imports history from NDJSON, all of it or, at any fault, nothing. Each line is checked by itself and staged in a
 * temporary table. Then all lines are checked against each other and against what is stored, and are written.
 *
 * It is one transaction on a connection of its own, so nobody ever sees half of an import (Rule 71). Concurrent imports
 * are written one after the other.
 *
 * @returns the summary; or the first faults by line, and how many there are. If the lines alone have as many faults
 *    as are reported, they are not checked against what is stored.
 */
export async function importHistory(
  { db, clock, newId, progress, onWait, signal }: ImportContext,
  kind: ImportKind,
  source: AsyncIterable<Buffer>,
): Promise<ImportOutcome> {
  signal?.throwIfAborted()
  const client = await db.connect()
  const transaction = transactionOn(client)
  const terminate = () => terminateSession(db, client)
  signal?.addEventListener('abort', terminate)
  let isCommitting = false
  try {
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
    const ofLines = { first: staged.faults, count: staged.faultCount }
    const isHopeless = staged.faults.length >= faultsMax
    if (isHopeless) await copy.abort()
    else await copy.end()
    if (isHopeless) return { ok: false, ...reportLineFaults([ofLines]) }

    progress('checking', 0, null)
    await analyzeStaged(transaction)
    await lockImports(transaction, onWait)
    const report = reportLineFaults([
      ofLines,
      ...(staged.givenIds > 0
        ? [await selectRepeatedIds(transaction), ...(await selectStoredIds(transaction, kind))]
        : []),
      ...(await writers[kind].check(transaction)),
    ])
    if (report.count > 0) return { ok: false, ...report }
    const written = await writers[kind].write({ ...staged, db, transaction, now, progress })
    progress('committing', staged.rows, staged.rows)
    signal?.throwIfAborted()
    isCommitting = true
    signal?.removeEventListener('abort', terminate)
    await client.query('commit')
    await analyzeTables(transaction, kind)
    return { ok: true, summary: { kind, imported: staged.rows, ...written } }
  } catch (error) {
    // The error is a consequence of ending the session on purpose.
    if (!isCommitting) signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', terminate)
    await endClient(client, 5_000)
  }
}

interface Staged {
  /** The first faults. */
  faults: LineFault[]
  faultCount: number
  rows: number
  lastLine: number
  /** How many rows have their `_id` from the file. Only these can repeat an id. */
  givenIds: number
}

interface Stage {
  copy: CopyIn
  projects: KnownProjects
  newId: NewId
  rowOf: RowOf
  now: string
  progress: Progress
}

/** Checks the lines and stages their rows. Once enough faults are found to report, it only counts further ones. */
async function stageLines(
  { copy, projects, newId, rowOf, now, progress }: Stage,
  source: AsyncIterable<Buffer>,
): Promise<Staged> {
  const check = createLineCheck()
  const staged: Staged = { faults: [], faultCount: 0, rows: 0, lastLine: 0, givenIds: 0 }
  for await (const lines of readLines(source)) {
    let rows = ''
    for (const { number, text, fault } of lines) {
      if (fault !== null) check.addFault('', fault)
      const parsed = text === null ? null : parseLine(check, projects, text)
      const row = parsed === null ? '' : rowOf(check, newId, number, parsed, now)
      const faults = check.faults()
      if (faults.length === 0) {
        rows += row
        staged.rows++
        if (parsed?.fields['_id'] !== undefined) staged.givenIds++
      } else {
        staged.faultCount += faults.length
        if (staged.faults.length < faultsMax)
          staged.faults.push(...faults.map((found) => ({ line: number, ...found })))
      }
      staged.lastLine = number
    }
    progress('reading', staged.lastLine, null)
    if (rows !== '' && staged.faults.length < faultsMax) await copy.write(rows)
  }
  return staged
}
