import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareReads } from './share-reads.ts'

/** Reads a number that changes, when the test lets each read end. */
function counter() {
  const reads: PromiseWithResolvers<void>[] = []
  let value = 0
  const read = async (): Promise<number> => {
    const seen = value
    const end = Promise.withResolvers<void>()
    reads.push(end)
    await end.promise
    return seen
  }
  return { reads, read, change: () => void value++ }
}

describe('a shared read', () => {
  it('is one for all who ask while another runs, and is not older than their question', async () => {
    const share = shareReads<number>()
    const { reads, read, change } = counter()
    const first = share('a', read)
    change()
    const others = [share('a', read), share('a', read), share('a', read)]
    assert.equal(reads.length, 1)
    reads[0]!.resolve()
    assert.equal(await first, 0)
    await new Promise(setImmediate)
    assert.equal(reads.length, 2)
    change()
    const last = share('a', read)
    reads[1]!.resolve()
    assert.deepEqual(await Promise.all(others), [1, 1, 1])
    await new Promise(setImmediate)
    reads[2]!.resolve()
    assert.equal(await last, 2)
    assert.equal(reads.length, 3)
  })

  it('is another one for another thing, and begins anew once nobody waits', async () => {
    const share = shareReads<number>()
    const { reads, read } = counter()
    const both = [share('a', read), share('b', read)]
    assert.equal(reads.length, 2)
    for (const { resolve } of reads) resolve()
    await Promise.all(both)
    const again = share('a', read)
    assert.equal(reads.length, 3)
    reads[2]!.resolve()
    await again
  })

  it('that fails does so for all who share it, and the next one is read', async () => {
    const share = shareReads<number>()
    const { reads, read } = counter()
    const first = share('a', read)
    const next = share('a', read)
    reads[0]!.reject(new Error('away'))
    await assert.rejects(first, /away/)
    await new Promise(setImmediate)
    reads[1]!.resolve()
    assert.equal(await next, 0)
  })
})
