// Runs `api` and `worker` as an operator does, each as a process on one database.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-serve-'))
const children: ChildProcess[] = []
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a role until it is stopped. Returns its first line and all of its log. */
async function run(
  role: 'api' | 'worker',
  env: Record<string, string>,
  whileItRuns: (line: string) => Promise<void> = async () => {},
): Promise<{ line: string; log: { level: number; msg: string }[] }> {
  const child = spawn(process.execPath, ['src/cli/main.ts', role], {
    env: {
      ...process.env,
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: folder,
      PORT: '',
      WORKER_PORT: '',
      SECRET_KEY: '',
      PUBLIC_URL: '',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const exit = once(child, 'exit') as Promise<[number | null]>
  const log: { level: number; msg: string }[] = []
  const logged = (async () => {
    for await (const text of createInterface({ input: child.stderr })) log.push(JSON.parse(text))
  })()
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  await whileItRuns(line)
  child.kill('SIGTERM')
  assert.equal((await exit)[0], 0)
  await logged
  return { line, log }
}

const addressIn = (line: string) => /http:\S+:\d+/.exec(line)?.[0] ?? ''
const given = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), PUBLIC_URL: 'https://calls.example.com' }

describe('a separate worker', () => {
  it('listens nowhere unless WORKER_PORT is set', async () => {
    const { line, log } = await run('worker', given)
    assert.equal(line, 'Switchboard worker is running')
    assert.deepEqual(log, [])
  })

  it('serves health and metrics on WORKER_PORT, and nothing else', async () => {
    await run('worker', { ...given, WORKER_PORT: '0' }, async (line) => {
      const statuses: Record<string, number> = {}
      for (const address of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/webhooks/voice/twilio'])
        statuses[address] = (await fetch(addressIn(line) + address)).status
      assert.deepEqual(statuses, {
        '/healthz': 200,
        '/readyz': 200,
        '/metrics': 200,
        '/openapi.json': 404,
        '/webhooks/voice/twilio': 404,
      })
      assert.match(await (await fetch(`${addressIn(line)}/metrics`)).text(), /^# TYPE switchboard_/m)
    })
  })

  it('runs without them if the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { line, log } = await run('worker', { ...given, WORKER_PORT: String(port) })
    assert.equal(line, 'Switchboard worker is running')
    assert.deepEqual(
      log.map(({ msg }) => msg),
      ['no health and metrics of this worker'],
    )
    other.close()
  })
})

describe('api and worker', () => {
  it('warn in one line each about a key and an address that other machines do not share', async () => {
    for (const role of ['api', 'worker'] as const) {
      const { log } = await run(role, { PORT: role === 'api' ? '0' : '' })
      assert.deepEqual(
        log.map(({ msg }) => msg.split(' ')[0]),
        ['SECRET_KEY', 'PUBLIC_URL'],
      )
    }
    // The first test sees that a worker says nothing where both are given.
    assert.deepEqual((await run('api', { ...given, PORT: '0' })).log, [])
  })
})
