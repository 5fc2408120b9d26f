import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { chromiumFolder } from '../../../../test/support/chromium-folder.ts'
import { endsWithin } from '../../../../test/support/ends-within.ts'
import { eventually } from '../../../../test/support/service.ts'
import { startSite } from '../../../../test/support/site.ts'
import { systemClock } from '../../../base/clock.ts'
import { createWebAccess } from '../web-access.ts'

const page = (script: string) => ({
  body: `<!doctype html><title>Page</title><p>Text</p><script>${script}</script>`,
})

/** The browser reports 100 MB of this page: in messages of 1 MB, in one of 40 MB, and in an error. */
const logs = `
  for (let i = 0; i < 40; i++) console.log('x'.repeat(1_000_000) + i)
  console.log('x'.repeat(40_000_000))
  throw new Error('x'.repeat(20_000_000))`

/** What docs/operating.md promises of a worker. */
const workerBytesMax = 300 * 1_048_576

describe('the engine that renders pages', () => {
  it('keeps none of the reports that a page makes the browser send, and renders the next page', async () => {
    await using site = await startSite({
      '/logs': page(logs),
      '/last': page(`document.querySelector('p').textContent = 'Rendered'`),
    })
    const { openEngine } = createWebAccess({
      named: ['127.0.0.1'],
      clock: systemClock,
      publicUrl: () => 'http://127.0.0.1',
      chromiumDir: chromiumFolder,
    })
    await using engine = await openEngine('crawler_b')
    const { signal } = new AbortController()
    const fetchPath = (at: string) =>
      engine.fetch({ url: site.origin + at, etag: null, lastModified: null }, signal)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 10)
    after(() => clearInterval(watch))
    const { kind } = await fetchPath('/logs')
    assert.ok(kind === 'answered' || kind === 'failed', kind)
    clearInterval(watch)
    assert.ok(most < workerBytesMax, `${most / 1_048_576} MB`)
    const last = await fetchPath('/last')
    assert.ok(last.kind === 'answered' && last.html?.includes('<p>Rendered</p>'), JSON.stringify(last))
  })

  it('stops rendering when its signal aborts', async () => {
    await using site = await startSite({ '/': page('for (;;);') })
    const { openEngine } = createWebAccess({
      named: ['127.0.0.1'],
      clock: systemClock,
      publicUrl: () => 'http://127.0.0.1',
      chromiumDir: chromiumFolder,
    })
    await using engine = await openEngine('crawler_b')
    const stop = new AbortController()
    const fetching = engine.fetch({ url: `${site.origin}/`, etag: null, lastModified: null }, stop.signal)
    await eventually('the page is requested', () => (site.requests.includes('/') ? true : null))
    await delay(1_500)
    stop.abort(new Error('stopped'))
    // Without the signal it renders until its limit, for 90 s.
    await endsWithin(20_000, () => assert.rejects(fetching, { message: 'stopped' }))
  })
})
