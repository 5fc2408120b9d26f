import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import { listEvents, names } from './erase-scans.ts'

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

it('reads no events for the do-not-call list of an organization that has no entry', async () => {
  await using full = await createTestDatabase()
  const context = {
    db: full.db,
    clock: systemClock,
    newId: uuidv7,
    secretBox: createSecretBox(Buffer.alloc(32, 7)),
  }
  const acme = { name: 'Acme', projects: [{ name: 'Support' }, { name: 'Sales' }] }
  const applied = await applyDeclaration(context, { organizations: [acme] })
  assert.ok(applied.ok, JSON.stringify(applied))
  const [made] = applied.tree.organizations
  const place = { organization_id: made!._id, project_id: made!.projects[0]!._id }
  await full.db.write(sql`
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
    select ${place.organization_id}::uuid, ${place.project_id}::uuid, gen_random_uuid(), 'call.ended', 'call',
      gen_random_uuid(), now(), '{}'
    from generate_series(1, 6000)`)
  const profile_id = uuidv7()
  const person = {
    ...place,
    profile_id,
    numbers: ['+4930123456'],
    addresses: ['+4930123456'],
    words,
    profile_ids: [profile_id],
    until: new Date().toISOString(),
  }
  const run = () => full.db.transaction((transaction) => listEvents.run(transaction, person, null))
  assert.deepEqual(await run(), { rows: 0, position: null })
  await full.db.write(sql`
    insert into do_not_call (organization_id, _id, number_hash, since, source)
    values (${place.organization_id}, ${uuidv7()}, '\\x00', now(), 'api')`)
  assert.notEqual((await run()).position, null)
})
