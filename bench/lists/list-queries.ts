import type { Db } from '../../src/db/database.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { connect, timeInTurns } from '../support/one-at-a-time.ts'
import type { Timed } from '../support/one-at-a-time.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { statementsOf } from './statements.ts'

/** A request to a list, over HTTP and as its two statements. */
export interface ListQuestion {
  name: string
  /** The path below the project. */
  path: string
  select: (db: Db) => Promise<{ total: number }>
}

/**
 * Measures the whole response over one connection, and each of its two statements alone. A statement that is not sent
 * has 0, such as the page of a search that finds nothing. A request whose statements exceed the service's time limit
 * has no figures.
 */
export async function benchListQuestions(
  stage: Stage,
  { databaseUrl, db, headers, projectPath }: HistoryDatabase,
  title: string,
  questions: readonly ListQuestion[],
  { rounds, times }: { rounds: number; times: number },
): Promise<void> {
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const client = connect(api.url, headers)
  const answered: { name: string; total: number; timed: Timed[] }[] = []
  for (const { name, path, select } of questions) {
    let total = 0
    const statements = await statementsOf(db, async (recording) => ({ total } = await select(recording)))
    const alone = (isTotal: boolean) => statements.find((statement) => statement.isTotal === isTotal)
    const timed = [
      { once: () => client.get(projectPath + path) },
      ...[false, true].map((isTotal) => ({
        once: () => timeOf(alone(isTotal)?.send ?? (() => Promise.resolve())),
      })),
    ]
    answered.push({ name, total, timed })
  }
  const options = { rounds, times, postgresPid: stage.postgresPid }
  const measured = await timeInTurns(
    answered.flatMap(({ timed }) => timed),
    options,
  )
  client.end()
  await api.stop()
  const rows = answered.map(({ name, total }, index) => {
    const [whole, page, count] = measured.slice(3 * index, 3 * index + 3)
    return [
      name,
      total.toLocaleString('en'),
      ...[whole!.p50Ms, whole!.p99Ms, whole!.postgresMs, page!.p50Ms, count!.p50Ms].map((ms) =>
        ms.toFixed(2),
      ),
    ]
  })
  table(
    title,
    ['', 'total', 'p50 ms', 'p99 ms', 'PostgreSQL CPU ms', 'page alone ms', 'total alone ms'],
    rows,
  )
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
