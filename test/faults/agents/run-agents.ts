import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { startModelNetwork } from '../../../src/sandbox/models/model-network.ts'
import { startPhoneNetwork } from '../../../src/sandbox/phone/phone-network.ts'
import { startWhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import { createCoverage } from '../crash-points.ts'
import type { Finding } from '../evidence.ts'
import { declare, startProgram } from '../program.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import { runCalls, spokenOf } from './calls.ts'
import { createChatClients } from './chats.ts'
import { checkAll } from './checks.ts'
import type { AgentEvidence } from './checks.ts'
import { agentPoints } from './crash-points.ts'
import { startFront } from './front.ts'
import { atWrite, createSchedule, describeFault, runSchedule } from './nemesis.ts'
import {
  addCommonScripts,
  agentsPlan,
  declarationOf,
  say as sayTo,
  sayBurst,
  whatsappAccount,
} from './plan.ts'
import { countOpen, lapseLeases, selectAgentRows } from './rows.ts'
import { startToolObserver } from './tool-endpoint.ts'
import { createWhatsappChats } from './whatsapp-chats.ts'

export interface AgentsRun {
  /** A clone of the repository, whose `src/cli/main.ts` is run. */
  root: string
  /** An empty folder for the run's files. */
  folder: string
  seed: string
  /** Chats on the web, as many people on WhatsApp, and calls under way at one time. */
  chats: number
  calls: number
  /** How many faults, and how far apart. */
  kills: number
  everyMs: number
  /** Only faults of these kinds; null: of all. */
  kinds: readonly string[] | null
  say: (line: string) => void
}

const processes = { apis: 2, workers: 2 }
/** How many times faster than real time people speak. */
const speed = 20
/** How long a model thinks, so that faults meet turns under way. */
const thinkMs = 150
/** The pauses before a webhook is repeated: as long as a database needs to restart. */
const webhookRetryAfterMs = [100, 300, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]
/** A full run reaches at least so many of the 12: a process runs into one in five of those that are set for it. */
const pointsLeast = 4
/** How long clients repeat what is unanswered after the last fault. */
const settleMs = 120_000
/** How long the processes may take to be up again after the last fault; nothing is judged by it. */
const upMs = 100_000

/**
 * Lets agents lead chats and calls under faults, waits until all is answered, and returns the findings of the checks.
 */
export async function runAgents(run: AgentsRun): Promise<Finding[]> {
  const { folder, seed, say } = run
  await using stack = new AsyncDisposableStack()
  const dataFolder = path.join(folder, 'data')
  mkdirSync(dataFolder, { recursive: true })
  const models = stack.use(await startModelNetwork({ port: 0 }))
  const network = stack.use(
    await startPhoneNetwork({ port: 0, speed, logFile: path.join(folder, 'observer.ndjson') }),
  )
  const whatsapp = stack.use(
    await startWhatsappNetwork({
      port: 0,
      speed,
      logFile: path.join(folder, 'whatsapp.ndjson'),
      webhookRetryAfterMs,
    }),
  )
  const tool = stack.use(await startToolObserver(createRandom(`${seed} tool`)))
  const running: { program: Program | null } = { program: null }
  const front = stack.use(
    await startFront(() => running.program?.servingUrls() ?? [], createRandom(`${seed} front`)),
  )
  const program = stack.use(
    await startProgram({
      root: run.root,
      folder: dataFolder,
      hasTraps: true,
      publicUrl: front.url,
      env: {
        MODEL_PRIVATE_HOSTS: new URL(models.url).host,
        CRAWL_PRIVATE_HOSTS: new URL(tool.url).host,
      },
      ...processes,
    }),
  )
  running.program = program
  const db = createDatabase({ connection: { connectionString: program.databaseUrl }, poolMax: 2 })
  stack.defer(() => db.end())
  const places = {
    modelsUrl: models.openaiUrl,
    toolUrl: tool.url,
    carrierUrl: network.url,
    whatsappUrl: whatsapp.url,
  }
  const declared = await declare(program, dataFolder, declarationOf(places))
  addCommonScripts(models)
  const think = (times: number, ms: number) =>
    models.addFault({ operation: 'chat_completions', times, fault: { kind: 'delay', ms } })
  const slowModels = (ms: number) => {
    models.clearFaults()
    think(2 * run.chats + run.calls, ms)
    think(1_000_000, thinkMs)
  }
  think(1_000_000, thinkMs)
  whatsapp.setAccount({ ...whatsappAccount, webhook_url: `${front.url}/webhooks/whatsapp` })
  const { id: projectId, key } = declared.projects['Agents']!
  const projectPath = `/organizations/${declared.organizationId}/projects/${projectId}`
  const [agent] = await db.query<{ _id: string }>(
    sql`select _id from agents where name = ${agentsPlan.webAgent}`,
  )
  const sayIt = (id: string, isOrder: boolean) => sayTo(models, id, isOrder)
  const clients = createChatClients({
    program,
    projectPath,
    key,
    agentId: agent?._id ?? '',
    seed,
    say: sayIt,
  })
  const people = createWhatsappChats({
    program,
    network: whatsapp,
    db,
    projectPath,
    key,
    seed,
    say: (id, texts) => sayBurst(models, id, texts),
  })
  say(
    `seed ${seed}: ${run.chats} chats on the web, as many on WhatsApp, and ${run.calls} calls of agents, ${run.kills} faults, program of ${run.root}`,
  )

  const schedule = createSchedule(seed, { ...run, ...processes })
  for (const fault of schedule) say(`planned ${describeFault(fault)}`)
  tool.isTroubled = true
  const coverage = createCoverage()
  const untilMs = Date.now() + (schedule.at(-1)?.atMs ?? 0) + 1_500
  const campaignPath = `${projectPath}/campaigns/${declared.campaigns[agentsPlan.campaign]!.id}`
  const [calls] = await Promise.all([
    runCalls({ program, network, campaignPath, key, seed, say: sayIt }, run.calls, untilMs),
    clients.run(run.chats, untilMs, untilMs + settleMs),
    people.run(run.chats, untilMs),
    runSchedule(schedule, { program, db, tool, slowModels, coverage }, (line) => say(`fault ${line}`)).then(
      async () => {
        for (const name of [...program.names('api'), ...program.names('worker')]) program.setTrap(name, null)
        tool.onWrite = () => false
        await program.untilUp(upMs)
        // A process that died holds what it led for a minute; the wait is saved.
        await lapseLeases(db).catch(() => {})
      },
    ),
  ])
  tool.isTroubled = false
  await whatsapp.idle()
  await settle(db, say)
  await clients.replay()
  const evidence: AgentEvidence = {
    chats: clients.messages,
    calls,
    writes: tool.writes,
    spoken: spokenOf(network),
    bursts: people.bursts,
    silenced: people.silenced,
    accepted: people.accepted(),
    rows: await selectAgentRows(db),
  }
  writeEvidence(folder, evidence)
  for (const line of coverage.lines()) say(`crashed ${line}`)
  say(
    `${clients.messages.length} messages of chats, ${people.bursts.length} bursts on WhatsApp, ${calls.length} calls, ${evidence.rows.turns.length} turns, ${tool.writes.length} writes`,
  )
  const points = [...agentPoints.map(({ name }) => name), atWrite.point]
  return [
    ...checkAll(evidence),
    coverage.check('crash points of a turn that were reached', points, pointsLeast),
  ]
}

/** Waits until no conversation has anything unanswered, at most as long as the bar allows. */
async function settle(db: Db, say: (line: string) => void): Promise<void> {
  const begun = Date.now()
  let open = 1
  while (open > 0 && Date.now() < begun + settleMs) {
    try {
      await lapseLeases(db)
      open = await countOpen(db)
    } catch {
      // A database that was just killed accepts no connections for a while.
    }
    if (open > 0) await delay(500)
  }
  say(`${((Date.now() - begun) / 1000).toFixed(1)} s after the load ${open} conversations wait for an answer`)
}

function writeEvidence(
  folder: string,
  { chats, writes, rows, bursts, silenced, accepted }: AgentEvidence,
): void {
  const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
  writeFileSync(path.join(folder, 'history.ndjson'), lines(chats))
  writeFileSync(path.join(folder, 'writes.ndjson'), lines(writes))
  writeFileSync(path.join(folder, 'bursts.json'), JSON.stringify({ bursts, silenced, accepted }))
  writeFileSync(path.join(folder, 'rows.json'), JSON.stringify(rows))
}
