import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import type { PersonContact } from '../people/contact.ts'
import { emailContact } from '../people/contact.ts'
import { linkPerson } from '../people/link-person.ts'
import { selectContactOwners } from '../people/queries.ts'
import { selectRowCount, applyRowCountChanges } from './row-counts.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

const project = () => ({ organization_id: service.organizationId, project_id: service.projectId })

function meet(phone: string, email: string | null): Promise<string> {
  const person: PersonContact = {
    ...project(),
    phone: { normalized: phone, value: phone },
    email: email === null ? null : emailContact(email),
    name: null,
    identity: { channel_type: 'voice', identity_key: phone },
    source: 'voice',
    metAt: new Date(),
  }
  return service.context.db.transaction(async (transaction) =>
    linkPerson(service.context, transaction, person, await selectContactOwners(transaction, person)),
  )
}

describe('selectRowCount', () => {
  it('is the number of rows at every moment, while people are met, merged and counted', async () => {
    const { db } = service.context
    const both = () =>
      db.query<{ held: number; counted: number }>(sql`
        select (select count(*) from profiles where project_id = ${service.projectId}) as held,
          (select coalesce(sum(rows), 0)::bigint from (
            select rows from row_counts where kind = 'profiles' and project_id = ${service.projectId}
            union all
            select rows from row_count_changes where kind = 'profiles' and project_id = ${service.projectId}) c) as counted`)
    const phone = (index: number) => `+1415555${3_000 + index}`
    const seen: { held: number; counted: number }[] = []
    const lookDuring = async (changes: Promise<unknown>[]) => {
      const over = new AbortController()
      const all = Promise.all(changes).finally(() => over.abort())
      while (!over.signal.aborted) seen.push(...(await both()))
      await all
    }
    const applyChanges = async () => {
      for (let times = 0; times < 10; times++) await applyRowCountChanges(db)
    }
    const all = Array.from({ length: 40 }, (_, index) => index)
    await lookDuring([...all.map((index) => meet(phone(index), null)), applyChanges(), applyChanges()])
    assert.equal(await selectRowCount(db, project(), 'profiles'), 40)
    // Each address belongs to two phone numbers, and so makes one person of two.
    await lookDuring([...all.map((index) => meet(phone(index), `${index >> 1}@example.com`)), applyChanges()])
    for (const { held, counted } of seen) assert.equal(counted, held)
    assert.ok(new Set(seen.map(({ held }) => held)).size > 2, 'looked while there was change')
    assert.equal(await selectRowCount(db, project(), 'profiles'), 20)
    while ((await applyRowCountChanges(db)) > 0);
    assert.equal(await selectRowCount(db, project(), 'profiles'), 20)
    const [kept] = await db.query<{ rows: number }>(
      sql`select rows from row_counts where kind = 'profiles' and project_id = ${service.projectId}`,
    )
    assert.equal(kept?.rows, 20)
  })
})
