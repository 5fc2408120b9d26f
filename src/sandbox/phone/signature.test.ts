import assert from 'node:assert/strict'
import { test } from 'node:test'
import twilio from 'twilio'
import { twilioSignature } from './signature.ts'

test("signs Twilio's documented example as documented", () => {
  const fields = Object.entries({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  })
  const signature = twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', fields)
  assert.equal(signature, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=')
})

test('signs repeated, empty and non-Latin values as the official library verifies them', () => {
  const url = 'http://127.0.0.1:3000/status?attempt=1'
  const signature = twilioSignature('token', url, [
    ['b', '2'],
    ['a', 'é'],
    ['b', '1'],
    ['b', '2'],
    ['A', ''],
  ])
  assert.ok(twilio.validateRequest('token', signature, url, { b: ['2', '1', '2'], a: 'é', A: '' }))
})
