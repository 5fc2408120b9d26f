import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../base/refusals/refusal.ts'
import { sql } from '../db/sql.ts'
import { arrayField, jsonbField, fieldsOf, numberField, textField, timestampField } from './fields.ts'
import { parseFilters } from './parse.ts'

const fields = fieldsOf({
  _id: textField(sql`c._id`),
  status: textField(sql`c.status`),
  start_time: timestampField(sql`c.start_time`),
  duration: numberField(sql`c.duration`),
  phones: arrayField(sql`c.phones`, { value: 'string', seen_at: 'timestamp' }),
  properties: jsonbField(sql`c.properties`),
})

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
const notted = (levels: number): unknown => (levels === 0 ? { $gt: 1 } : { $not: notted(levels - 1) })

/** Returns a filter of so many levels of `$elemMatch`, each with so many numbers in its path. */
function matched(numbers: number, levels: number): Record<string, unknown> {
  let [filter, name]: [unknown, string] = [1, `a${'.0'.repeat(numbers)}`]
  for (let level = 1; level < levels; level++) filter = { $elemMatch: { [name]: filter } }
  return { [`properties.${name}`]: filter }
}

const inside = (key: string, levels: number, value: unknown): unknown =>
  levels === 0 ? value : { [key]: inside(key, levels - 1, value) }
const tooLong = 'too long as a statement, at most 1000000 characters'

/**
 * Refused filters beyond the cases in filter-cases.json (as text when it is not valid JSON), and words of their
 * messages.
 */
const refused: [filter: unknown, ...words: string[]][] = [
  [{ status: 'x'.repeat(8200) }, '8192'],
  [{ status: 'x'.repeat(1025) }, 'status', '1024'],
  [{ [`properties.${'x'.repeat(190)}`]: 1 }, '200 characters'],
  [{ 'properties.a': nested(11) }, 'properties.a', 'too deep, at most 10'],
  [{ duration: notted(11) }, 'too deep, at most 10'],
  [{ 'properties.a': { b: { $gt: 1 } } }, '$gt', 'not supported'],
  [{ 'properties.a': [{ $date: '2025-01-01T00:00Z' }] }, '$date'],
  [{ 'properties.a': { $in: [{ constructor: 1 }] } }, 'constructor', 'not allowed'],
  [{ 'properties.a': { 'b\ud800': 1 } }, 'not valid Unicode'],
  [{ phones: { $elemMatch: { nope: 1 } } }, 'unknown field', 'value, seen_at'],
  [{ 'phones.nope': 1 }, 'phones.nope', 'value, seen_at'],
  [{ 'phones.0.0': 1 }, 'unknown field'],
  [{ 'phones.value.x': 1 }, 'no fields below'],
  [{ 'phones.seen_at': 'soon' }, 'phones.seen_at', 'ISO 8601'],
  [{ start_time: { $gte: '2025-03-01T00:00:00 01:00' } }, 'start_time.$gte', 'ISO 8601', '%2B'],
  [{ start_time: { $date: '2025-03-01T00:00:00 01:00' } }, '$date', 'ISO 8601', '%2B'],
  [{ 'phones.seen_at': { $regex: '^2' } }, '$gte and $lt'],
  [{ phones: { $elemMatch: { seen_at: { $gt: 'soon' } } } }, 'seen_at', 'ISO 8601'],
  [{ status: { $elemMatch: { x: 1 } } }, 'no fields below'],
  [{ start_time: { $elemMatch: { $gt: 'nope' } } }, 'start_time.$elemMatch.$gt', 'ISO 8601'],
  [{ start_time: { $elemMatch: { $not: { $in: ['2025-02-30'] } } } }, 'ISO 8601'],
  [{ start_time: { $not: { $elemMatch: { $eq: 'nope' } } } }, 'ISO 8601'],
  [{ start_time: { $all: [{ $elemMatch: { $lt: '2025-02-30' } }] } }, 'ISO 8601'],
  [{ start_time: { $elemMatch: { $elemMatch: { $ne: 'nope' } } } }, 'ISO 8601'],
  [{ start_time: { $elemMatch: { $regex: '^2' } } }, '$gte and $lt'],
  [{ 'phones.seen_at': { $elemMatch: { $gt: 'soon' } } }, 'phones.seen_at', 'ISO 8601'],
  [{ phones: { $elemMatch: { seen_at: { $elemMatch: { $gt: 'soon' } } } } }, 'seen_at', 'ISO 8601'],
  [{ start_time: { $in: ['2025-01-01', '2025-02-30'] } }, 'start_time.$in.1', 'ISO 8601'],
  [{ start_time: { $date: '2025-01-01' } }, '$date', 'ISO 8601'],
  [{ start_time: { $date: { $numberLong: 5 } } }, '$date'],
  [{ start_time: { $date: 1e300 } }, '$date'],
  [{ status: { $or: [{ $eq: 1 }] } }, '$or', 'not supported'],
  [{ duration: { $mod: [0.5, 0] } }, '$mod'],
  ['{"duration":{"$mod":[1e400,0]}}', 'duration.$mod.0', 'is not a finite number'],
  ['{"duration":{"$mod":[2,-1e400]}}', 'duration.$mod.1', 'is not a finite number'],
  ['{"properties.a":{"$size":1e400}}', 'is not a finite number'],
  ['{"start_time":{"$date":1e400}}', 'is not a finite number'],
  [{ $where: '1' }, '$where', 'not supported', '$and, $or, $nor', '$eq, $ne, $gt', '$elemMatch, $size'],
  [{ $or: [{ $GT: 1 }] }, '$GT', 'not supported', '$eq, $ne, $gt'],
  [{ status: { $regex: '(?=a)b' } }, 'status.$regex', 'the pattern', 'a lookahead is not supported'],
  [{ 'properties.a': { $size: 2147483648 } }, '$size'],
  [{ 'properties.a': { $all: [{ $gt: 1 }] } }, '$gt'],
  [{ 'properties.a': { $elemMatch: { $gt: 1, x: 2 } } }, 'not both'],
  [{ status: { $regex: 'a', $options: 'ii' } }, '$options'],
  [{ $or: Array.from({ length: 5 }, () => ({ 'properties.0.0.0.0.0.0.0.0.0': 1 })) }, tooLong],
  [matched(7, 3), 'at properties.a.0', tooLong, 'fewer numbers in paths'],
  [matched(6, 3), tooLong],
  [matched(3, 6), tooLong],
  [{ $and: [matched(2, 1), matched(7, 3)] }, 'at properties.a.0.0', tooLong],
  [{ 'properties.a.0.0.0.0.0.0.0.0': { $in: [...Array(1000).keys()] } }, tooLong],
  [{ 'properties.a.0.0.0.0.0.0.0.0': [...Array(1000).keys()] }, tooLong],
  [{ 'properties.a': inside('x'.repeat(1000), 4, Array(2000).fill(0)) }, tooLong],
]

