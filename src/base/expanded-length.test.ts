import assert from 'node:assert/strict'
import { it } from 'node:test'
import { expandedLength } from './expanded-length.ts'

it('the expanded length of an expression counts its repetitions', () => {
  const lengths: Record<string, number> = {
    '': 0,
    abc: 3,
    'a{3}': 3,
    'a{2,5}b': 6,
    'a{,4}': 4,
    'a{2,}': 2,
    '(ab){3}c': 7,
    '((ab){3}c){2}': 14,
    '[a{9}]{2}': 2,
    '[]a]{2}\\]': 3,
    '[[:alpha:]]{2}': 2,
    '\\p{Greek}{3}': 300,
    '\\pL\\PN': 200,
    '[^\\p{L}\\p{N}_]': 200,
    '\\\\pL': 3,
    '\\{9}': 3,
    '(a{3}': 3,
    'a)b': 2,
  }
  for (const [expression, length] of Object.entries(lengths))
    assert.equal(expandedLength(expression), length, expression)
})
