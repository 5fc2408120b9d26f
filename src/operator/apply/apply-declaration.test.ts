import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exampleDeclaration } from '../../../test/support/contract-example.ts'
import type { Tree } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { hashApiKey } from '../../keys/api-key.ts'
import { selectKeyHolder, updateApiKeyRevoked } from '../../keys/queries.ts'
import { applyDeclaration } from './apply-declaration.ts'
import type { ApplyContext } from './apply-declaration.ts'

let database: TestDatabase
let context: ApplyContext
let now = new Date('2026-11-21T09:00:00.000Z')

before(async () => {
  database = await createTestDatabase()
  const clock = { now: () => now }
  context = { db: database.db, clock, newId: uuidv7, secretBox: createSecretBox(Buffer.alloc(32, 1)) }
})
after(() => database[Symbol.asyncDispose]())

const projectOf = (value: Tree): Tree => value.organizations[0].projects[0]

async function apply(value: unknown) {
  const outcome = await applyDeclaration(context, value)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome
}

async function faultsOf(value: unknown): Promise<string[]> {
  const outcome = await applyDeclaration(context, value)
  assert.ok(!outcome.ok)
  return outcome.faults.map(({ path, message }) => `${path}: ${message}`)
}

const tables = [
  'organizations',
  'projects',
  'voice_carriers',
  'caller_ids',
  'workflows',
  'workflow_revisions',
  'campaigns',
  'whatsapp_senders',
  'whatsapp_templates',
  'broadcasts',
  'api_keys',
] as const

/** Returns every row of every table that a declaration writes, as PostgreSQL prints it. */
async function dump(): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const rows = await database.db.query<{ row: string }>({
      strings: [`select t::text as row from ${table} t order by 1`],
      values: [],
    })
    parts.push(`${table}\n${rows.map(({ row }) => row).join('\n')}`)
  }
  return parts.join('\n')
}

test('returns the tree in order of the declaration, with ids, without secrets', async () => {
  const { tree } = await apply(exampleDeclaration('Tree', '41'))
  const [organization] = tree.organizations
  assert.deepEqual(Object.keys(organization!), ['_id', 'name', 'projects'])
  const shape = JSON.stringify(tree, (name, value) =>
    name === '_id' || name === 'key' ? '…' : (value as unknown),
  )
  const named = (name: string) => `[{"_id":"…","name":"${name}"}]`
  assert.equal(
    shape,
    `{"organizations":[{"_id":"…","name":"Tree","projects":[{"_id":"…","name":"Renewals","voice_carriers":${named('main')},` +
      `"caller_ids":[{"_id":"…","number":"+14155550100"}],"workflows":${named('renewal')},` +
      `"whatsapp_senders":${named('main')},"whatsapp_templates":${named('order_update')},` +
      `"broadcasts":${named('October')},"model_accounts":[],"agents":[],"campaigns":${named('Renewal reminders')},` +
      `"api_keys":[{"_id":"…","name":"backend","key":"…"}],"webhook_endpoints":[]}]}]}`,
  )
})

test('changes nothing the second time, and shows a key once', async () => {
  const first = await apply(exampleDeclaration('Twice', '42'))
  const before = await dump()
  now = new Date('2026-11-21T10:00:00.000Z')
  const second = await apply(exampleDeclaration('Twice', '42'))
  assert.equal(await dump(), before)
  assert.deepEqual(second.changes, { created: 0, updated: 0, unchanged: 10 })
  assert.equal(second.tree.organizations[0]!.projects[0]!.api_keys[0]!.key, undefined)
  delete first.tree.organizations[0]!.projects[0]!.api_keys[0]!.key
  assert.deepEqual(second.tree, first.tree)
})

test('updates what differs and nothing else, and moves updated_at only there', async () => {
  await apply(exampleDeclaration('Differs', '43'))
  const changed = exampleDeclaration('Differs', '43')
  projectOf(changed).campaigns[0].slots = 7
  projectOf(changed).caller_ids[0].number = '+1 (415) 555-0100'
  projectOf(changed).campaigns[0].retry.on.reverse()
  now = new Date('2026-11-21T11:00:00.000Z')
  const { changes } = await apply(changed)
  assert.deepEqual(changes, { created: 0, updated: 1, unchanged: 9 })
  const rows = await database.db.query(sql`
    select c.slots, c.updated_at, p.updated_at as project_at from campaigns c
    join projects p on p._id = c.project_id join organizations o on o._id = c.organization_id
    where o.name = 'Differs'`)
  assert.deepEqual(rows, [
    { slots: 7, updated_at: '2026-11-21T11:00:00.000Z', project_at: '2026-11-21T10:00:00.000Z' },
  ])
})

