import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql, toStatement } from '../db/sql.ts'
import {
  arrayField,
  jsonbField,
  booleanField,
  fieldsOf,
  idField,
  numberField,
  textField,
  timestampField,
} from './fields.ts'
import { parseFilters } from './parse.ts'
import { parseSort, sortToSql } from './sort.ts'
import { filterToSql } from './to-sql.ts'

const fields = fieldsOf({
  _id: idField(sql`c._id`, { nullable: false }),
  status: textField(sql`c.status`, { nullable: false }),
  name: textField(sql`c.name`),
  start_time: timestampField(sql`c.start_time`, { nullable: false }),
  end_time: timestampField(sql`c.end_time`),
  duration: numberField(sql`c.duration`),
  active: booleanField(sql`c.active`),
  phones: arrayField(sql`c.phones`, { value: 'string' }),
  properties: jsonbField(sql`c.properties`),
})

function statementOf(filter: object) {
  const { text, values } = toStatement(filterToSql(parseFilters(JSON.stringify(filter), fields), fields))
  return { text, values }
}

const id = '0193b3a0-0000-7000-8000-000000000001'

const statements: [filter: object, text: string, ...values: unknown[]][] = [
  [{}, 'true'],
  [{ status: 'live' }, 'c.status = $1', 'live'],
  [{ status: { $in: ['live', 'failed', 5] } }, 'c.status = any($1::text[])', ['live', 'failed']],
  [{ status: { $in: [] } }, 'false'],
  [{ status: { $ne: 'live' } }, 'c.status <> $1', 'live'],
  [{ status: { $nin: ['a', 'b'] } }, '(not (c.status = any($1::text[])))', ['a', 'b']],
  [{ name: { $ne: 'x' } }, '((c.name = $1) is not true)', 'x'],
  [{ name: null }, 'c.name is null'],
  [{ name: { $ne: null } }, 'c.name is not null'],
  [{ name: { $in: ['x', 'y', null] } }, '(c.name = any($1::text[]) or c.name is null)', ['x', 'y']],
  [{ name: { $gte: 'x' } }, 'c.name collate "C" >= $1', 'x'],
  [{ name: 5 }, 'false'],
  [{ _id: id }, 'c._id = $1::uuid', id],
  [{ _id: id.toUpperCase() }, 'false'],
  [{ _id: { $gt: 'x' } }, 'c._id::text collate "C" > $1', 'x'],
  [{ duration: { $gt: 59.999 } }, 'c.duration > $1::text::float8', '59.999'],
  [{ active: true }, 'c.active = $1::boolean', true],
  [
    { start_time: { $gte: '2025-03-01', $lt: '2025-04-01' } },
    '(c.start_time >= $1::timestamptz and c.start_time < $2::timestamptz)',
    '2025-03-01T00:00:00.000Z',
    '2025-04-01T00:00:00.000Z',
  ],
  [
    { start_time: { $gt: '2025-03-01', $lte: '2025-03-31' } },
    '(c.start_time >= $1::timestamptz and c.start_time < $2::timestamptz)',
    '2025-03-02T00:00:00.000Z',
    '2025-04-01T00:00:00.000Z',
  ],
  [
    { $and: [{ status: 'live' }, { $and: [{ name: 'x' }] }] },
    '(c.status = $1 and (c.name = $2))',
    'live',
    'x',
  ],
  [
    { $nor: [{ name: 'x' }, { status: 'live' }] },
    '((c.name = $1 or c.status = $2) is not true)',
    'x',
    'live',
  ],
  [
    { 'properties.plan': 'gold' },
    'c.properties @@ $1::jsonpath',
    'exists($."plan" ? ((@.type() == "string") && (@ == "gold")))',
  ],
  [
    { $or: [{ 'properties.plan': 'gold' }, { 'properties.plan': { $in: ['free'] } }] },
    '(c.properties @@ $1::jsonpath)',
    'exists($."plan" ? ((@.type() == "string") && ((@ < "gold" && (@ == "free")) || (@ >= "gold" && (@ == "gold")))))',
  ],
  [
    { $or: [{ status: 'live' }, { name: 'x' }, { status: { $in: ['failed'] } }] },
    '(c.status = any($1::text[]) or c.name = $2)',
    ['live', 'failed'],
    'x',
  ],
  [
    { $nor: [{ name: 'x' }, { name: null }] },
    '(((c.name = any($1::text[]) or c.name is null)) is not true)',
    ['x'],
  ],
  [
    { $and: [{ status: { $ne: 'live' } }, { status: { $ne: 'failed' } }] },
    '((not (c.status = any($1::text[]))))',
    ['live', 'failed'],
  ],
  [
    { $and: [{ status: 'live' }, { status: 'failed' }] },
    '(c.status = $1 and c.status = $2)',
    'live',
    'failed',
  ],
]

describe('filterToSql', () => {
  for (const [filter, text, ...values] of statements)
    it(`compiles ${JSON.stringify(filter)} to SQL that an index can serve`, () => {
      assert.deepEqual(statementOf(filter), { text, values })
    })

  it('has the same text for lists of any length', () => {
    const of = (count: number) =>
      statementOf({ name: { $in: Array.from({ length: count }, (_, n) => `${n}`) } })
    assert.equal(of(2).text, of(999).text)
  })

  it('tests a type once for all members below an open object, and finds them by binary search', () => {
    const pathOf = (count: number) => {
      const members = Array.from({ length: count }, (_, n) => [`${n}`, n, [n], { n }]).flat()
      return String(statementOf({ 'properties.a': { $in: members } }).values[0])
    }
    assert.equal(pathOf(200).split('.type()').length, pathOf(2).split('.type()').length)
    const deepest = (text: string) => {
      let depth = 0
      return Math.max(...Array.from(text, (char) => (depth += Number(char === '(') - Number(char === ')'))))
    }
    assert.ok(deepest(pathOf(200)) < 40, `${deepest(pathOf(200))} brackets deep`)
  })

  it('writes no names or values of the caller into the text', () => {
    const evil = `'"; drop table calls; --`
    const { text } = statementOf({
      name: evil,
      [`properties.${evil}`]: evil,
      'properties.a': { $in: [evil, [evil]] },
    })
    assert.doesNotMatch(text, /drop/)
  })
})

describe('sortToSql', () => {
  const orderOf = (sort?: object) =>
    toStatement(
      sortToSql(
        parseSort(sort && JSON.stringify(sort), fields, [{ field: 'start_time', path: [], direction: -1 }]),
        fields,
      ),
    ).text

  it('ends with _id ascending unless _id is among the keys (Rule 8)', () => {
    assert.equal(orderOf(), 'c.start_time desc, c._id')
    assert.equal(orderOf({}), 'c.start_time desc, c._id')
    assert.equal(orderOf({ _id: -1 }), 'c._id desc')
    assert.equal(orderOf({ _id: 1, start_time: 1 }), 'c._id, c.start_time')
  })

  it('writes nulls first or last only for nullable columns', () => {
    assert.equal(orderOf({ end_time: 1 }), 'c.end_time nulls first, c._id')
    assert.equal(orderOf({ end_time: -1 }), 'c.end_time desc nulls last, c._id')
  })

  it('sorts text by its bytes', () => {
    assert.equal(orderOf({ status: -1 }), 'c.status collate "C" desc, c._id')
  })
})
