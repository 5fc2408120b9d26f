import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { concludeCrawl, concludeShrunk, concludeUnreachable } from './conclude-crawl.ts'

type Course = Parameters<typeof concludeCrawl>[0]

function conclude(course: Omit<Partial<Course>, 'counts'> & { counts?: Partial<Course['counts']> }) {
  const counts = { found: 9, fetched: 9, indexed: 5, unchanged: 0, skipped: 0, failed: 0, gone: 0, bytes: 99 }
  const { syncStatus, error, isWhole } = concludeCrawl({
    strategy: 'deep_crawl',
    stop: null,
    faults: none,
    seedFault: null,
    maxPages: 10,
    ...course,
    counts: { ...counts, ...course.counts },
  })
  return [syncStatus, error, isWhole]
}

const none = { start: null, page: null, unanswered: 0, isPlanFull: false }
const failed = { ...none, page: '/x: the server answered 500', unanswered: 1 }

describe('the conclusion of a crawl', () => {
  it('is a success where nothing failed, whether or not a limit ended it', () => {
    assert.deepEqual(conclude({}), ['success', null, true])
    assert.deepEqual(conclude({ counts: { gone: 3, skipped: 4 } }), ['success', null, true])
    assert.deepEqual(conclude({ stop: 'max_pages' }), ['success', null, true])
    assert.deepEqual(conclude({ counts: { indexed: 0 } }), ['success', null, true])
    assert.deepEqual(conclude({ stop: 'quota' }), [
      'success',
      'the link quota of the organization was reached',
      true,
    ])
    for (const stop of [null, 'quota'] as const)
      assert.deepEqual(conclude({ stop, faults: { ...none, isPlanFull: true } }), [
        'success',
        'the link quota of the organization was reached',
        true,
      ])
  })

  it('is partial if pages failed; pages that it has not seen may then still exist (Rule 35)', () => {
    const counts = { failed: 2 }
    const error = '2 pages failed: /x: the server answered 500'
    assert.deepEqual(conclude({ counts, faults: failed }), ['partial', error, false])
    // A page that the server refused links to nothing.
    assert.deepEqual(conclude({ counts, faults: { ...failed, unanswered: 0 } }), ['partial', error, true])
    assert.deepEqual(conclude({ counts, faults: failed, strategy: 'sitemap' }), ['partial', error, true])
  })

  it('is partial, and not whole, if a bound ended it or sitemaps could not be read', () => {
    for (const stop of ['requests', 'bytes', 'time', 'silence'] as const) {
      const [status, error, isWhole] = conclude({ stop })
      assert.deepEqual([status, isWhole], ['partial', false])
      assert.ok(typeof error === 'string' && error !== '')
    }
    assert.deepEqual(conclude({ counts: { found: 2_300 } }), [
      'partial',
      'the crawl found more than the 2300 URLs that it remembers',
      false,
    ])
    assert.deepEqual(conclude({ strategy: 'sitemap', seedFault: 'no sitemap' }), [
      'partial',
      'no sitemap',
      false,
    ])
  })

  it('keeps pages if it found fewer than half of what the last complete one found (Rule 181)', () => {
    const whole = { syncStatus: 'success', error: null, isWhole: true } as const
    const kept = (pages: number, before: number) => concludeShrunk(whole, pages, before)
    assert.equal(kept(20, 40), whole)
    assert.equal(kept(0, 0), whole)
    assert.equal(kept(1, 2), whole)
    assert.deepEqual(kept(19, 40), {
      syncStatus: 'partial',
      error:
        'the crawl found 19 pages, the last complete one 40: pages that it did not find are kept, unless the next one finds as few',
      isWhole: false,
    })
    const failed = { ...whole, error: '1 page failed' }
    assert.match(concludeShrunk(failed, 1, 3).error ?? '', /^1 page failed; the crawl found 1 page, /)
    const hindered = { ...whole, isWhole: false }
    assert.equal(concludeShrunk(hindered, 1, 40), hindered)
  })

  it('is a failure if the start could not be fetched and there are no other pages', () => {
    const faults = { ...none, start: '/: there is no such page' }
    assert.deepEqual(conclude({ counts: { indexed: 0 }, faults }), [
      'failed',
      '/: there is no such page',
      false,
    ])
    assert.deepEqual(conclude({ strategy: 'sitemap', faults }), ['success', null, true])
    assert.deepEqual(conclude({ counts: { indexed: 0 }, stop: 'silence' }), [
      'failed',
      'the site stopped answering',
      false,
    ])
    assert.deepEqual(concludeUnreachable('robots.txt answers 503'), {
      syncStatus: 'failed',
      error: 'robots.txt answers 503',
      isWhole: false,
    })
  })
})
