import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scriptInstructions } from './script-instructions.ts'

const context = { customer: { name: 'Maria' }, voice: null, language: 'en' }

describe('scriptInstructions', () => {
  it('speaks the filled script in its voice and hangs up (Rule 49)', () => {
    const script = { script: 'Hello {{ customer.name }},\n  your plan ends.', voice: 'alice', language: null }
    assert.deepEqual(scriptInstructions(script, context), {
      instructions: [
        { kind: 'say', text: 'Hello Maria, your plan ends.', voice: 'alice', language: 'en' },
        { kind: 'hang_up' },
      ],
      transcript: [{ role: 'agent', text: 'Hello Maria, your plan ends.' }],
    })
  })

  it('only hangs up if the filled script is empty', () => {
    const { instructions } = scriptInstructions(
      { script: '{{ customer.x }}', voice: 'alice', language: null },
      context,
    )
    assert.deepEqual(instructions, [{ kind: 'hang_up' }])
  })

  it('reports a script that cannot be filled', () => {
    const { instructions, transcript } = scriptInstructions(
      { script: '{{', voice: 'alice', language: null },
      context,
    )
    assert.deepEqual(instructions, [{ kind: 'hang_up' }])
    assert.match(transcript[0]?.text ?? '', /^The text of the script was cut short/)
  })
})
