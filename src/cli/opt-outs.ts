import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { addOptOut, removeOptOut } from '../whatsapp/inbound/operator-opt-out.ts'
import type { StoredOptOut } from '../whatsapp/operator-queries.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { findProject, ofProject } from './project-options.ts'
import { loadSecretKey } from './secret-key.ts'
import { checkedText } from './text-option.ts'

interface OptOutOptions {
  organization: string
  project: string
  number: string
  why?: string
  json?: true
}

export function addOptOuts(program: Command, config: () => Config): void {
  const optOuts = program.command('opt-outs').description('people who must not get WhatsApp messages')
  ofPerson(optOuts.command('add'))
    .description('bar every WhatsApp message of a project to a number, until its owner writes START')
    .option('--why <text>', 'why; kept with it')
    .option('--json', 'print one JSON document')
    .action((options: OptOutOptions) => changeOptOut(config(), 'add', options))
  ofPerson(optOuts.command('remove'))
    .description('allow messages to a number again; an opt-out from marketing at WhatsApp stays')
    .option('--json', 'print one JSON document')
    .action((options: OptOutOptions) => changeOptOut(config(), 'remove', options))
}

function ofPerson(command: Command): Command {
  return ofProject(command).requiredOption(
    '--number <number>',
    'the number, with its country code unless it is of the project’s country; or WhatsApp’s id of the person',
  )
}

async function changeOptOut(config: Config, change: 'add' | 'remove', options: OptOutOptions): Promise<void> {
  const { number, json } = options
  const why = options.why === undefined ? undefined : checkedText('--why', options.why, 1_000)
  await using opened = await openMigrated(config)
  const { db, clock } = opened
  const secretBox = createSecretBox(await loadSecretKey(config))
  const context = { db, clock, newId: uuidv7, secretBox, actor: commandActor() }
  const person = { ...(await findProject(db, options)), number }
  const done = change === 'add' ? await addOptOut(context, person, why) : await removeOptOut(context, person)
  if (done === null)
    throw new CommandFault(
      '--number is not a telephone number, nor a WhatsApp user id; give it with its country code, such as +14155550123',
    )
  if (json) return printJson(done)
  printLine(`${done.number} ${done.changed ? changed[change] : unchanged[change]}.`)
  for (const optOut of done.opt_outs) printLine(`  ${describe(optOut)}`)
}

const changed = { add: 'is opted out', remove: 'may be written to again' }
const unchanged = { add: 'was opted out already', remove: 'was not opted out' }
const sources: Record<StoredOptOut['source'], string> = {
  message: 'by their own message',
  provider: 'at WhatsApp',
  operator: 'by the operator',
}

function describe({ scope, source, since, why }: StoredOptOut): string {
  const what = scope === 'all' ? 'all messages' : 'marketing messages'
  return `${what}: ${sources[source]}, since ${since}${why === null ? '' : `: ${why}`}`
}
