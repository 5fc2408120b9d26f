import { rename, writeFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { faultOfDatabaseAddress } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { createSecretBox } from '../base/secret-box.ts'
import type { SecretBox } from '../base/secret-box.ts'
import { checkCells } from '../cells/check-cells.ts'
import {
  insertPlaced,
  selectCell,
  selectCells,
  selectPlaced,
  selectPlacedByName,
  upsertCell,
} from '../cells/directory/directory-queries.ts'
import type { Cell } from '../cells/directory/directory-queries.ts'
import { keyDigest } from '../cells/directory/sync-directory.ts'
import { cancelMove, endSwitchedMove } from '../cells/move/end-move.ts'
import { MoveFault } from '../cells/move/hold-alone.ts'
import { moveOrganization } from '../cells/move/move-organization.ts'
import { routerMap } from '../cells/router-map.ts'
import { createDatabase } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import { newestMigration } from '../db/migrate.ts'
import { selectOrganizationByName } from '../users/queries.ts'
import { openDirectory } from './open-directory.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'

interface Json {
  json?: true
}

export function addCells(program: Command, config: () => Config): void {
  const cells = program
    .command('cells')
    .description('cells: several databases, each with whole organizations')
  cells
    .command('create')
    .description('write a cell, or its new addresses, into the directory')
    .argument('<name>', 'lower-case letters, digits and -', cellName)
    .requiredOption('--url <url>', 'where the other cells reach its API', cellUrl)
    .requiredOption('--database-url <url>', 'its database, for commands')
    .option('--json', 'print one JSON document')
    .action((name: string, options: { url: string; databaseUrl: string } & Json) =>
      createCell(config(), name, options),
    )
  cells
    .command('list')
    .description('list the cells and their organizations')
    .option('--json', 'print one JSON document')
    .action((options: Json) => listCells(config(), options))
  cells
    .command('place')
    .description('write into the directory that an organization is in a cell, which has it already')
    .argument('<organization>', 'name or id')
    .requiredOption('--in <cell>', 'the cell')
    .option('--json', 'print one JSON document')
    .action((organization: string, options: { in: string } & Json) =>
      placeOrganization(config(), organization, options),
    )
  cells
    .command('route')
    .description('write the map of the router: organizations with the backends of their cells')
    .requiredOption('--file <path>', 'the file; it is replaced at once')
    .option('--json', 'print one JSON document')
    .action((options: { file: string } & Json) => writeRoutes(config(), options))
  cells
    .command('check')
    .description('compare the directory with every cell')
    .option('--json', 'print one JSON document')
    .action((options: Json) => check(config(), options))
  cells
    .command('move')
    .description('move an organization to another cell while it is in use; repeat it after a break')
    .argument('<organization>', 'name or id')
    .requiredOption('--to <cell>', 'the cell that is to have it')
    .option('--cancel', 'take the move back, until it was switched')
    .option('--full-speed', 'copy without rests; others that use the same machines become slower meanwhile')
    .option('--json', 'print one JSON document')
    .action((organization: string, options: MoveOptions) =>
      moveOrganizationTo(config(), organization, options),
    )
}

function cellName(text: string): string {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(text))
    throw new InvalidArgumentError('it must be lower-case letters, digits and -, at most 40.')
  return text
}

function cellUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new InvalidArgumentError('it must be an address such as http://10.0.0.5:8080.')
  return url.origin
}

/** The databases of a cell are asked a few statements by commands. */
export function openCell(
  secretBox: SecretBox,
  { database_url }: Pick<Cell, 'database_url'>,
): Db & AsyncDisposable {
  const connection = { connectionString: secretBox.open(database_url) }
  const db = createDatabase({ connection, poolMax: 2, pipelinesMax: 2 })
  return { ...db, [Symbol.asyncDispose]: () => db.end() }
}

/** @throws {CommandFault} if the directory has no such cell. */
export async function cellNamed(directory: Db, name: string): Promise<Cell> {
  const cell = await selectCell(directory, name)
  if (cell === null) throw new CommandFault(`there is no cell ${name}; see switchboard cells list`)
  return cell
}

async function createCell(
  config: Config,
  name: string,
  { url, databaseUrl, json }: { url: string; databaseUrl: string } & Json,
): Promise<void> {
  const fault = faultOfDatabaseAddress(databaseUrl)
  if (fault !== null) throw new CommandFault(`--database-url ${fault}`)
  const secretBox = createSecretBox(await loadSecretKey(config))
  await using opened = await openDirectory(config)
  await upsertCell(opened.directory, { name, url, database_url: secretBox.seal(databaseUrl) })
  if (json) printJson({ name, url })
  else printLine(`Cell ${name} is at ${url}. Start its processes with CELL=${name} and this DIRECTORY_URL.`)
}