/** Text stays as it is, because JSON can have numbers that `JSON.stringify` does not write. */
const textOf = (filter: unknown) => (typeof filter === 'string' ? filter : JSON.stringify(filter))

describe('parseFilters', () => {
  for (const [filter, ...words] of refused)
    it(`refuses ${textOf(filter).slice(0, 90)}`, () => {
      assert.throws(
        () => parseFilters(textOf(filter), fields),
        (error) => {
          assert(error instanceof Refusal && error.status === 400)
          for (const word of words) assert(error.message.includes(word), `${word} in ${error.message}`)
          return true
        },
      )
    })

  it('accepts numbers in paths, and lists of the types, while the statement stays short', () => {
    parseFilters(JSON.stringify(matched(2, 3)), fields)
    parseFilters(JSON.stringify({ 'properties.a.0.0.0': { $type: Array(2000).fill(16) } }), fields)
  })

  it('accepts ten levels of operators and of brackets', () => {
    parseFilters(JSON.stringify({ duration: notted(10), 'properties.a': nested(10) }), fields)
  })

  it('counts code points, not UTF-16 units', () => {
    assert.throws(() => parseFilters(JSON.stringify({ status: '😀'.repeat(1025) }), fields), /1024/)
    parseFilters(JSON.stringify({ status: '😀'.repeat(1024) }), fields)
  })

  it('repeats at most 100 characters of what was sent', () => {
    const name = 'x'.repeat(180)
    assert.throws(
      () => parseFilters(JSON.stringify({ [`properties.${name}`]: { [`$${name}`]: 1 } }), fields),
      (error) => error instanceof Refusal && error.message.split('x').length - 1 <= 100,
    )
  })

  it('does not accept members of Object.prototype as fields', () => {
    for (const name of ['toString', 'hasOwnProperty', 'valueOf'])
      assert.throws(() => parseFilters(JSON.stringify({ [name]: 1 }), fields), /unknown field/)
  })

  it('returns a tree without short forms', () => {
    const filter = {
      status: { $in: ['a', 'b'] },
      start_time: { $gte: '2025-03-01' },
      'properties.a.b': { $ne: null },
    }
    assert.deepEqual(parseFilters(JSON.stringify(filter), fields), {
      kind: 'and',
      parts: [
        {
          kind: 'condition',
          field: 'status',
          path: [],
          holds: 'string',
          test: {
            kind: 'equals',
            operands: [
              { kind: 'string', value: 'a' },
              { kind: 'string', value: 'b' },
            ],
          },
        },
        {
          kind: 'condition',
          field: 'start_time',
          path: [],
          holds: 'timestamp',
          test: {
            kind: 'compares',
            operator: 'gte',
            operand: { kind: 'day', from: Date.UTC(2025, 2, 1), to: Date.UTC(2025, 2, 2) },
          },
        },
        {
          kind: 'condition',
          field: 'properties',
          path: ['a', 'b'],
          holds: 'json',
          test: { kind: 'not', tests: [{ kind: 'equals', operands: [{ kind: 'null' }] }] },
        },
      ],
    })
  })
})
