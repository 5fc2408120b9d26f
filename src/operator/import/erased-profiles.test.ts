// Imports history of profiles that are being erased, or have been.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { organization } from '../../../test/support/declarations.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { countRows } from '../../counters/row-counts.ts'
import { sql } from '../../db/sql.ts'
import { programItself, applyDeclaration } from '../apply/apply-declaration.ts'
import { beginErasure } from '../erase/begin-erasure.ts'
import { erasePeople } from '../erase/erase-people.ts'
import type { ImportKind } from './import-fields.ts'
import { importHistory } from './import-history.ts'

const secretBox = createSecretBox(Buffer.alloc(32, 7))
let database: TestDatabase
let project: { organization_id: string; project_id: string }
before(async () => {
  database = await createTestDatabase()
  const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
  const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:1'))
  assert.ok(applied.ok, JSON.stringify(applied))
  const [made] = applied.tree.organizations
  project = { organization_id: made!._id, project_id: made!.projects[0]!._id }
})
after(() => database[Symbol.asyncDispose]())

async function* linesOf(records: readonly object[]): AsyncGenerator<Buffer> {
  yield Buffer.from(records.map((record) => `${JSON.stringify({ ...project, ...record })}\n`).join(''))
}

function importAll(kind: ImportKind, records: readonly object[]) {
  const context = { db: database.db, clock: systemClock, newId: uuidv7, progress: () => {} }
  return importHistory(context, kind, linesOf(records))
}

const at = '2026-10-01T10:00:00.000Z'
const records = {
  conversations: {
    channel_type: 'voice',
    conversation_type: 'inbound',
    status: 'completed',
    start_time: at,
    phone_number: '+14155559009',
  },
  messages: { channel_type: 'web', direction: 'inbound', created_at: at, text: 'Hello' },
  tickets: { channel_type: 'web', created_at: at, subject: 'Refund' },
}

/** Returns the faults of files whose second line names the profile. */
async function faultsOf(customer_profile_id: string) {
  const faults = []
  for (const kind of ['conversations', 'messages', 'tickets'] as const) {
    const outcome = await importAll(kind, [records[kind], { ...records[kind], customer_profile_id }])
    faults.push(outcome.ok ? `${kind} were imported` : outcome.faults.map(Object.values).join())
  }
  return faults
}

function begin(profile_id: string, dryRun = false) {
  const request = { ...project, profile_id, actor: programItself, dryRun }
  const recordOptOut = () => assert.fail('the person has said nothing')
  const context = { db: database.db, newId: uuidv7, secretBox, recordOptOut }
  return beginErasure(context, request, new Date())
}

/** Runs the job until there is nothing to do. */
async function runErasures(): Promise<void> {
  const job = erasePeople({ db: database.db, clock: systemClock })
  while (await job.run(new AbortController().signal)) continue
}

/** Imports a person, begins to erase them, and returns the id. */
async function beginErased(phone: string): Promise<string> {
  const id = uuidv7()
  const made = await importAll('profiles', [{ _id: id, phone_numbers: [{ value: phone }] }])
  assert.ok(made.ok, JSON.stringify(made))
  assert.equal((await begin(id)).kind, 'begun')
  return id
}

it('refuses rows of a profile that is being erased, or has been', async () => {
  const id = await beginErased('+14155559001')
  const being = 'line 2: customer_profile_id,the profile is being erased'
  assert.deepEqual(await faultsOf(id), [being, being, being])

  await runErasures()
  const none = 'line 2: customer_profile_id,there is no such profile in this project'
  assert.deepEqual(await faultsOf(id), [none, none, none])
})

it('refuses a profile with the id of a person who is being erased, or has been', async () => {
  const id = await beginErased('+14155559002')
  const faultsOfProfile = async () => {
    const outcome = await importAll('profiles', [{ _id: id, name: 'Ada' }])
    return outcome.ok ? 'was imported' : outcome.faults
  }
  assert.deepEqual(await faultsOfProfile(), [{ path: 'line 1: _id', message: 'is stored already' }])
  await runErasures()
  assert.deepEqual(await faultsOfProfile(), [{ path: 'line 1: _id', message: 'was erased' }])
})

it('refuses a profile with an id that was merged into an erased person, and reports the erasure by it', async () => {
  const [elder, younger] = [uuidv7(), uuidv7()]
  const contact = { emails: [{ value: 'ada@example.com' }] }
  const made = await importAll('profiles', [
    { _id: elder, ...contact, created_at: '2026-10-01T10:00:00Z' },
    { _id: younger, ...contact, created_at: '2026-10-02T10:00:00Z' },
  ])
  assert.ok(made.ok && made.summary.profiles_merged === 1, JSON.stringify(made))
  assert.partialDeepStrictEqual(await begin(younger), { kind: 'begun', profile_id: elder })
  for (const isDone of [false, true]) {
    assert.partialDeepStrictEqual(await begin(younger), { kind: 'known', profile_id: elder, isDone })
    const outcome = await importAll('profiles', [{ _id: younger }])
    const faults = [{ path: 'line 1: _id', message: 'was erased' }]
    assert.deepEqual(outcome.ok ? 'was imported' : outcome.faults, faults)
    await runErasures()
  }
})

it('erases a profile that was made with the id of an erased person', async () => {
  const id = await beginErased('+14155559003')
  await runErasures()
  assert.partialDeepStrictEqual(await begin(id), { kind: 'known', profile_id: id, isDone: true })
  // As a file of an earlier version made it.
  await database.db.write(sql`
    with made as (
      insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
      values (${project.organization_id}, ${project.project_id}, ${id}, 'Ada', 'again', now(), now())
      returning organization_id, project_id)
    ${countRows('profiles', sql`select organization_id, project_id, 1 as rows from made`)}`)
  assert.equal((await begin(id, true)).kind, 'counted')
  assert.equal((await begin(id)).kind, 'begun')
  assert.partialDeepStrictEqual(await begin(id), { kind: 'known', isDone: false })
  await runErasures()
  assert.partialDeepStrictEqual(await begin(id), { kind: 'known', isDone: true })
  assert.deepEqual(await database.db.query(sql`select from profiles where _id = ${id}`), [])
})
