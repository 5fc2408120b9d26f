import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../test/faults/random.ts'
import type { Random } from '../../test/faults/random.ts'
import { documentColumns } from '../../test/filters/document-table.ts'
import { randomDocuments } from '../../test/filters/documents.ts'
import { randomFilter, randomSort } from '../../test/filters/generator.ts'
import type { Json, JsonObject } from '../../test/filters/shape.ts'
import { countOf } from '../../test/support/length.ts'
import { propertySeed } from '../../test/support/property-seed.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import { toStatement } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { foldEqualities } from './fold-equalities.ts'
import { parseFilters } from './parse.ts'
import { parseSort, parseSortField, sortToSql } from './sort.ts'
import { lengthOfCondition, lengthOfSortKey } from './statement-length.ts'
import { filterToSql } from './to-sql.ts'
import type { Filter } from './tree.ts'

const runs = countOf('LENGTH_RUNS', { short: 1_000, long: 20_000 })
const charactersMax = 1_000_000

/** Returns the characters of all that is bound: paths, and values of plain columns. */
function lengthOfBound(piece: Sql): number {
  return toStatement(piece).values.flat().map(String).join('').length
}

function estimateOf(filter: Filter): number {
  if (filter.kind === 'condition') return lengthOfCondition(filter)
  return foldEqualities(filter).reduce((total, part) => total + estimateOf(part), 0)
}

/** Returns what is parsed, or null when it is beyond a limit. */
function acceptedOf<Parsed>(parse: () => Parsed): Parsed | null {
  try {
    return parse()
  } catch (error) {
    assert.ok(error instanceof Refusal && error.status === 400, String(error))
    assert.match(error.message, /too long as a statement, at most 1000000 characters|8192|members|conditions/)
    return null
  }
}

/** Returns a path with any number of keys and indexes, nine segments at most. */
function randomPath(random: Random): string {
  const numbers = random.pick([0, 0.3, 0.7, 1])
  return Array.from({ length: random.integer(1, random.pick([2, 4, 9])) }, () =>
    random.chance(numbers) ? String(random.integer(0, 12)) : random.pick(['a', 'b', 'é', 'a b', '"', '\\n']),
  ).join('.')
}

function randomLiteral(random: Random, levels: number): Json {
  const count = random.pick([0, 1, 2, 5, 40])
  if (levels === 0 || random.chance(0.4))
    return random.pick<Json>([null, true, 5, -1.5e-7, 'x', 'ab"c\n', 'y'.repeat(200), '2025-01-01'])
  const inner = () => randomLiteral(random, random.integer(0, levels - 1))
  return random.chance(0.5)
    ? Array.from({ length: count }, inner)
    : Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`k${index}"${'z'.repeat(index)}`, inner()]),
      )
}

const operators = '$in $nin $all $eq $type $regex $mod $size $exists $gt $not plain'.split(' ')

/** Returns a condition that takes as much text as it can: long lists, many numbers, and `$elemMatch` inside itself. */
function randomCondition(random: Random, levels: number): Json {
  const list = () =>
    Array.from({ length: random.pick([0, 1, 3, 30, 300]) }, (_, index) =>
      random.chance(0.1) ? randomLiteral(random, 2) : random.pick<Json>([index, `${index}`, 'same']),
    )
  const kind = levels > 0 && random.chance(0.6) ? '$elemMatch' : random.pick(operators)
  switch (kind) {
    case '$elemMatch':
      return random.chance(0.8)
        ? { $elemMatch: { [randomPath(random)]: randomCondition(random, levels - 1) } }
        : { $elemMatch: { $not: { $in: list() }, $elemMatch: { $gt: 5 } } }
    case '$type':
      return {
        $type: Array.from({ length: 200 }, () => random.pick(['int', 'long', 'array', 'date', 'double'])),
      }
    case '$regex':
      return {
        $regex: random.pick(['a', '^[à-ï]"\\\\', 'é'.repeat(40)]),
        $options: random.pick(['', 'i', 'm']),
      }
    case '$mod':
      return { $mod: [random.pick([2, -1.7e308]), -1.2345678901234e-300] }
    case '$size':
      return { $size: 2 ** 31 - 1 }
    case '$gt':
      return { $gt: 'x'.repeat(random.integer(0, 200)) }
    case '$exists':
      return { $exists: random.chance(0.5) }
    case '$not':
      return { $not: { $gte: 1, $lt: 2, $type: 'long', $in: list() } }
    case 'plain':
      return random.chance(0.3) ? null : [randomLiteral(random, 8)]
    default:
      return { [kind]: kind === '$eq' ? [randomLiteral(random, 4)] : list() }
  }
}

