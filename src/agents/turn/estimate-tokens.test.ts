import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { estimateInputTokens, estimateTokens } from './estimate-tokens.ts'

describe('an estimate of tokens', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['a', 1],
    ['a'.repeat(400), 100],
    ['é'.repeat(400), 100],
    ['م'.repeat(400), 200],
    ['好'.repeat(400), 400],
    ['😀'.repeat(10), 10],
  ]
  for (const [text, tokens] of cases)
    it(`is ${tokens} for ${text.length} characters like ${text.slice(0, 2)}`, () =>
      assert.equal(estimateTokens(text), tokens))

  it('counts texts, calls, results and tools of a request', () => {
    const tools = [{ name: 'look_up', description: 'x'.repeat(400), parameters: { type: 'object' } }]
    const text = estimateInputTokens([{ role: 'user', text: 'a'.repeat(400) }], [])
    assert.equal(text, 104)
    const call = { id: '1', name: 'n'.repeat(40), arguments: 'a'.repeat(360) }
    assert.equal(estimateInputTokens([{ role: 'assistant', text: '', toolCalls: [call] }], []), 108)
    assert.equal(
      estimateInputTokens([{ role: 'tool', callId: '1', name: 'n'.repeat(40), result: 'a'.repeat(360) }], []),
      104,
    )
    assert.ok(estimateInputTokens([], tools) > 100)
  })
})
