import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import type { DemoAddresses } from '../operator/demo/demo-declaration.ts'
import { loadDemo } from '../operator/demo/load-demo.ts'
import type { DemoContext, LoadedDemo } from '../operator/demo/load-demo.ts'
import { startPhoneNetwork } from '../sandbox/phone/phone-network.ts'
import { startWhatsappNetwork } from '../sandbox/whatsapp/whatsapp-network.ts'
import { openDemoNumber } from './demo-number.ts'
import { openMigrated } from './open-database.ts'
import { printJson, printLine } from './output.ts'
import { phoneNetworkLog, phoneNetworkPort, whatsappNetworkLog, whatsappNetworkPort } from './sandbox.ts'
import { loadSecretKey } from './secret-key.ts'

export function addDemo(program: Command, config: () => Config): void {
  program
    .command('demo')
    .description('load the demo organization that `npm start` shows; safe to run twice')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const settings = config()
      await using opened = await openMigrated(settings)
      const secretBox = createSecretBox(await loadSecretKey(settings))
      const context = { db: opened.db, clock: systemClock, newId: uuidv7, secretBox }
      const demo = await loadWithKey(settings, context, {
        phoneNetworkUrl: `http://127.0.0.1:${phoneNetworkPort}`,
        whatsappNetworkUrl: `http://127.0.0.1:${whatsappNetworkPort}`,
      })
      if (json) printJson(demo)
      else printLine(`Organization ${demo.organization_id}, project ${demo.project_id}, key ${demo.key}`)
    })
}

/** The demo with its sandbox running. */
export interface RunningDemo extends LoadedDemo, DemoAddresses, AsyncDisposable {
  /** Makes the WhatsApp network report message statuses to the service at this address. */
  reportStatusesTo: (serviceUrl: string) => void
}

/** Starts the sandbox in this process, and loads the demo organization, whose calls and messages go to it. */
export async function startDemo(config: Config, context: DemoContext): Promise<RunningDemo> {
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
  const demo = await loadWithKey(config, context, addresses)
  const running = stack.move()
  return {
    ...demo,
    ...addresses,
    reportStatusesTo: (serviceUrl) => openDemoNumber(whatsapp, serviceUrl),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * Starts a network on its usual port, or on any free port if another instance has that one. The demo's records name
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
): Promise<LoadedDemo> {
  const file = path.join(config.dataDir, 'demo.key')
  const stored = await readFile(file, 'utf8').catch(() => null)
  const demo = await loadDemo(context, addresses, stored)
  if (demo.key !== stored) {
    await rm(file, { force: true })
    await writeFile(file, demo.key, { mode: 0o600 })
  }
  return demo
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
  printLine('Send a WhatsApp message; a GET of the same address shows its status:')
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
