import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import type { Context } from '../app/context.ts'
import type { Config } from '../base/config.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { migrate } from '../db/migrate.ts'
import { addKnowledge } from '../operator/demo/add-knowledge.ts'
import type { DemoAddresses } from '../operator/demo/demo-declaration.ts'
import { loadHistory } from '../operator/demo/history/load-history.ts'
import type { HistoryContext, HistorySummary } from '../operator/demo/history/load-history.ts'
import { startLiveCalls, switchLiveCalls } from '../operator/demo/live-calls.ts'
import { loadDemo } from '../operator/demo/load-demo.ts'
import type { DemoContext, LoadedDemo } from '../operator/demo/load-demo.ts'
import { selectDemos } from '../operator/demo/queries.ts'
import { startPhoneNetwork } from '../sandbox/phone/phone-network.ts'
import { startSite } from '../sandbox/site/site.ts'
import type { Site } from '../sandbox/site/site.ts'
import { startWhatsappNetwork } from '../sandbox/whatsapp/whatsapp-network.ts'
import { openDemoNumber } from './demo-number.ts'
import { openDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import {
  phoneNetworkLog,
  phoneNetworkPort,
  sitePort,
  whatsappNetworkLog,
  whatsappNetworkPort,
} from './sandbox.ts'
import { loadSecretKey } from './secret-key.ts'
import { listenForStop } from './signals.ts'

interface DemoOptions {
  empty?: true
  calls?: 'on' | 'off'
  json?: true
}

export function addDemo(program: Command, config: () => Config): void {
  program
    .command('demo')
    .description('load the demo organization that `npm start` shows, with sixty days of history; safe to run twice')
    .option('--empty', 'without the history')
    .addOption(
      new Option('--calls <switch>', 'only switch the calls on or off that a running demo places').choices([
        'on',
        'off',
      ]),
    )
    .option('--json', 'print one JSON document')
    .action(({ empty, calls, json }: DemoOptions) =>
      calls === undefined
        ? load(config(), { hasHistory: empty !== true, json: json === true })
        : switchCalls(config(), calls === 'on', json === true),
    )
}

async function load(
  settings: Config,
  { hasHistory, json }: { hasHistory: boolean; json: boolean },
): Promise<void> {
  const stop = listenForStop()
  await using opened = await openDatabase(settings, 'command')
  await migrate(opened.db)
  const secretBox = createSecretBox(await loadSecretKey(settings))
  const context = { db: opened.db, clock: systemClock, newId: uuidv7, secretBox }
  const addresses = {
    phoneNetworkUrl: `http://127.0.0.1:${phoneNetworkPort}`,
    whatsappNetworkUrl: `http://127.0.0.1:${whatsappNetworkPort}`,
  }
  const demo = await loadWithKey(settings, context, addresses, hasHistory)
  const history = hasHistory ? await loadShownHistory(context, demo, stop) : null
  if (json) return printJson({ ...demo, history: history?.summary ?? null })
  printLine(`Organization ${demo.organization_id}, project ${demo.project_id}, key ${demo.key}`)
  if (history !== null) printLine(describeHistory(history))
}

async function switchCalls(settings: Config, isOn: boolean, json: boolean): Promise<void> {
  await using opened = await openDatabase(settings, 'command')
  await migrate(opened.db)
  const demos = await selectDemos(opened.db)
  if (demos.length === 0)
    throw new CommandFault('there is no demo with history here: run `npm start` or `switchboard demo` first')
  for (const { organization_id } of demos) await switchLiveCalls(opened.db, organization_id, isOn)
  if (json) printJson({ places_calls: isOn, organization_ids: demos.map((demo) => demo.organization_id) })
  else if (isOn) printLine('A running demo places calls while somebody has the dashboard open')
  else printLine('The demo places no more calls; those under way go on')
}

interface LoadedHistory {
  summary: HistorySummary
  seconds: number
}

/** Loads the history, and shows the progress as one line on standard error where that is a terminal. */
async function loadShownHistory(
  context: HistoryContext,
  demo: LoadedDemo,
  signal: AbortSignal,
): Promise<LoadedHistory | null> {
  const begun = performance.now()
  const show = (line: string) => void (process.stderr.isTTY && process.stderr.write(`\r\x1b[K${line}`))
  const progress = (phase: string) => show(`Loading the demo's history: ${phase}`)
  const summary = await loadHistory(context, demo, { progress, signal }).finally(() => show(''))
  return summary && { summary, seconds: (performance.now() - begun) / 1_000 }
}

function describeHistory({ summary, seconds }: LoadedHistory): string {
  const { conversations, profiles, messages } = summary
  const records = `${conversations} conversations, ${profiles} people and ${messages} messages`
  return `The demo's history is loaded: ${records}, in ${seconds.toFixed(1)} s`
}

/** The demo with its sandbox running. */
export interface RunningDemo extends LoadedDemo, DemoAddresses, AsyncDisposable {
  /** Makes the WhatsApp network report message statuses to the service at this address. */
  reportStatusesTo: (serviceUrl: string) => void
  /** Sets what somebody answers in the phone network when called. */
  setAnswers: (number: string, answers: readonly string[]) => void
}

/** Starts the website of the demo's business, which the demo crawls. Its host must be open to crawls. */
export function startDemoSite(): Promise<Site> {
  return startNear(sitePort, (port) => startSite({ port }))
}

/** Starts the sandbox in this process, and loads the demo organization, whose calls and messages go to it. */
export async function startDemo(
  config: Config,
  context: DemoContext,
  { hasHistory }: { hasHistory: boolean },
): Promise<RunningDemo> {
  await using stack = new AsyncDisposableStack()
  const phoneLog = await phoneNetworkLog(config)
  const phone = await startNear(phoneNetworkPort, (port) => startPhoneNetwork({ port, logFile: phoneLog }))
  stack.use(phone)
  const whatsappLog = await whatsappNetworkLog(config)
  const whatsapp = await startNear(whatsappNetworkPort, (port) =>
    startWhatsappNetwork({ port, logFile: whatsappLog }),
  )
  stack.use(whatsapp)
  const addresses = { phoneNetworkUrl: phone.url, whatsappNetworkUrl: whatsapp.url }
  const demo = await loadWithKey(config, context, addresses, hasHistory)
  const running = stack.move()
  return {
    ...demo,
    ...addresses,
    reportStatusesTo: (serviceUrl) => openDemoNumber(whatsapp, serviceUrl),
    setAnswers: (number, answers) =>
      phone.addPerson({ number, answers: answers.map((speech) => ({ speech })) }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * Starts a network on its usual port, or on any free port where another instance has that one. The demo's records name
 * the actual port.
 */
async function startNear<Network>(
  usualPort: number,
  start: (port: number) => Promise<Network>,
): Promise<Network> {
  return start(usualPort).catch((error: Error) => {
    if ('code' in error && error.code === 'EADDRINUSE') return start(0)
    throw error
  })
}

/**
 * Loads the demo. Its key is kept in a file of `DATA_DIR`, so that each start can show it; the database has only its
 * hash.
 */
async function loadWithKey(
  config: Config,
  context: DemoContext,
  addresses: DemoAddresses,
  hasHistory: boolean,
): Promise<LoadedDemo> {
  const file = path.join(config.dataDir, 'demo.key')
  const stored = await readFile(file, 'utf8').catch(() => null)
  const demo = await loadDemo(context, addresses, stored, { hasHistory })
  if (demo.key !== stored) {
    await rm(file, { force: true })
    await writeFile(file, demo.key, { mode: 0o600 })
  }
  return demo
}

/**
 * Fills a running demo: loads its history and its knowledge base, then places calls while somebody watches. It all
 * happens behind the service, which is ready before; what fails is logged, and tried again at the next start.
 */
export function fillDemo(
  context: Context,
  demo: RunningDemo,
  { siteUrl, isWatched }: { siteUrl: string; isWatched: () => boolean },
): AsyncDisposable {
  const stop = new AbortController()
  const live = new AsyncDisposableStack()
  const filling = (async () => {
    const history = await loadShownHistory(context, demo, stop.signal)
    if (history !== null) printLine(describeHistory(history))
    await addKnowledge(context, demo, siteUrl)
    if (stop.signal.aborted) return
    const { phoneNetworkUrl: carrierUrl, setAnswers } = demo
    live.use(startLiveCalls(context, demo, { carrierUrl, setAnswers, isWatched }))
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) context.log.warn({ err: error }, "the demo's history could not be loaded")
  })
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error('the demo ends'))
      await filling
      await live.disposeAsync()
    },
  }
}

export function printDemo(address: string, demo: RunningDemo): void {
  const project = `${address}/organizations/${demo.organization_id}/projects/${demo.project_id}`
  const [campaignId] = Object.values(demo.campaigns)
  const [broadcastId] = Object.values(demo.broadcasts)
  printLine(`Phone network of the sandbox: ${demo.phoneNetworkUrl}`)
  printLine(`WhatsApp network of the sandbox: ${demo.whatsappNetworkUrl}`)
  printLine(`Demo API key: ${demo.key}`)
  printLine('Place a call:')
  printPost(`${project}/campaigns/${campaignId}/trigger-call`, demo, {
    phone_number: '+14155550100',
    name: 'Ada',
  })
  printLine('Send a WhatsApp message; a GET of the same address shows what became of it:')
  printPost(`${project}/broadcasts/${broadcastId}/messages`, demo, {
    to: '+14155550100',
    data: { name: 'Ada', end_date: '31 January' },
  })
}

/** Prints a command to paste into a shell. No value contains a quote. */
function printPost(url: string, { key }: { key: string }, body: object): void {
  printLine(`  curl -X POST ${url} \\
    -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(body)}'`)
}
