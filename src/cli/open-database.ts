import type { Clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import { addressOfFolder, addressOfUrl } from '../db/database-address.ts'
import { startDatabaseClock } from '../db/database-clock.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import { createDatabase } from '../db/database.ts'
import type { DatabaseOptions, Db } from '../db/database.ts'
import { hasCluster, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { CommandFault, printWait } from './output.ts'
import { listenForStop } from './signals.ts'

/** A database that a command has opened; `await using` closes it. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db
  embedded: boolean
}

export interface OpenOptions extends Omit<DatabaseOptions, 'connection'> {
  /** For a server: aborts the start of the embedded database. */
  signal?: AbortSignal
  /** For a command that may begin an installation: makes the embedded database if there is none, as a server does. */
  mayCreate?: boolean
}

/**
 * Opens the database of `DATABASE_URL`, else the embedded one below `DATA_DIR`. A server starts the embedded database.
 * Any other command uses that of the running server, or starts it for as long as the command runs.
 *
 * @throws {CommandFault} if a command that needs an installation finds none. With a new database it would say that it
 * has held or revoked something, while the service goes on with its own.
 */
export async function openDatabase(
  config: Config,
  role: 'server' | 'command',
  { signal, mayCreate = role === 'server', ...options }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const db = createDatabase({ connection: { connectionString: config.databaseUrl }, ...options })
    return { db, embedded: false, [Symbol.asyncDispose]: () => db.end() }
  }
  if (!mayCreate && !(await hasCluster(config.dataDir)))
    throw new CommandFault(
      `there is no database in ${config.dataDir}: set DATABASE_URL, or DATA_DIR to the data folder of the service`,
    )
  const stop = signal ?? listenForStop()
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, role, signal: stop })
  if (role === 'command') stop.addEventListener('abort', () => void stopAndExit(postgres))
  const db = createDatabase({ connection: postgres.connection, ...options })
  return {
    db,
    embedded: true,
    [Symbol.asyncDispose]: async () => {
      await db.end()
      await (role === 'server' ? postgres.stop() : postgres.leave())
    },
  }
}

/** Returns where this machine reaches the database, which is part of its identity. */
export function databaseAddress({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === null ? addressOfFolder(dataDir) : addressOfUrl(databaseUrl)
}

/** A migrated database that a command has opened. */
export interface MigratedDatabase extends OpenDatabase {
  /** The database's: what a command writes and decides is compared with times of other machines. */
  clock: Clock
}

/** Opens the database for a command, and migrates it to this version. */
export async function openMigrated(
  config: Config,
  options: Pick<OpenOptions, 'mayCreate'> = {},
): Promise<MigratedDatabase> {
  await using stack = new AsyncDisposableStack()
  const opened = stack.use(await openDatabase(config, 'command', options))
  await migrate(opened.db, 'cell', printWait)
  const clock = stack.use(await startCommandClock(opened.db))
  const held = stack.move()
  return { ...opened, clock, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Starts the clock of a command: the database's. A comparison that fails later is not logged, as nobody watches. */
export function startCommandClock(db: Db): Promise<DatabaseClock> {
  return startDatabaseClock(db, createLog('silent'))
}

/**
 * Stops the database, unless the command that started it still runs, and exits at once, as a command does by default on
 * a signal.
 */
async function stopAndExit(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.leave({ atOnce: true })
  process.exit(1)
}
