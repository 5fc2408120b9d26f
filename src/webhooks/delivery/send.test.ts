import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolverOf, watchConnections } from '../../../test/support/connections.ts'
import { hostileAddresses, hostileNames } from '../../../test/support/hostile-addresses.ts'
import { systemClock } from '../../base/clock.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { newWebhookSecret } from '../../base/sign-webhook.ts'
import { createKeptFetch } from '../../providers/web/guard/kept-fetch.ts'
import { privateHostsOf } from '../../providers/web/guard/private-hosts.ts'
import { sendMessage } from './send.ts'

test('no hostile address gets a delivery, by http or https', async () => {
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const privateHosts = privateHostsOf([])
  const { lookup } = resolverOf(hostileNames)
  const webhookFetch = createKeptFetch({ privateHosts, userAgent: 'test', lookup })
  const secret = secretBox.seal(newWebhookSecret())
  using watch = watchConnections()
  const addresses = Object.values(hostileAddresses).flat()
  for (const url of addresses.flatMap((one) => [one, one.replace(/^(\s*)h\s*t\s*t\s*p\s*:/i, '$1https:')])) {
    const target = { endpoint_id: 'e', url, secret, old_secret: null }
    const result = await sendMessage({ clock: systemClock, secretBox, webhookFetch, privateHosts }, target, {
      id: 'an-event',
      body: '{}',
    })
    assert.deepEqual([result.status, result.outcome.kind], [null, 'failed'], url)
    assert.deepEqual(watch.attempts, [], url)
  }
})
