import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { migrate } from '../db/migrate.ts'
import { loadDemo } from '../operator/demo/load-demo.ts'
import type { DemoContext, LoadedDemo } from '../operator/demo/load-demo.ts'
import { startPhoneNetwork } from '../sandbox/phone-network.ts'
import { openDatabase } from './open-database.ts'
import { printJson, printLine } from './output.ts'
import { phoneNetworkLog, phoneNetworkPort } from './sandbox.ts'
import { loadSecretKey } from './secret-key.ts'

export function addDemo(program: Command, config: () => Config): void {
  program
    .command('demo')
    .description('load the demo organization that `npm start` shows; safe to run twice')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const settings = config()
      await using opened = await openDatabase(settings, 'command')
      await migrate(opened.db)
      const secretBox = createSecretBox(await loadSecretKey(settings))
      const context = { db: opened.db, clock: systemClock, newId: uuidv7, secretBox }
      const demo = await loadWithKey(settings, context, `http://127.0.0.1:${phoneNetworkPort}`)
      if (json) printJson(demo)
      else printLine(`Organization ${demo.organization_id}, project ${demo.project_id}, key ${demo.key}`)
    })
}

/** The demo with its sandbox running. */
export interface RunningDemo extends LoadedDemo, AsyncDisposable {
  phoneNetworkUrl: string
}

/** Starts the sandbox phone network in this process and loads the demo organization, whose calls go there. */
export async function startDemo(config: Config, context: DemoContext): Promise<RunningDemo> {
  const logFile = await phoneNetworkLog(config)
  const network = await startPhoneNetwork({ port: phoneNetworkPort, logFile }).catch((error: Error) => {
    // Another instance has the usual port: any other serves, since the demo's carrier account names it.
    if ('code' in error && error.code === 'EADDRINUSE') return startPhoneNetwork({ port: 0, logFile })
    throw error
  })
  const demo = await loadWithKey(config, context, network.url)
  return { ...demo, phoneNetworkUrl: network.url, [Symbol.asyncDispose]: () => network.close() }
}

/** Keeps the demo's key in a file of `DATA_DIR`, so that each start can show it: of a key only a hash is stored. */
async function loadWithKey(
  config: Config,
  context: DemoContext,
  phoneNetworkUrl: string,
): Promise<LoadedDemo> {
  const file = path.join(config.dataDir, 'demo.key')
  const stored = await readFile(file, 'utf8').catch(() => null)
  const demo = await loadDemo(context, { phoneNetworkUrl, whatsappNetworkUrl: null }, stored)
  if (demo.key !== stored) {
    await rm(file, { force: true })
    await writeFile(file, demo.key, { mode: 0o600 })
  }
  return demo
}

export function printDemo(address: string, demo: RunningDemo): void {
  const [campaignId] = Object.values(demo.campaigns)
  const url = `${address}/organizations/${demo.organization_id}/projects/${demo.project_id}/campaigns/${campaignId}/trigger-call`
  printLine(`Phone network of the sandbox: ${demo.phoneNetworkUrl}`)
  printLine(`Demo API key: ${demo.key}`)
  printLine('Place a call:')
  printLine(`  curl -X POST ${url} \\
    -H 'X-API-Key: ${demo.key}' -H 'Content-Type: application/json' \\
    -d '{"phone_number":"+14155550100","name":"Ada"}'`)
}
