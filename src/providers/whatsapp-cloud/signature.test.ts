import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifySignature } from './signature.ts'

const secret = 'canary-secret'
// Escaped as Meta does it, and so not what writing it anew would give.
const body = Buffer.from(String.raw`{"text":"\u00e9\ud83d\ude00","slash":"a\/b"}`)
const sign = (bytes: Buffer, key: string) => createHmac('sha256', key).update(bytes).digest('hex')

test('a body is from Meta if the app secret signed exactly these bytes', () => {
  // RFC 4231, test case 2, so that the algorithm itself is checked against something that isn't ours.
  const known = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  assert(verifySignature(Buffer.from('what do ya want for nothing?'), `sha256=${known}`, 'Jefe'))
  assert(verifySignature(body, `sha256=${sign(body, secret)}`, secret))
  assert(verifySignature(body, `sha256=${sign(body, secret).toUpperCase()}`, secret))
})

test('anything else is not from Meta', () => {
  const right = sign(body, secret)
  const flipped = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`
  const headers = [
    undefined,
    '',
    right,
    'sha256=',
    `sha256=${flipped}`,
    `sha256=${right.slice(0, -1)}`,
    `sha256=${right}0`,
    `sha256=${right}\n`,
    ` sha256=${right}`,
    `sha1=${right}`,
    `sha256=${right}, sha256=${right}`,
    `sha256=${'g'.repeat(64)}`,
    `sha256=${sign(body, 'another secret')}`,
  ]
  for (const header of headers) assert.equal(verifySignature(body, header, secret), false, String(header))
  assert.equal(verifySignature(Buffer.concat([body, Buffer.from(' ')]), `sha256=${right}`, secret), false)
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
  assert.equal(verifySignature(rewritten, `sha256=${right}`, secret), false)
  assert.equal(verifySignature(body, `sha256=${sign(body, '')}`, ''), false)
})
