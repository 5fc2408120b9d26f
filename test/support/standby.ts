import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { createDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { adminRole, serviceDatabase, serviceRole } from '../../src/db/postgres-access.ts'
import { accountFor, commandFor, giveFolder } from '../../src/db/postgres-account.ts'
import { sql } from '../../src/db/sql.ts'
import { eventually } from './service.ts'

/** Two PostgreSQL servers with the same data: one takes writes, the other is a standby and refuses them with 25006. */
export interface ServerPair extends AsyncDisposable {
  /** An address that leads new connections to one of the two, as a proxy in front of a cluster does. */
  databaseUrl: string
  /** Leads new connections to this server. Open ones stay where they are. */
  leadTo: (server: 'primary' | 'standby') => void
  /** How many connections of clients each server has. */
  connections: () => Promise<{ primary: number; standby: number }>
  /** Ends the standby's recovery, so that it takes writes. */
  promote: () => Promise<void>
}

/**
 * Starts the pair on copies of one migrated data folder, with a table `written`. The standby follows nobody: its data
 * stays as it was copied.
 */
export async function startServerPair(): Promise<ServerPair> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-pair-'))
  chmodSync(folder, 0o711)
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { fsync: 'off', shared_buffers: '16MB' }
  const at = (name: string) => path.join(folder, name)
  const first = await startEmbeddedPostgres({ dataDir: at('primary'), role: 'server', settings })
  const db = createDatabase({ connection: first.connection })
  await migrate(db)
  await db.write(sql`create table written (what text not null)`)
  await db.end()
  await first.stop()
  cpSync(at('primary/postgres'), at('standby/postgres'), { recursive: true })
  const standby = stack.use(await startStandby(at('standby')))
  const primary = await startEmbeddedPostgres({ dataDir: at('primary'), role: 'server', settings })
  stack.defer(() => primary.stop())
  const hosts = { primary: primary.connection.host, standby: standby.host }
  let leading: keyof typeof hosts = 'primary'
  const proxy = stack.use(await startProxy(() => `${hosts[leading]}/.s.PGSQL.5432`))
  const moved = stack.move()
  return {
    databaseUrl: `postgres://${serviceRole}@127.0.0.1:${proxy.port}/${serviceDatabase}`,
    leadTo: (server) => void (leading = server),
    connections: async () => ({
      primary: await countConnections(hosts.primary),
      standby: await countConnections(hosts.standby),
    }),
    promote: async () => {
      const isPromoted = await askAdmin<boolean>(hosts.standby, 'select pg_promote() as answer')
      if (!isPromoted) throw new Error('the standby was not promoted')
    },
    [Symbol.asyncDispose]: () => moved[Symbol.asyncDispose](),
  }
}

async function startStandby(dataDir: string): Promise<AsyncDisposable & { host: string }> {
  const cluster = path.join(dataDir, 'postgres')
  const host = path.join(dataDir, 'run')
  mkdirSync(host, { mode: 0o700 })
  // The copy belongs to this user. Its account is the one that owned the original.
  const account = await accountFor(path.join(dataDir, '../primary/postgres'))
  writeFileSync(path.join(cluster, 'standby.signal'), '')
  for (const each of [cluster, host]) await giveFolder(each, account)
  chmodSync(dataDir, 0o711)
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string
  }
  const settings = {
    listen_addresses: '',
    unix_socket_directories: host,
    // A standby allows no fewer connections than its primary.
    max_connections: '200',
    shared_buffers: '16MB',
    fsync: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandFor({ program: postgres, cluster, account }, ['-D', cluster, ...flags])
  const child = spawn(command.file, command.args, { stdio: 'ignore', cwd: '/' })
  // It must not outlive a test process that ends early.
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  await eventually('the standby accepts connections', async () => {
    if (child.exitCode !== null) throw new Error(`the standby ended with ${child.exitCode}`)
    const answer = await askAdmin<boolean>(host, 'select pg_is_in_recovery() as answer').catch(() => null)
    return answer === true ? true : null
  })
  return {
    host,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', kill)
      await end(child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGQUIT')
  await ended
}

async function askAdmin<T>(host: string, text: string): Promise<T> {
  const admin = new Client({ host, user: adminRole, database: 'postgres', connectionTimeoutMillis: 60_000 })
  admin.on('error', () => {})
  await admin.connect()
  try {
    return (await admin.query<{ answer: T }>(text)).rows[0]!.answer
  } finally {
    await admin.end()
  }
}

function countConnections(host: string): Promise<number> {
  return askAdmin(
    host,
    `select count(*)::integer as answer from pg_stat_activity
    where usename = '${serviceRole}' and datname = '${serviceDatabase}' and application_name = 'switchboard'`,
  )
}

/** Passes each new connection on to the socket that `target` names at that moment. */
async function startProxy(target: () => string): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target())
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
