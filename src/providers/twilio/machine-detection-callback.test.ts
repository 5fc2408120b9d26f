import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerers } from '../voice-carrier.ts'
import { parseMachineDetection } from './machine-detection-callback.ts'

const base = {
  CallSid: `CA${'a1'.repeat(16)}`,
  AccountSid: `AC${'b2'.repeat(16)}`,
  AnsweredBy: 'machine_start',
}

function parse(fields: Record<string, string>) {
  return parseMachineDetection(new URLSearchParams({ ...base, ...fields }).toString())
}

function parsed(fields: Record<string, string>) {
  const result = parse(fields)
  assert(result.ok)
  return result.form
}

test('reads who answered and how long it took to find out', () => {
  assert.deepEqual(parsed({ MachineDetectionDuration: '3500', SomethingAddedLater: 'x' }), {
    call_sid: base.CallSid,
    account_sid: base.AccountSid,
    answered_by: 'machine_start',
    detection_ms: 3_500,
  })
})

test('accepts every verdict, and reads an unlisted one as unknown', () => {
  for (const answerer of answerers) assert.equal(parsed({ AnsweredBy: answerer }).answered_by, answerer)
  assert.equal(parsed({ AnsweredBy: 'robot' }).answered_by, 'unknown')
})

test('a duration that can not be read counts as not given', () => {
  for (const text of ['', '-1', '1.5', 'x', '9999999999'])
    assert.equal(parsed({ MachineDetectionDuration: text }).detection_ms, null, text)
  assert.equal(parsed({}).detection_ms, null)
})

test('a callback without its call, account or verdict is a fault that names the field and not its value', () => {
  const odd = {
    CallSid: ['', 'CA1', `${base.CallSid}\n`, base.AccountSid],
    AccountSid: ['', 'AC1', base.CallSid],
    AnsweredBy: [''],
  }
  for (const [name, values] of Object.entries(odd)) {
    for (const value of values) {
      const result = parse({ [name]: value })
      assert(!result.ok && result.fault.startsWith(`${name} must be`), `${name} ${value}`)
      assert(value === '' || !result.fault.includes(value))
    }
    const { [name as keyof typeof base]: _, ...others } = base
    const result = parseMachineDetection(new URLSearchParams(others).toString())
    assert(!result.ok && result.fault.startsWith(`${name} must be`), name)
  }
})

test('a verdict may be repeated with one value, but not with two', () => {
  const body = new URLSearchParams(base).toString()
  assert.equal(parseMachineDetection(`${body}&AnsweredBy=machine_start`).ok, true)
  assert.equal(parseMachineDetection(`${body}&AnsweredBy=human`).ok, false)
})

test('any text is read without a throw', () => {
  for (const body of ['', '&', '=', '%', '%zz=%', '\u0000', '{"CallSid":1}', '__proto__=1'])
    assert.equal(parseMachineDetection(body).ok, false)
})