function randomLongFilter(random: Random): JsonObject {
  const start = () =>
    random.pick(['properties', 'properties', 'phones.0', 'work.windows.1', 'patterns', 'phones'])
  const parts = Array.from({ length: random.pick([1, 1, 2, 6]) }, () => {
    const field = start()
    const path = field === 'properties' ? `properties.${randomPath(random)}` : field
    const operand =
      field === 'properties' ? randomCondition(random, random.pick([0, 1, 2, 3, 6])) : [null, 5, 'a']
    return { [path]: operand }
  })
  return { [random.pick(['$and', '$or', '$nor'])]: parts }
}

function assertShort(name: string, filter: Filter): void {
  const estimate = estimateOf(filter)
  const statement = filterToSql(filter, documentColumns)
  const bound = lengthOfBound(statement)
  assert.ok(bound <= estimate, `${bound} characters, estimated as ${estimate}, of ${name}`)
  const whole = bound + toStatement(statement).text.length
  assert.ok(whole <= charactersMax, `${whole} characters of ${name}`)
}

describe('the length of statements', () => {
  it(`stays below its bound for ${runs} filters made to be long`, () => {
    let accepted = 0
    for (let run = 0; run < runs; run++) {
      const text = JSON.stringify(randomLongFilter(createRandom(`${propertySeed} length ${run}`)))
      const name = `${text.slice(0, 200)} (PROPERTY_SEED=${propertySeed}, run ${run})`
      const filter = acceptedOf(() => parseFilters(text, documentColumns))
      if (filter === null) continue
      accepted++
      assertShort(name, filter)
      for (const part of filter.kind === 'condition' ? [] : filter.parts) assertShort(name, part)
    }
    assert.ok(accepted > runs / 3 && accepted < runs, `${accepted} of ${runs} were accepted`)
  })

  it('refuses no filter of the usual kinds, and stays below its bound for them', () => {
    const documents = randomDocuments('length', 20)
    for (let run = 0; run < runs; run++) {
      const text = JSON.stringify(randomFilter(createRandom(`${propertySeed} usual ${run}`), documents))
      assertShort(text, parseFilters(text, documentColumns))
    }
  })

  it('stays below its bound for sorts', () => {
    const documents = randomDocuments('length', 20)
    for (let run = 0; run < 200; run++) {
      const random = createRandom(`${propertySeed} sorts ${run}`)
      const long = Array.from(
        { length: random.integer(1, 8) },
        () => [`properties.${randomPath(random)}`, 1] as const,
      )
      for (const keys of [randomSort(random, documents), Object.fromEntries(long)]) {
        const text = JSON.stringify(keys)
        const sort = acceptedOf(() => parseSort(text, documentColumns, []))
        if (sort === null) continue
        const estimate = sort.reduce((total, key) => total + lengthOfSortKey(key), 0)
        const paths = lengthOfBound(sortToSql(sort, documentColumns))
        assert.ok(paths <= Math.min(estimate, charactersMax), `${paths}, ${estimate}: ${text}`)
      }
    }
  })

  it('refuses sorts by many paths with many numbers', () => {
    const name = (key: number) => `properties.a${key}${'.0'.repeat(8)}`
    const eight = Object.fromEntries(Array.from({ length: 8 }, (_, key) => [name(key), 1]))
    const refusal = /properties\..*: too long as a statement, at most 1000000 characters/
    assert.throws(() => parseSort(JSON.stringify(eight), documentColumns, []), refusal)
    assert.throws(() => parseSortField('properties.0.1.2.3.4.5.6.7.8', documentColumns), refusal)
    parseSortField('properties.a.0.b.1', documentColumns)
  })

  it('allows a list of a thousand values, a hundred conditions, and ten fields', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index)
    const words = numbers.map((number) => `w${number}`)
    const ten = Object.fromEntries(
      numbers.slice(0, 10).map((number) => [`properties.field${number}.0`, `w${number}`]),
    )
    for (const filter of [
      { 'properties.a': { $in: numbers } },
      { 'properties.a.b.c': { $nin: words } },
      { 'properties.a.0': { $in: numbers } },
      { 'properties.a': { $in: [...numbers.slice(1), [1]] } },
      { 'properties.a': { $in: numbers.slice(0, 800).map((number) => [number, number + 1]) } },
      { 'properties.a': { $all: numbers } },
      { properties: { $elemMatch: { 'a.0': { $in: words } } } },
      { $or: numbers.slice(0, 100).map((number) => ({ [`properties.a${number}.b.c`]: null })) },
      ten,
    ])
      assertShort(JSON.stringify(filter).slice(0, 80), parseFilters(JSON.stringify(filter), documentColumns))
  })
})
