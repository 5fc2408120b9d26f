import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { parseRelayMessage, relayMessageBytesMax } from './relay-messages.ts'
import { renderRelayReply } from './relay-replies.ts'

const setup = {
  type: 'setup',
  sessionId: `VX${'0'.repeat(32)}`,
  accountSid: `AC${'a1'.repeat(16)}`,
  callSid: `CA${'b2'.repeat(16)}`,
  parentCallSid: '',
  from: '+14155550100',
  to: '+14155550101',
  forwardedFrom: '',
  callType: 'PSTN',
  callerName: '',
  direction: 'outbound-api',
  callStatus: 'IN-PROGRESS',
  customParameters: { attempt: '42', odd: 1 },
}

function read(value: unknown) {
  const parsed = parseRelayMessage(JSON.stringify(value))
  assert(parsed.ok, parsed.ok ? '' : parsed.fault)
  return parsed.message
}

function faultOf(value: unknown): string {
  const parsed = parseRelayMessage(typeof value === 'string' ? value : JSON.stringify(value))
  assert(!parsed.ok)
  return parsed.fault
}

test('reads every documented message', () => {
  assert.deepEqual(read(setup), {
    kind: 'setup',
    session_id: setup.sessionId,
    account_sid: setup.accountSid,
    call_sid: setup.callSid,
    from: '+14155550100',
    to: '+14155550101',
    direction: 'outbound-api',
    parameters: { attempt: '42' },
  })
  assert.deepEqual(
    read({ type: 'prompt', voicePrompt: ' I\u0000 would\n like ', lang: 'en-US', last: false }),
    {
      kind: 'prompt',
      text: 'I would like',
      language: 'en-US',
      last: false,
    },
  )
  assert.deepEqual(
    read({ type: 'interrupt', utteranceUntilInterrupt: 'We can ', durationUntilInterruptMs: 460 }),
    { kind: 'interrupt', heard_text: 'We can ', heard_ms: 460 },
  )
  assert.deepEqual(read({ type: 'dtmf', digit: '#' }), { kind: 'dtmf', digit: '#' })
  assert.deepEqual(read({ type: 'error', description: 'Invalid\nmessage' }), {
    kind: 'error',
    description: 'Invalid message',
  })
})

test('reads the infos that Twilio sends without documenting them', () => {
  assert.deepEqual(read({ type: 'info', name: 'agentSpeaking', value: 'on', ts: 1752091234567 }), {
    kind: 'speaking',
    who: 'agent',
    speaking: true,
  })
  assert.deepEqual(read({ type: 'info', name: 'clientSpeaking', value: 'off' }), {
    kind: 'speaking',
    who: 'customer',
    speaking: false,
  })
  assert.deepEqual(read({ type: 'info', name: 'tokensPlayed', value: ' Hi, this is Jace,' }), {
    kind: 'tokens_played',
    text: ' Hi, this is Jace,',
  })
})

test('takes the number of an interruption as text too, and does without it', () => {
  const heard = (durationUntilInterruptMs: unknown) =>
    read({ type: 'interrupt', utteranceUntilInterrupt: 'a', durationUntilInterruptMs })
  assert.deepEqual(heard('460'), { kind: 'interrupt', heard_text: 'a', heard_ms: 460 })
  assert.deepEqual(heard(460.4), { kind: 'interrupt', heard_text: 'a', heard_ms: 460 })
  for (const odd of [undefined, null, 'soon', -1, {}, 1e12, ''])
    assert.deepEqual(heard(odd), { kind: 'interrupt', heard_text: 'a', heard_ms: null })
  assert.deepEqual(read({ type: 'interrupt' }), { kind: 'interrupt', heard_text: '', heard_ms: null })
})

test('a prompt without `last` is a whole one', () => {
  const whole = { kind: 'prompt', text: 'Hi', language: null, last: true }
  assert.deepEqual(read({ type: 'prompt', voicePrompt: 'Hi' }), whole)
})

