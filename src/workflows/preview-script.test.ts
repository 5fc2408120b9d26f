import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { previewScript } from './preview-script.ts'

describe('a preview of a script', () => {
  it('speaks the text for a customer, and names what the customer lacks', () => {
    const script =
      'Hello {{ customer.name }}, your {{ customer.plan | upcase }} ends{% if customer.late %} soon{% endif %}.'
    assert.deepEqual(previewScript(script, { name: 'Ada', late: true }), {
      text: 'Hello Ada, your  ends soon.',
      fault: null,
      variables: ['name', 'plan', 'late'],
      missing: ['plan'],
      unknown: [],
    })
  })

  it('names other values that no call has', () => {
    assert.deepEqual(previewScript('Hi {{ person.name }}', {}).unknown, ['person'])
  })

  it('says why a script can not be read, or is cut', () => {
    const broken = previewScript('Hi {{ customer.name ', {})
    assert.equal(broken.text, null)
    assert.match(broken.fault ?? '', /not closed/)
    assert.match(
      previewScript('{% for i in (1..90000) %}long text{% endfor %}', {}).fault ?? '',
      /too long|stopped/,
    )
  })
})
