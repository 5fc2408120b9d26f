import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifySignature } from './signature.ts'

// Twilio's documented example.
const authToken = '12345'
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const body =
  'CallSid=CA1234567890ABCDE&Caller=%2B12349013030&Digits=1234&From=%2B12349013030&To=%2B18005551212'
const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ='
const genuine = { authToken, signature, url, body }

/** Returns the signature by the documented steps, made without the SDK. */
function sign(address: string, fields: [string, string][]): string {
  const text = address + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(text).digest('base64')
}

test('accepts the documented example', () => {
  assert.equal(verifySignature(genuine), true)
})

test('accepts the example with its fields in any order', () => {
  assert.equal(verifySignature({ ...genuine, body: body.split('&').toReversed().join('&') }), true)
})

test('accepts an address with and without its standard port', () => {
  const withPort = 'https://mycompany.com:443/myapp.php?foo=1&bar=2'
  assert.equal(verifySignature({ ...genuine, url: withPort }), true)
  const signed = sign(withPort, [])
  assert.equal(verifySignature({ authToken, signature: signed, url, body: '' }), true)
  const plain = sign('http://a.example:80/x', [])
  assert.equal(verifySignature({ authToken, signature: plain, url: 'http://a.example/x', body: '' }), true)
})

test('accepts another port only if it was signed', () => {
  const other = 'https://mycompany.com:8443/x'
  assert.equal(verifySignature({ authToken, signature: sign(other, []), url: other, body: '' }), true)
  assert.equal(
    verifySignature({ authToken, signature: sign(other, []), url: 'https://mycompany.com/x', body: '' }),
    false,
  )
})

test('reads fields as forms are decoded: blanks, escapes, repeated and empty names, prototype members', () => {
  const cases: [body: string, fields: [string, string][]][] = [
    ['Speech=a+b%20c%2Bd', [['Speech', 'a b c+d']]],
    ['S=%C3%A9%E2%82%AC', [['S', 'é€']]],
    [
      'a=2&a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    [
      'b=&a',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    [
      '__proto__=1&constructor=2&toString=3',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
        ['toString', '3'],
      ],
    ],
    ['?a=1', [['?a', '1']]],
    [
      'B=1&a=2',
      [
        ['B', '1'],
        ['a', '2'],
      ],
    ],
    ['', []],
  ]
  for (const [form, fields] of cases)
    assert.equal(verifySignature({ authToken, signature: sign(url, fields), url, body: form }), true, form)
})

test('refuses what was changed: a field, a field more or less, the address, the token', () => {
  const changes = [
    { body: body.replace('1234&', '1235&') },
    { body: `${body}&More=1` },
    { body: body.replace('Digits=1234&', '') },
    { body: '' },
    { url: url.replace('foo=1', 'foo=2') },
    { url: url.replace('https', 'http') },
    { url: `${url}#fragment` },
    { url: 'not an address' },
    { url: '' },
    { authToken: '12346' },
    { authToken: '' },
  ]
  for (const change of changes)
    assert.equal(verifySignature({ ...genuine, ...change }), false, JSON.stringify(change))
})

test('refuses an empty key even if the signature fits it', () => {
  const forged = createHmac('sha1', '').update(url).digest('base64')
  assert.equal(verifySignature({ authToken: '', signature: forged, url, body: '' }), false)
})

test('refuses no signature, and garbage of every length and kind, without throwing', () => {
  assert.equal(verifySignature({ ...genuine, signature: undefined }), false)
  for (let length = 0; length < 80; length++)
    for (const unit of ['A', '=', '\u0000', 'é', '🦜'])
      assert.equal(verifySignature({ ...genuine, signature: unit.repeat(length) }), false)
  for (let length = 0; length < signature.length; length++)
    assert.equal(verifySignature({ ...genuine, signature: signature.slice(0, length) }), false)
  for (let at = 0; at < signature.length; at++)
    assert.equal(
      verifySignature({ ...genuine, signature: `${signature.slice(0, at)}~${signature.slice(at + 1)}` }),
      false,
    )
  for (const odd of [`${signature} `, ` ${signature}`, `${signature},${signature}`, signature.toLowerCase()])
    assert.equal(verifySignature({ ...genuine, signature: odd }), false)
})
