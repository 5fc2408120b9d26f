// Imports history of people whom WhatsApp identifies by an id.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { organization } from '../../../test/support/declarations.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { selectAddress } from '../../whatsapp/people/user-id-queries.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import { recount } from '../recount/recount.ts'
import type { ImportKind } from './import-fields.ts'
import { importHistory } from './import-history.ts'

const at = '2026-10-01T10:00:00.000Z'
let database: TestDatabase
let project: { organization_id: string; project_id: string }

before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
  const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:1'))
  assert.ok(applied.ok, JSON.stringify(applied))
  const [made] = applied.tree.organizations
  project = { organization_id: made!._id, project_id: made!.projects[0]!._id }
})
after(() => database[Symbol.asyncDispose]())

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function keep(kind: ImportKind, records: readonly object[]): Promise<void> {
  const context = { db: database.db, clock: systemClock, newId: uuidv7, progress: () => {} }
  const text = records.map((record) => `${JSON.stringify({ ...project, ...record })}\n`).join('')
  const outcome = await importHistory(context, kind, bytesOf(text))
  assert.ok(outcome.ok, JSON.stringify(outcome))
}

const identity = (identity_key: string) => ({ channel_type: 'whatsapp', identity_key })
const chat = (more: object) => ({
  channel_type: 'whatsapp',
  conversation_type: 'inbound',
  status: 'completed',
  start_time: at,
  ...more,
})

it('links conversations by the id, counts their person as one caller, and finds them by it', async () => {
  const userId = 'US.1349120001'
  await keep('conversations', [chat({ phone_number: userId }), chat({ phone_number: userId })])
  const rows = await database.db.query<{ phone_number: null; whatsapp_user_id: string; caller: string }>(sql`
    select c.phone_number, c.whatsapp_user_id, c.caller from conversations c
    join channel_identities i on i.organization_id = c.organization_id and i.profile_id = c.profile_id
    where i.identity_key = ${userId}`)
  assert.equal(rows.length, 2)
  assert.deepEqual(new Set(rows.map(({ phone_number }) => phone_number)), new Set([null]))
  assert.equal(new Set(rows.map(({ caller }) => caller)).size, 1)
  const found = await database.db.query(sql`
    select from profile_search where words like ${`%${userId.toLowerCase()}%`} and digits = ''`)
  assert.equal(found.length, 1)
  const differences = await recount(database.db, { repair: false })
  assert.deepEqual(
    Object.values(differences).filter((count) => count !== 0),
    [],
    JSON.stringify(differences),
  )
})

it('keeps which id belongs to which number, if a profile has one', async () => {
  const number = '+14155559001'
  await keep('profiles', [
    { name: 'Ada', channel_identities: [identity('US.1349120002'), identity(number)], created_at: at },
    {
      name: 'Grace',
      phone_numbers: [{ value: '+14155559002' }],
      channel_identities: [identity('US.1349120003')],
    },
    { name: 'Hidden', channel_identities: [identity('US.1349120004')] },
  ])
  const addressOf = (userId: string) => selectAddress(database.db, project, userId)
  assert.equal(await addressOf('US.1349120002'), number)
  assert.equal(await addressOf('US.1349120003'), '+14155559002')
  assert.equal(await addressOf('US.1349120004'), 'US.1349120004')
  const [leads] = await database.db.query<{ count: number }>(sql`
    select count(*) as count from channel_identities where not is_alias and identity_key in ('US.1349120002', ${number})`)
  assert.equal(leads?.count, 1)
})
