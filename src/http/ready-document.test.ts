// Documents that are expensive to make are made once and shared by all requests.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'

let service: Service
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
})
after(() => service[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { 'accept-encoding': 'identity', ...headers } })

describe('public documents', () => {
  for (const path of ['/openapi.json', '/docs', '/docs/management', '/docs/static/reference.css'])
    it(`${path} has one tag and one text in every encoding, and 304 for a client that has it`, async () => {
      const plain = await get(path)
      const text = await plain.text()
      const etag = plain.headers.get('etag') ?? ''
      assert.match(etag, /^W\/"[\w-]{27}"$/)
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=300')
      for (const encoding of ['br', 'gzip']) {
        const packed = await get(path, { 'accept-encoding': `${encoding}, identity;q=0.5` })
        assert.equal(packed.headers.get('content-encoding'), encoding)
        assert.equal(packed.headers.get('vary'), 'accept-encoding')
        assert.equal(packed.headers.get('etag'), etag)
        assert.equal(await packed.text(), text)
      }
      for (const tag of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
        const known = await get(path, { 'if-none-match': tag })
        assert.deepEqual([known.status, await known.text()], [304, ''])
      }
      assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200)
    })

  it('/metrics is collected at most once a second', async () => {
    const gather = service.context.registry.metrics.bind(service.context.registry)
    let gathered = 0
    service.context.registry.metrics = () => {
      gathered += 1
      return gather()
    }
    const begun = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/metrics')))
    for (const answer of answers) assert.match(await answer.text(), /^# TYPE switchboard_/m)
    assert.ok(gathered <= 1 + (performance.now() - begun) / 1_000, `${gathered} times`)
    assert.equal(answers[0]?.headers.get('cache-control'), 'no-store')
  })
})