test('an unknown type, and an info of another form, is a message of its own kind', () => {
  assert.deepEqual(read({ type: 'media', payload: 'x' }), { kind: 'unknown', type: 'media' })
  assert.deepEqual(read({ type: 'constructor' }), { kind: 'unknown', type: 'constructor' })
  assert.deepEqual(read({ type: 'x'.repeat(100) }), { kind: 'unknown', type: 'x'.repeat(40) })
  for (const odd of [{}, { name: 'agentSpeaking', value: true }, { name: 'latency', value: '3' }])
    assert.deepEqual(read({ type: 'info', ...odd }), { kind: 'unknown', type: 'info' })
})

test('refuses what is no message, and a message that lacks what it is for, without repeating its text', () => {
  for (const text of ['', 'x', '[]', 'null', '1', '"a"', '{}', '{"type":1}', '{"type":"prompt"'])
    assert.notEqual(faultOf(text), '')
  assert.equal(faultOf({ type: 'prompt' }), 'voicePrompt of a prompt message is missing or malformed')
  assert.equal(faultOf({ type: 'dtmf', digit: '12' }), 'digit of a dtmf message is missing or malformed')
  for (const field of ['sessionId', 'accountSid', 'callSid'] as const)
    assert.equal(
      faultOf({ ...setup, [field]: 'a secret' }),
      `${field} of a setup message is missing or malformed`,
    )
})

test('refuses a message above the bound, counted in bytes', () => {
  const sized = (characters: number) => ({ type: 'prompt', voicePrompt: 'é'.repeat(characters) })
  const frame = Buffer.byteLength(JSON.stringify(sized(0)))
  const fits = (relayMessageBytesMax - frame) / 2
  assert.equal(read(sized(Math.floor(fits))).kind, 'prompt')
  assert.equal(faultOf(sized(Math.floor(fits) + 1)), `a message has at most ${relayMessageBytesMax} bytes`)
})

test('never throws, whatever arrives', () => {
  const types = fc.constantFrom('setup', 'prompt', 'interrupt', 'dtmf', 'info', 'error', '__proto__', 'other')
  fc.assert(
    fc.property(types, fc.dictionary(fc.string(), fc.jsonValue()), (type, fields) => {
      parseRelayMessage(JSON.stringify({ ...setup, ...fields, type }))
    }),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseRelayMessage(text)))
})

test('writes each message as Twilio takes it, and no other', () => {
  const text = { type: 'text', token: 'Hi "you" ', last: false, lang: 'en-US', interruptible: true } as const
  assert.deepEqual(JSON.parse(renderRelayReply(text)), text)
  assert.equal(
    renderRelayReply({ type: 'end', handoffData: '{"why":"transfer"}' }),
    String.raw`{"type":"end","handoffData":"{\"why\":\"transfer\"}"}`,
  )
  assert.equal(
    renderRelayReply({ type: 'language', ttsLanguage: 'es-US', transcriptionLanguage: 'es-US' }),
    '{"type":"language","ttsLanguage":"es-US","transcriptionLanguage":"es-US"}',
  )
  assert.equal(
    renderRelayReply({ type: 'language', ttsLanguage: 'de', transcriptionLanguage: 'pt' }),
    '{"type":"language","ttsLanguage":"de-DE","transcriptionLanguage":"pt-BR"}',
  )
  assert.equal(
    renderRelayReply({ type: 'text', token: 'Ja. ', last: true, lang: 'de' }),
    '{"type":"text","token":"Ja. ","last":true,"lang":"de-DE"}',
  )
  assert.equal(
    renderRelayReply({ type: 'sendDigits', digits: '1w#' }),
    '{"type":"sendDigits","digits":"1w#"}',
  )
  assert.equal(
    renderRelayReply({ type: 'play', source: 'https://a.example/x.mp3' }),
    '{"type":"play","source":"https://a.example/x.mp3"}',
  )
  assert.throws(() => renderRelayReply({ type: 'sendDigits', digits: 'x' }))
  assert.throws(() => renderRelayReply({ type: 'play', source: 'file:///x' }))
  assert.throws(() => renderRelayReply({ type: 'end', handoffData: 'x'.repeat(4_001) }))
  assert.throws(() => renderRelayReply({ type: 'text', token: 'x'.repeat(relayMessageBytesMax), last: true }))
})
