import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerParts } from './answer-parts.ts'
import type { ToolPart } from './answer-parts.ts'

/** Returns name and arguments of the calls that the parts make up. */
function callsOf(parts: Partial<ToolPart>[]): string[] {
  let made = 0
  const newCallId = () => `made_${++made}`
  const answer = new AnswerParts({ source: 'a model', newCallId, onText: () => undefined })
  const none = { index: 0, id: null, name: null, arguments: '', extraContent: null }
  for (const part of parts) answer.addToolPart({ ...none, ...part })
  return answer.toolCalls().map((call) => `${call.name} ${call.arguments}`)
}

test('a name that is repeated at the same place goes on with its call', () => {
  const parts = [
    { id: 'call_1', name: 'look_up', arguments: '{"question":' },
    { name: 'look_up', arguments: '"price"' },
    { name: 'look_up', arguments: '}' },
  ]
  assert.deepEqual(callsOf(parts), ['look_up {"question":"price"}'])
})

test('calls without ids and with the same index are separate if their names differ, or if the first has complete arguments', () => {
  const parts = [
    { name: 'look_up', arguments: '{"a":{' },
    { arguments: '"b":1}}' },
    { name: 'hand_over', arguments: '{"summary":' },
    { arguments: '"x"}' },
    { name: 'hand_over', arguments: '' },
    { name: 'hand_over', arguments: '{"summary":"y"}' },
  ]
  assert.deepEqual(callsOf(parts), [
    'look_up {"a":{"b":1}}',
    'hand_over {"summary":"x"}',
    'hand_over {"summary":"y"}',
  ])
})

test('an id still begins a call of its own', () => {
  const parts = [
    { id: 'call_1', name: 'look_up', arguments: '{}' },
    { id: 'call_2', name: 'look_up', arguments: '{}' },
  ]
  assert.deepEqual(callsOf(parts), ['look_up {}', 'look_up {}'])
})
