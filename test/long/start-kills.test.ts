// Kills the program and its PostgreSQL, and stops it in the midst of loading its history. `start.test.ts` starts and
// stops it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDemoProgram, isAlive } from '../support/demo-program.ts'
import { eventually } from '../support/service.ts'
import { assertTook } from '../support/slowness.ts'

const program = createDemoProgram()
const { call, command, postgresPid, start, stop } = program
after(() => program[Symbol.asyncDispose]())
afterEach(() => program.killLeft())

describe('serve --demo', () => {
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
})
