// The public libraries of receivers accept what is signed, and refuse it once a byte is changed.
//
// WEBHOOK_PAYLOADS sets how many random payloads there are.
import assert from 'node:assert/strict'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newWebhookSecret, readWebhookSecret, signWebhook } from '../../src/base/sign-webhook.ts'

const payloads = Number(process.env['WEBHOOK_PAYLOADS'] ?? 300)
/** In one of so many payloads, each character is changed in turn; in the others a random one. */
const wholeEvery = 100

test(`standardwebhooks and svix accept ${payloads} random payloads, and refuse each changed byte`, () => {
  for (let count = 0; count < payloads; count++) {
    const secret = newWebhookSecret()
    const old = `whsec_${randomBytes(randomInt(24, 65)).toString('base64')}`
    const text = randomBytes(randomInt(0, 2_000)).toString(count % 2 === 0 ? 'latin1' : 'utf8')
    const body = JSON.stringify({ text, n: count })
    const timestamp = Math.floor(Date.now() / 1_000)
    const secrets = [secret, old].map((one) => readWebhookSecret(one)!)
    const headers = signWebhook(secrets, { id: randomUUID(), timestamp, body })
    const libraries = [secret, old].flatMap((one) => [new StandardWebhook(one), new SvixWebhook(one)])
    for (const library of libraries) library.verify(body, headers)
    const places =
      count % wholeEvery === 0 ? Array.from(body, (_, index) => index) : [randomInt(0, body.length)]
    for (const at of places) {
      const changed = body.slice(0, at) + (body[at] === 'x' ? 'y' : 'x') + body.slice(at + 1)
      for (const library of libraries)
        assert.throws(() => library.verify(changed, headers), `${body} at ${at}`)
    }
    // One character of the id, the time and the signature.
    const signatures = headers['webhook-signature'].split(' ')
    const forged = signatures
      .map((one) => one.slice(0, 3) + (one[3] === 'A' ? 'B' : 'A') + one.slice(4))
      .join(' ')
    for (const library of libraries) {
      assert.throws(() => library.verify(body, { ...headers, 'webhook-id': `${headers['webhook-id']}0` }))
      assert.throws(() => library.verify(body, { ...headers, 'webhook-timestamp': String(timestamp - 1) }))
      assert.throws(() => library.verify(body, { ...headers, 'webhook-signature': forged }))
    }
  }
})
