// Starts the program like an operator: a separate process on an empty folder, stopped by signals or killed.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eventually } from './support/service.ts'
import { assertTook, watchStalls } from './support/slowness.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-start-'))
const env = {
  ...process.env,
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATABASE_URL: '',
  SHUTDOWN_DELAY_SECONDS: '0',
}
const children: ChildProcess[] = []
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  const pid = postgresPid()
  if (pid !== null) process.kill(pid, 'SIGQUIT')
  await eventually('PostgreSQL ends', () => (pid === null || !isAlive(pid) ? true : null))
  rmSync(folder, { recursive: true, force: true })
})

/** Ends what a failed test has left running, so that the next one finds the folder free. */
afterEach(async () => {
  const left = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  await Promise.all(
    left.map(async (child) => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }),
  )
})

interface Running {
  child: ChildProcess
  key: string
  /** The address in the first curl line. */
  callUrl: string
  /** The address and body in the second curl line. */
  message: { url: string; body: string }
  readyAfterMs: number
  /** How long the machine stood still meanwhile. */
  stalledMs: number
}

/** Runs what `npm start` runs, with or without the history, and reads its output until it is ready. */
async function start({ hasHistory = false } = {}): Promise<Running> {
  await using stalls = watchStalls()
  const begun = performance.now()
  const options = hasHistory ? ['--demo'] : ['--demo', '--empty']
  const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`
    // The body of the message, which is printed last.
    if (!line.includes('{"to"')) continue
    child.stdout.resume()
    const key = /svc_live_\w{32}/.exec(text)?.[0] ?? ''
    const callUrl = /http:\S+trigger-call/.exec(text)?.[0] ?? ''
    const [, url = '', body = ''] = /(http:\S+messages)[^']+[^{]+(\{.+\})'/.exec(text) ?? []
    const readyAfterMs = performance.now() - begun
    return { child, key, callUrl, message: { url, body }, readyAfterMs, stalledMs: stalls.stalledMs() }
  }
  throw new Error(`it ended before it was ready: ${text}`)
}

function postgresPid(): number | null {
  const file = path.join(folder, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Counts the people called. Each is called once, because a call of a killed program blocks its number for a while. There are 490. */
let people = 0
const nextPerson = () => `+141555${510 + people++}00`

async function call({ callUrl, key }: Running, number = nextPerson()): Promise<Response> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return fetch(callUrl, {
    method: 'POST',
    headers,
    body: JSON.stringify({ phone_number: number, name: 'Ada' }),
  })
}

/** Returns the statuses of the message of the second curl line, from the history at its address. */
async function messageStatuses({ message, key }: Running): Promise<string[]> {
  const history = await fetch(message.url, { headers: { 'x-api-key': key } })
  const { data } = (await history.json()) as { data: { items: { status: string }[] } }
  return data.items.map(({ status }) => status)
}

/** Returns how long it took, without the time for which the machine stood still. */
async function stop({ child }: Running, signal: NodeJS.Signals): Promise<number> {
  await using stalls = watchStalls()
  const begun = performance.now()
  // Twice, as a terminal and npm do between them.
  child.kill(signal)
  child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.equal(code, 0)
  return performance.now() - begun - stalls.stalledMs()
}

const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bin/switchboard.js', ...args], { env, timeout: 120_000 })

describe('serve --demo', () => {
  it('is ready within 15 s on an empty folder, and its curl lines place a call and send a message that is read', async () => {
    const running = await start()
    await assertTook(running.readyAfterMs, 15_000, running.stalledMs)
    const response = await call(running)
    assert.equal(response.status, 200, await response.text())
    const sent = await fetch(running.message.url, {
      method: 'POST',
      headers: { 'x-api-key': running.key, 'content-type': 'application/json' },
      body: running.message.body,
    })
    assert.equal(sent.status, 200, await sent.text())
    await eventually('the message is read', async () =>
      (await messageStatuses(running)).join() === 'read' ? true : null,
    )
    for (const address of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])
      assert.equal((await fetch(new URL(address, running.callUrl))).status, 200, address)
    const pid = postgresPid()
    const tookMs = await stop(running, 'SIGTERM')
    await assertTook(tookMs, 5_000)
    assert.ok(pid !== null && !isAlive(pid), 'PostgreSQL is gone')
    assert.equal(postgresPid(), null, 'and has left no lock')
  })

  it('starts again within 5 s with the same key and data, and stops at SIGINT', async () => {
    const keyBefore = readFileSync(path.join(folder, 'demo.key'), 'utf8')
    const startAndStop = async (): Promise<number> => {
      const running = await start()
      assert.equal(running.key, keyBefore)
      await assertTook(await stop(running, 'SIGINT'), 5_000)
      return running.readyAfterMs - running.stalledMs
    }
    // Twice more at most: what else runs on the machine may take the processor for some seconds.
    let readyMs = await startAndStop()
    for (let more = 2; readyMs >= 5_000 && more > 0; more--) readyMs = await startAndStop()
    await assertTook(readyMs, 5_000)
  })

  it('takes over the running PostgreSQL after kill -9', async () => {
    const killed = await start()
    assert.equal((await call(killed)).status, 200)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    const orphan = postgresPid()
    assert.ok(orphan !== null && isAlive(orphan))
    const running = await start()
    assert.equal((await call(running)).status, 200)
    await stop(running, 'SIGTERM')
    assert.equal(isAlive(orphan), false)
  })

  it('restarts its PostgreSQL after that was killed, and answers 503 meanwhile', async () => {
    const running = await start()
    const before = postgresPid()!
    process.kill(before, 'SIGKILL')
    const statuses = new Set<number>()
    await eventually('calls are placed again', async () => {
      const response = await call(running)
      await response.arrayBuffer()
      statuses.add(response.status)
      // So that the numbers suffice for a minute.
      if (response.status !== 200) await delay(100)
      return response.status === 200 && postgresPid() !== before ? true : null
    })
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 503),
      [],
    )
    await stop(running, 'SIGTERM')
    assert.equal(postgresPid(), null)
  })

  it('stops within 5 s of Ctrl+C while a carrier has not answered a dial', async () => {
    const running = await start()
    // The sandbox places a call to such a number and never answers the request.
    const lost = call(running, '+14155550130').catch(() => null)
    await eventually('the carrier has the call', async () => {
      const metrics = await (await fetch(new URL('/metrics', running.callUrl))).text()
      return /carrier_callbacks_total\{kind="status"/.test(metrics) ? true : null
    })
    await assertTook(await stop(running, 'SIGINT'), 5_000)
    await lost
  })

  it('loads the history once it is ready, and goes on at the next start if it was stopped meanwhile', async () => {
    const first = await start({ hasHistory: true })
    await assertTook(await stop(first, 'SIGINT'), 5_000)
    const running = await start({ hasHistory: true })
    // Calls are written last, and all at once.
    const calls = running.callUrl.replace(/trigger-call$/, 'calls?limit=1')
    const isComplete = async () => {
      const answer = await fetch(calls, { headers: { 'x-api-key': running.key } })
      const { data } = (await answer.json()) as { data: { pagination: { total: number } } }
      return data.pagination.total > 500 ? true : null
    }
    await eventually('the history is complete', isComplete, 300_000)
    assert.match((await command('demo', '--calls', 'off')).stdout, /places no more calls/)
    assert.match((await command('recount')).stdout, /Every count equals its rows/)
    await stop(running, 'SIGTERM')
  })

  it('keeps its secrets readable by its own user only', async () => {
    for (const file of ['secret.key', 'demo.key', 'postgres.log'])
      assert.equal(statSync(path.join(folder, file)).mode & 0o077, 0, file)
  })

  it('reports a port in use in one line, and exits with 1', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const port = String((other.address() as AddressInfo).port)
    const failed = promisify(execFile)(process.execPath, ['src/cli/main.ts', 'serve'], {
      env: { ...env, PORT: port },
    })
    await assert.rejects(failed, (error: Error & { code?: number; stderr?: string }) => {
      assert.equal(error.code, 1)
      assert.match(error.stderr ?? '', new RegExp(`^switchboard: port ${port} on 127.0.0.1 is taken; .*\n$`))
      return true
    })
    other.close()
  })
})

describe('commands', () => {
  const declaration = path.join(folder, 'acme.yaml')

  it('use the embedded database, whether a server runs or not', async () => {
    const running = await start()
    const { stdout } = await command('keys', 'list', '--json')
    assert.ok((JSON.parse(stdout) as { api_keys: unknown[] }).api_keys.length > 0)
    await stop(running, 'SIGTERM')
    assert.equal((await command('keys', 'list', '--json')).stdout, stdout)
    assert.equal(postgresPid(), null, 'a command stops what it has started')
  })

  it('apply a declaration and print its ids, create a key, list it and revoke it', async () => {
    writeFileSync(
      declaration,
      'organizations:\n  - name: Beta\n    projects:\n      - name: P\n        api_keys: [{ name: backend, scopes: ["calls:create"] }]\n',
    )
    const first = JSON.parse((await command('apply', declaration, '--json')).stdout) as {
      organizations: { projects: { api_keys: { key?: string }[] }[] }[]
    }
    assert.match(first.organizations[0]!.projects[0]!.api_keys[0]!.key ?? '', /^svc_live_\w{32}$/)
    const again = await command('apply', declaration)
    assert.match(again.stdout, /0 created, 0 updated/)
    assert.equal(again.stdout.includes('svc_live_'), false)
    const create = ['keys', 'create', '--organization', 'Beta', '--project', 'P', '--name', 'ops', '--json']
    const made = JSON.parse((await command(...create, '--rate', 'requests_per_second=50')).stdout) as {
      _id: string
      key: string
      rate: unknown
    }
    assert.deepEqual(made.rate, {
      requests_per_second: 50,
      burst: 250,
      writes_per_second: 10,
      write_burst: 50,
    })
    const listed = await command('keys', 'list')
    assert.ok(listed.stdout.includes(made._id))
    assert.equal(listed.stdout.includes(made.key), false)
    assert.match((await command('keys', 'revoke', made._id)).stdout, /is revoked/)
  })

  it('report a failure in one clear line and exit with 1, or 2 for wrong usage', async () => {
    writeFileSync(
      declaration,
      'organizations:\n  - name: Gamma\n    projects: [{ name: P, colour: red, timezone: Mars/Base }]\n',
    )
    const refused: [args: string[], code: number, message: RegExp][] = [
      [['apply', declaration], 1, /organizations\[0\]\.projects\[0\]\.(colour|timezone): /],
      [['apply', '/nowhere.yaml'], 1, /can not be read/],
      [['keys', 'revoke', 'nonsense'], 1, /no key with the id/],
      [['keys', 'create', '--organization', 'No', '--project', 'P', '--name', 'x'], 1, /no project/],
      [['keys', 'create', '--name', 'x'], 2, /required option/],
      [['keys', 'create', '--rate', 'burst=1'], 2, /burst: must be >= requests_per_second/],
      [['fly'], 2, /unknown command/],
    ]
    for (const [args, code, message] of refused)
      await assert.rejects(command(...args), (error: Error & { code?: number; stderr?: string }) => {
        assert.equal(error.code, code, args.join(' '))
        assert.match(error.stderr ?? '', message)
        return true
      })
  })
})
