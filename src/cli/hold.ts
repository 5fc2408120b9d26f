import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { selectHasCells } from '../cells/directory/copy-queries.ts'
import { WrongCell, copyDirectory } from '../cells/directory/sync-directory.ts'
import { insertHold, releaseDatabase, selectHold } from '../db/database-identity.ts'
import type { DatabaseHold } from '../db/database-identity.ts'
import { isConnectionRefused, isDatabaseUnavailable } from '../db/database.ts'
import { describeHold } from '../operator/describe-hold.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { openMember } from './open-directory.ts'
import { CommandFault, printJson, printLine } from './output.ts'

const noteCharactersMax = 500
interface Options {
  json?: true
}

interface ReleaseOptions extends Options {
  withoutDirectory?: true
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
    .option(
      '--without-directory',
      'release a cell although the directory can not be read: what has moved to another cell works in both',
    )
    .option('--json', 'print one JSON document')
    .action((options: ReleaseOptions) => release(config(), options))
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

async function release(config: Config, { withoutDirectory, json }: ReleaseOptions): Promise<void> {
  await using opened = await openMigrated(config)
  const left: string[] = []
  if (withoutDirectory === undefined && (await selectHold(opened.db)) !== null)
    left.push(...(await readDirectory(config, opened)))
  const released = await releaseDatabase(opened.db, commandActor().name)
  if (json) return printJson({ hold: null, released, left })
  for (const _id of left)
    printLine(`Organization ${_id} has moved to another cell, and does not work here any more.`)
  if (released) printLine('The database is released. Running processes go on within 2 seconds.')
  else printLine('The database is not held.')
}

/**
 * Lets no organization work that has moved to another cell since the backup (Promise 176). It is done before the
 * release, because the workers dial from then on. Returns these organizations.
 *
 * @throws {CommandFault} if the directory can't be read; the database stays held.
 */
async function readDirectory(
  config: Config,
  { db, clock }: Awaited<ReturnType<typeof openMigrated>>,
): Promise<string[]> {
  await using member = await openMember(config)
  const escape = 'or use --without-directory if the organizations of this database work nowhere else'
  if (member === null) {
    if (!(await selectHasCells(db))) return []
    throw new CommandFault(
      `the database is that of a cell, and stays held: set CELL and DIRECTORY_URL, ${escape}`,
    )
  }
  try {
    return await copyDirectory({ cells: member, db, clock })
  } catch (error) {
    if (error instanceof WrongCell) throw new CommandFault(`the database stays held: ${error.message}`)
    if (!isDatabaseUnavailable(error) && !isConnectionRefused(error)) throw error
    const reason = error instanceof Error ? error.message : 'no answer'
    throw new CommandFault(
      `the directory can not be read, and the database stays held: ${reason}; repeat it once DIRECTORY_URL answers, ${escape}`,
    )
  }
}

function print(hold: DatabaseHold | null, json: true | undefined): void {
  if (json) printJson({ hold })
  else printLine(hold === null ? 'The database is not held.' : `${describeHold(hold)}.`)
}
