import assert from 'node:assert/strict'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { eventually } from '../../../../test/support/service.ts'
import { keepHeapSmall } from './small-heap.ts'

function newObjectsSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size
}

/** Makes objects that live for a while, until the space of new ones has grown. */
function growNewObjects(): void {
  const kept: object[] = []
  for (let index = 0; newObjectsSpace() < 10e6 && index < 1_000; index++)
    for (let part = 0; part < 10_000; part++)
      kept[(index * 10_000 + part) % 200_000] = { index, pair: [part, part] }
}

describe('the small heap of a process that crawls', () => {
  it('is made small where it has grown, by the only collection for which everything waits', async () => {
    const whole: unknown[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries() as unknown as { detail: { flags: number } }[])
        if (detail.flags === constants.NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE) whole.push(detail)
    })
    observer.observe({ entryTypes: ['gc'] })
    const reported = () => new Promise((resolve) => setTimeout(resolve, 50))
    growNewObjects()
    using first = keepHeapSmall()
    assert.ok(newObjectsSpace() < 8e6, `${newObjectsSpace()} bytes`)
    first[Symbol.dispose]()
    // A collection is reported some time after it.
    await eventually('it is reported', () => (whole.length > 0 ? true : null))
    await reported()
    const { length } = whole
    for (let crawl = 0; crawl < 20; crawl++) keepHeapSmall()[Symbol.dispose]()
    await reported()
    assert.equal(whole.length, length, 'a crawl that begins after another one stops nothing')
    observer.disconnect()
  })
})
