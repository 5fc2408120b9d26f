import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFairQueue, QueueFull } from './fair-queue.ts'
import type { FairQueueLimits } from './fair-queue.ts'

/** A queue whose tasks end when the test says so; `begun` has their names in the order in which they began. */
function startQueue(limits: Partial<FairQueueLimits> = {}) {
  const queue = createFairQueue({
    runningMax: 4,
    runningPerTenantMax: 2,
    waitingPerTenantMax: 3,
    waitMaxMs: 60_000,
    ...limits,
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string): Promise<void> =>
    queue.run(name[0]!, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)!()
    await settled()
  }
  return { queue, begun, add, end }
}

/** Resolves once everything that was ready to run has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the fair queue', () => {
  it('runs at most two tasks of a tenant at a time, whatever is free', async () => {
    const { begun, add, end } = startQueue()
    const tasks = ['a1', 'a2', 'a3', 'a4'].map(add)
    await settled()
    assert.deepEqual(begun, ['a1', 'a2'])
    const other = add('b1')
    await settled()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await end(name)
    await Promise.all([...tasks, other])
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('gives free places to the tenants in turn, and each tenant its tasks in order', async () => {
    const { begun, add, end } = startQueue({ runningMax: 1, runningPerTenantMax: 1 })
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
    const tasks = names.map(add)
    await settled()
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']
    for (const name of order) await end(name)
    await Promise.all(tasks)
    assert.deepEqual(begun, order)
  })

  it('refuses what exceeds the bound of waiting tasks, of this tenant alone', async () => {
    const { begun, add, end } = startQueue()
    const tasks = ['a1', 'a2', 'a3', 'a4', 'a5'].map(add)
    await assert.rejects(add('a6'), QueueFull)
    const other = add('b1')
    await settled()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    for (const name of ['b1', 'a1', 'a2', 'a3', 'a4', 'a5']) await end(name)
    await Promise.all([...tasks, other])
  })

  it('refuses a task that has waited too long, never begins it, and takes others later', async () => {
    const { begun, add, end } = startQueue({ runningMax: 1, waitMaxMs: 10 })
    const first = add('a1')
    await assert.rejects(add('b1'), QueueFull)
    await end('a1')
    await first
    const next = add('b2')
    await settled()
    await end('b2')
    await next
    assert.deepEqual(begun, ['a1', 'b2'])
  })

  it('passes on what a task returns and throws, and frees its place either way', async () => {
    const { queue } = startQueue({ runningMax: 1 })
    await assert.rejects(
      queue.run('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await queue.run('a', () => Promise.resolve(7)), 7)
  })
})
