import type { Config } from '../base/config.ts'
import { createDatabase } from '../db/database.ts'
import type { DatabaseOptions, Db } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../db/embedded-postgres.ts'
import { listenForStop } from './signals.ts'

/** A database that a command has opened, and closes with `await using`. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db
  embedded: boolean
}

export interface OpenOptions extends Omit<DatabaseOptions, 'connection'> {
  /** For a server: calls the start of the embedded database off. */
  signal?: AbortSignal
}

/**
 * The database of `DATABASE_URL`, else the embedded one below `DATA_DIR`: for a server its own, for any other command
 * that of the server which runs, or one started for the while.
 */
export async function openDatabase(
  config: Config,
  role: 'server' | 'command',
  { signal, ...options }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const db = createDatabase({ connection: { connectionString: config.databaseUrl }, ...options })
    return { db, embedded: false, [Symbol.asyncDispose]: () => db.end() }
  }
  const stop = signal ?? listenForStop()
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, role, signal: stop })
  if (role === 'command') stop.addEventListener('abort', () => void stopAndExit(postgres))
  const db = createDatabase({ connection: postgres.connection, ...options })
  return {
    db,
    embedded: true,
    [Symbol.asyncDispose]: async () => {
      await db.end()
      await postgres.stop()
    },
  }
}

/** A command that is told to stop breaks off, as it would by itself, but not before the database that it has started. */
async function stopAndExit(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.stop()
  process.exit(1)
}
