import type { Config } from '../base/config.ts'
import { createDatabase } from '../db/database.ts'
import type { DatabaseOptions, Db } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'

/** A database that a command has opened, and closes with `await using`. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db
  embedded: boolean
}

/**
 * The database of `DATABASE_URL`, else the embedded one below `DATA_DIR`: for a server its own, for any other command
 * that of the server which runs, or one started for the while.
 */
export async function openDatabase(
  config: Config,
  role: 'server' | 'command',
  options: Omit<DatabaseOptions, 'connection'> = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const db = createDatabase({ connection: { connectionString: config.databaseUrl }, ...options })
    return { db, embedded: false, [Symbol.asyncDispose]: () => db.end() }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, role })
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
