import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { insertHold, releaseDatabase, selectHold } from '../db/database-identity.ts'
import type { DatabaseHold } from '../db/database-identity.ts'
import { describeHold } from '../operator/hold/describe-hold.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'

const noteCharactersMax = 500
interface Options {
  json?: true
}

/** Adds the command `hold`: whether the whole database is held, to hold it, and to release it. */
export function addHold(program: Command, config: () => Config): void {
  const hold = program
    .command('hold')
    .description('show, set and release the hold of the whole database: held, it dials and sends nothing')
  hold
    .command('show')
    .description('show whether the database is held, and why')
    .option('--json', 'print one JSON document')
    .action((options: Options) => show(config(), options))
  hold
    .command('set')
    .description('hold the database: dialing and sending stop within 2 seconds, in every process')
    .option('--note <text>', 'why; whoever sees the hold sees this')
    .option('--json', 'print one JSON document')
    .action((options: Options & { note?: string }) => set(config(), options))
  hold
    .command('release')
    .description('release the database; do it only where no other copy of it is in service')
    .option('--json', 'print one JSON document')
    .action((options: Options) => release(config(), options))
}

async function show(config: Config, { json }: Options): Promise<void> {
  await using opened = await openMigrated(config)
  print(await selectHold(opened.db), json)
}

async function set(config: Config, { note = null, json }: Options & { note?: string | null }): Promise<void> {
  if (note !== null && note.length > noteCharactersMax)
    throw new CommandFault(`--note must have at most ${noteCharactersMax} characters`)
  await using opened = await openMigrated(config)
  await insertHold(opened.db, 'operator', note)
  print(await selectHold(opened.db), json)
}

async function release(config: Config, { json }: Options): Promise<void> {
  await using opened = await openMigrated(config)
  if (!(await releaseDatabase(opened.db, commandActor().name))) {
    if (json) printJson({ hold: null, released: false })
    else printLine('The database is not held.')
    return
  }
  if (json) printJson({ hold: null, released: true })
  else printLine('The database is released. Running processes go on within 2 seconds.')
}

function print(hold: DatabaseHold | null, json: true | undefined): void {
  if (json) printJson({ hold })
  else printLine(hold === null ? 'The database is not held.' : `${describeHold(hold)}.`)
}
