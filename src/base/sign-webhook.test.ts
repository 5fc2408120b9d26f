import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newWebhookSecret, readWebhookSecret, signWebhook } from './sign-webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('signs the example of the public libraries', () => {
  const headers = signWebhook([readWebhookSecret(secret)!], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  })
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('signs with each secret, the newest first', () => {
  const [fresh, old] = [readWebhookSecret(newWebhookSecret())!, readWebhookSecret(secret)!]
  const message = { id: 'a', timestamp: 1, body: '{}' }
  const both = signWebhook([fresh, old], message)['webhook-signature'].split(' ')
  assert.deepEqual(
    both,
    [fresh, old].map((one) => signWebhook([one], message)['webhook-signature']),
  )
})

test('reads secrets of 24 to 64 bytes in base64, and no others', () => {
  const ofBytes = (length: number): string => `whsec_${Buffer.alloc(length, 7).toString('base64')}`
  for (const length of [24, 25, 32, 64]) assert.equal(readWebhookSecret(ofBytes(length))?.length, length)
  for (const wrong of [
    ofBytes(23),
    ofBytes(65),
    secret.slice(6),
    `${secret}!`,
    'whsec_',
    '',
    `whsec_ ${secret.slice(6)}`,
  ])
    assert.equal(readWebhookSecret(wrong), null, wrong)
})
