import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifyRelaySignature } from './relay-signature.ts'

const authToken = '12345'
const url = 'wss://calls.example.com/webhooks/voice/twilio/o/a/relay/n'

/** Returns the signature by the documented steps, made without the SDK. */
function sign(address: string, token = authToken): string {
  return createHmac('sha1', token).update(address).digest('base64')
}

function verify(signed: string, address = url): boolean {
  return verifyRelaySignature({ authToken, signature: sign(signed), url: address })
}

test('accepts the address as it is, with a slash at its end, with the standard port, and with both', () => {
  const withPort = url.replace('.com/', '.com:443/')
  const forms = [url, `${url}/`, withPort, `${withPort}/`]
  for (const signed of forms) for (const address of forms) assert.equal(verify(signed, address), true, signed)
})

test('accepts an address with another port, without TLS, and without a path', () => {
  assert.equal(verify('wss://a.example:8443/x', 'wss://a.example:8443/x'), true)
  assert.equal(verify('ws://127.0.0.1:8080/x/', 'ws://127.0.0.1:8080/x'), true)
  assert.equal(verify('ws://a.example:80/x', 'ws://a.example/x'), true)
  assert.equal(verify('wss://a.example/', 'wss://a.example'), true)
  assert.equal(verify('wss://[::1]:8443/x', 'wss://[::1]:8443/x'), true)
})

test('refuses what was signed for another address, and addresses of another form', () => {
  const others = [
    'wss://calls.example.com/webhooks/voice/twilio/o/a/relay/m',
    'ws://calls.example.com/webhooks/voice/twilio/o/a/relay/n',
    'https://calls.example.com/webhooks/voice/twilio/o/a/relay/n',
    'wss://calls.example.com:8443/webhooks/voice/twilio/o/a/relay/n',
    `${url}//`,
    `${url}?x=1`,
    `${url}#x`,
  ]
  for (const other of others) assert.equal(verify(other), false, other)
  for (const address of ['', 'calls', 'https://a.example/x', `${url}?x=1`, `${url}#x`, 'wss://', 'wss:// /'])
    assert.equal(verify(address, address), false, address)
})

test('refuses another token, an empty one, no signature and garbage, without throwing', () => {
  const signature = sign(url)
  assert.equal(verifyRelaySignature({ authToken: '12346', signature, url }), false)
  assert.equal(verifyRelaySignature({ authToken: '', signature: sign(url, ''), url }), false)
  assert.equal(verifyRelaySignature({ authToken, signature: undefined, url }), false)
  for (const odd of ['', ' ', `${signature} `, signature.slice(1), signature.toLowerCase(), '🦜'.repeat(28)])
    assert.equal(verifyRelaySignature({ authToken, signature: odd, url }), false)
})
