import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseXml, textOf } from './xml.ts'

test('reads elements, attributes, text, references, CDATA, comments and the declaration', () => {
  const result = parseXml(
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a comment --><Response>\n' +
      `<Say voice='a "b"' language="sv&#45;SE">Tom &amp; J&#xE9;r&#244;me <!-- x -->said<![CDATA[ <hi> & bye]]></Say><Hangup/>` +
      '</Response>\n<!-- end -->',
  )
  assert.equal(result.kind, 'document')
  if (result.kind !== 'document') return
  const [, say, hangup] = result.root.children
  assert.ok(typeof say === 'object' && typeof hangup === 'object')
  assert.deepEqual({ ...say.attributes }, { voice: 'a "b"', language: 'sv-SE' })
  assert.equal(textOf(say), 'Tom & Jérôme said <hi> & bye')
  assert.deepEqual(hangup.children, [])
})

test('refuses everything that is not well-formed, and every document type declaration', () => {
  const malformed = [
    '',
    'text',
    '<Response>',
    '<Response></response>',
    '<Response/><Response/>',
    '<Response/>text',
    '<Response a=1/>',
    '<Response a="1" a="2"/>',
    '<Response a="1"b="2"/>',
    '<Response a="<"/>',
    '<Response>&nbsp;</Response>',
    '<Response>a & b</Response>',
    '<Response>a &amp b</Response>',
    '<Response>&#0;</Response>',
    '<Response>&#xD800;</Response>',
    '<Response>&#x110000;</Response>',
    '<Response>&constructor;</Response>',
    '<Response>\u0001</Response>',
    '<Response>]]></Response>',
    '<Response><![CDATA[</Response>',
    '<Response><!-- a -- b --></Response>',
    '<Response><!-- a </Response>',
    '<1Response/>',
    ' <?xml version="1.0"?><Response/>',
    '<!DOCTYPE Response><Response/>',
    '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>',
    '<Response><!ENTITY a "b"></Response>',
    `${'<a>'.repeat(51)}${'</a>'.repeat(51)}`,
  ]
  for (const text of malformed) assert.equal(parseXml(text).kind, 'malformed', text)
})

test('every cut of a document is refused', () => {
  const whole = '<?xml version="1.0"?><Response><Say a="b">c&amp;d</Say></Response>'
  assert.equal(parseXml(whole).kind, 'document')
  for (let length = 0; length < whole.length; length++) {
    assert.equal(parseXml(whole.slice(0, length)).kind, 'malformed', whole.slice(0, length))
  }
})
