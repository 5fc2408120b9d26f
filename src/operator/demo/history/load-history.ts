import type { Client } from 'pg'
import type { Clock } from '../../../base/clock.ts'
import type { NewId } from '../../../base/ids.ts'
import { selectCampaignForCalls } from '../../../campaigns/queries.ts'
import { endClient } from '../../../db/client.ts'
import type { Db } from '../../../db/database.ts'
import { importKinds } from '../../import/import-fields.ts'
import type { ImportKind } from '../../import/import-fields.ts'
import { importHistory } from '../../import/import-history.ts'
import { transactionOn } from '../../import/import-transaction.ts'
import type { LoadedDemo } from '../load-demo.ts'
import {
  lockHistory,
  selectDemo,
  selectDemoSender,
  selectIsStored,
  updateHistoryLoaded,
  upsertDemo,
} from '../queries.ts'
import type { HistoryCampaign } from './compose-calls.ts'
import { composeHistory } from './compose-history.ts'
import type { History } from './compose-history.ts'
import { writeDetails } from './write-details.ts'

export interface HistoryContext {
  db: Db
  clock: Clock
  newId: NewId
}

export interface HistoryOptions {
  /** Receives what is being written. */
  progress?: (phase: string) => void
  /** Stops the loading; the next one goes on where it stopped. */
  signal?: AbortSignal | undefined
}

/** How many records were loaded. */
export interface HistorySummary {
  conversations: number
  profiles: number
  messages: number
  tickets: number
}

/**
 * Loads sixty days of history into the demo, once: null where it is loaded already, or another process is loading it.
 *
 * Profiles, conversations, messages and tickets are imported like an operator's, each kind in a transaction of its own.
 * A last transaction writes what an import has no record for, and notes that the history is complete. The end of the
 * history is stored first, and the same end gives the same records with the same ids. So after an interruption the next
 * start finds which kinds are stored, and writes the others.
 */
export async function loadHistory(
  context: HistoryContext,
  demo: LoadedDemo,
  { progress = () => {}, signal }: HistoryOptions = {},
): Promise<HistorySummary | null> {
  const { db, clock } = context
  const isLoaded = async () => (await selectDemo(db, demo))?.history_loaded_at != null
  if (await isLoaded()) return null
  signal?.throwIfAborted()
  const client = await db.connect()
  try {
    const transaction = transactionOn(client)
    if (!(await lockHistory(transaction)) || (await isLoaded())) return null
    const until = await upsertDemo(db, demo, clock.now())
    progress('composing')
    const campaigns = await selectCampaigns(db, demo)
    const history = composeHistory({ ...demo, campaigns, until: new Date(until) })
    for (const kind of importKinds) await importRecords(context, kind, history, { progress, signal })
    progress('calls and sent messages')
    signal?.throwIfAborted()
    await inTransaction(client, async () => {
      const senderId = await selectDemoSender(transaction, demo)
      const plan = { ...demo, campaigns, senderId }
      await writeDetails(client, transaction, plan, history)
      signal?.throwIfAborted()
      await updateHistoryLoaded(transaction, demo, clock.now())
    })
    const { profiles, conversations, messages, tickets } = history.records
    return {
      conversations: conversations.length,
      profiles: profiles.length,
      messages: messages.length,
      tickets: tickets.length,
    }
  } finally {
    // Ends the lock too.
    await endClient(client, closeMs)
  }
}

const closeMs = 2_000

async function selectCampaigns(
  db: Db,
  { organization_id, project_id, campaigns }: LoadedDemo,
): Promise<HistoryCampaign[]> {
  const found: HistoryCampaign[] = []
  for (const [name, id] of Object.entries(campaigns)) {
    const campaign = (await selectCampaignForCalls(db, organization_id, project_id, id))?.campaign ?? null
    if (campaign !== null) found.push({ name, ...campaign })
  }
  return found
}

async function importRecords(
  context: HistoryContext,
  kind: ImportKind,
  history: History,
  { progress = () => {}, signal }: HistoryOptions,
): Promise<void> {
  const records = history.records[kind]
  const [first] = records
  if (first === undefined || (await selectIsStored(context.db, kind, first as StoredRecord))) return
  progress(kind)
  const options = { ...context, progress: () => {}, ...(signal && { signal }) }
  const outcome = await importHistory(options, kind, chunksOf(records))
  if (!outcome.ok)
    throw new Error(`the ${kind} of the demo's history are refused: ${JSON.stringify(outcome.faults[0])}`)
}

interface StoredRecord {
  organization_id: string
  _id: string
}

/** Records of one chunk. */
const recordsAtOnce = 500

async function* chunksOf(records: readonly object[]): AsyncGenerator<Buffer> {
  for (let from = 0; from < records.length; from += recordsAtOnce)
    yield Buffer.from(
      records
        .slice(from, from + recordsAtOnce)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    )
}

async function inTransaction(client: Client, run: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await run()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
