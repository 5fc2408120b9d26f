import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRunInOrder } from './run-in-order.ts'

test('runs the work of a key one after the other, in the order of the calls', async () => {
  const runInOrder = createRunInOrder()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const work = (name: string, until: Promise<unknown>) => async () => {
    seen.push(`${name} begins`)
    await until
    seen.push(`${name} ends`)
    return name
  }
  const results = [runInOrder('a', work('1', first.promise)), runInOrder('a', work('2', Promise.resolve()))]
  assert.equal(await runInOrder('b', work('3', Promise.resolve())), '3')
  assert.deepEqual(seen, ['1 begins', '3 begins', '3 ends'])
  first.resolve()
  assert.deepEqual(await Promise.all(results), ['1', '2'])
  assert.deepEqual(seen.slice(3), ['1 ends', '2 begins', '2 ends'])
})

test('goes on after work that fails', async () => {
  const runInOrder = createRunInOrder()
  const failing = runInOrder('a', () => Promise.reject(new Error('broken')))
  const next = runInOrder('a', async () => 'done')
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'done')
})

test('begins work after its longest wait, although the work before it goes on', async () => {
  const runInOrder = createRunInOrder({ waitMaxMs: 5 })
  const first = Promise.withResolvers<void>()
  const running = runInOrder('a', () => first.promise)
  assert.equal(await runInOrder('a', async () => 'second'), 'second')
  first.resolve()
  await running
})
