import { Option } from 'commander'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { switchLiveCalls } from '../operator/demo/live-calls.ts'
import { selectDemos } from '../operator/demo/queries.ts'
import { describeHistory, loadShownHistory, loadWithKey } from './load-demo.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { modelNetworkPort, phoneNetworkPort, whatsappNetworkPort } from './sandbox.ts'
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
    .description(
      'load the demo organization that `npm start` shows, with sixty days of history; safe to run twice',
    )
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
  await using opened = await openMigrated(settings, { mayCreate: true })
  const secretBox = createSecretBox(await loadSecretKey(settings))
  const context = { db: opened.db, clock: opened.clock, newId: uuidv7, secretBox }
  const addresses = {
    phoneNetworkUrl: `http://127.0.0.1:${phoneNetworkPort}`,
    whatsappNetworkUrl: `http://127.0.0.1:${whatsappNetworkPort}`,
    modelNetworkUrl: `http://127.0.0.1:${modelNetworkPort}/v1`,
  }
  const demo = await loadWithKey(settings, context, addresses, hasHistory)
  const history = hasHistory ? await loadShownHistory(context, demo, stop) : null
  if (json) return printJson({ ...demo, history: history?.summary ?? null })
  printLine(`Organization ${demo.organization_id}, project ${demo.project_id}, key ${demo.key}`)
  if (history !== null) printLine(describeHistory(history))
}

async function switchCalls(settings: Config, isOn: boolean, json: boolean): Promise<void> {
  await using opened = await openMigrated(settings)
  const demos = await selectDemos(opened.db)
  if (demos.length === 0)
    throw new CommandFault('there is no demo with history here: run `npm start` or `switchboard demo` first')
  for (const { organization_id } of demos) await switchLiveCalls(opened.db, organization_id, isOn)
  if (json) printJson({ places_calls: isOn, organization_ids: demos.map((demo) => demo.organization_id) })
  else if (isOn) printLine('A running demo places calls while somebody has the dashboard open')
  else printLine('The demo places no more calls; those under way go on')
}
