import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { resolverOf, watchConnections } from '../../../test/support/connections.ts'
import { hostileAddresses, hostileNames } from '../../../test/support/hostile-addresses.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
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
    const target = { organization_id: 'o', endpoint_id: 'e', url, secret, old_secret: null }
    const result = await sendMessage({ clock: systemClock, secretBox, webhookFetch, privateHosts }, target, {
      id: 'an-event',
      body: '{}',
    })
    assert.deepEqual([result.status, result.outcome.kind], [null, 'failed'], url)
    assert.deepEqual(watch.attempts, [], url)
  }
})

test('a former secret that can not be opened keeps nothing from being sent; the present one does', async () => {
  await using receiver = await startReceiver()
  const [secretBox, lostBox] = [createSecretBox(Buffer.alloc(32, 7)), createSecretBox(Buffer.alloc(32, 8))]
  const privateHosts = privateHostsOf([receiver.host])
  const { lookup } = resolverOf({})
  const webhookFetch = createKeptFetch({ privateHosts, userAgent: 'test', lookup })
  const text = newWebhookSecret()
  const [known, lost] = [secretBox.seal(text), lostBox.seal(newWebhookSecret())]
  const send = (secret: Buffer, old_secret: Buffer | null) =>
    sendMessage(
      { clock: systemClock, secretBox, webhookFetch, privateHosts },
      { organization_id: 'o', endpoint_id: 'e', url: receiver.url, secret, old_secret },
      { id: 'an-event', body: '{}' },
    )
  assert.equal((await send(known, lost)).status, 204)
  const [got] = receiver.received
  assert.ok(got)
  assert.equal(String(got.headers['webhook-signature']).split(' ').length, 1)
  new Webhook(text).verify(got.body, got.headers as Record<string, string>)
  const failed = await send(lost, known)
  assert.deepEqual([failed.status, failed.outcome.kind], [null, 'failed'])
  assert.match(failed.reason ?? '', /can not be decrypted with this SECRET_KEY/)
  assert.equal(receiver.received.length, 1)
})
