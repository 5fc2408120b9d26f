import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import v8Flags from '../../bin/v8-flags.json' with { type: 'json' }
import { createContext } from '../../src/app/context.ts'
import type { Context } from '../../src/app/context.ts'
import { createLog } from '../../src/base/log.ts'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { grantTestRights } from '../../test/support/database.ts'

/** A started program, according to what it printed. */
export interface Program {
  /** Empty where it does not listen. */
  url: string
  pid: number
  stop: () => Promise<void>
}

/** A database for one figure, so that no figure depends on what others have left. */
export interface BenchDatabase {
  databaseUrl: string
  db: Db
  /** The context of the dialler's functions; nothing runs by itself. */
  context: Context
}

/** What all figures need: a cluster with durable commits, databases, programs, and their CPU time. */
export interface Stage extends AsyncDisposable {
  folder: string
  postgresPid: number
  createDatabase: () => Promise<BenchDatabase>
  /** Starts a Node program on a database. Resolves once it has printed its address, or that it is ready. */
  start: (args: string[], environment: Record<string, string>) => Promise<Program>
}

/** @param settings further settings of PostgreSQL. */
export async function startStage(settings: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-'))
  const secretKey = randomBytes(32)
  const programs: Program[] = []
  const databases: Db[] = []
  const postgres = await startEmbeddedPostgres({ dataDir: folder, role: 'server', settings })
  await grantTestRights(postgres)
  const { host, user } = postgres.connection
  return {
    folder,
    postgresPid: Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    createDatabase: async () => {
      const name = `bench_${databases.length}`
      const admin = new Client({ ...postgres.connection, database: 'postgres' })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      const databaseUrl = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`
      const db = createDatabase({ connection: { connectionString: databaseUrl } })
      databases.push(db)
      await migrate(db)
      const log = createLog('silent')
      const context = createContext({ db, log, secretKey, publicUrl: () => 'http://127.0.0.1:1' })
      return { databaseUrl, db, context }
    },
    start: async (args, environment) => {
      const common = {
        DATA_DIR: folder,
        PORT: '0',
        LOG_LEVEL: 'info',
        SHUTDOWN_DELAY_SECONDS: '0',
        SECRET_KEY: secretKey.toString('base64'),
      }
      const program = await startProgram(args, { ...process.env, ...common, ...environment })
      programs.push(program)
      return program
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(programs.map((program) => program.stop()))
      await Promise.all(databases.map((db) => db.end()))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startProgram(args: string[], env: NodeJS.ProcessEnv): Promise<Program> {
  // As users start it.
  const child = spawn(process.execPath, [...v8Flags, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (url === undefined && !line.includes('is running')) continue
    child.stdout.resume()
    return { url: url ?? '', pid: child.pid!, stop: () => stop(child, ended) }
  }
  throw new Error(`${args.join(' ')} ended without saying that it is ready`)
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(late)
}
