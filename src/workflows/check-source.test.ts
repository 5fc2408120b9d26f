import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSource } from './check-source.ts'

const sound = `start: hello
steps:
  hello:
    kind: say
    text: Hello {{ customer.name }}
    next: bye
  bye:
    kind: hang_up
`

describe('the check of a workflow source', () => {
  it('finds nothing wrong with a sound one', () => assert.deepEqual(checkSource(sound), []))

  it('names the line of a fault', () => {
    const faults = checkSource(sound.replace('next: bye', 'next: by'))
    assert.deepEqual(
      faults.map(({ path, line }) => [path, line]),
      [['steps.hello.next', 6]],
    )
  })

  it('names the line of the step that lacks something', () => {
    const [fault] = checkSource(sound.replace('    text: Hello {{ customer.name }}\n', ''))
    assert.equal(fault?.path, 'steps.hello.text')
    assert.equal(fault?.line, 3)
  })

  it('names the line of a mistake in the syntax, and takes JSON too', () => {
    const [fault] = checkSource('start: hello\nsteps: [\n')
    assert.equal(fault?.path, '')
    assert.ok(fault.line >= 2)
    assert.deepEqual(checkSource(JSON.stringify({ start: 'a', steps: { a: { kind: 'hang_up' } } })), [])
    assert.equal(checkSource('').length > 0, true)
  })
})
