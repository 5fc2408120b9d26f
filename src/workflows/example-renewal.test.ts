import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resumeRun, startRun } from '../../test/support/whole-turns.ts'
import { checkWorkflow } from './check-definition.ts'
import { renewalWorkflow } from './example-renewal.ts'
import type { TransferStatus, WorkflowInput } from './workflow-turn.ts'

const check = checkWorkflow(renewalWorkflow)
const silence: WorkflowInput = { kind: 'silence' }
const say = (text: string): WorkflowInput => ({ kind: 'speech', text, confidence: 0.9 })
const press = (digits: string): WorkflowInput => ({ kind: 'keys', digits })
const transferred = (status: TransferStatus): WorkflowInput => ({ kind: 'transfer_ended', status })

describe('the renewal workflow', () => {
  const paths: [string, WorkflowInput[], RegExp][] = [
    ['a spoken yes', [say('Yes, please.')], /^Thank you\. Your plan is renewed/],
    ['key 1', [press('1')], /^Thank you\. Your plan is renewed/],
    ['a no, then no agent', [say("No, I don't."), say('no')], /^Thank you for your time/],
    ['a no, then silence', [press('2'), silence], /^Thank you for your time/],
    ['a no, then an unclear answer', [press('2'), say('maybe')], /^Thank you for your time/],
    ['a no, then an agent', [press('2'), say('Yes'), transferred('completed')], /^Thank you for your time/],
    [
      'a no, then key 1 and nobody free',
      [press('2'), press('1'), transferred('no_answer')],
      /^Nobody is free/,
    ],
    ['silence twice', [silence, silence], /^Thank you for your time/],
    ['silence, then yes', [silence, say('sure')], /^Thank you\. Your plan is renewed/],
    ['silence, then no', [silence, say('not now'), silence], /^Thank you for your time/],
    ['unclear answers', [say('pardon'), say('what')], /^Thank you for your time/],
    [
      'an unclear answer, then key 2 and an agent',
      [say('pardon'), press('2'), press('1'), transferred('busy')],
      /^Nobody is free/,
    ],
  ]
  const visited = new Set<string>()
  for (const [name, inputs, last] of paths) {
    it(`comes to its end after ${name}`, () => {
      assert.ok(check.ok)
      const context = { customer: { name: 'Maria' }, voice: null, language: null }
      let turn = startRun(check.definition, context)
      assert.equal(turn.transcript[0]?.text, 'Hello Maria, this is Acme about your yearly plan.')
      for (const input of inputs) {
        assert.equal(turn.ended, false)
        for (const step of turn.steps) visited.add(step)
        turn = resumeRun(check.definition, turn.state, input, context)
      }
      assert.equal(turn.ended, true)
      for (const step of turn.steps) visited.add(step)
      assert.match(turn.transcript.at(-1)?.text ?? '', last)
    })
  }

  it('has no step that these paths miss', () => {
    assert.deepEqual([...visited].toSorted(), Object.keys(renewalWorkflow.steps).toSorted())
  })

  it('greets a customer without a name', () => {
    assert.ok(check.ok)
    const turn = startRun(check.definition, { customer: {}, voice: null, language: null })
    assert.match(turn.transcript[0]?.text ?? '', /^Hello there,/)
  })
})
