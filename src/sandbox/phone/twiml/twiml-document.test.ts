import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentBytesMax, parseTwiml, resolveAddress } from './twiml-document.ts'

function codeOf(body: string | Buffer, contentType: string | null): number | null {
  const result = parseTwiml(Buffer.from(body), contentType, 'http://127.0.0.1/')
  return result.kind === 'refused' ? result.code : null
}

test("refuses what Twilio refuses, with Twilio's codes", () => {
  assert.equal(codeOf('<Response/>', 'text/xml; charset=utf-8'), null)
  assert.equal(codeOf('<Response/>', 'application/xml'), null)
  assert.equal(codeOf('<Response/>', 'application/twiml+xml'), null)
  assert.equal(codeOf('<Response/>', 'text/plain'), 12300)
  assert.equal(codeOf('<Response/>', null), 12300)
  assert.equal(codeOf('<Other/>', 'text/xml'), 12200)
  assert.equal(codeOf('<Response>', 'text/xml'), 12100)
  assert.equal(codeOf('', 'text/xml'), 12100)
  assert.equal(codeOf(Buffer.from([0x3c, 0xff]), 'text/xml'), 12100)
  const filler = ' '.repeat(documentBytesMax - '<Response></Response>'.length)
  assert.equal(codeOf(`<Response>${filler}</Response>`, 'text/xml'), null)
  assert.equal(codeOf(`<Response>${filler} </Response>`, 'text/xml'), 11750)
})

test('relative addresses are resolved against the document, and only HTTP is an address', () => {
  assert.equal(resolveAddress('/b?c=1', 'http://h:1/a/x'), 'http://h:1/b?c=1')
  assert.equal(resolveAddress('b', 'http://h:1/a/x'), 'http://h:1/a/b')
  assert.equal(resolveAddress('', 'http://h:1/a/x'), 'http://h:1/a/x')
  assert.equal(resolveAddress('/b', null), null)
  assert.equal(resolveAddress('file:///etc/passwd', 'http://h:1/'), null)
})
