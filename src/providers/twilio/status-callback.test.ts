import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carrierStatuses } from '../voice-carrier.ts'
import { parseCallback } from './status-callback.ts'

const base = {
  CallSid: `CA${'a1'.repeat(16)}`,
  AccountSid: `AC${'b2'.repeat(16)}`,
  CallStatus: 'in-progress',
}

function parse(fields: Record<string, string>) {
  return parseCallback(new URLSearchParams({ ...base, ...fields }).toString())
}

function parsed(fields: Record<string, string>) {
  const result = parse(fields)
  assert(result.ok)
  return result.form
}

const nothing = {
  call_sid: base.CallSid,
  account_sid: base.AccountSid,
  status: 'in-progress',
  sequence: null,
  occurred_at: null,
  duration_seconds: null,
  sip_response_code: null,
  answered_by: null,
  error_code: null,
  digits: null,
  speech: null,
  confidence: null,
  dial_status: null,
}

test('reads the last callback of a call, with its duration in seconds and not in minutes', () => {
  const form = parsed({
    CallStatus: 'completed',
    SequenceNumber: '3',
    Timestamp: 'Tue, 31 Aug 2010 20:36:28 +0000',
    CallDuration: '61',
    Duration: '2',
    SipResponseCode: '200',
    AnsweredBy: 'machine_end_beep',
    ErrorCode: '11200',
    Called: '+14155550101',
    ToCity: 'BERLIN',
    SomethingAddedLater: 'x',
  })
  assert.deepEqual(form, {
    ...nothing,
    status: 'completed',
    sequence: 3,
    occurred_at: new Date('2010-08-31T20:36:28Z'),
    duration_seconds: 61,
    sip_response_code: '200',
    answered_by: 'machine_end_beep',
    error_code: '11200',
  })
  assert.equal(parsed({ Duration: '2' }).duration_seconds, null)
})

test('reads what was pressed, what was said and how a transfer ended', () => {
  assert.equal(parsed({ Digits: '12*#' }).digits, '12*#')
  assert.equal(parsed({ SpeechResult: ' I said\u0000\n  no ', Confidence: '0.9421' }).speech, 'I said no')
  assert.equal(parsed({ SpeechResult: 'yes', Confidence: '0.9421' }).confidence, 0.9421)
  assert.equal(parsed({ DialCallStatus: 'no-answer' }).dial_status, 'no-answer')
  assert.deepEqual(parsed({}), nothing)
})

test('accepts every status that a call can have', () => {
  for (const status of carrierStatuses) assert.equal(parsed({ CallStatus: status }).status, status)
})

test('a field that can not be read counts as not given', () => {
  const odd = {
    SequenceNumber: ['', '-1', '1.5', 'x', '9999999999'],
    Timestamp: [
      '',
      '2010-08-31T20:36:28Z',
      'Tue, 31 Foo 2010 20:36:28 +0000',
      '31',
      'Tue, 31 Aug 2010 29:99:99 +0000',
    ],
    CallDuration: ['', '-1', '1e3', ' 1'],
    SipResponseCode: ['', '20', '999', '2000'],
    AnsweredBy: [''],
    ErrorCode: ['', 'x'],
    Digits: ['', 'hangup', '1 2', '1'.repeat(101)],
    SpeechResult: ['', ' \u0000\n'],
    Confidence: ['', '2', '-1', 'NaN', '1e-3', '0,5'],
    DialCallStatus: ['', 'dreaming'],
  }
  for (const [name, values] of Object.entries(odd))
    for (const value of values) assert.deepEqual(parsed({ [name]: value }), nothing, `${name} ${value}`)
})

test('an unlisted word for who answered is read as unknown', () => {
  assert.equal(parsed({ AnsweredBy: 'robot' }).answered_by, 'unknown')
})

test('a callback without a required field is a fault that names the field and not its value', () => {
  const odd = {
    CallSid: ['', 'CA1', `${base.CallSid}0`, `${base.CallSid}\n`, base.AccountSid],
    AccountSid: ['', 'AC1', base.CallSid],
    CallStatus: ['', 'dreaming', 'Completed', 'constructor'],
  }
  for (const [name, values] of Object.entries(odd)) {
    for (const value of values) {
      const result = parse({ [name]: value })
      assert(!result.ok && result.fault.startsWith(`${name} must be`), `${name} ${value}`)
      assert(value === '' || !result.fault.includes(value))
    }
    const { [name as keyof typeof base]: _, ...others } = base
    const result = parseCallback(new URLSearchParams(others).toString())
    assert(!result.ok && result.fault.startsWith(`${name} must be`), name)
  }
})

test('a required field may be repeated with one value, but not with two', () => {
  const body = new URLSearchParams(base).toString()
  assert.equal(parseCallback(`${body}&CallSid=${base.CallSid}`).ok, true)
  assert.equal(parseCallback(`${body}&CallSid=CA${'c3'.repeat(16)}`).ok, false)
})

test('any text is read without a throw', () => {
  for (const body of [
    '',
    '&',
    '=',
    '%',
    '%zz=%',
    '\u0000',
    '{"CallSid":1}',
    '&'.repeat(65_536),
    '__proto__=1',
  ])
    assert.equal(parseCallback(body).ok, false)
})
