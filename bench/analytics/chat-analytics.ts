import type { HistoryDatabase } from '../support/history-database.ts'
import { connect, timeInTurns } from '../support/one-at-a-time.ts'
import type { Times } from '../support/one-at-a-time.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { chatQuestions, pathOf } from './analytics-requests.ts'
import type { ChatQuestion } from './analytics-requests.ts'
import { openDuckDb } from './duckdb.ts'
import type { DuckDb } from './duckdb.ts'
import { chatsOf, dayInDuckDb, dayInPostgres, openRawRows } from './raw-rows.ts'

/**
 * Measures the chat analytics over HTTP, beside the same query on the raw rows with covering indexes, and beside
 * DuckDB.
 */
export async function benchChatAnalytics(
  stage: Stage,
  history: HistoryDatabase,
  options: { rounds: number; times: number },
): Promise<void> {
  const duck = await openDuckDb(stage.folder, 'chats')
  for (const [name, column] of Object.entries(times)) await copy(duck, history, name, column)
  const raw = await openRawRows(history.databaseUrl)
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: history.databaseUrl })
  const client = connect(api.url, history.headers)
  const rows: string[][] = []
  for (const question of chatQuestions()) {
    const path = (time: number) => pathOf(history, question.isOfAll, 'analytics', question.query(time))
    const inPostgres = (time: number) => chatsOf(history, question, time, dayInPostgres)
    const inDuckDb = (time: number) => chatsOf(history, question, time, dayInDuckDb)
    const counts = [
      await countsOf(api.url + path(0), history.headers),
      ...(await Promise.all([raw.query<object>(summed(inPostgres(0))), duck.rows(summed(inDuckDb(0)))])).map(
        textOf,
      ),
    ]
    if (new Set(counts).size !== 1) throw new Error(`${question.name}: ${counts.join(' is not ')}`)
    const ways = [
      (time: number) => client.get(path(time)),
      (time: number) => raw.time(inPostgres(time)),
      (time: number) => duck.time(inDuckDb(time), 1),
      (time: number) => duck.time(inDuckDb(time), 2),
    ].map((once) => {
      let time = 0
      return { once: () => once(time++) }
    })
    rows.push(rowOf(question, await timeInTurns(ways, { ...options, postgresPid: stage.postgresPid })))
  }
  const [{ messages } = { messages: 0 }] = await raw.query<{ messages: number }>(
    'select count(*) as messages from messages',
  )
  client.end()
  await api.stop()
  await raw.end()
  duck.close()
  report(messages, rows)
}

/** The counted tables, with the column of their time. */
const times = { messages: 'created_at', channel_identities: 'first_seen_at', tickets: 'created_at' }

async function copy(duck: DuckDb, history: HistoryDatabase, name: string, column: string): Promise<void> {
  await duck.copyTable({
    name,
    columns: { organization_id: 'UUID', project_id: 'UUID', channel_type: 'VARCHAR', [column]: 'TIMESTAMP' },
    databaseUrl: history.databaseUrl,
    rows: `select organization_id, project_id, channel_type, ${column} at time zone 'UTC' from ${name} order by ${column}`,
  })
}

function summed(text: string): string {
  return `select kind, sum(count)::double precision as count from (${text}) d group by 1 order by 1`
}

function textOf(rows: object[]): string {
  const counts = new Map((rows as { kind: string; count: unknown }[]).map(({ kind, count }) => [kind, count]))
  return ['messages', 'channel_identities', 'tickets'].map((kind) => Number(counts.get(kind) ?? 0)).join(' ')
}

async function countsOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers })
  const { data } = (await response.json()) as { data?: { messages: number; leads: number; tickets: number } }
  return `${data?.messages} ${data?.leads} ${data?.tickets}`
}

function rowOf({ name }: ChatQuestion, [whole, covered, duckOne, duckTwo]: readonly Times[]): string[] {
  const ms = (each: Times | undefined) => each!.p50Ms.toFixed(2)
  const faster = (each: Times | undefined) => (each!.p50Ms / whole!.p50Ms).toFixed(1)
  return [
    name,
    ms(whole),
    whole!.p99Ms.toFixed(2),
    whole!.postgresMs.toFixed(2),
    ms(covered),
    `${ms(duckOne)} / ${ms(duckTwo)}`,
    faster(covered),
    `${faster(duckOne)} / ${faster(duckTwo)}`,
  ]
}

function report(messages: number, rows: string[][]): void {
  table(
    `Chat analytics, ${messages.toLocaleString('en')} messages in the project, one connection`,
    [
      'asked',
      'HTTP p50 ms',
      'HTTP p99 ms',
      'PostgreSQL CPU ms',
      'handwritten, covering index, p50 ms',
      'DuckDB, 1 / 2 threads, p50 ms',
      'covering index ×',
      'DuckDB ×, 1 / 2 threads',
    ],
    rows,
  )
}
