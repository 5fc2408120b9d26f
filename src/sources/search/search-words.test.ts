import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../db/sql.ts'
import { relaxedQueries, sharesByWords } from './search-words.ts'
import type { Shares } from './search-words.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

/**
 * Treats each set of these words (`w0`, `w1`, …) as a passage, and returns the positions of the shares that match it.
 */
async function sharesOfSets(shares: Shares, words: number): Promise<{ set: number; in_shares: number[] }[]> {
  return database.db.query(sql`
    select set, array(select s.ordinal::integer from unnest(${shares}::text[]) with ordinality s (query, ordinal)
        where array_to_tsvector(array(select 'w' || bit from generate_series(0, ${words} - 1) bit where set >> bit & 1 = 1))
          @@ s.query::tsquery) as in_shares
    from generate_series(0, (1 << ${words}) - 1) set order by set`)
}

const wordsOf = (weights: readonly number[]) =>
  weights.map((weight, index) => ({
    query: index % 2 === 0 ? `'w${index}'` : `('w${index}') | ('x')`,
    weight,
  }))

const weightOf = (set: number, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + ((set >> index) & 1 ? weight : 0), 0)

describe('relaxedQueries', () => {
  it('matches the passages with enough weight, each in the share of its heaviest word only', async () => {
    for (const weights of [[1], [1, 1], [3, 1], [0.2, 0.1, 0.7], [1, 1, 1, 1, 1, 1], [5, 4, 1, 1, 0.5, 6]]) {
      const total = weightOf(-1, weights)
      const [strict = [], ...looser] = relaxedQueries(wordsOf(weights))
      const least = [[1, 0.7], [0.4], [0]]
      assert.ok(strict.length > 0 && looser.length < least.length, String(weights))
      const fitting = new Set<string>()
      for (const shares of [strict, ...looser].flat()) {
        const sets = await sharesOfSets(shares, weights.length)
        const found = sets.filter(({ in_shares }) => in_shares.length > 0)
        fitting.add(found.map(({ set }) => set).join())
        const order = weights.map((_, index) => index).toSorted((a, b) => weights[b]! - weights[a]!)
        const firsts = found.map(({ set, in_shares }) => {
          assert.equal(in_shares.length, 1, `${weights.join()}: set ${set} is in one share`)
          return [in_shares[0]!, order.findIndex((index) => (set >> index) & 1)] as const
        })
        for (const [share, place] of firsts)
          for (const [other, otherPlace] of firsts) assert.equal(share < other, place < otherPlace)
      }
      const wanted = new Set(
        least.flat().map((share) =>
          Array.from({ length: 1 << weights.length }, (_, set) => set)
            .filter((set) => set > 0 && weightOf(set, weights) >= total * share - 1e-9)
            .join(),
        ),
      )
      assert.deepEqual(fitting, wanted, String(weights))
    }
  })
})

describe('sharesByWords', () => {
  it('matches all that the query matches, passages with none of the words last', async () => {
    const shares = sharesByWords("'w0' | 'w2'", wordsOf([1, 2]))
    const sets = await sharesOfSets(shares, 3)
    assert.deepEqual(
      sets.map(({ in_shares }) => in_shares),
      [[], [2], [], [1], [3], [2], [1], [1]],
    )
  })
})
