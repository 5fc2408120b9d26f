import { Client } from 'pg'
import { toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { tenantOf } from './analytics-requests.ts'
import type { ChatQuestion, VoiceQuestion } from './analytics-requests.ts'

/** A connection for hand-written queries, without the service's time limit. */
export interface RawRows {
  query: <Row>(text: string) => Promise<Row[]>
  /** Runs a statement of the service in the way that the service runs those with a time limit. */
  send: <Row>(query: Sql) => Promise<Row[]>
  time: (text: string) => Promise<number>
  end: () => Promise<void>
}

const bigintOid = 20

export async function openRawRows(databaseUrl: string): Promise<RawRows> {
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  client.setTypeParser(bigintOid, Number)
  // After a failure the database stops first; that must not hide the failure.
  client.on('error', () => {})
  await client.connect()
  const query = async <Row>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[]
  return {
    query,
    send: (statement) => {
      const { text, values } = toText(statement)
      return query(text, values)
    },
    time: async (text) => {
      const begun = performance.now()
      await client.query(text)
      return performance.now() - begun
    },
    end: () => client.end(),
  }
}

/**
 * Creates a copy of the voice conversations with covering indexes for the queries, so that no table row is read. It is
 * a table of its own, so that the service's statements do not use these indexes.
 */
export async function createCoveredCopy({ databaseUrl }: HistoryDatabase): Promise<void> {
  const raw = await openRawRows(databaseUrl)
  const included = 'duration_seconds, campaign_id'
  for (const text of [
    `set maintenance_work_mem = '512MB'`,
    `create unlogged table covered as
     select organization_id, project_id, start_time, status, channel_type, ${included} from conversations
     where channel_type = 'voice' order by start_time`,
    `create index on covered (organization_id, project_id, start_time) include (status, ${included})
     where channel_type = 'voice'`,
    `create index on covered (organization_id, project_id, status, start_time) include (${included})
     where channel_type = 'voice'`,
    `create statistics on (${dayInPostgres('start_time')}) from covered`,
    'vacuum analyze covered',
    'checkpoint',
  ])
    await raw.query(text)
  await raw.end()
}

/** The columns that a summary needs, by day. */
const dayFigures = `count(*) as conversations, count(*) filter (where status = 'completed') as completed,
  count(*) filter (where status = 'live') as live, count(duration_seconds) as durations,
  sum(duration_seconds) as duration_seconds`

export function voiceInPostgres(
  history: HistoryDatabase,
  { isOfAll, where }: VoiceQuestion,
  time: number,
  table: 'conversations' | 'covered',
): string {
  return `select ${dayInPostgres('start_time')} as day, ${dayFigures} from ${table}
    where ${tenantOf(history, isOfAll)} and channel_type = 'voice' and ${where(time)} group by 1`
}

export function voiceInDuckDb(
  history: HistoryDatabase,
  { isOfAll, where }: VoiceQuestion,
  time: number,
): string {
  return `select start_time::date as day, ${dayFigures} from conversations
    where ${tenantOf(history, isOfAll)} and channel_type = 'voice' and ${where(time)} group by 1`
}

/** The tables that the chat analytics count, with the column of their time. */
const counted = [
  ['messages', 'created_at'],
  ['channel_identities', 'first_seen_at'],
  ['tickets', 'created_at'],
] as const

/** @param day the column with the day. */
export function chatsOf(
  history: HistoryDatabase,
  { isOfAll, where }: ChatQuestion,
  time: number,
  day: (column: string) => string,
): string {
  return counted
    .map(
      ([table, column]) => `select '${table}' as kind, ${day(column)} as day, count(*) as count from ${table}
        where ${tenantOf(history, isOfAll)} and ${where(time, column)} group by 2`,
    )
    .join(' union all ')
}

/**
 * Bins are cheaper than truncation, which needs a calendar. They begin where those of the statistics object
 * conversations_days do.
 */
export const dayInPostgres = (column: string) => `date_bin('1 day', ${column}, '0001-01-01 00:00:00+00')`
export const dayInDuckDb = (column: string) => `${column}::date`
