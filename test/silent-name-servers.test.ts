// What crawls of domains whose name servers never answer cost the others: nothing.
import assert from 'node:assert/strict'
import { lookup as systemLookup } from 'node:dns/promises'
import { it } from 'node:test'
import { createResolver } from '../src/providers/web/guard/resolver.ts'
import { requestCrawl, endOfCrawl } from './support/crawls.ts'
import { startNameServer } from './support/name-server.ts'
import { eventually, startService } from './support/service.ts'

it('ten domains with silent name servers fail with the reason, and delay no look-up of a provider', async () => {
  await using silent = await startNameServer()
  const lookup = createResolver({
    servers: [silent.address],
    hostsFile: '/nonexistent/hosts',
    timeoutMs: 2_000,
  })
  await using service = await startService({}, { lookup })
  const domains = Array.from({ length: 10 }, (_, index) => `silent-${index}.example`)
  await Promise.all(domains.map((domain) => requestCrawl(service, { domain })))
  service.startWorker()
  const ended: string[] = []
  const crawls = domains.map(async (domain) => {
    const source = await endOfCrawl(service, domain)
    ended.push(domain)
    return source
  })
  await eventually('the first look-up', async () => silent.questions.length > 0 || null)
  // As the clients of carriers and of Meta look their hosts up.
  await systemLookup('localhost')
  assert.ok(ended.length < domains.length)
  for (const source of await Promise.all(crawls)) {
    assert.equal(source.sync_status, 'failed')
    assert.match(
      source.sync_error ?? '',
      /robots\.txt can't be read: silent-\d\.example could not be looked up within 2 s/,
    )
  }
  assert.ok(silent.questions.length >= domains.length)
})
