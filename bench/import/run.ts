// The figures of the import: node bench/import/run.ts [--rows 400000] [--people 100000] [--rounds 3]. Each round
// imports a file of conversations into a database of its own by the operator's command, including its start and end.
// Then the same rows are copied into the same tables, and the rates are compared. The target is 0.8 of plain COPY.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from '../../src/db/sql.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { seedOrganization } from '../support/organization.ts'
import { table } from '../support/report.ts'
import { startStage } from '../support/stage.ts'
import type { Stage } from '../support/stage.ts'
import { copyAgain } from './copy-again.ts'
import type { CopyAgain } from './copy-again.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '400000' },
    /** The number of phone numbers in the file, all of them new. */
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
})
const rows = Number(options.rows)
const people = Number(options.people)

interface Imported {
  seconds: number
  nodeMs: number
  postgresMs: number
  peakMb: number
  copy: CopyAgain
}

/** Yields calls and messages of one campaign, one every 20 s; each person recurs after a fixed number of lines. */
function* lines(place: Record<string, string>, campaignId: string): Generator<string> {
  const from = Date.UTC(2026, 0, 1)
  for (let index = 0; index < rows; index++) {
    const start = from + index * 20_000
    const person = (index * 7_919) % people
    const record = {
      ...place,
      channel_type: index % 4 === 0 ? 'whatsapp' : 'voice',
      conversation_type: index % 5 === 0 ? 'inbound' : 'outbound',
      status: ['completed', 'no_answer', 'busy'][index % 3],
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 60_000).toISOString(),
      duration_seconds: index % 3 === 0 ? 30 + (index % 100) : 0,
      phone_number: `+1212${2_000_000 + person}`,
      campaign_id: campaignId,
    }
    yield `${JSON.stringify(record)}\n`
  }
}

async function importOnce(stage: Stage): Promise<Imported> {
  const { databaseUrl, context } = await stage.createDatabase()
  const { organizationId: organization_id, projects } = await seedOrganization(context, {
    projects: 1,
    campaigns: [{}],
    carrierUrl: 'http://127.0.0.1:1',
  })
  const { projectId: project_id, campaignIds } = projects[0]!
  const file = path.join(stage.folder, 'conversations.ndjson')
  await pipeline(
    Readable.from(lines({ organization_id, project_id }, campaignIds[0]!)),
    createWriteStream(file),
  )
  await context.db.query(sql`checkpoint`)
  const before = [process.pid, stage.postgresPid].map(cpuSeconds)
  const start = performance.now()
  const child = spawn(process.execPath, ['src/cli/main.ts', 'import', 'conversations', file, '--json'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: stage.folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const state = { isOver: false, peakMb: 0 }
  const watched = watchMemory(child.pid!, state)
  const [status] = (await once(child, 'exit')) as [number | null]
  const seconds = (performance.now() - start) / 1_000
  state.isOver = true
  await watched
  if (status !== 0) throw new Error(`import ended with ${status}`)
  const [nodeMs = 0, postgresMs = 0] = [process.pid, stage.postgresPid].map(
    (pid, index) => ((cpuSeconds(pid) - before[index]!) * 1_000_000) / rows,
  )
  rmSync(file)
  const copy = await copyAgain(databaseUrl, stage.folder)
  return { seconds, nodeMs, postgresMs, peakMb: state.peakMb, copy }
}

async function watchMemory(pid: number, state: { isOver: boolean; peakMb: number }): Promise<void> {
  while (!state.isOver) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      state.peakMb = Math.max(state.peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    } catch {
      return
    }
    await delay(50)
  }
}

function perSecondOf(seconds: number): string {
  return Math.round(rows / seconds).toLocaleString('en')
}

await using stage = await startStage()
const imported: Imported[] = []
for (let round = 0; round < Number(options.rounds); round++) {
  const one = await importOnce(stage)
  console.log(
    `${perSecondOf(one.seconds)} conversations/s, ` +
      `COPY ${perSecondOf(one.copy.seconds)}, without row checks ${perSecondOf(one.copy.uncheckedSeconds)}`,
  )
  imported.push(one)
}
const of = (field: Exclude<keyof Imported, 'copy'>) => median(imported.map((one) => one[field]))
const ratioTo = (field: keyof CopyAgain) =>
  median(imported.map((one) => one.copy[field] / one.seconds)).toFixed(2)
const perSecond = imported.map(({ seconds }) => Math.round(rows / seconds)).toSorted((a, b) => a - b)
table(
  `Import of ${rows.toLocaleString('en')} conversations with ${people.toLocaleString('en')} people that nobody knew (0.8 of COPY is the target); CPU of 1,000`,
  [
    'conversations/s',
    'from',
    'to',
    'of COPY',
    'of COPY without row checks',
    'node CPU ms',
    'PostgreSQL CPU ms',
    'memory MB',
  ],
  [
    [
      (rows / of('seconds')).toFixed(0),
      `${perSecond[0]}`,
      `${perSecond.at(-1)}`,
      ratioTo('seconds'),
      ratioTo('uncheckedSeconds'),
      of('nodeMs').toFixed(1),
      of('postgresMs').toFixed(1),
      of('peakMb').toFixed(0),
    ],
  ],
)
