import { Client } from 'pg'
import { tenantOf } from './analytics-requests.ts'
import type { ChatQuestion, VoiceQuestion } from './analytics-requests.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'

/** A connection for questions that are written by hand, without the service's limit of time. */
export interface RawRows {
  query: <Row>(text: string) => Promise<Row[]>
  /** A statement of the service, sent as it sends those that it limits. */
  send: <Row>(query: Sql) => Promise<Row[]>
  time: (text: string) => Promise<number>
  end: () => Promise<void>
}

const bigintOid = 20

export async function openRawRows(databaseUrl: string): Promise<RawRows> {
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  client.setTypeParser(bigintOid, Number)
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
 * A copy of the voice conversations with the indexes that serve the questions best: each has all that is asked for, so
 * that no row is read. Beside the table, so that the service's own statements don't meet them.
 */
export async function createCoveredCopy({ databaseUrl }: HistoryDatabase): Promise<void> {
  const raw = await openRawRows(databaseUrl)
  const told = 'duration_seconds, campaign_id'
  for (const text of [
    `set maintenance_work_mem = '512MB'`,
    `create unlogged table covered as
     select organization_id, project_id, start_time, status, channel_type, ${told} from conversations
     where channel_type = 'voice' order by start_time`,
    `create index on covered (organization_id, project_id, start_time) include (status, ${told})
     where channel_type = 'voice'`,
    `create index on covered (organization_id, project_id, status, start_time) include (${told})
     where channel_type = 'voice'`,
    `create statistics on (${dayInPostgres('start_time')}) from covered`,
    'vacuum analyze covered',
    'checkpoint',
  ])
    await raw.query(text)
  await raw.end()
}

/** Of a day, all that a summary needs. */
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

/** What the chat analytics count, with the column of its time. */
const counted = [
  ['messages', 'created_at'],
  ['channel_identities', 'first_seen_at'],
  ['tickets', 'created_at'],
] as const

/** @param day the day of a column. */
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

/** To bin is cheaper than to truncate: it needs no calendar. From where the statistics conversations_days bin. */
export const dayInPostgres = (column: string) => `date_bin('1 day', ${column}, '0001-01-01 00:00:00+00')`
export const dayInDuckDb = (column: string) => `${column}::date`
