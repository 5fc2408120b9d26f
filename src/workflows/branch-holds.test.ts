import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { branchHolds } from './branch-holds.ts'
import type { Branch } from './definition.ts'

describe('branchHolds', () => {
  const cases: [Partial<Branch>, string, boolean][] = [
    [{ equals: 'yes' }, ' Yes. ', true],
    [{ equals: 'Yes!' }, 'yes', true],
    [{ equals: 'sí' }, '¡Sí!', true],
    [{ equals: 'thank you' }, 'Thank  you.', true],
    [{ equals: 'yes' }, 'yes please', false],
    [{ equals: 1 }, '1', true],
    [{ equals: 1.5 }, '1 5', false],
    [{ equals: true }, 'true', true],
    [{ equals: -5 }, '5', false],
    [{ equals: '' }, '', true],
    [{ one_of: ['1', 'yes'] }, 'YES', true],
    [{ one_of: ['1', 'yes'] }, '2', false],
    [{ contains: 'no' }, 'No, thanks.', true],
    [{ contains: 'no' }, "I don't know", false],
    [{ contains: "don't" }, 'I don’t know', true],
    [{ contains: ['call me', 'later'] }, 'Please call me tomorrow', true],
    [{ contains: ['call me', 'later'] }, 'Please call Tom', false],
    [{ contains: '是' }, '是的。', true],
    [{ contains: '!' }, 'hello!', false],
    [{ is_empty: true }, '  ', true],
    [{ is_empty: true }, 'x', false],
    [{ is_empty: false }, 'x', true],
    [{ is_empty: false }, '', false],
  ]
  for (const [test, value, holds] of cases) {
    it(`${JSON.stringify(test)} ${holds ? 'holds' : 'does not hold'} for ${JSON.stringify(value)}`, () => {
      assert.equal(branchHolds({ variable: 'answer', next: 'x', ...test }, value), holds)
    })
  }
})
