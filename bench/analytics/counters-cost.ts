import { setTimeout as delay } from 'node:timers/promises'
import { uuidv7 } from '../../src/base/ids.ts'
import { insertVoiceConversation, updateConversation } from '../../src/conversations/queries.ts'
import type { ConversationStanding, NewVoiceConversation } from '../../src/conversations/queries.ts'
import { applyCountChanges } from '../../src/counters/bucket-counts.ts'
import { applyCountChangesJob } from '../../src/counters/jobs/apply-count-changes.ts'
import type { Db } from '../../src/db/database.ts'
import type { Transaction } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { createHistoryDatabase } from '../support/history-database.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { median } from '../support/load.ts'
import { table } from '../support/report.ts'
import { seedProfiles } from '../support/seed-profiles.ts'
import type { Stage } from '../support/stage.ts'
import { insertUncounted, updateUncounted } from './uncounted-writes.ts'
import type { Counted } from './uncounted-writes.ts'

/** The statements of a voice conversation, with all counting parts or with some left out. */
interface Writes {
  name: string
  insert: (transaction: Transaction, conversation: NewVoiceConversation) => Promise<void>
  update: (
    transaction: Transaction,
    organizationId: string,
    conversationId: string,
    standing: ConversationStanding,
  ) => Promise<void>
  /** Whether a worker applies the changes meanwhile. */
  isApplied: boolean
}

interface Cost {
  perSecond: number
  postgresMs: number
}

/** What a call writes whose campaign has said that nobody wants events. */
const service: Pick<Writes, 'insert' | 'update'> = {
  insert: (transaction, conversation) =>
    insertVoiceConversation(transaction, { ...conversation, events_wanted: false }),
  update: (...given) => updateConversation(...given, { now: new Date(), events_wanted: false }),
}

const writers = 16
const people = 100_000

/**
 * Measures what the counters cost the writers of voice conversations. Each conversation is inserted, goes live and is
 * completed, in a durable transaction each, by 16 concurrent writers. Profiles keep their own counts in all variants.
 */
export async function benchCountersCost(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const history = await createHistoryDatabase(stage, people)
  await seedProfiles(history.databaseUrl, history, people)
  const known = await history.db.query<{ number: string }>(sql`
    select identity_key as number from channel_identities
    where organization_id = ${history.organization_id} and project_id = ${history.project_id}
      and channel_type = 'voice'`)
  const [campaign] = await history.db.query<{ _id: string }>(sql`
    select _id from campaigns where project_id = ${history.project_id} limit 1`)
  const written = { history, numbers: known.map(({ number }) => number), campaignId: campaign!._id }
  const all: Writes[] = [
    uncounted('without either', { changes: false, callers: false }),
    uncounted('with the changes of the counters', { changes: true, callers: false }),
    {
      name: 'with the changes and the conversations of each caller, as the service writes them',
      ...service,
      isApplied: false,
    },
    {
      name: 'the same while a worker applies the changes',
      ...service,
      isApplied: true,
    },
  ]
  const costs = all.map((): Cost[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, writes] of all.entries()) {
      const cost = await measureRound(stage.postgresPid, written, writes, seconds)
      if (round > 0) costs[index]!.push(cost)
    }
  report(all, costs)
}

function uncounted(name: string, counted: Counted): Writes {
  return {
    name,
    insert: (transaction, conversation) => insertUncounted(transaction, conversation, counted),
    update: (transaction, ...update) => updateUncounted(transaction, update, counted),
    isApplied: false,
  }
}

interface Written {
  history: HistoryDatabase
  numbers: readonly string[]
  campaignId: string
}

async function measureRound(
  postgresPid: number,
  written: Written,
  writes: Writes,
  seconds: number,
): Promise<Cost> {
  const { db } = written.history
  const ended = AbortSignal.timeout(seconds * 1_000)
  const before = cpuSeconds(postgresPid)
  const begun = performance.now()
  let conversations = 0
  const worker = writes.isApplied ? applyChanges(db, ended) : null
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (; !ended.aborted; conversations++) await writeConversation(written, writes)
    }),
  )
  const perSecond = (1_000 * conversations) / (performance.now() - begun)
  await worker
  const postgresMs = (1_000 * (cpuSeconds(postgresPid) - before)) / conversations
  while ((await applyCountChanges(db)) > 0);
  await db.query(sql`checkpoint`)
  return { perSecond, postgresMs }
}

/** Applies count changes as the worker does. */
async function applyChanges(db: Db, ended: AbortSignal): Promise<void> {
  const { run, pauseMs } = applyCountChangesJob({ db })
  while (!ended.aborted)
    if (!(await run(ended))) await delay(pauseMs, undefined, { signal: ended }).catch(() => {})
}

async function writeConversation(
  { history, numbers, campaignId }: Written,
  { insert, update }: Writes,
): Promise<void> {
  const { db, organization_id, project_id } = history
  const _id = uuidv7()
  const now = new Date()
  const at = now.toISOString()
  const unanswered = { answered_at: null, end_time: null, duration_seconds: null }
  await db.transaction((transaction) =>
    insert(transaction, {
      organization_id,
      project_id,
      _id,
      campaign_id: campaignId,
      phone_number: numbers[Math.floor(Math.random() * numbers.length)]!,
      status: 'initiated',
      ...unanswered,
      start_time: at,
      created_at: now,
    }),
  )
  for (const standing of [
    { ...unanswered, status: 'live' as const, answered_at: at },
    { status: 'completed' as const, answered_at: at, end_time: at, duration_seconds: 61 },
  ])
    await db.transaction((transaction) => update(transaction, organization_id, _id, standing))
}

function report(all: readonly Writes[], costs: readonly Cost[][]): void {
  const perSecond = costs.map((rounds) => median(rounds.map((round) => round.perSecond)))
  const postgresMs = costs.map((rounds) => median(rounds.map((round) => round.postgresMs)))
  table(
    'Voice conversations made, gone live and completed, three durable transactions each (a ratio of 0.90 is the target)',
    ['', 'conversations/s', 'ratio', 'PostgreSQL CPU ms', 'CPU ×'],
    all.map(({ name }, index) => [
      name,
      perSecond[index]!.toFixed(0),
      (perSecond[index]! / perSecond[0]!).toFixed(2),
      postgresMs[index]!.toFixed(2),
      (postgresMs[index]! / postgresMs[0]!).toFixed(2),
    ]),
  )
}
