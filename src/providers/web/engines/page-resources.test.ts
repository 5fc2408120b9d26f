import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolverOf } from '../../../../test/support/connections.ts'
import { startSite } from '../../../../test/support/site.ts'
import { systemClock } from '../../../base/clock.ts'
import { privateHostsOf } from '../guard/private-hosts.ts'
import { createWebFetch } from '../guard/web-fetch.ts'
import { createRobotsFiles } from '../robots-file.ts'
import { createPageResources } from './page-resources.ts'

test('counts a script once that two pages fetch at the same time', async () => {
  const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `/${name}.js`)
  // Six of them fit into 32 MiB, and seven do not.
  const script = { headers: { 'content-type': 'text/javascript' }, body: 'x'.repeat(5_000_000) }
  await using site = await startSite(Object.fromEntries(paths.map((path) => [path, script])))
  const webFetch = createWebFetch({
    privateHosts: privateHostsOf([site.host]),
    userAgent: 'ExampleBot/1',
    lookup: resolverOf({}).lookup,
  })
  const robotsOf = createRobotsFiles({ webFetch, clock: systemClock, productToken: 'ExampleBot' })
  const resources = createPageResources({ webFetch, robotsOf })
  const { signal } = new AbortController()
  const [first = '', ...others] = paths.map((path) => site.origin + path)
  const both = await Promise.all([resources.fetch(first, signal), resources.fetch(first, signal)])
  assert.ok(both.every((fetched) => fetched !== null && fetched.bytes >= 5_000_000))
  for (const url of others) assert.ok(await resources.fetch(url, signal))
  assert.equal((await resources.fetch(first, signal))?.bytes, 0)
})
