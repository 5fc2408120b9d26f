import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../db/sql.ts'
import { names } from './erase-scans.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ isBare: true })
})
after(() => database[Symbol.asyncDispose]())

const words = ['4930123456', 'ann@x.com', 'us.1349', '"username": "ada"']

const cases: [text: string, isTheirs: boolean][] = [
  ['{"to": "+4930123456"}', true],
  ['{"to": "+49301234567"}', false],
  ['{"to": "+14930123456"}', false],
  ['call 0049 30 123456.', true],
  ['+49 (30) 123-456, or later', true],
  ['+49 30 1234567', false],
  ['at 4930123456 12:30', true],
  ['1 4930123456', true],
  ['order-4930123456-1', true],
  ['Ann@X.com', true],
  ['write to ann@x.com.', true],
  ['"Ada <ann@x.com>"', true],
  ['calls for ann@x.com.csv', true],
  [JSON.stringify('mine is\nann@x.com'), true],
  ['joann@x.com', false],
  ['jo.ann@x.com', false],
  ['ann@x.com.au', false],
  ['ann@x.company', false],
  ['annex.com', false],
  ['{"id": "US.1349"}', true],
  ['{"id": "US.13491"}', false],
  ['{"username": "Ada", "text": "x"}', true],
  ['{"username": "ada.l", "text": "ada"}', false],
]

it('finds a number, address or id of a person, and none that has it within', async () => {
  const found = await Promise.all(
    cases.map(async ([text]) => {
      const [row] = await database.db.query<{ is_theirs: boolean }>(
        sql`select ${names(sql`${text}::text`, words)} as is_theirs`,
      )
      return [text, row!.is_theirs]
    }),
  )
  assert.deepEqual(found, cases)
})