async function listCells(config: Config, { json }: Json): Promise<void> {
  await using opened = await openDirectory(config)
  const [cells, placed] = await Promise.all([
    selectCells(opened.directory),
    selectPlaced(opened.directory, null),
  ])
  const shown = cells.map(({ name, url, migration, seen_at }) => {
    const organizations = placed
      .filter(({ cell }) => cell === name)
      .map(({ _id, name: of, state, other_cell }) => ({ _id, name: of, state, other_cell }))
    return { name, url, migration, seen_at, organizations }
  })
  if (json) return printJson({ cells: shown })
  if (shown.length === 0) printLine('There are no cells.')
  for (const { name, url, seen_at, organizations } of shown) {
    printLine(`${name}  ${url}  ${seen_at === null ? 'no process yet' : `last report ${seen_at}`}`)
    for (const { _id, name: of, state, other_cell } of organizations) {
      const move =
        state === 'moving'
          ? `  moving to ${other_cell}`
          : state === 'moved'
            ? `  moved from ${other_cell}`
            : ''
      printLine(`  ${_id}  ${of}${move}`)
    }
  }
}

async function placeOrganization(
  config: Config,
  organization: string,
  { in: cellToUse, json }: { in: string } & Json,
): Promise<void> {
  const secretBox = createSecretBox(await loadSecretKey(config))
  await using opened = await openDirectory(config)
  const { directory } = opened
  await using db = openCell(secretBox, await cellNamed(directory, cellToUse))
  const found = await selectOrganizationByName(db, organization)
  if (found === null)
    throw new CommandFault(
      `cell ${cellToUse} has no organization ${organization}; make it there first, with apply`,
    )
  const other = await insertPlaced(directory, { ...found, cell: cellToUse })
  if (other !== null && (other._id !== found._id || other.cell !== cellToUse))
    throw new CommandFault(
      other._id === found._id
        ? `organization ${other.name} is in cell ${other.cell}; see switchboard cells move`
        : `another organization in cell ${other.cell} has the name ${other.name}; rename one of them`,
    )
  if (json) printJson({ ...found, cell: cellToUse })
  else printLine(`Organization ${found._id} (${found.name}) is in cell ${cellToUse}.`)
}

async function writeRoutes(config: Config, { file, json }: { file: string } & Json): Promise<void> {
  await using opened = await openDirectory(config)
  const placed = await selectPlaced(opened.directory, null)
  // Renamed into place, so that a router that reloads at this moment reads the old map or the new one.
  try {
    await writeFile(`${file}.new`, routerMap(placed))
    await rename(`${file}.new`, file)
  } catch (error) {
    throw new CommandFault(
      `${file} can not be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (json) printJson({ file, organizations: placed.length })
  else printLine(`${file} has ${placed.length} organizations. Reload the router.`)
}

async function check(config: Config, { json }: Json): Promise<void> {
  const secretBox = createSecretBox(await loadSecretKey(config))
  await using opened = await openDirectory(config)
  const faults = await checkCells(opened.directory, secretBox, {
    openCell: (cell) => openCell(secretBox, cell),
    migration: await newestMigration(),
  })
  if (json) printJson({ faults })
  else if (faults.length === 0) printLine('Every cell is as the directory has it.')
  else for (const { cell, fault } of faults) printLine(`${cell}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

interface MoveOptions extends Json {
  to: string
  cancel?: true
  fullSpeed?: true
}

async function moveOrganizationTo(
  config: Config,
  organization: string,
  { to: target, cancel, fullSpeed, json }: MoveOptions,
): Promise<void> {
  const secretBox = createSecretBox(await loadSecretKey(config))
  await using opened = await openDirectory(config)
  const { directory } = opened
  const placed = await selectPlacedByName(directory, organization)
  if (placed === null)
    throw new CommandFault(`the directory has no organization ${organization}; see cells place`)
  const { _id, name, cell, state, other_cell } = placed
  const isSwitched = cell === target && state === 'moved' && other_cell !== null
  if (cell === target && !isSwitched)
    throw new CommandFault(`organization ${name} is in cell ${target} already`)
  const [from, to] = await Promise.all([
    cellNamed(directory, isSwitched ? other_cell : cell),
    cellNamed(directory, target),
  ])
  for (const one of [from, to]) assertSameKey(one, secretBox)
  await using source = openCell(secretBox, from)
  await using goal = openCell(secretBox, to)
  const request = {
    directory,
    organization: { _id, name },
    from: { ...from, db: source },
    to: { ...to, db: goal },
    ...(fullSpeed && { share: 1 }),
  }
  try {
    if (cancel) await cancelMove(request)
    else if (isSwitched) await endSwitchedMove(request)
    else {
      const report = await moveOrganization({
        ...request,
        onStep: (step) => (json ? undefined : printLine(step)),
      })
      const pause_ms = Math.round(report.pause_ms)
      if (json) printJson({ _id, cell: target, ...report, pause_ms })
      else
        printLine(
          `Organization ${_id} (${name}) is in cell ${target}: ${report.rows} rows, equal on both sides; pause ${pause_ms} ms.`,
        )
      return
    }
  } catch (error) {
    if (error instanceof MoveFault) throw new CommandFault(error.message)
    throw error
  }
  const is = cancel ? from.name : target
  if (json) printJson({ _id, cell: is })
  else printLine(`Organization ${_id} (${name}) is in cell ${is}.`)
}

/** Secrets are copied as they are sealed, so both cells must have one key. */
function assertSameKey({ name, key_digest }: Cell, secretBox: SecretBox): void {
  if (key_digest === null)
    throw new CommandFault(`no process of cell ${name} has reported yet; start one first`)
  if (!key_digest.equals(keyDigest(secretBox)))
    throw new CommandFault(
      `cell ${name} has another SECRET_KEY than this command: it could not read what is moved`,
    )
}
