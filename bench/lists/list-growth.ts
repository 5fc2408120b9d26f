import type { HistoryDatabase } from '../support/history-database.ts'
import { connect, timeInTurns } from '../support/one-at-a-time.ts'
import type { Times } from '../support/one-at-a-time.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

interface Question {
  name: string
  /** A third of the history that does not begin or end at a whole hour; another one each time. */
  path: (time: number) => string
}

const dayMs = 86_400_000
/** A span in the first year of the history. */
const earliest = Date.parse('2025-02-11T03:17:41.513Z')

const questions: Question[] = [
  { name: 'all', path: () => pathOf({}) },
  { name: 'status', path: () => pathOf({ status: 'completed' }) },
  { name: 'span of start times', path: (time) => pathOf(span(time)) },
  { name: 'status and span', path: (time) => pathOf({ status: 'completed', ...span(time) }) },
]

function span(time: number) {
  const from = earliest + time * 2_221_000
  const to = from + 243 * dayMs + 37 * 60_000
  return { start_time: { $gte: new Date(from).toISOString(), $lt: new Date(to).toISOString() } }
}

function pathOf(filter: object): string {
  return `/conversations?filters=${encodeURIComponent(JSON.stringify(filter))}`
}

/** Measures the first page with its total in small and in large projects, over one connection. */
export async function benchListGrowth(
  stage: Stage,
  histories: readonly HistoryDatabase[],
  { rounds, times }: { rounds: number; times: number },
): Promise<void> {
  const open = await Promise.all(
    histories.map(async ({ databaseUrl, headers, projectPath }) => {
      const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
      const client = connect(api.url, headers)
      return { api, client, projectPath }
    }),
  )
  const cells: Times[][] = []
  for (const { path } of questions) {
    const timed = open.map(({ client, projectPath }) => {
      let time = 0
      return { once: () => client.get(projectPath + path(time++)) }
    })
    cells.push(await timeInTurns(timed, { rounds, times, postgresPid: stage.postgresPid }))
  }
  for (const { client } of open) client.end()
  await Promise.all(open.map(({ api }) => api.stop()))
  report(histories, cells)
}

function report(histories: readonly HistoryDatabase[], cells: readonly Times[][]): void {
  const columns = histories.flatMap(({ conversations }) => [
    `${conversations.toLocaleString('en')}: p50 ms`,
    'PostgreSQL CPU ms',
  ])
  const rows = questions.map(({ name }, index) => {
    const sizes = cells[index]!
    const [least, most] = [sizes[0]!, sizes.at(-1)!]
    return [
      name,
      ...sizes.flatMap(({ p50Ms, postgresMs }) => [p50Ms.toFixed(2), postgresMs.toFixed(2)]),
      (most.p50Ms / least.p50Ms).toFixed(2),
      (most.postgresMs / least.postgresMs).toFixed(2),
    ]
  })
  table(
    'The first page with its total, by conversations in the project (no more than 1.50 × is the target)',
    ['filter', ...columns, 'p50 ×', 'CPU ×'],
    rows,
  )
}