test('prepares slots and rate limits for the dialler, and wakes the queue after any change of a campaign', async () => {
  const declared = exampleDeclaration('Dials', '59')
  const [campaign] = projectOf(declared).campaigns
  const dialler = async () => {
    const [row] = await database.db.query<Record<string, unknown>>(sql`
      select l.next_at, l.closed_until, (select count(*) from carrier_rate_limits p
          where p.organization_id = o._id and p.failures = 0 and p.held_until is null) as rate_limits,
        (select count(*) from calling_slots s
          where s.organization_id = o._id and s.campaign_id = l.campaign_id and s.attempt_id is null) as slots
      from campaign_queues l join organizations o on o._id = l.organization_id where o.name = 'Dials'`)
    return row
  }
  for (const [slots, all] of [
    [5, 5],
    [7, 7],
    // Numbers beyond the limit stay, unused.
    [2, 7],
  ]) {
    campaign.slots = slots
    now = new Date(now.getTime() + 1_000)
    await apply(declared)
    const line = { next_at: now.toISOString(), closed_until: null }
    assert.deepEqual(await dialler(), { ...line, rate_limits: 1, slots: all })
    // This is the queue's state outside calling hours.
    await database.db.query(sql`update campaign_queues set next_at = null, closed_until = 'infinity'`)
  }
})

test('resets omitted optional fields to their defaults, and keeps omitted secrets (Rule 59)', async () => {
  const whole = exampleDeclaration('Defaults', '44')
  await apply(whole)
  const secrets = sql`
    select v.auth_token, s.access_token, s.app_secret, s.verify_token from voice_carriers v
    join organizations o on o._id = v.organization_id
    join whatsapp_senders s on s.organization_id = o._id where o.name = 'Defaults'`
  const sealed = await database.db.query(secrets)
  const bare = {
    organizations: [
      {
        name: 'Defaults',
        projects: [
          {
            name: 'Renewals',
            voice_carriers: [{ name: 'main', kind: 'twilio', account_sid: `AC${'0'.repeat(31)}1` }],
            campaigns: [{ name: 'Renewal reminders', campaign_type: 'workflow' }],
            whatsapp_senders: [
              {
                name: 'main',
                phone_number_id: '44',
                business_account_id: '200000000000001',
                display_phone_number: '+1 415 555 0199',
              },
            ],
            broadcasts: [{ name: 'October', sender: 'main' }],
          },
        ],
      },
    ],
  }
  const { changes } = await apply(bare)
  assert.deepEqual(changes, { created: 0, updated: 6, unchanged: 0 })
  assert.deepEqual(await database.db.query(secrets), sealed)
  const [row] = await database.db.query<Record<string, unknown>>(sql`
    select o.calls, p.status as project_status, p.language, p.timezone, p.default_country, v.api_url, v.calls_per_second,
      c.status, c.call_direction, c.workflow_id, c.script, c.voice, c.caller_id_id, c.calling_hours, c.slots,
      c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ring_timeout_seconds, c.ends_at, s.catalog_id,
      s.api_url as sender_url, s.messages_per_second, b.whatsapp_template_id
    from organizations o join projects p on p.organization_id = o._id
    join voice_carriers v on v.organization_id = o._id join campaigns c on c.organization_id = o._id
    join whatsapp_senders s on s.organization_id = o._id join broadcasts b on b.organization_id = o._id
    where o.name = 'Defaults'`)
  assert.deepEqual(row, {
    calls: null,
    project_status: 'active',
    language: 'en',
    timezone: 'UTC',
    default_country: null,
    api_url: null,
    calls_per_second: 1,
    status: 'draft',
    call_direction: 'outbound',
    workflow_id: null,
    script: null,
    voice: null,
    caller_id_id: null,
    calling_hours: null,
    slots: 1,
    retry_max_attempts: 1,
    retry_delay_minutes: 0,
    retry_on: [],
    ring_timeout_seconds: 30,
    ends_at: null,
    catalog_id: null,
    sender_url: null,
    messages_per_second: 80,
    whatsapp_template_id: null,
  })
})

test('treats both spellings of a template’s language as one', async () => {
  const value = exampleDeclaration('Spelled', '60')
  const [template] = projectOf(value).whatsapp_templates
  template.language = 'pt_BR'
  await apply(value)
  template.language = 'pt-BR'
  assert.deepEqual((await apply(value)).changes, { created: 0, updated: 0, unchanged: 10 })
})

