import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { generateApiKey, hashApiKey } from '../../keys/api-key.ts'
import { selectApiKeys, selectKeyHolder, updateApiKeyRevoked } from '../../keys/queries.ts'
import { loadDemo } from './load-demo.ts'
import type { DemoContext } from './load-demo.ts'

const addresses = {
  phoneNetworkUrl: 'http://127.0.0.1:9901',
  whatsappNetworkUrl: 'http://127.0.0.1:9902',
  modelNetworkUrl: 'http://127.0.0.1:9903/v1',
}
let database: TestDatabase
let context: DemoContext

before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 1))
  context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
})
after(() => database[Symbol.asyncDispose]())

const keyInForce = async (key: string) => (await selectKeyHolder(database.db, hashApiKey(key))) !== null
const keysInForce = async () =>
  (await selectApiKeys(database.db)).filter(({ revoked_at }) => revoked_at === null).map(({ name }) => name)

test('loads once, with a key that is valid at every start', async () => {
  const first = await loadDemo(context, addresses, null)
  assert.deepEqual(Object.keys(first.campaigns), [
    'Renewal reminders',
    'Welcome calls',
    'Office hours',
    'Renewal agent',
    'Front desk',
  ])
  assert.deepEqual(Object.keys(first.broadcasts), ['Renewal messages', 'Answers'])
  assert.ok(await keyInForce(first.key))
  assert.deepEqual(await loadDemo(context, addresses, first.key), first)
  assert.deepEqual(await loadDemo(context, addresses, `${first.key}\n`), first)
  assert.deepEqual(await keysInForce(), ['demo'])
})

test('replaces a key that is lost, unknown or revoked, and revokes what it replaces', async () => {
  const first = await loadDemo(context, addresses, null)
  const second = await loadDemo(context, addresses, generateApiKey())
  assert.equal(await keyInForce(first.key), false)
  assert.ok(await keyInForce(second.key))
  const holder = await selectKeyHolder(database.db, hashApiKey(second.key))
  await updateApiKeyRevoked(database.db, holder!, new Date())
  const third = await loadDemo(context, addresses, second.key)
  assert.notEqual(third.key, second.key)
  assert.ok(await keyInForce(third.key))
  const fourth = await loadDemo(context, addresses, 'no key at all')
  assert.equal(await keyInForce(third.key), false)
  assert.equal((await keysInForce()).length, 1)
  assert.ok(await keyInForce(fourth.key))
})

test('follows the sandbox to other ports', async () => {
  await loadDemo(
    context,
    {
      phoneNetworkUrl: 'http://127.0.0.1:7',
      whatsappNetworkUrl: 'http://127.0.0.1:8',
      modelNetworkUrl: 'http://127.0.0.1:9/v1',
    },
    null,
  )
  assert.deepEqual(
    await database.db.query(sql`
      select c.api_url as calls, s.api_url as messages, m.base_url as models
      from voice_carriers c cross join whatsapp_senders s cross join model_accounts m`),
    [{ calls: 'http://127.0.0.1:7', messages: 'http://127.0.0.1:8', models: 'http://127.0.0.1:9/v1' }],
  )
})

test('keeps what somebody has changed since, and creates what is missing', async () => {
  const { db } = database
  const first = await loadDemo(context, addresses, null)
  const campaign = first.campaigns['Welcome calls']!
  await db.write(sql`update campaigns set slots = 9, script = 'Changed' where _id = ${campaign}`)
  await db.write(
    sql`update projects set name = 'Renamed', ticket_keywords = '{lawyer}' where _id = ${first.project_id}`,
  )
  await db.write(sql`update campaigns set name = 'Moved' where _id = ${first.campaigns['Office hours']}`)
  await db.write(sql`update organizations set plan_whatsapp_sends = 7 where _id = ${first.organization_id}`)
  const stored = () =>
    db.query(sql`
      select name, slots, script, revision from campaigns where _id = ${campaign}
      union all select name, 0, ticket_keywords[1], revision from projects
      union all select name, plan_whatsapp_sends, '', revision from organizations`)
  const secrets = () =>
    db.query(sql`select access_token, app_secret, verify_token, revision from whatsapp_senders`)
  const [before, secretsBefore] = [await stored(), await secrets()]
  const second = await loadDemo(context, addresses, first.key)
  assert.equal(second.project_id, first.project_id)
  assert.deepEqual(await stored(), before)
  assert.deepEqual(await secrets(), secretsBefore)
  assert.notEqual(second.campaigns['Office hours'], first.campaigns['Office hours'])

  await db.write(
    sql`update voice_carriers set api_url = 'https://carrier.example', account_sid = ${`AC${'1'.repeat(32)}`}`,
  )
  await loadDemo(context, { ...addresses, phoneNetworkUrl: 'http://127.0.0.1:9' }, first.key)
  assert.deepEqual(await db.query(sql`select api_url, account_sid from voice_carriers`), [
    { api_url: 'https://carrier.example', account_sid: `AC${'1'.repeat(32)}` },
  ])
  const actors = await db.query(sql`select distinct actor_kind, actor_name from changes`)
  assert.deepEqual(actors, [{ actor_kind: 'cli', actor_name: 'switchboard demo' }])
})
