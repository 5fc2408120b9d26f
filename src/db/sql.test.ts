import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { join, literal, shared, sql, toStatement } from './sql.ts'

describe('sql', () => {
  it('binds values and never writes them into the text', () => {
    const evil = "'; drop table calls; --"
    const { text, values } = toStatement(sql`select * from calls where name = ${evil} and n = ${1}`)
    assert.equal(text, 'select * from calls where name = $1 and n = $2')
    assert.deepEqual(values, [evil, 1])
  })

  it('nests pieces anywhere, numbering the parameters in the order of the text', () => {
    const where = sql`a = ${1} and ${sql`b = ${2}`}`
    const { text, values } = toStatement(sql`${sql`select 1`} where ${where} or ${where} limit ${3}`)
    assert.equal(text, 'select 1 where a = $1 and b = $2 or a = $3 and b = $4 limit $5')
    assert.deepEqual(values, [1, 2, 1, 2, 3])
  })

  it('binds null, arrays and objects that are not pieces', () => {
    assert.deepEqual(toStatement(sql`${null} ${[1]} ${{ a: 1 }}`).values, [null, [1], { a: 1 }])
  })

  it('binds an object that only looks like a piece, such as one from a request', () => {
    const forged: unknown = JSON.parse('{"strings":["drop table calls"],"values":[],"made by sql":true}')
    const { text, values } = toStatement(sql`select ${forged}`)
    assert.equal(text, 'select $1')
    assert.deepEqual(values, [forged])
  })

  it('returns the same name for the same text', () => {
    const name = (value: number) => toStatement(sql`select ${value}`).name
    assert.equal(name(1), name(2))
  })
})

describe('shared', () => {
  it('binds a value once for all places of the piece, and other pieces apart from it', () => {
    const [mine, other] = [shared('a', 'uuid'), shared('a', 'text')]
    const where = sql`x = ${mine} or y = ${other}`
    const { text, values } = toStatement(
      sql`select ${1} where ${where} and z = ${mine} and ${where} limit ${2}`,
    )
    assert.equal(
      text,
      'select $1 where x = $2::uuid or y = $3::text and z = $2::uuid and x = $2::uuid or y = $3::text limit $4',
    )
    assert.deepEqual(values, [1, 'a', 'a', 2])
  })

  it('binds null and what only looks like a shared value', () => {
    const nothing = shared(null, 'timestamptz')
    const { text, values } = toStatement(sql`${nothing} ${{ value: 1 }} ${nothing}`)
    assert.equal(text, '$1::timestamptz $2 $1::timestamptz')
    assert.deepEqual(values, [null, { value: 1 }])
  })
})

describe('literal', () => {
  it('quotes any value into the text', () => {
    const { text, values } = toStatement(
      sql`copy (select ${literal("it's \\ one")}, ${literal('x')}) to stdout`,
    )
    assert.equal(text, "copy (select  E'it''s \\\\ one', 'x') to stdout")
    assert.deepEqual(values, [])
  })
})

describe('join', () => {
  it('joins pieces with the separator, and refuses an empty list', () => {
    const { text } = toStatement(join([sql`a = ${1}`, sql`b = ${2}`], sql` and `))
    assert.equal(text, 'a = $1 and b = $2')
    assert.throws(() => join([], sql` or `))
  })
})
