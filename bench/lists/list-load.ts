import type { HistoryDatabase } from '../support/history-database.ts'
import { table } from '../support/report.ts'
import { measureSideBySide } from '../support/side-by-side.ts'
import type { LoadOptions, Measured, Target } from '../support/side-by-side.ts'
import type { Stage } from '../support/stage.ts'
import { startParsePeer } from './parse-server.ts'

/** Measures the page of a status with its total under load, beside the bare handler. */
export async function benchListLoad(
  stage: Stage,
  history: HistoryDatabase,
  options: LoadOptions,
): Promise<void> {
  const environment = { DATABASE_URL: history.databaseUrl }
  const ours = await stage.start(['src/cli/main.ts', 'api'], environment)
  const bare = await stage.start(['bench/support/bare-server.ts'], environment)
  const { headers } = history
  const path = pathOf(history, 'completed')
  const measured = await measureSideBySide(
    stage.postgresPid,
    [
      { name: 'Switchboard', program: ours, path, headers },
      { name: 'bare `node:http` + `pg`, same SQL', program: bare, path, headers },
    ],
    options,
  )
  await Promise.all([ours.stop(), bare.stop()])
  const title = `List of 20 conversations by status, with its total, ${rowsOf(history)} in the project`
  report(`${title} (ratio of 0.60 and p99 < 25 ms are the targets)`, measured, measured[1]!)
}

/** The statuses of most conversations, and one that one conversation in seventy has. */
const compared = ['completed', 'initiated']

/** Measures the same beside Parse Server, which counts rows. */
export async function benchListBesideParse(
  stage: Stage,
  history: HistoryDatabase,
  options: LoadOptions,
): Promise<void> {
  const ours = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: history.databaseUrl })
  const peer = await startParsePeer(stage, history.databaseUrl)
  for (const status of compared) {
    const path = peer.listPath(history.project_id, status)
    const targets: Target[] = [
      { name: 'Switchboard', program: ours, path: pathOf(history, status), headers: history.headers },
      { name: 'Parse Server, master key', program: peer.program, path, headers: peer.withMasterKey },
      { name: 'Parse Server, access rules', program: peer.program, path, headers: peer.withSession },
    ]
    const counts = await Promise.all(targets.map(countOf))
    if (new Set(counts).size !== 1) throw new Error(`counts differ: ${counts.join(', ')}`)
    const measured = await measureSideBySide(stage.postgresPid, targets, options)
    const title = `The same page beside Parse Server, status \`${status}\`: ${counts[0]!.toLocaleString('en')} match`
    report(`${title} (× of 6 and 100 are the targets)`, measured, null)
  }
  await Promise.all([ours.stop(), peer.program.stop()])
}

function pathOf({ projectPath }: HistoryDatabase, status: string): string {
  return `${projectPath}/conversations?filters=${encodeURIComponent(JSON.stringify({ status }))}`
}

async function countOf({ program, path, headers }: Target): Promise<number> {
  const response = await fetch(program.url + path, { headers })
  const answer = (await response.json()) as { count?: number; data?: { pagination: { total: number } } }
  return answer.count ?? answer.data?.pagination.total ?? Number.NaN
}

function rowsOf({ conversations }: HistoryDatabase): string {
  return conversations.toLocaleString('en')
}

/**
 * Returns ratios to the anchor. Without an anchor, returns how many times as fast as each of the others the first one
 * is.
 */
function report(title: string, measured: readonly Measured[], anchor: Measured | null): void {
  const [first] = measured
  const row = ({ name, perSecond, p50Ms, p99Ms, nodeMs, postgresMs, faults }: Measured) => [
    name,
    perSecond < 100 ? perSecond.toFixed(1) : perSecond.toFixed(0),
    (anchor === null ? first!.perSecond / perSecond : perSecond / anchor.perSecond).toFixed(2),
    p50Ms,
    p99Ms,
    nodeMs.toFixed(2),
    postgresMs.toFixed(2),
    faults,
  ]
  const ratio = anchor === null ? 'ours ×' : 'ratio'
  table(
    title,
    ['', 'requests/s', ratio, 'p50 ms', 'p99 ms', 'node CPU ms', 'PostgreSQL CPU ms', 'faults'],
    measured.map(row),
  )
}
