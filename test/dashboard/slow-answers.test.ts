// Hints that come faster than the answers to what they made the page ask for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createInvalidator } from '../../dashboard/src/api/invalidator.ts'
import { eventually } from '../support/service.ts'

const answerMs = 700
const hintEveryMs = 100
const hint = { topic: 'calls', project_id: null, ids: null }

/** Returns after a time, or throws once it is given up. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

test('an answer that takes longer than hints come arrives, and is asked for once more after the last hint', async (context) => {
  const queries = new QueryClient()
  let asked = 0
  let answered = 0
  const observer = new QueryObserver<number>(queries, {
    queryKey: ['getQueue'],
    queryFn: async ({ signal }) => {
      const number = ++asked
      await pause(answerMs, signal)
      answered += 1
      return number
    },
  })
  context.after(observer.subscribe(() => {}))
  context.after(() => queries.clear())
  const invalidate = createInvalidator(queries)
  await eventually('the first answer', () => (answered === 1 ? true : null))
  const until = Date.now() + 5 * answerMs
  while (Date.now() < until) {
    invalidate(hint)
    await pause(hintEveryMs)
  }
  assert.ok(asked - answered <= 1, 'each request but one that is under way is answered')
  assert.ok(answered >= 3, `${answered} answers while hints came`)
  // On a busy machine, a request may have begun after the last one in the loop.
  invalidate(hint)
  const before = asked
  await eventually('the answer to a request after the last hint', () =>
    (observer.getCurrentResult().data ?? 0) > before ? true : null,
  )
  await eventually('rest', () => (observer.getCurrentResult().fetchStatus === 'idle' ? true : null))
  await pause(2 * answerMs)
  assert.ok(asked <= before + 2, `${asked - before} requests after the last hint`)
  assert.equal(answered, asked)
})
