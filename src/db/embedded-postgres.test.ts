// Access rights of the embedded database, each test on its own cluster.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { eventually } from '../../test/support/service.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { accountFor } from './postgres-account.ts'

const base = mkdtempSync(path.join(tmpdir(), 'switchboard-embedded-'))
// Everybody may enter this folder, so that only PostgreSQL itself keeps others out.
chmodSync(base, 0o755)
after(() => rmSync(base, { recursive: true, force: true }))
const isRoot = process.getuid?.() === 0
const onLinuxAsRoot = { skip: !isRoot || !existsSync('/proc/self/status') }
const settings = { fsync: 'off' }

async function connect(connection: { host: string; user: string; database: string }): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

describe('the embedded database', () => {
  const dataDir = path.join(base, 'data')
  let cluster: EmbeddedPostgres
  before(async () => {
    cluster = await startEmbeddedPostgres({ dataDir, role: 'server', settings })
  })
  after(() => cluster.stop())

  it('gives the service a role without rights outside of its database', async () => {
    const client = await connect(cluster.connection)
    for (const statement of [
      `copy (select 1) to program 'true'`,
      `select pg_read_file('/etc/passwd')`,
      `create role other`,
      `create database other`,
      `set session authorization switchboard_admin`,
    ])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
    await client.query('create extension pg_trgm; create table t (a text)')
    const { rows } = await client.query('show listen_addresses')
    assert.deepEqual(rows, [{ listen_addresses: '' }])
    await client.end()
  })

  it('runs as an unprivileged account other than nobody when started by root', onLinuxAsRoot, () => {
    const pid = postmasterOf(dataDir)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
    assert.ok(uid !== 0 && uid !== 65_534, String(uid))
    const rights = BigInt(`0x${/^CapEff:\s+(\w+)/m.exec(status)?.[1]}`)
    const readSearch = 4n
    assert.equal(rights & ~readSearch, 0n)
    assert.match(status, /^NoNewPrivs:\s+1$/m)
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /HOME=/)
  })

  it('refuses other users who reach its socket', onLinuxAsRoot, async () => {
    chmodSync(path.join(dataDir, 'run'), 0o755)
    chmodSync(path.join(dataDir, 'run/.s.PGSQL.5432'), 0o777)
    const account = await accountFor(path.join(dataDir, 'postgres'))
    for (const role of ['switchboard', 'switchboard_admin'])
      assert.match(await connectingAs(account!.uid, dataDir, role), /Peer authentication failed/)
  })

  it('logs nothing for a canceled statement', async () => {
    const log = path.join(dataDir, 'postgres.log')
    const client = await connect(cluster.connection)
    await client.query('set statement_timeout = 1')
    for (let count = 0; count < 5; count++)
      await assert.rejects(client.query('select pg_sleep(9)'), { code: '57014' })
    await client.end()
    assert.doesNotMatch(readFileSync(log, 'utf8'), /pg_sleep|canceling statement/)
    assert.match(
      readFileSync(log, 'utf8'),
      /ready to accept connections/,
      'messages of the server itself are there',
    )
  })

  it('names the command that closes a cluster open to others', async () => {
    const folder = path.join(dataDir, 'postgres')
    chmodSync(folder, 0o755)
    await assert.rejects(startEmbeddedPostgres({ dataDir, role: 'command', settings }), {
      name: 'UnsafeFolder',
      message: `${folder} is open to other users (mode 755): run chmod 700 ${folder}`,
    })
    chmodSync(folder, 0o700)
    const joined = await startEmbeddedPostgres({ dataDir, role: 'command', settings })
    assert.equal(joined.owned, false)
  })
})

describe('an embedded database that commands use at once', () => {
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, role: 'command', settings })

  it('runs until the last of them has left it', async () => {
    const dataDir = path.join(base, 'commands')
    const [first, second] = [await start(dataDir), await start(dataDir)]
    assert.deepEqual([first.owned, second.owned], [true, false])
    const client = await connect(second.connection)
    await first.leave()
    assert.equal((await client.query('select 1')).rowCount, 1)
    await client.end()
    await second.leave()
    await assert.rejects(connect(second.connection), { code: 'ENOENT' })
  })

  it('ends with the one that a signal stops', async () => {
    const dataDir = path.join(base, 'stopped')
    const [first, second] = [await start(dataDir), await start(dataDir)]
    const client = await connect(second.connection)
    await first.leave()
    await second.leave({ atOnce: true })
    await assert.rejects(connect(second.connection), { code: 'ENOENT' })
    await client.end().catch(() => {})
  })
})

