import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkBudget } from './budget.ts'
import type { BudgetLimit, BudgetUse } from './budget.ts'

const limits = { turns: 40, seconds: 600, tokens: 60_000, tokensADay: 5_000_000, modelTokensADay: 9_000_000 }
const unused: BudgetUse = { turns: 0, seconds: 0, tokens: 0, agentTokensToday: 0, projectTokensToday: 0 }
const request = { inputTokens: 900, outputTokensMax: 100 }

describe('a request to a model (Rule 97)', () => {
  const edges: [Partial<BudgetUse>, Partial<BudgetUse>, BudgetLimit, number][] = [
    [{ turns: 39 }, { turns: 40 }, 'turns', 40],
    [{ seconds: 599.9 }, { seconds: 600 }, 'seconds', 600],
    [{ tokens: 59_000 }, { tokens: 59_001 }, 'tokens', 60_000],
    [{ agentTokensToday: 4_999_000 }, { agentTokensToday: 4_999_001 }, 'tokens_a_day', 5_000_000],
    [{ projectTokensToday: 8_999_000 }, { projectTokensToday: 8_999_001 }, 'model_tokens_a_day', 9_000_000],
  ]
  for (const [last, first, limit, value] of edges)
    it(`may go up to the limit ${limit} and not past it`, () => {
      assert.deepEqual(checkBudget(limits, { ...unused, ...last }, request), { kind: 'within' })
      assert.deepEqual(checkBudget(limits, { ...unused, ...first }, request), { kind: 'over', limit, value })
    })

  it('has no limit where there is none', () => {
    const use = { ...unused, seconds: 1e9, projectTokensToday: 1e12 }
    assert.deepEqual(checkBudget({ ...limits, seconds: null, modelTokensADay: null }, use, request), {
      kind: 'within',
    })
  })

  it('names the limit of the conversation before those of the day', () => {
    const use = { turns: 99, seconds: 9_999, tokens: 1e9, agentTokensToday: 1e9, projectTokensToday: 1e9 }
    assert.deepEqual(checkBudget(limits, use, request), { kind: 'over', limit: 'turns', value: 40 })
  })
})
