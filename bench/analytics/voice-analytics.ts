import { selectVoiceCounts } from '../../src/analytics/voice-queries.ts'
import { summarize } from '../../src/analytics/voice-summary.ts'
import { conversationFields } from '../../src/conversations/list-queries.ts'
import { parseFilters } from '../../src/filters/parse.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { connect, timeInTurns } from '../support/one-at-a-time.ts'
import type { Times } from '../support/one-at-a-time.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { pathOf, voiceQuestions } from './analytics-requests.ts'
import type { VoiceQuestion } from './analytics-requests.ts'
import { openDuckDb } from './duckdb.ts'
import type { DuckDb } from './duckdb.ts'
import { createCoveredCopy, openRawRows, voiceInDuckDb, voiceInPostgres } from './raw-rows.ts'
import type { RawRows } from './raw-rows.ts'

/**
 * Measures the voice summary over HTTP and by its statement alone. Beside it runs the same query on the raw rows:
 * hand-written on the same table, hand-written with a covering index, and in DuckDB.
 */
export async function benchVoiceAnalytics(
  stage: Stage,
  history: HistoryDatabase,
  options: { rounds: number; times: number },
): Promise<void> {
  await createCoveredCopy(history)
  const duck = await openDuckDb(stage.folder, `voice_${history.conversations}`)
  await duck.copyTable({
    name: 'conversations',
    columns: {
      organization_id: 'UUID',
      project_id: 'UUID',
      channel_type: 'VARCHAR',
      status: 'VARCHAR',
      campaign_id: 'UUID',
      start_time: 'TIMESTAMP',
      duration_seconds: 'DOUBLE',
    },
    databaseUrl: history.databaseUrl,
    rows: `select organization_id, project_id, channel_type, status, campaign_id, start_time at time zone 'UTC',
      duration_seconds from conversations order by start_time`,
  })
  const raw = await openRawRows(history.databaseUrl)
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: history.databaseUrl })
  const client = connect(api.url, history.headers)
  const campaigns = await raw.query<{ campaign_id: string }>(
    `select campaign_id from campaign_counts where project_id = '${history.project_id}' and grain = 'all' and status = '*' limit 3`,
  )
  const rows: string[][] = []
  for (const question of voiceQuestions(campaigns.map(({ campaign_id }) => campaign_id))) {
    await compareAnswers(history, question, raw, duck)
    const asked = { requests: 0, refused: 0 }
    const timed = [
      ...[...ways(history, question, raw, duck)].map((way) => inTurn(way)),
      inTurn(async (time) => {
        const begun = performance.now()
        const filters = JSON.stringify(question.filter(time))
        await client
          .get(pathOf(history, question.isOfAll, 'conversation-analytics', { filters }))
          .catch(() => asked.refused++)
        asked.requests++
        return performance.now() - begun
      }),
    ]
    const times = await timeInTurns(timed, { ...options, postgresPid: stage.postgresPid })
    rows.push(rowOf(question, times, asked))
  }
  client.end()
  await api.stop()
  await raw.end()
  duck.close()
  report(history, rows)
}

function inTurn(once: (time: number) => Promise<number>): { once: () => Promise<number> } {
  let time = 0
  return { once: () => once(time++) }
}

type Way = (time: number) => Promise<number>

function ways(history: HistoryDatabase, question: VoiceQuestion, raw: RawRows, duck: DuckDb): Way[] {
  return [
    async (time) => {
      const begun = performance.now()
      await summaryOf(history, question, time, raw)
      return performance.now() - begun
    },
    (time) => raw.time(voiceInPostgres(history, question, time, 'covered')),
    (time) => duck.time(voiceInDuckDb(history, question, time), 1),
    (time) => duck.time(voiceInDuckDb(history, question, time), 2),
    // The same rows by the same indexes; the fallback is compared with this.
    ...(question.isCounted
      ? []
      : [(time: number) => raw.time(voiceInPostgres(history, question, time, 'conversations'))]),
  ]
}

/** Goes on where the service would reach its time limit. */
async function summaryOf(history: HistoryDatabase, question: VoiceQuestion, time: number, raw: RawRows) {
  const { db, organization_id } = history
  const project_id = question.isOfAll ? null : history.project_id
  const filter = parseFilters(JSON.stringify(question.filter(time)), conversationFields)
  const unlimited = { ...db, limited: () => ({ query: raw.send }) }
  return summarize(await selectVoiceCounts(unlimited, { organization_id, project_id }, filter))
}

/** Checks that all ways have the same result. */
async function compareAnswers(
  history: HistoryDatabase,
  question: VoiceQuestion,
  raw: RawRows,
  duck: DuckDb,
): Promise<void> {
  const { summary } = await summaryOf(history, question, 0, raw)
  const { total_conversations, completed_conversations, live_conversations, total_duration } = summary
  const ours = [total_conversations, completed_conversations, live_conversations, total_duration]
  const names = ['conversations', 'completed', 'live', 'duration_seconds']
  const summed = (text: string) =>
    `select ${names.map((name) => `sum(${name})::double precision as ${name}`).join(', ')} from (${text}) d`
  const others = [
    ...(await raw.query<Record<string, number>>(summed(voiceInPostgres(history, question, 0, 'covered')))),
    ...(await duck.rows(summed(voiceInDuckDb(history, question, 0)))),
  ]
  for (const other of others)
    if (names.some((name, index) => Number(other[name]) !== ours[index]))
      throw new Error(`${question.name}: ${JSON.stringify(other)} is not ${ours.join(', ')}`)
}

function rowOf(
  { name, isCounted }: VoiceQuestion,
  times: readonly Times[],
  asked: { requests: number; refused: number },
): string[] {
  const [alone, covered, duckOne, duckTwo] = times
  const whole = times.at(-1)!
  const sameRows = isCounted ? null : times[4]!
  const ms = (each: Times) => each.p50Ms.toFixed(2)
  return [
    name,
    asked.refused > 0 ? `${asked.refused} of ${asked.requests} refused` : ms(whole),
    asked.refused > 0 ? '' : whole.p99Ms.toFixed(2),
    ms(alone!),
    alone!.postgresMs.toFixed(2),
    sameRows === null ? '' : ms(sameRows),
    sameRows === null ? '' : (alone!.p50Ms / sameRows.p50Ms).toFixed(2),
    ms(covered!),
    `${ms(duckOne!)} / ${ms(duckTwo!)}`,
    (covered!.p50Ms / alone!.p50Ms).toFixed(1),
    `${(duckOne!.p50Ms / alone!.p50Ms).toFixed(1)} / ${(duckTwo!.p50Ms / alone!.p50Ms).toFixed(1)}`,
  ]
}

function report({ conversations }: HistoryDatabase, rows: string[][]): void {
  table(
    `Voice summary by day, ${conversations.toLocaleString('en')} conversations in the project, one connection`,
    [
      'filter',
      'HTTP p50 ms',
      'HTTP p99 ms',
      'statement p50 ms',
      'PostgreSQL CPU ms',
      'handwritten, same indexes, p50 ms',
      'ratio to it',
      'handwritten, covering index, p50 ms',
      'DuckDB, 1 / 2 threads, p50 ms',
      'covering index ×',
      'DuckDB ×, 1 / 2 threads',
    ],
    rows,
  )
}
