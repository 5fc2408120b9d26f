import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows, samplePayloads } from '../../../test/support/whatsapp-messages/sample-payloads.ts'
import { validatorCompiler } from '../../http/validation.ts'
import { messageTypeNames } from './message-types.ts'
import type { MessageType } from './message-types.ts'
import { keptBody, SendBody } from './send-body.ts'
import type { SendRequest } from './send-body.ts'
import { withNumbersAsWritten } from './written-numbers.ts'

const validate = validatorCompiler({ schema: SendBody, method: 'POST', url: '/', httpPart: 'body' })

/** Returns the parsed request, or the sentence that refuses it. */
function judge(body: unknown): { value?: SendRequest; refusal?: string } {
  const result: unknown = validate(body)
  assert.ok(typeof result === 'object' && result !== null)
  return 'error' in result && result.error instanceof Error ? { refusal: result.error.message } : result
}

const to = '+14155550123'

describe('the body of a WhatsApp send', () => {
  for (const type of messageTypeNames) {
    it(`accepts every form of a ${type} message, and keeps the body as given`, () => {
      for (const payload of samplePayloads[type]) {
        const given = { to: '+1 (415) 555-0123', type, payload }
        const { value, refusal } = judge(given)
        assert.equal(refusal, undefined)
        assert.deepEqual([value?.kind, value?.to, value?.given], ['typed', to, given])
      }
    })

    it(`refuses a ${type} message without a payload, with data, or with an unknown field`, () => {
      const [payload] = samplePayloads[type]
      assert.equal(judge({ to, type }).refusal, 'payload is required')
      assert.match(
        judge({ to, type, payload, data: {} }).refusal ?? '',
        /^data: must not be sent with a type/,
      )
      assert.equal(judge({ to, type, payload, other: 1 }).refusal, 'unknown field "other"')
      if (type === 'interactive') return
      assert.match(
        judge({ to, type, payload: { ...payload, other: 1 } }).refusal ?? '',
        /unknown field "other"/,
      )
    })
  }

  it('refuses every payload of another type, except for media, whose payloads are alike', () => {
    const isMedia = (type: MessageType) =>
      ['image', 'video', 'audio', 'voice', 'document', 'sticker'].includes(type)
    for (const type of messageTypeNames)
      for (const other of messageTypeNames) {
        const isAlike = type === other || (isMedia(type) && isMedia(other))
        // A payload of a catalog says less than that of an interactive message or a list of products.
        if (isAlike || [type, other].every((name) => ['catalog', 'product_list'].includes(name))) continue
        assert.notEqual(
          judge({ to, type, payload: samplePayloads[other][0] }).refusal,
          undefined,
          `${other} as ${type}`,
        )
      }
  })

  it('previews links by default', () => {
    assert.deepEqual(payloadOf({ to, type: 'text', payload: { body: 'a' } }), {
      body: 'a',
      preview_url: true,
    })
    const payload = { body: 'a', preview_url: false }
    assert.deepEqual(payloadOf({ to, type: 'text', payload }), payload)
  })

  it('accepts a template send with data, with empty data and without data', () => {
    const data = { first_name: 'Ada', '1': 5, header_location: { latitude: 1, longitude: 2, name: 'HQ' } }
    assert.deepEqual(judge({ to, data }).value, { kind: 'template', to, data, given: { to, data } })
    assert.deepEqual(judge({ to, data: {} }).value, {
      kind: 'template',
      to,
      data: {},
      given: { to, data: {} },
    })
    assert.deepEqual(judge({ to }).value, { kind: 'template', to, data: {}, given: { to } })
  })

  it('has the numbers of a template send as the text of the body writes them (Rule 53)', () => {
    const location = '{ "latitude": 1.50, "longitude": 2 }'
    const text = `{ "to": "${to}", "data": { "a": 19.90, "b": 5.0, "c": 1.0E2, "d": "7.0", "e": 8, "a": 20.90,
      "header_location": ${location} } }`
    const given: unknown = JSON.parse(text)
    const request = withNumbersAsWritten(judge(given).value!, text)
    assert.ok(request.kind === 'template')
    const header_location = { latitude: 1.5, longitude: 2 }
    const data = { a: '20.90', b: '5.0', c: 100, d: '7.0', e: 8, header_location }
    assert.deepEqual(request.data, data)
    assert.deepEqual(request.given, given)
    assert.deepEqual(keptBody(request), { to, data })
    assert.deepEqual(withNumbersAsWritten(judge(given).value!, null), judge(given).value)
  })

  const others: [string, unknown, string | RegExp][] = [
    ['no object', [], /^The body must be a JSON object/],
    ['no recipient', { data: {} }, 'to is required'],
    ['a number as the recipient', { to: 14155550123 }, 'to: must be a string, such as +14155550123'],
    ['an invalid recipient', { to: '12' }, /^to: must be a valid phone number in international format/],
    ['an unknown type', { to, type: 'fax', payload: {} }, /^type: must be one of text, image, .*, catalog$/],
    ['a name of every object as the type', { to, type: 'toString', payload: {} }, /^type: must be one of/],
    ['null as the type', { to, type: null, data: {} }, /^type: must be one of/],
    ['a payload without a type', { to, payload: { body: 'a' } }, /^type: is required with a payload/],
    [
      'null as data',
      { to, data: null },
      'data: must be an object of the template variables and their values',
    ],
    ['a truth value in data', { to, data: { a: true } }, 'data.a: must be a string or a number'],
    ['null in data', { to, data: { a: null } }, 'data.a: must be a string or a number'],
    ['an object in data', { to, data: { a: {} } }, 'data.a: must be a string or a number'],
    [
      'a place off the earth',
      { to, data: { header_location: { latitude: 91, longitude: 0 } } },
      'data.header_location.latitude: must be between -90 and 90',
    ],
    [
      'a number that lost digits',
      { to, data: { a: 12345678901234567000 } },
      /^data\.a: must be given as a string/,
    ],
    ['a number in powers of ten', { to, data: { a: 1e-9 } }, /^data\.a: must be given as a string/],
    ['a long value', { to, data: { a: 'x'.repeat(4097) } }, 'data.a: is longer than 4096 characters'],
    ['a long name', { to, data: { ['x'.repeat(101)]: 'a' } }, /^data\.x{100}: the name is too long$/],
    [
      'too many values',
      { to, data: Object.fromEntries(rows(101).map(({ id }) => [id, 'a'])) },
      'data: must have at most 100 variables',
    ],
    ['a NUL in a text', { to, type: 'text', payload: { body: 'a\0' } }, /^payload\.body: contains a NUL/],
    ['half a character', { to, data: { a: '\ud83d' } }, /^data\.a: contains a NUL character or is not valid/],
    ['a NUL in a name', { to, data: { 'a\0': 'a' } }, /^data: a name in it contains a NUL/],
    [
      'a number beyond all',
      JSON.parse(`{"to":"${to}","type":"interactive","payload":{"type":"x","action":{"a":1e999}}}`),
      'payload.action.a: is not a finite number',
    ],
    [
      'deep nesting',
      { to, type: 'interactive', payload: JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) },
      'is nested more than 32 levels deep',
    ],
  ]
  for (const [what, body, refusal] of others)
    it(`refuses ${what}`, () => {
      const actual = judge(body).refusal
      if (typeof refusal === 'string') assert.equal(actual, refusal)
      else assert.match(actual ?? '', refusal)
    })
})

function payloadOf(body: unknown): unknown {
  const { value } = judge(body)
  return value?.kind === 'typed' ? value.payload : undefined
}
