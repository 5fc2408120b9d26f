import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { refuses } from './model-refusals.ts'
import { sortOrder } from './model-sort.ts'
import { predicateOf } from './model.ts'
import type { Fields, JsonObject } from './shape.ts'

interface Cases {
  schema: Record<string, Fields>
  docs: Record<string, JsonObject[]>
  filter_cases: { id: string; collection: string; filter: JsonObject; expected: string[] }[]
  refusals: { id: string; schema: string; param: string; raw: string }[]
  sort_cases: { id: string; collection: string; sort: Record<string, 1 | -1>; expected: string[] }[]
}

const cases = JSON.parse(readFileSync(new URL('filter-cases.json', import.meta.url), 'utf8')) as Cases

test('the model matches the documents that every worked case expects', () => {
  assert.equal(cases.filter_cases.length, 153)
  for (const { id, collection, filter, expected } of cases.filter_cases) {
    const predicate = predicateOf(filter, cases.schema[collection]!)
    const found = cases.docs[collection]!.filter(predicate).map((document) => document['_id'])
    assert.deepEqual(found, expected, `${id}: ${JSON.stringify(filter)}`)
  }
})

test('the model sorts as every worked case expects', () => {
  assert.equal(cases.sort_cases.length, 9)
  for (const { id, collection, sort, expected } of cases.sort_cases) {
    const order = (left: JsonObject, right: JsonObject): number => {
      const decided = sortOrder(left, right, Object.entries(sort), cases.schema[collection]!)
      assert.notEqual(decided, undefined)
      return decided!
    }
    const found = cases.docs[collection]!.toSorted(order).map((document) => document['_id'])
    assert.deepEqual(found, expected, `${id}: ${JSON.stringify(sort)}`)
  }
})

test('the model refuses the malformed among the worked cases, and none of the well-formed', () => {
  const taken = cases.refusals
    .filter(({ param, schema, raw }) => param === 'filters' && !refuses(raw, cases.schema[schema]!))
    .map(({ id }) => id)
  // The model does not know these limits: the product of a pattern's counts, 100 conditions, 1,000 members.
  assert.deepEqual(taken, ['x049', 'x082', 'x083'])
  for (const { id, collection, filter } of cases.filter_cases)
    assert.equal(refuses(JSON.stringify(filter), cases.schema[collection]!), false, id)
})
