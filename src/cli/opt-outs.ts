import type { Command } from 'commander'
import { systemClock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { migrate } from '../db/migrate.ts'
import { selectProjectByNames } from '../projects/queries.ts'
import type { StoredOptOut } from '../whatsapp/operator-queries.ts'
import { addOptOut, removeOptOut } from '../whatsapp/inbound/operator-opt-out.ts'
import { openDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
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
  optOuts
    .command('add')
    .description('bar every WhatsApp message of a project to a number, until its owner writes START')
    .requiredOption('--organization <name or id>', 'the organization')
    .requiredOption('--project <name or id>', 'one of its projects')
    .requiredOption(
      '--number <number>',
      'the number, with its country code unless it is of the project’s country; or WhatsApp’s id of the person',
    )
    .option('--why <text>', 'why; kept with it')
    .option('--json', 'print one JSON document')
    .action((options: OptOutOptions) => changeOptOut(config(), 'add', options))
  optOuts
    .command('remove')
    .description('allow messages to a number again; an opt-out from marketing at WhatsApp stays')
    .requiredOption('--organization <name or id>', 'the organization')
    .requiredOption('--project <name or id>', 'one of its projects')
    .requiredOption(
      '--number <number>',
      'the number, with its country code unless it is of the project’s country; or WhatsApp’s id of the person',
    )
    .option('--json', 'print one JSON document')
    .action((options: OptOutOptions) => changeOptOut(config(), 'remove', options))
}

async function changeOptOut(config: Config, change: 'add' | 'remove', options: OptOutOptions): Promise<void> {
  const { organization, project, number, json } = options
  const why = options.why === undefined ? undefined : checkedText('--why', options.why, 1_000)
  await using opened = await openDatabase(config, 'command')
  const { db } = opened
  await migrate(db)
  const found = await selectProjectByNames(db, organization, project)
  if (found === null)
    throw new CommandFault(`there is no project ${project} in an organization ${organization}`)
  const context = { db, clock: systemClock }
  const person = { ...found, number }
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
