import { DatabaseError } from 'pg'
import type { Config } from '../base/config.ts'
import { createSecretBox } from '../base/secret-box.ts'
import type { CellMember } from '../cells/directory/cell-member.ts'
import { selectCell } from '../cells/directory/directory-queries.ts'
import { createDatabase, isConnectionRefused, isDatabaseUnavailable } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import { isMigrated, migrate } from '../db/migrate.ts'
import { CommandFault, printWait } from './output.ts'
import { loadSecretKey } from './secret-key.ts'

/** A directory is asked little: a few statements every five seconds, and by commands. */
const directoryPools = { poolMax: 2, pipelinesMax: 2 }
/** How long a statement of the directory may take before the cell goes on with its copy. */
const answerMs = 5_000
/** The code of PostgreSQL: no command has made the directory's tables yet. */
const undefinedTable = '42P01'

/**
 * Returns what makes a server one of a cell, which `await using` closes; null where there is one cell.
 *
 * @throws {CommandFault} if the directory has no such cell, or is not at this version.
 */
export async function openMember({
  cell,
  directoryUrl,
}: Config): Promise<(CellMember & AsyncDisposable) | null> {
  if (cell === null && directoryUrl === null) return null
  if (cell === null || directoryUrl === null)
    throw new CommandFault('set both CELL and DIRECTORY_URL, or neither')
  const directory = connect(directoryUrl)
  const member = { name: cell, directory, [Symbol.asyncDispose]: () => directory.end() }
  await using stack = new AsyncDisposableStack()
  stack.use(member)
  await assertKnownCell(member)
  stack.move()
  return member
}

/**
 * Refuses the start of a server whose cell the directory does not have: it would pass requests for its own
 * organizations on. While the directory does not answer, within ten seconds, the server goes on with the cell's copy.
 *
 * @throws {CommandFault} if the directory has no such cell, or no tables yet, or those of an older version, with which
 *   no report and no copy would succeed.
 */
async function assertKnownCell({ name, directory }: CellMember): Promise<void> {
  try {
    if ((await selectCell(directory, name)) !== null) {
      if (await isMigrated(directory, 'directory')) return
      throw new CommandFault(
        'the directory is not at this version: run `switchboard cells check`, which brings it to this version',
      )
    }
  } catch (error) {
    if (isConnectionRefused(error) || isDatabaseUnavailable(error)) return
    if (!(error instanceof DatabaseError && error.code === undefinedTable)) throw error
  }
  throw new CommandFault(
    `CELL must be a cell that the directory has, and ${name} is none: see switchboard cells list and cells create`,
  )
}

/** Opens the directory for a command, and migrates it. */
export async function openDirectory({ directoryUrl }: Config): Promise<{ directory: Db } & AsyncDisposable> {
  if (directoryUrl === null)
    throw new CommandFault('set DIRECTORY_URL: the database that knows which cell has which organization')
  const directory = connect(directoryUrl)
  try {
    await migrate(directory, 'directory', printWait)
  } catch (error) {
    await directory.end()
    const reason = error instanceof Error ? error.message : 'no answer'
    if (isConnectionRefused(error))
      throw new CommandFault(`the directory refuses the connection: ${reason}; see DIRECTORY_URL`)
    if (!isDatabaseUnavailable(error)) throw error
    throw new CommandFault(`the directory can not be reached, and nothing was changed: ${reason}`)
  }
  return { directory, [Symbol.asyncDispose]: () => directory.end() }
}

/** Returns the configuration with the database of a cell, for `--cell`. */
export async function configOfCell(config: Config, name: string): Promise<Config> {
  await using opened = await openDirectory(config)
  const cell = await selectCell(opened.directory, name)
  if (cell === null) throw new CommandFault(`there is no cell ${name}; see switchboard cells list`)
  const secretBox = createSecretBox(await loadSecretKey(config))
  return { ...config, cell: name, databaseUrl: secretBox.open(cell.database_url) }
}

function connect(connectionString: string): Db {
  return createDatabase({ connection: { connectionString }, ...directoryPools, answerMs })
}
