import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { exampleDeclaration } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { selectChanges } from '../../audit/queries.ts'
import type { Actor } from '../../audit/record-change.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { applyDeclaration } from './apply-declaration.ts'
import type { ApplyContext, ApplyOptions } from './apply-declaration.ts'
import { describeDifferences, showDifferences } from './describe-differences.ts'

let database: TestDatabase
let context: ApplyContext
let now = new Date('2026-11-21T09:00:00.000Z')
before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 1))
  context = { db: database.db, clock: { now: () => now }, newId: uuidv7, secretBox }
})
after(() => database[Symbol.asyncDispose]())

const ada: Actor = { kind: 'person', id: uuidv7(), name: 'Ada', via: 'dashboard', requestId: 'r1' }
const all = {
  person: null,
  kind: null,
  record_id: null,
  field: null,
  from: null,
  to: null,
  project_ids: null,
}

async function apply(value: unknown, options?: ApplyOptions) {
  const outcome = await applyDeclaration(context, value, options)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome
}

type Example = {
  organizations: { projects: Record<string, Record<string, unknown>[]>[] }[]
}

function example(
  name: string,
  digit: string,
  edit: (project: Example['organizations'][0]['projects'][0]) => void,
) {
  const value = structuredClone(exampleDeclaration(name, digit)) as unknown as Example
  edit(value.organizations[0]!.projects[0]!)
  return value
}

async function changesOf(organizationId: string, filter: Partial<typeof all> | { kind: string } = {}) {
  const { items } = await selectChanges(
    database.db,
    organizationId,
    { ...all, ...filter },
    { skip: 0, limit: 100 },
  )
  return items
}

test('each changed record has one entry with what changed, and of a secret that it changed', async () => {
  const { tree } = await apply(exampleDeclaration('Audited', '61'))
  const organizationId = tree.organizations[0]!._id
  const created = await changesOf(organizationId)
  assert.deepEqual(
    created.map(({ action, revision }) => [action, revision]),
    Array.from({ length: 10 }, () => ['created', 1]),
  )
  const carrier = created.find(({ kind }) => kind === 'voice_carrier')!
  assert.deepEqual(
    carrier.fields.find(({ path }) => path === 'auth_token'),
    { path: 'auth_token', before: null, after: 'changed' },
  )

  await apply(exampleDeclaration('Audited', '61'))
  assert.equal((await changesOf(organizationId)).length, 10, 'what is equal is no change')

  const edited = example('Audited', '61', (project) => {
    project['campaigns']![0]!['slots'] = 8
    const hours = project['campaigns']![0]!['calling_hours'] as { windows: { to: string }[] }
    hours.windows[0]!.to = '17:30'
    project['voice_carriers']![0]!['auth_token'] = 'another-secret'
  })
  await apply(edited, { actor: ada })
  const [one, other, ...rest] = await changesOf(organizationId)
  assert.equal(rest.length, 10)
  const campaign = [one!, other!].find(({ kind }) => kind === 'campaign')!
  assert.deepEqual(campaign.fields, [
    { path: 'calling_hours.windows[0].to', before: '18:00', after: '17:30' },
    { path: 'slots', before: 5, after: 8 },
  ])
  assert.deepEqual(
    [campaign.actor_name, campaign.via, campaign.request_id, campaign.revision, campaign.action],
    ['Ada', 'dashboard', 'r1', 2, 'updated'],
  )
  const secret = [one!, other!].find(({ kind }) => kind === 'voice_carrier')!
  assert.deepEqual(secret.fields, [{ path: 'auth_token', before: null, after: 'changed' }])
  const stored = await database.db
    .query(sql`select count(*) as n from changes where changes::text like '%secret%'
    and (changes::text like '%another-secret%' or changes::text like '%secret-of%')`)
  assert.deepEqual(stored, [{ n: 0 }])
})

test('finds changes by person, record, field and time', async () => {
  const { tree } = await apply(exampleDeclaration('Found', '62'))
  const { _id: organizationId, projects } = tree.organizations[0]!
  now = new Date('2026-11-22T09:00:00.000Z')
  await apply(
    example('Found', '62', (project) => (project['campaigns']![0]!['slots'] = 9)),
    { actor: ada },
  )
  const find = async (filter: Record<string, unknown>) =>
    (await changesOf(organizationId, filter as { kind: string })).map(({ kind }) => kind)
  assert.deepEqual(await find({ person: ada.id }), ['campaign'])
  assert.deepEqual(await find({ person: 'ada' }), ['campaign'])
  assert.deepEqual(await find({ field: 'slots', from: new Date('2026-11-22T00:00:00Z') }), ['campaign'])
  assert.deepEqual(await find({ kind: 'campaign', field: 'calling_hours', from: now }), [])
  assert.equal((await find({ to: now })).length, 10)
  assert.equal((await find({ record_id: projects[0]!.campaigns[0]!._id })).length, 2)
  assert.equal(
    (await find({ project_ids: [projects[0]!._id] })).length,
    10,
    'the organization is of no project',
  )
  assert.equal((await find({ project_ids: [] })).length, 0)
})

test('a dry run changes nothing and says whose values it would overwrite', async () => {
  const base = exampleDeclaration('Dry', '63')
  now = new Date('2026-11-20T09:00:00.000Z')
  const { tree } = await apply(base)
  now = new Date('2026-11-21T09:00:00.000Z')
  await apply(
    example('Dry', '63', (project) => (project['campaigns']![0]!['slots'] = 8)),
    { actor: ada },
  )
  const dump = () => database.db.query(sql`select * from campaigns c, changes h order by h._id, c._id`)
  const stored = await dump()
  now = new Date('2026-11-22T09:00:00.000Z')
  const dry = await apply(
    example('Dry', '63', (project) => {
      project['broadcasts']!.push({ name: 'November', sender: 'main' })
      project['voice_carriers']![0]!['auth_token'] = 'rotated'
    }),
    { dryRun: true },
  )
  assert.deepEqual(await dump(), stored)
  assert.deepEqual(dry.changes, { created: 1, updated: 2, unchanged: 8 })
  const shown = showDifferences(dry.tree, dry.differences)
  assert.deepEqual(describeDifferences(shown, now), [
    'organizations[0].projects[0].voice_carriers[0].auth_token: changed (it was set by switchboard with apply on 20 November)',
    'organizations[0].projects[0].broadcasts[1]: new broadcast November',
    'organizations[0].projects[0].campaigns[0].slots: 8 → 5 (8 was set by Ada in the dashboard on 21 November)',
  ])
  assert.equal(shown[2]!._id, tree.organizations[0]!.projects[0]!.campaigns[0]!._id)
})