test('changes the rate of a sender, but not when its templates are read next', async () => {
  const value = exampleDeclaration('Faster', '61')
  await apply(value)
  const stored = () =>
    database.db.query<{ messages_per_second: number; templates_due_at: string }>(sql`
      select messages_per_second, templates_due_at from whatsapp_senders where phone_number_id = '61'`)
  const [before] = await stored()
  assert.equal(before?.messages_per_second, 12.5)
  projectOf(value).whatsapp_senders[0].messages_per_second = 0.5
  now = new Date(now.getTime() + 86_400_000)
  assert.deepEqual((await apply(value)).changes, { created: 0, updated: 1, unchanged: 9 })
  assert.deepEqual(await stored(), [{ ...before, messages_per_second: 0.5 }])
})

test('stores secrets encrypted and keys as hashes: no plain text in any table (Promise 43)', async () => {
  const { tree } = await apply(exampleDeclaration('Sealed', '45'))
  const { key } = tree.organizations[0]!.projects[0]!.api_keys[0]!
  const text = await dump()
  const plain = [
    'secret-of-the-carrier',
    'secret-of-the-sender',
    'secret-of-the-app',
    'secret-of-the-webhook',
    key!,
  ]
  for (const secret of plain) {
    assert.ok(!text.includes(secret))
    assert.ok(!text.includes(Buffer.from(secret).toString('hex')))
  }
})

test('encrypts a secret again when it differs, or when the stored one cannot be decrypted', async () => {
  await apply(exampleDeclaration('Rotated', '46'))
  const changed = exampleDeclaration('Rotated', '46')
  projectOf(changed).voice_carriers[0].auth_token = 'another'
  assert.equal((await apply(changed)).changes.updated, 1)
  const other = { ...context, secretBox: createSecretBox(Buffer.alloc(32, 2)) }
  const outcome = await applyDeclaration(other, changed)
  assert.ok(outcome.ok)
  assert.equal(outcome.changes.updated, 2)
  const [row] = await database.db.query<{ auth_token: Buffer }>(sql`
    select v.auth_token from voice_carriers v join organizations o on o._id = v.organization_id
    where o.name = 'Rotated'`)
  assert.equal(other.secretBox.open(row!.auth_token), 'another')
})

test('makes a revision of a workflow only if its definition differs as JSON', async () => {
  const value = exampleDeclaration('Revised', '47')
  await apply(value)
  const workflow = projectOf(value).workflows[0]
  const revisions = () =>
    database.db.query(sql`
      select w.revision as current, r.revision, r.definition->'steps'->'greeting'->>'text' as text
      from workflows w join workflow_revisions r on r.organization_id = w.organization_id and r.workflow_id = w._id
      join organizations o on o._id = w.organization_id where o.name = 'Revised' order by r.revision`)
  const reordered = Object.fromEntries(Object.entries(workflow.definition as object).toReversed())
  workflow.definition = reordered
  assert.equal((await apply(value)).changes.updated, 0)
  assert.equal((await revisions()).length, 1)
  const [stepName] = Object.keys(workflow.definition.steps as object)
  const step = workflow.definition.steps[stepName!]
  step.text = 'Something else.'
  assert.equal((await apply(value)).changes.updated, 1)
  const kept = (await revisions()) as { current: number; revision: number }[]
  assert.deepEqual(
    kept.map(({ current, revision }) => [current, revision]),
    [
      [2, 1],
      [2, 2],
    ],
  )
})

test('accepts references to stored records that the declaration leaves out', async () => {
  await apply(exampleDeclaration('Partly', '48'))
  const { changes } = await apply({
    organizations: [
      {
        name: 'Partly',
        projects: [
          {
            name: 'Renewals',
            timezone: 'Europe/Berlin',
            default_country: 'US',
            campaigns: [
              {
                name: 'Another',
                campaign_type: 'workflow',
                workflow: 'renewal',
                caller_id: '(415) 555-0100',
                calling_hours: { windows: [{ days: ['mon'], from: '22:00', to: '06:00' }] },
              },
            ],
          },
        ],
      },
    ],
  })
  assert.deepEqual(changes, { created: 1, updated: 2, unchanged: 0 })
  const [row] = await database.db.query<Record<string, unknown>>(sql`
    select c.workflow_id is not null as workflow, c.caller_id_id is not null as caller, c.calling_hours from campaigns c
    join organizations o on o._id = c.organization_id where o.name = 'Partly' and c.name = 'Another'`)
  assert.deepEqual(row, {
    workflow: true,
    caller: true,
    calling_hours: {
      timezone: 'Europe/Berlin',
      windows: [{ days: ['mon'], from: '22:00', to: '06:00' }],
      closed_dates: [],
    },
  })
})

test('leaves a revoked key revoked', async () => {
  const { tree } = await apply(exampleDeclaration('Revoked', '49'))
  const [organization] = tree.organizations
  const { _id, key } = organization!.projects[0]!.api_keys[0]!
  await updateApiKeyRevoked(database.db, { organization_id: organization!._id, _id }, now)
  const again = await apply(exampleDeclaration('Revoked', '49'))
  assert.deepEqual(again.tree.organizations[0]!.projects[0]!.api_keys, [{ _id, name: 'backend' }])
  assert.equal(await selectKeyHolder(database.db, hashApiKey(key!)), null)
})

