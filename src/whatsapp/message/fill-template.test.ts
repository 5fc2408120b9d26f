import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { fillTemplate } from './fill-template.ts'
import type { TemplateData } from './template-data.ts'
import { templateVariables } from './template-plan.ts'

const templateOf = (components: readonly unknown[], category = 'utility') => ({
  name: 'order_update',
  language: 'en',
  category,
  components,
})
const BODY = (text: string) => ({ type: 'BODY', text })
const HEADER = (text: string) => ({ type: 'HEADER', format: 'TEXT', text })
const BUTTONS = (...buttons: object[]) => ({ type: 'BUTTONS', buttons })
const text = (value: string) => ({ type: 'text', text: value })
const named = (parameter_name: string, value: string) => ({ type: 'text', parameter_name, text: value })
const url = (index: number, value: string) => ({
  type: 'button',
  sub_type: 'url',
  index: String(index),
  parameters: [text(value)],
})
const link = 'https://cdn.example.com/a'
const location = { latitude: 37.48, longitude: -122.14, name: 'HQ' }
const codeBody = { type: 'body', parameters: [text('493021')] }

/** Templates of every form: their components, the data in the order of the variables, and what the provider gets. */
const forms: {
  what: string
  components: object[]
  category?: string
  data: TemplateData
  filled: object[]
}[] = [
  {
    what: 'no variable',
    components: [BODY('Hello'), { type: 'FOOTER', text: 'Acme' }],
    data: {},
    filled: [],
  },
  {
    what: 'named variables, one of them twice',
    components: [HEADER('{{season}} sale'), BODY('Hi {{first_name}}, {{ order_id }} and {{first_name}}')],
    data: { season: 'Summer', first_name: 'Ada', order_id: 7 },
    filled: [
      { type: 'header', parameters: [named('season', 'Summer')] },
      { type: 'body', parameters: [named('first_name', 'Ada'), named('order_id', '7')] },
    ],
  },
  {
    what: 'one name in header and body',
    components: [HEADER('For {{first_name}}'), BODY('Hi {{first_name}}!')],
    data: { first_name: 'Ada' },
    filled: [
      { type: 'header', parameters: [named('first_name', 'Ada')] },
      { type: 'body', parameters: [named('first_name', 'Ada')] },
    ],
  },
  {
    what: 'positional variables out of order',
    components: [BODY('{{10}} {{2}}, {{1}}, {{3}}')],
    data: { '1': 'a', '2': 'b', '3': 'c', '10': 'd' },
    filled: [{ type: 'body', parameters: [text('a'), text('b'), text('c'), text('d')] }],
  },
  {
    what: 'a positional header beside a positional body',
    components: [HEADER('{{1}} sale'), BODY('Hi {{1}}!')],
    data: { '1': 'Ada', header_1: 'Summer' },
    filled: [
      { type: 'header', parameters: [text('Summer')] },
      { type: 'body', parameters: [text('Ada')] },
    ],
  },
  {
    what: 'a positional header alone, declared in lower case',
    components: [
      { type: 'header', text: '{{1}} sale' },
      { type: 'body', text: 'Hi' },
    ],
    data: { '1': 'Summer' },
    filled: [{ type: 'header', parameters: [text('Summer')] }],
  },
  ...['IMAGE', 'VIDEO', 'DOCUMENT'].map((format) => ({
    what: `a header of the format ${format}`,
    components: [{ type: 'HEADER', format }, BODY('Hi {{name}}!')],
    data: { header_media_url: link, name: 'Ada' },
    filled: [
      {
        type: 'header',
        parameters: [{ type: format.toLowerCase(), [format.toLowerCase()]: { link } }],
      },
      { type: 'body', parameters: [named('name', 'Ada')] },
    ],
  })),
  {
    what: 'a location header',
    components: [{ type: 'HEADER', format: 'LOCATION' }, BODY('Here')],
    data: { header_location: { ...location, address: '' } },
    filled: [{ type: 'header', parameters: [{ type: 'location', location }] }],
  },
  {
    what: 'buttons of which two take a value',
    components: [
      BODY('Hi'),
      BUTTONS(
        { type: 'QUICK_REPLY', text: 'Stop' },
        { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' },
        { type: 'URL', text: 'Home', url: 'https://example.com' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+14155550100' },
        { type: 'COPY_CODE', text: 'Copy' },
        { type: 'FLOW', text: 'Book', flow_id: '1' },
        { type: 'CATALOG', text: 'Browse' },
      ),
    ],
    data: { button_1: 'orders/42', button_4: 'SAVE10' },
    filled: [
      url(1, 'orders/42'),
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '4',
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE10' }],
      },
    ],
  },
  ...['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'].map((otp_type) => ({
    what: `an authentication template with a ${otp_type} button`,
    components: [BODY('*{{1}}* is your code.'), BUTTONS({ type: 'OTP', otp_type, text: 'Copy' })],
    category: 'authentication',
    data: { '1': '493021' },
    filled: [codeBody, url(0, '493021')],
  })),
  {
    what: 'an authentication template as the provider gives it back',
    components: [
      BODY('*{{1}}* is your code.'),
      BUTTONS({ type: 'URL', url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' }),
    ],
    category: 'authentication',
    data: { '1': '493021' },
    filled: [codeBody, url(0, '493021')],
  },
  {
    what: 'an authentication template without its text',
    components: [
      { type: 'BODY', add_security_recommendation: true },
      BUTTONS({ type: 'OTP', otp_type: 'COPY_CODE' }),
    ],
    category: 'authentication',
    data: { '1': '493021' },
    filled: [codeBody, url(0, '493021')],
  },
]

describe('fillTemplate', () => {
  for (const { what, components, category, data, filled } of forms)
    it(`fills a template with ${what}`, () => {
      const template = templateOf(components, category)
      const reading = templateVariables(template)
      assert.equal(reading.kind, 'sendable')
      assert.deepEqual(new Set(reading.variables), new Set(Object.keys(data)))
      assert.deepEqual(fillTemplate(template, data), { kind: 'filled', components: filled })
    })

  it('ignores malformed components', () => {
    const components = [
      null,
      'BODY',
      [],
      { type: 1 },
      { type: 'BODY', text: 5 },
      { type: 'BUTTONS', buttons: 'x' },
    ]
    assert.deepEqual(fillTemplate(templateOf(components), {}), { kind: 'filled', components: [] })
  })

  it('accepts only data whose names are exactly the variables (Rule 53, Promise 29)', () => {
    const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/)
    const variables = fc.uniqueArray(name, { maxLength: 6 })
    const pairs = variables.chain((variables) =>
      fc.tuple(
        fc.constant(variables),
        fc.shuffledSubarray(variables),
        fc.uniqueArray(name, { maxLength: 2 }),
      ),
    )
    let [filledCount, refusedCount] = [0, 0]
    fc.assert(
      fc.property(pairs, fc.boolean(), ([variables, some, others], same) => {
        const template = templateOf([BODY(variables.map((name) => `word {{${name}}}`).join(', '))])
        const given = same ? variables.toReversed() : [...new Set([...some, ...others])]
        const filled = fillTemplate(template, Object.fromEntries(given.map((name) => [name, 'value'])))
        const differing = [...new Set(variables).symmetricDifference(new Set(given))]
        assert.equal(filled.kind, differing.length === 0 ? 'filled' : 'refused')
        if (filled.kind === 'filled') filledCount++
        else refusedCount++
        if (filled.kind === 'refused')
          for (const name of differing) assert.match(filled.faults[0] ?? '', new RegExp(`\\b${name}\\b`))
      }),
    )
    assert.ok(filledCount > 10 && refusedCount > 10, `${filledCount} filled, ${refusedCount} refused`)
  })
})
