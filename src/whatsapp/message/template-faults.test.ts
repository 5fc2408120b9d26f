import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillTemplate } from './fill-template.ts'
import type { TemplateData } from './template-data.ts'

const templateOf = (components: readonly unknown[], category = 'utility') => ({
  name: 'order_update',
  language: 'en',
  category,
  components,
})
const BODY = (text: string) => ({ type: 'BODY', text })
const HEADER = (text: string) => ({ type: 'HEADER', format: 'TEXT', text })
const BUTTONS = (...buttons: object[]) => ({ type: 'BUTTONS', buttons })
const named = (parameter_name: string, value: string) => ({ type: 'text', parameter_name, text: value })
const location = { latitude: 37.48, longitude: -122.14, name: 'HQ' }

const order = templateOf([HEADER('{{season}}'), BODY('Hi {{first_name}}, order {{order_id}}.')])
const media = templateOf([{ type: 'HEADER', format: 'IMAGE' }, BODY('Hi')])
const place = templateOf([{ type: 'HEADER', format: 'LOCATION' }, BODY('Hi')])
const track = templateOf([
  BODY('Hi'),
  BUTTONS({ type: 'URL', url: 'https://example.com/{{1}}' }, { type: 'COPY_CODE' }),
])
const code = templateOf([BODY('{{1}}'), BUTTONS({ type: 'OTP' })], 'authentication')
const right = { season: 'Fall', first_name: 'Ada', order_id: '7' }
const noBreaks = 'must not contain line breaks, tabs or more than 4 spaces in a row'

const refused: [string, Parameters<typeof fillTemplate>[0], TemplateData, string[]][] = [
  [
    'missing and surplus variables, all in one fault',
    order,
    { season: 'Fall', b: 1, a: 2 },
    [
      "data: must have the template's variables exactly (season, first_name, order_id): missing first_name, order_id; unknown b, a",
    ],
  ],
  [
    'data where there are no variables',
    templateOf([BODY('Hi')]),
    { a: 1 },
    ['data: the template has no variables; unknown a'],
  ],
  ['an empty value', order, { ...right, first_name: ' ' }, ['data.first_name: must not be empty']],
  ['a line break', order, { ...right, first_name: 'a\nb' }, [`data.first_name: ${noBreaks}`]],
  ['a tab', order, { ...right, first_name: 'a\tb' }, [`data.first_name: ${noBreaks}`]],
  ['five spaces', order, { ...right, first_name: 'a     b' }, [`data.first_name: ${noBreaks}`]],
  [
    'two faulty values',
    order,
    { ...right, season: '', order_id: '\n' },
    ['data.season: must not be empty', 'data.order_id: must not be empty'],
  ],
  [
    'an object for a text',
    order,
    { ...right, season: location },
    ['data.season: must be a string or a number'],
  ],
  [
    'a long header',
    order,
    { ...right, season: 'x'.repeat(61) },
    ['data: the header is 61 characters long with these values, at most 60 go'],
  ],
  [
    'a long body',
    order,
    { ...right, order_id: 'x'.repeat(1010) },
    ['data: the body is 1025 characters long with these values, at most 1024 go'],
  ],
  [
    'a private media URL',
    media,
    { header_media_url: 'http://10.0.0.1/a' },
    ['data.header_media_url: must be a public HTTPS URL, such as https://example.com/picture.jpg'],
  ],
  [
    'a number as the media URL',
    media,
    { header_media_url: 1 },
    ['data.header_media_url: must be the URL of the media, a string'],
  ],
  [
    'text as a place',
    place,
    { header_location: 'HQ' },
    ['data.header_location: must be an object with latitude and longitude'],
  ],
  [
    'a long URL',
    track,
    { button_0: 'x'.repeat(1981), button_1: 'A' },
    ['data: the URL of button 0 is 2001 characters long with these values, at most 2000 go'],
  ],
  [
    'a long coupon',
    track,
    { button_0: 'a', button_1: 'x'.repeat(21) },
    ['data.button_1: is longer than 20 characters'],
  ],
  ['a long code', code, { '1': '1'.repeat(16) }, ['data["1"]: is longer than 15 characters']],
  [
    'a name of every object',
    order,
    { ...right, toString: 'a' },
    ["data: must have the template's variables exactly (season, first_name, order_id): unknown toString"],
  ],
  [
    'a carousel',
    templateOf([BODY('Hi'), { type: 'CAROUSEL', cards: [] }]),
    {},
    ['the template has a carousel, which can not be sent from here'],
  ],
  [
    'several products',
    templateOf([BODY('Hi'), BUTTONS({ type: 'MPM' })]),
    {},
    ['the template has a button with several products, which can not be sent from here'],
  ],
  [
    'a product header',
    templateOf([{ type: 'HEADER', format: 'PRODUCT' }]),
    {},
    ['the template has a header of the format PRODUCT, which can not be sent from here'],
  ],
]

describe('fillTemplate with data that do not match', () => {
  for (const [what, template, data, faults] of refused)
    it(`refuses ${what}`, () => {
      assert.deepEqual(fillTemplate(template, data), { kind: 'refused', faults })
    })

  it('accepts values at each bound, and replaces no placeholder within a value', () => {
    const longest = {
      season: 'x'.repeat(60),
      first_name: '{{order_id}}',
      order_id: `a    ${'😀'.repeat(995)}`,
    }
    const filled = fillTemplate(order, longest)
    assert.equal(filled.kind, 'filled')
    assert.deepEqual(filled.components[1]?.parameters[0], named('first_name', '{{order_id}}'))
  })
})
