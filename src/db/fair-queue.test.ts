import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFairQueue, QueueFull } from './fair-queue.ts'
import type { FairQueueLimits } from './fair-queue.ts'

/**
 * Creates a queue whose tasks end when the test says so. `started` lists their names in the order in which they
 * started.
 */
function startQueue(limits: Partial<FairQueueLimits> = {}) {
  const queue = createFairQueue({
    runningMax: 4,
    runningPerTenantMax: 2,
    waitingPerTenantMax: 3,
    waitMaxMs: 60_000,
    ...limits,
  })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string): Promise<void> =>
    queue.run(name[0]!, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)!()
    await settled()
  }
  return { queue, started, add, end }
}

/** Resolves once everything that was ready to run has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('createFairQueue', () => {
  it('runs at most two tasks of a tenant at a time, even with free slots', async () => {
    const { started, add, end } = startQueue()
    const tasks = ['a1', 'a2', 'a3', 'a4'].map(add)
    await settled()
    assert.deepEqual(started, ['a1', 'a2'])
    const other = add('b1')
    await settled()
    assert.deepEqual(started, ['a1', 'a2', 'b1'])
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await end(name)
    await Promise.all([...tasks, other])
    assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it("gives free slots to tenants round-robin, and starts each tenant's tasks in order", async () => {
    const { started, add, end } = startQueue({ runningMax: 1, runningPerTenantMax: 1 })
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
    const tasks = names.map(add)
    await settled()
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']
    for (const name of order) await end(name)
    await Promise.all(tasks)
    assert.deepEqual(started, order)
  })

  it('refuses tasks beyond the limit of waiting tasks, of this tenant only', async () => {
    const { started, add, end } = startQueue()
    const tasks = ['a1', 'a2', 'a3', 'a4', 'a5'].map(add)
    await assert.rejects(add('a6'), QueueFull)
    const other = add('b1')
    await settled()
    assert.deepEqual(started, ['a1', 'a2', 'b1'])
    for (const name of ['b1', 'a1', 'a2', 'a3', 'a4', 'a5']) await end(name)
    await Promise.all([...tasks, other])
  })

  it('refuses a task that waited too long, never starts it, and accepts others later', async () => {
    const { started, add, end } = startQueue({ runningMax: 1, waitMaxMs: 10 })
    const first = add('a1')
    await assert.rejects(add('b1'), QueueFull)
    await end('a1')
    await first
    const next = add('b2')
    await settled()
    await end('b2')
    await next
    assert.deepEqual(started, ['a1', 'b2'])
  })

  it('returns and throws what the task does, and frees the slot either way', async () => {
    const { queue } = startQueue({ runningMax: 1 })
    await assert.rejects(
      queue.run('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await queue.run('a', () => Promise.resolve(7)), 7)
  })
})