test('keeps the limits of stored records unless they are declared, and then changes them', async () => {
  const value = exampleDeclaration('Limited', '57')
  const project = projectOf(value)
  const stored = async () => {
    const [row] = await database.db.query<Record<string, unknown>>(sql`
      select k.requests_per_second, k.burst, k.writes_per_second, k.write_burst, p.requests_per_second as project, k.revision
      from api_keys k join projects p on p.organization_id = k.organization_id and p._id = k.project_id
      join organizations o on o._id = k.organization_id where o.name = 'Limited'`)
    return Object.values(row!)
  }
  await apply(value)
  assert.deepEqual(await stored(), [20, 100, 10, 50, 100, 1])
  // As before the migration that brought limits.
  await database.db.write(sql`
    update api_keys set requests_per_second = null, burst = null, writes_per_second = null, write_burst = null
    where name = 'backend'`)
  await database.db.write(sql`update projects set requests_per_second = null`)
  assert.deepEqual((await apply(value)).changes, { created: 0, updated: 0, unchanged: 10 })
  assert.deepEqual(await stored(), [null, null, null, null, null, 1])

  project.requests_per_second = 40
  project.api_keys[0].rate = { requests_per_second: 30, write_burst: 60 }
  const { changes, differences } = await apply(value)
  assert.deepEqual(changes, { created: 0, updated: 2, unchanged: 8 })
  assert.deepEqual(await stored(), [30, 150, 10, 60, 40, 2])
  assert.deepEqual(
    differences.flatMap(({ fields }) => fields.map(({ path, before, after }) => [path, before, after])),
    [
      ['requests_per_second', 'none', 40],
      ['rate', 'none', { requests_per_second: 30, burst: 150, writes_per_second: 10, write_burst: 60 }],
    ],
  )
  assert.deepEqual((await apply(value)).changes, { created: 0, updated: 0, unchanged: 10 })
  delete project.requests_per_second
  project.api_keys[0].rate = 'none'
  assert.deepEqual((await apply(value)).changes, { created: 0, updated: 1, unchanged: 9 })
  assert.deepEqual(await stored(), [null, null, null, null, 40, 3])
})

test('changes nothing if there is a fault anywhere', async () => {
  const before = await dump()
  const value = exampleDeclaration('Nothing', '50')
  value.organizations.push({
    name: 'Nothing else',
    projects: [{ name: 'P', broadcasts: [{ name: 'B', sender: 'x' }] }],
  })
  assert.deepEqual(await faultsOf(value), [
    'organizations[1].projects[0].broadcasts[0].sender: "x" is not among the whatsapp_senders of the project: there are none',
  ])
  assert.equal(await dump(), before)
})

test('rolls back everything when the database fails halfway', async () => {
  const before = await dump()
  let ids = 0
  const failing = { ...context, newId: () => (++ids === 8 ? 'no id' : uuidv7()) }
  await assert.rejects(applyDeclaration(failing, exampleDeclaration('Rolled back', '51')), /uuid/)
  assert.equal(await dump(), before)
})

test('applies two concurrent declarations one after the other', async () => {
  // All begin before any commits; the lock makes each see what the ones before it wrote.
  const runs = await Promise.all(Array.from({ length: 4 }, () => apply(exampleDeclaration('At once', '52'))))
  const created = runs.map(({ changes }) => changes.created).sort((a, b) => a - b)
  assert.deepEqual(created, [0, 0, 0, 10])
  const ids = runs.map(({ tree }) => JSON.stringify(tree).replaceAll(/,"key":"[^"]*"/g, ''))
  assert.equal(new Set(ids).size, 1)
})

test('refuses the phone number id of another sender of any tenant, and lets two senders swap theirs', async () => {
  await apply(exampleDeclaration('Owner', '53'))
  assert.deepEqual(await faultsOf(exampleDeclaration('Thief', '53')), [
    'organizations[0].projects[0].whatsapp_senders[0].phone_number_id: belongs to the sender main of Owner / Renewals',
  ])
  const value = exampleDeclaration('Owner', '53')
  const [first] = projectOf(value).whatsapp_senders
  const second = { ...first, name: 'second', phone_number_id: '54' }
  projectOf(value).whatsapp_senders.push(second)
  await apply(value)
  first.phone_number_id = '54'
  second.phone_number_id = '53'
  assert.deepEqual((await apply(value)).changes, { created: 0, updated: 2, unchanged: 9 })
})
