import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkText, filledCharsMax, fillMsMax, fillText, readsOf, templateCharsMax } from './fill-text.ts'
import type { TextMembers } from './fill-text.ts'
import { startThreadTime } from './thread-time.ts'

const customer = {
  name: 'Maria',
  'first name': 'M',
  age: 41,
  member: true,
  due: '2026-12-05',
  long: 'x'.repeat(4_096),
  liquid: '{{ customer.name }}{% assign a = 1 %}',
}
const values = { customer, variables: { answer: 'yes' }, channel: 'voice' }

describe('fillText', () => {
  const cases: [string, string][] = [
    ['Hello {{ customer.name }}', 'Hello Maria'],
    [
      '{{ customer["first name"] }} {{ customer.age }} {{ customer.member }} {{ variables.answer }}',
      'M 41 true yes',
    ],
    ['by {{ channel }}, {{ channel.name }}', 'by voice, '],
    ['{{ customer.nobody }}|{{ nothing.at.all }}|{{ name }}', '||'],
    ["{{ customer.nobody | default: 'there' }}", 'there'],
    ['{% if customer.age > 40 %}old{% else %}young{% endif %}', 'old'],
    ["{{ customer.due | date: '%B %-d' }}", 'December 5'],
    ["{{ '2026-12-05T23:30:00-05:00' | date: '%-d at %H:%M' }}", '5 at 23:30'],
    ['{{ customer.liquid }}', '{{ customer.name }}{% assign a = 1 %}'],
    ['{{ customer }}{{ customer.size }}{{ customer.first }}', ''],
    [
      '{{ customer.constructor }}{{ customer.__proto__ }}{{ customer.toString }}{{ toString }}{{ constructor.name }}',
      '',
    ],
    ["{{ customer['__proto__']['constructor'] }}{{ customer.name.constructor }}", ''],
  ]
  for (const [template, text] of cases) {
    it(`fills ${template.slice(0, 60)}`, () =>
      assert.deepEqual(fillText(template, values), { kind: 'whole', text }))
  }

  it('reads own members only, even if a key is named like an inherited one', () => {
    const own = JSON.parse('{"__proto__": "p", "constructor": "c", "size": "s", "toLiquid": "l"}') as Record<
      string,
      string
    >
    const filled = fillText(
      '{{ customer.__proto__ }}{{ customer.constructor }}{{ customer.size }}{{ customer.toLiquid }}',
      {
        customer: own,
      },
    )
    assert.deepEqual(filled, { kind: 'whole', text: 'pcsl' })
  })

  it('is not cut where the machine stalls while it is filled', () => {
    const stalling = {
      get name() {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fillMsMax + 50)
        return 'Ada'
      },
    }
    const customer = { who: stalling } as unknown as TextMembers
    assert.deepEqual(fillText('Hello {{ customer.who.name }}!', { customer }), {
      kind: 'whole',
      text: 'Hello Ada!',
    })
  })

  it('returns an empty, cut text for a template that does not parse', () => {
    const filled = fillText('{{ customer.name', values)
    assert.equal(filled.kind, 'cut')
    assert.equal(filled.text, '')
  })

  it('cuts a text at the longest allowed length', () => {
    const filled = fillText('Hello. {{ customer.long }}{{ customer.long }}{{ customer.long }}', values)
    assert.equal(filled.kind, 'cut')
    assert.equal(filled.text.length, filledCharsMax)
    assert.ok(filled.text.startsWith('Hello. x'))
  })

  const floods = [
    'Hi {% for i in (1..100000000) %}x{% endfor %}',
    'Hi {% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}',
    `Hi {% assign s = customer.long %}${'{% assign s = s | append: s %}'.repeat(30)}{{ s }}`,
    'Hi {% assign a = customer.long | split: "" %}{% for i in a %}{% for j in a %}{% for k in a %}{% assign z = i %}{% endfor %}{% endfor %}{% endfor %}',
    'Hi {{ customer.long | replace: "x", customer.long | replace: "x", customer.long }}',
    `Hi ${'{% if true %}'.repeat(300)}${'{% endif %}'.repeat(300)}`,
    'Hi {{ 1 | round: 1000 }}',
  ]
  for (const flood of floods) {
    it(`stays within its limits for ${flood.slice(0, 60)}`, () => {
      const took = startThreadTime()
      const filled = fillText(flood, values)
      assert.ok(took() < 5_000)
      assert.ok(filled.text.startsWith('Hi'))
      assert.ok(filled.text.length <= filledCharsMax)
    })
  }

  it('caches a limited number of parsed templates, and fills each the same way again', () => {
    for (let index = 0; index < 1_200; index++) {
      assert.equal(fillText(`{{ customer.name }} ${index}`, values).text, `Maria ${index}`)
    }
    assert.equal(fillText('{{ customer.name }} 0', values).text, 'Maria 0')
  })
})

describe('checkText', () => {
  it('passes what can be filled', () => {
    for (const text of [
      '',
      'plain',
      '{{ customer.name | upcase }}',
      '{% if a %}b{% endif %}',
      'half { and }',
    ]) {
      assert.equal(checkText(text), null, text)
    }
  })

  const faults: [string, RegExp][] = [
    ['{{ customer.name', /not closed/],
    ['{% if x %}', /not closed/],
    ['{{ customer.name | nofilter }}', /undefined filter: nofilter/],
    ["{% include 'x' %}", /"include" not found/],
    ["{% render 'x' %}", /"render" not found/],
    ["{% layout 'x' %}", /"layout" not found/],
    ['{% capture a %}{% endcapture %}', /"capture" not found/],
    ['{{ customer.name | strip_html }}', /undefined filter/],
    ['{{ customer.name | where_exp: "a", "b" }}', /undefined filter/],
    ['x'.repeat(templateCharsMax + 1), /more than/],
  ]
  for (const [text, message] of faults) {
    it(`faults ${text.slice(0, 40)}`, () => assert.match(checkText(text) ?? '', message))
  }
})

describe('readsOf', () => {
  it('names the roots a template reads, through assignments too', () => {
    assert.deepEqual(readsOf('{% assign v = variables %}{{ v.x }}{{ customer.phone }}').toSorted(), [
      'customer',
      'variables',
    ])
    assert.deepEqual(readsOf('plain'), [])
  })
})