describe('an embedded database of an earlier version', () => {
  it('is kept, but the service is no longer its superuser', async () => {
    const dataDir = path.join(base, 'earlier')
    await makeEarlierCluster(dataDir)
    const left = postmasterOf(dataDir)
    for (const start of ['first', 'second']) {
      const cluster = await startEmbeddedPostgres({ dataDir, role: 'server', settings })
      try {
        assert.notEqual(postmasterOf(dataDir), left)
        const client = await connect(cluster.connection)
        const { rows } = await client.query(`select r.rolname, r.rolsuper,
            (select sum(id)::integer from kept) as kept, twice(4) as doubled
          from pg_roles r where r.rolname not like 'pg\\_%' order by r.rolname`)
        assert.deepEqual(
          rows.map(({ rolname, rolsuper, kept, doubled }) => [rolname, rolsuper, kept, doubled]),
          [
            ['switchboard', false, 3, 8],
            ['switchboard_admin', true, 3, 8],
          ],
          start,
        )
        // Like a migration, on objects that now belong to the service.
        await client.query(`alter table kept add column "added ${start}" text; insert into kept default values;
          delete from kept where id > 2;
          create or replace function twice(given integer) returns integer language sql as 'select given * 2'`)
        await client.end()
      } finally {
        await cluster.stop()
      }
    }
  })
})

/** Returns PostgreSQL's answer to another user of the machine. */
async function connectingAs(uid: number, dataDir: string, role: string): Promise<string> {
  const program = `import { createConnection } from 'node:net'
    const socket = createConnection(process.argv[1])
    const parameters = Buffer.from('user\\0${role}\\0database\\0switchboard\\0\\0')
    const head = Buffer.alloc(8)
    head.writeInt32BE(8 + parameters.length)
    head.writeInt32BE(196608, 4)
    socket.end(Buffer.concat([head, parameters]))
    socket.pipe(process.stdout)`
  const args = [
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
  ]
  const socket = path.join(dataDir, 'run/.s.PGSQL.5432')
  return (await promisify(execFile)('setpriv', [...args, socket], { cwd: '/' })).stdout
}

/** Creates a running cluster like those of earlier versions, without a server that owns it. */
async function makeEarlierCluster(dataDir: string): Promise<void> {
  const cluster = path.join(dataDir, 'postgres')
  const run = path.join(dataDir, 'run')
  mkdirSync(run, { recursive: true })
  mkdirSync(cluster, { mode: 0o700 })
  const { initdb, postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    initdb: string
    postgres: string
  }
  const identity = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  if (isRoot) await promisify(execFile)('chown', ['-R', '65534:65534', cluster, run])
  const flags = ['-D', cluster, '-U', 'switchboard', '-E', 'UTF8', '--locale=C', '--auth=trust']
  await promisify(execFile)(initdb, flags, { cwd: '/', ...identity })
  const options = ['listen_addresses=', `unix_socket_directories=${run}`, 'fsync=off'].flatMap((one) => [
    '-c',
    one,
  ])
  spawn(postgres, ['-D', cluster, ...options], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    ...identity,
  }).unref()
  const connection = { host: run, user: 'switchboard', database: 'postgres' }
  const admin = await eventually('it takes connections', () => connect(connection).catch(() => null))
  await admin.query('create database switchboard')
  await admin.end()
  const client = await connect({ ...connection, database: 'switchboard' })
  await client.query(`create extension pg_trgm; create table kept (id serial primary key, word text);
    create index on kept using gin (word gin_trgm_ops); insert into kept (word) values ('a'), ('b');
    create function twice(given integer) returns integer language sql as 'select given * 2'`)
  await client.end()
}
