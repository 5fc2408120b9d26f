import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodeOf } from './error-code.ts'

describe('the header Error-Code (Rule 69)', () => {
  it('is the code alone where nothing else is known', () => {
    assert.equal(errorCodeOf({ code: 'opted_out', faults: [] }), 'opted_out')
    assert.equal(
      errorCodeOf({ code: 'invalid_request', faults: [{ path: '', message: 'must be an object' }] }),
      'invalid_request',
    )
  })

  it('names the place of the first fault that has one', () => {
    const faults = [
      { path: '', message: 'must be an object' },
      { path: 'windows[0].to', message: 'must be a time' },
      { path: 'slots', message: 'must be a number' },
    ]
    assert.equal(errorCodeOf({ code: 'invalid_request', faults }), 'invalid_request;field="windows[0].to"')
  })

  it('says that the same request may be sent again', () => {
    assert.equal(errorCodeOf({ code: 'rate_limited', faults: [] }), 'rate_limited;retryable')
  })

  it('escapes quotes, and leaves out what no header can have, or what is too long', () => {
    const codeOf = (path: string) =>
      errorCodeOf({ code: 'invalid_request', faults: [{ path, message: 'x' }] })
    assert.equal(codeOf('customer["a\\"b"]'), String.raw`invalid_request;field="customer[\"a\\\"b\"]"`)
    for (const path of ['customer["größe"]', 'customer["a\nb"]', 'a'.repeat(201)])
      assert.equal(codeOf(path), 'invalid_request')
  })
})
