import { execFile } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { to } from 'pg-copy-streams'

/** A DuckDB database in a file, which this process queries. */
export interface DuckDb {
  /** Creates a table from the result of a PostgreSQL query, in its order. */
  copyTable: (table: CopiedTable) => Promise<void>
  /** Returns the milliseconds until all rows of the result were read. */
  time: (text: string, threads: number) => Promise<number>
  rows: (text: string) => Promise<Record<string, unknown>[]>
  close: () => void
}

export interface CopiedTable {
  name: string
  /** The columns with their DuckDB types. */
  columns: Record<string, string>
  databaseUrl: string
  /** The PostgreSQL query, with the columns in this order. */
  rows: string
}

/** The part of the library that this file uses. Its own types exist only where it is installed. */
interface DuckDbModule {
  DuckDBInstance: {
    create: (file: string) => Promise<{ connect: () => Promise<Connection>; closeSync: () => void }>
  }
}
interface Connection {
  runAndReadAll: (text: string) => Promise<{ getRows: () => unknown[][]; getRowObjectsJson: () => object[] }>
  closeSync: () => void
}

const folder = path.join(import.meta.dirname, '../peers/duckdb')

/** Creates a database in the folder. Installs DuckDB where it is missing. */
export async function openDuckDb(inFolder: string, name: string): Promise<DuckDb> {
  // Not `npm ci`: the lock file has the library for Linux on x64 only, and `npm install` adds that of another machine.
  if (!existsSync(path.join(folder, 'node_modules')))
    await promisify(execFile)('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: folder })
  const { DuckDBInstance } = await importDuckDb()
  const instance = await DuckDBInstance.create(path.join(inFolder, `${name}.duckdb`))
  const connection = await instance.connect()
  const run = async (text: string) => (await connection.runAndReadAll(text)).getRows()
  return {
    copyTable: async ({ name: table, columns, databaseUrl, rows }) => {
      const file = path.join(inFolder, `${name}-${table}.csv`)
      const client = new Client({ connectionString: databaseUrl })
      await client.connect()
      // The service's role may not write files of the server.
      await pipeline(client.query(to(`copy (${rows}) to stdout (format csv)`)), createWriteStream(file))
      await client.end()
      const types = Object.entries(columns).map(([column, type]) => `'${column}': '${type}'`)
      await run(`create table ${table} as
        select * from read_csv('${file}', header = false, columns = {${types.join(', ')}})`)
      await run('checkpoint')
      await rm(file)
    },
    time: async (text, threads) => {
      await run(`set threads = ${threads}`)
      const begun = performance.now()
      await run(text)
      return performance.now() - begun
    },
    rows: async (text) =>
      (await connection.runAndReadAll(text)).getRowObjectsJson() as Record<string, unknown>[],
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function importDuckDb(): Promise<DuckDbModule> {
  const entry = path.join(folder, 'node_modules/@duckdb/node-api/lib/index.js')
  return (await import(pathToFileURL(entry).href)) as DuckDbModule
}
