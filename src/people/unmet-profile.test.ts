import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql, toText } from '../db/sql.ts'
import { emailContact } from './contact.ts'
import type { PersonContact } from './contact.ts'
import { linkPerson } from './link-person.ts'
import { selectContactOwners } from './queries.ts'
import { deleteUnmetProfile } from './unmet-profile.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

const madeAt = '2026-03-01T12:00:00.000Z'

function meet(phone: string, at: string, email: string | null = null): Promise<string> {
  const person: PersonContact = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    phone: { normalized: phone, value: phone },
    email: email === null ? null : emailContact(email),
    name: null,
    identity: { channel_type: 'voice', identity_key: phone },
    source: 'voice',
    metAt: new Date(at),
  }
  return service.context.db.transaction(async (transaction) =>
    linkPerson(service.context, transaction, person, await selectContactOwners(transaction, person)),
  )
}

async function isLeftAfterForgetting(phone_number: string): Promise<boolean> {
  const { organizationId: organization_id, projectId: project_id } = service
  const { db } = service.context
  await db.transaction((transaction) =>
    deleteUnmetProfile(transaction, { organization_id, project_id, phone_number }, madeAt),
  )
  const left = await db.query(sql`
    select profile_id from profile_contacts where project_id = ${project_id} and normalized = ${phone_number}`)
  return left.length > 0
}

describe('deleteUnmetProfile', () => {
  it('removes what one request has made, and with it its address', async () => {
    await meet('+14155556001', madeAt, 'one@example.com')
    assert.equal(await isLeftAfterForgetting('+14155556001'), false)
    const { db } = service.context
    assert.deepEqual(await db.query(sql`select _id from profiles`), [])
    assert.deepEqual(await db.query(sql`select * from channel_identities`), [])
    assert.equal(await isLeftAfterForgetting('+14155556001'), false, 'nothing is there to remove')
  })

  it('leaves a profile that existed before, or that has got anything since', async () => {
    const { db } = service.context
    await meet('+14155556002', '2026-02-28T12:00:00.000Z')
    assert.equal(await isLeftAfterForgetting('+14155556002'), true)
    await meet('+14155556003', madeAt)
    await meet('+14155556003', '2026-03-01T12:00:01.000Z', 'three@example.com')
    assert.equal(await isLeftAfterForgetting('+14155556003'), true)
    const withTicket = await meet('+14155556004', madeAt)
    await db.query(sql`
      insert into tickets (organization_id, project_id, _id, profile_id, channel_type, created_at)
      values (${service.organizationId}, ${service.projectId}, ${service.context.newId()}, ${withTicket}, 'web', ${madeAt})`)
    assert.equal(await isLeftAfterForgetting('+14155556004'), true)
    const survivor = await meet('+14155556005', madeAt, 'five@example.com')
    await meet('+14155556006', '2026-03-01T12:00:02.000Z', null)
    assert.equal(await meet('+14155556006', '2026-03-01T12:00:03.000Z', 'five@example.com'), survivor)
    assert.equal(await isLeftAfterForgetting('+14155556005'), true)
    await meet('+14155556007', madeAt)
    // Its broadcast is left out: foreign keys are not checked here.
    const client = await db.connect()
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(
      toText(sql`
        insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
          request, provider_message, status, status_since, quota, created_at)
        values (${service.organizationId}, ${service.projectId}, ${service.context.newId()}, ${service.context.newId()},
          ${service.context.newId()}, '+14155556007', 'text', '{}', '{}', 'delivered', now(), 'consumed', now())`),
    )
    await client.end()
    assert.equal(await isLeftAfterForgetting('+14155556007'), true)
  })
})
