import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

test('runs the work of a key one after the other, in the order of the calls', async () => {
  const turns = createTurns()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const work = (name: string, until: Promise<unknown>) => async () => {
    seen.push(`${name} begins`)
    await until
    seen.push(`${name} ends`)
    return name
  }
  const results = [turns('a', work('1', first.promise)), turns('a', work('2', Promise.resolve()))]
  assert.equal(await turns('b', work('3', Promise.resolve())), '3')
  assert.deepEqual(seen, ['1 begins', '3 begins', '3 ends'])
  first.resolve()
  assert.deepEqual(await Promise.all(results), ['1', '2'])
  assert.deepEqual(seen.slice(3), ['1 ends', '2 begins', '2 ends'])
})

test('goes on after work that fails', async () => {
  const turns = createTurns()
  const failing = turns('a', () => Promise.reject(new Error('broken')))
  const next = turns('a', async () => 'done')
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'done')
})

test('begins work after its longest wait, although the work before it goes on', async () => {
  const turns = createTurns({ waitMaxMs: 5 })
  const first = Promise.withResolvers<void>()
  const running = turns('a', () => first.promise)
  assert.equal(await turns('a', async () => 'second'), 'second')
  first.resolve()
  await running
})
