import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resumeRun, startRun } from '../../test/support/whole-turns.ts'
import { checkWorkflow } from './check-definition.ts'
import type { WorkflowDefinition } from './definition.ts'
import type { CallContext } from './turn.ts'

const context: CallContext = { customer: {}, voice: null, language: 'de-DE' }

function checked(step: Record<string, unknown> = {}, more: Record<string, unknown> = {}): WorkflowDefinition {
  const check = checkWorkflow({
    start: 'ask',
    steps: {
      ask: { kind: 'listen', text: 'Press 9 for no more calls.', variable: 'answer', next: 'out' },
      out: { kind: 'opt_out', next: 'bye', ...step },
      bye: { kind: 'hang_up', text: 'Goodbye.' },
    },
    ...more,
  })
  assert.ok(check.ok, JSON.stringify(check))
  return check.definition
}

describe('the step opt_out', () => {
  it('says that the number is on the list, in the language of the workflow, and goes on', () => {
    for (const [language, said] of [
      [undefined, 'Wir rufen diese Nummer nicht mehr an.'],
      ['es-MX', 'No volveremos a llamar a este número.'],
      ['ar', 'لن نتصل بهذا الرقم مرة أخرى.'],
      ['fr-FR', 'We will not call this number again.'],
    ] as const) {
      const definition = checked({}, language === undefined ? {} : { language })
      const { state, optOut } = startRun(definition, context)
      assert.equal(optOut, null)
      const turn = resumeRun(definition, state, { kind: 'keys', digits: '9' }, context)
      assert.equal(turn.optOut, 'keys')
      assert.deepEqual(
        turn.transcript.map(({ role, text }) => `${role}: ${text}`),
        [
          'customer: pressed 9',
          'system: The number was added to the do-not-call list.',
          `agent: ${said}`,
          'agent: Goodbye.',
        ],
      )
      assert.equal(turn.ended, true)
    }
  })

  it('says its own text, and ends the call without a next step', () => {
    const definition = checked(
      { text: 'Done.', next: undefined },
      {
        steps: {
          ask: { kind: 'listen', variable: 'answer', next: 'out' },
          out: { kind: 'opt_out', text: 'Done.' },
        },
      },
    )
    const { state } = startRun(definition, context)
    const turn = resumeRun(definition, state, { kind: 'speech', text: 'no more', confidence: 1 }, context)
    assert.equal(turn.optOut, 'voice')
    assert.equal(turn.transcript.at(-1)?.text, 'Done.')
    assert.equal(turn.ended, true)
  })

  it('speaks the English sentence without the voice of another language', () => {
    const spoken = (step: object, language: string) => {
      const steps = { out: { kind: 'opt_out', ...step } }
      return startRun(checked({}, { start: 'out', voice: 'Polly.Lea', language, steps }), context)
        .instructions[0]
    }
    const text = 'We will not call this number again.'
    assert.deepEqual(spoken({}, 'fr-FR'), { kind: 'say', text, voice: null, language: 'en' })
    assert.deepEqual(spoken({ voice: 'Polly.Remi' }, 'fr-FR'), {
      kind: 'say',
      text,
      voice: null,
      language: 'en',
    })
    assert.deepEqual(spoken({}, 'en-GB'), { kind: 'say', text, voice: 'Polly.Lea', language: 'en-GB' })
    assert.deepEqual(spoken({ text: 'Au revoir.' }, 'fr-FR'), {
      kind: 'say',
      text: 'Au revoir.',
      voice: 'Polly.Lea',
      language: 'fr-FR',
    })
  })

  it('counts even if its sentence does not fit into the turn', () => {
    const definition = checked(
      {},
      {
        steps: {
          ask: { kind: 'listen', variable: 'answer', next: 'long1' },
          ...Object.fromEntries(
            Array.from({ length: 8 }, (_, index) => [
              `long${index + 1}`,
              { kind: 'say', text: 'x'.repeat(4_000), next: index === 7 ? 'out' : `long${index + 2}` },
            ]),
          ),
          out: { kind: 'opt_out', text: 'y'.repeat(4_000), next: 'after' },
          after: { kind: 'say', text: 'z'.repeat(4_000) },
        },
      },
    )
    const { state } = startRun(definition, context)
    const turn = resumeRun(definition, state, { kind: 'silence' }, context)
    assert.equal(turn.optOut, 'voice')
    assert.equal(turn.ended, true)
  })

  it('is refused with a next step that does not exist, and with what it does not know', () => {
    for (const step of [{ next: 'nowhere' }, { text: '{{ unclosed' }, { number: '+1' }]) {
      const check = checkWorkflow({
        start: 'out',
        steps: { out: { kind: 'opt_out', ...step } },
      })
      assert.equal(check.ok, false, JSON.stringify(step))
    }
  })
})
