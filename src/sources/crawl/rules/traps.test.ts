import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTrapWatch } from './traps.ts'

/** Returns how many of the URLs the watch allows. */
function passed(count: number, pathOf: (at: number) => string, watch = createTrapWatch()): number {
  let passed = 0
  for (let at = 0; at < count; at++) if (watch.judge(`https://example.com${pathOf(at)}`) === null) passed++
  return passed
}

describe('a trap watch', () => {
  it('allows URLs that differ in their path', () => {
    assert.equal(
      passed(5_000, (at) => `/a/${at}`),
      5_000,
    )
    assert.equal(
      passed(5_000, (at) => `/2026/11/${at}-title`),
      5_000,
    )
  })

  it('limits URLs that differ in their query, the sooner the more parameters they have', () => {
    assert.equal(
      passed(2_000, (at) => `/?p=${at}`),
      1_000,
    )
    assert.equal(
      passed(2_000, (at) => `/list?page=${at}&order=x`),
      200,
    )
    assert.equal(
      passed(2_000, (at) => `/list?a=${at}&b=${at}&c=1`),
      50,
    )
    assert.equal(
      passed(2_000, (at) => `/list?a=${at}&b=${at}&c=1&d=2&e=3`),
      50,
    )
  })

  it('ignores the order of parameters', () => {
    assert.equal(
      passed(2_000, (at) => (at % 2 ? `/l?a=${at}&b=1&c=2` : `/l?c=2&b=${at}&a=1`)),
      50,
    )
  })

  it('limits all queries of one path together', () => {
    assert.equal(
      passed(3_000, (at) => `/list?p${at}=1`),
      1_000,
    )
  })

  it('limits calendars in path and query', () => {
    const month = (at: number) => `${1990 + Math.floor(at / 12)}/${String((at % 12) + 1).padStart(2, '0')}`
    assert.equal(
      passed(500, (at) => `/events/${month(at)}`),
      60,
    )
    assert.equal(
      passed(500, (at) => `/events/${month(at)}/`),
      60,
    )
    assert.equal(
      passed(500, (at) => `/events?month=${month(at).replace('/', '-')}`),
      60,
    )
  })

  it('counts each site and path separately', () => {
    const watch = createTrapWatch()
    assert.equal(
      passed(100, (at) => `/a?x=${at}&y=1&z=2`, watch),
      50,
    )
    assert.equal(
      passed(100, (at) => `/b?x=${at}&y=1&z=2`, watch),
      50,
    )
    assert.equal(watch.judge('https://www.example.com/a?x=1&y=1&z=2'), null)
    assert.match(watch.judge('https://example.com/a?x=1&y=1&z=3') ?? '', /more than 50 URLs/)
  })

  it('continues after a restart with the known URLs', () => {
    const watch = createTrapWatch()
    passed(30, (at) => `/a?x=${at}&y=1&z=2`, watch)
    assert.equal(
      passed(100, (at) => `/a?x=${at + 30}&y=1&z=2`, watch),
      20,
    )
  })

  it('keeps no more counters than its limit, and the recently used ones', () => {
    const watch = createTrapWatch()
    let taken = 0
    for (let at = 0; at < 20_000; at++) {
      assert.equal(watch.judge(`https://example.com/p${at}?a=1`), null)
      if (at % 50 === 0 && watch.judge(`https://example.com/trap?a=${at}&b=1&c=2`) === null) taken++
    }
    assert.equal(taken, 50)
  })
})
