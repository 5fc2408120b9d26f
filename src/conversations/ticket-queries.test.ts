import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { sql } from '../db/sql.ts'
import { mergePeople } from '../people/merge/merge-people.ts'
import { deleteConversation, insertVoiceConversation } from './queries.ts'
import { insertTicket } from './ticket-queries.ts'
import type { NewTicket } from './ticket.ts'

const at = new Date('2026-11-20T10:00:00Z')

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const project = () => ({ organization_id: service.organizationId, project_id: service.projectId })

function open(more: Partial<NewTicket>): Promise<string | null> {
  const { db, newId } = service.context
  const ticket: NewTicket = {
    ...project(),
    channel_type: 'voice',
    subject: null,
    conversation_id: null,
    profile_id: null,
    opened_by: 'workflow',
    opening_key: null,
    ...more,
  }
  return db.transaction((transaction) => insertTicket({ newId }, transaction, ticket, at))
}

async function conversation(): Promise<string> {
  const _id = uuidv7()
  const dial = {
    ...project(),
    _id,
    campaign_id: service.campaignIds['Script']!,
    phone_number: '+14155550199',
    start_time: at.toISOString(),
    created_at: at,
    status: 'initiated' as const,
    answered_at: null,
    end_time: null,
    duration_seconds: null,
  }
  await service.context.db.transaction((transaction) => insertVoiceConversation(transaction, dial))
  return _id
}

async function profile(displayId: string): Promise<string> {
  const _id = uuidv7()
  const { organization_id, project_id } = project()
  await service.context.db.query(sql`
    insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
    values (${organization_id}, ${project_id}, ${_id}, ${displayId}, now(), now())`)
  return _id
}

async function stored(ticketId: string | null): Promise<unknown> {
  const [row] = await service.context.db.query(sql`
    select conversation_id, profile_id, status, created_at from tickets
    where organization_id = ${service.organizationId} and _id = ${ticketId}`)
  return row
}

const opened = { status: 'open', created_at: at.toISOString() }

describe('insertTicket', () => {
  it('opens one ticket for an opening key, however often and concurrently it is called', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => open({ opening_key: 'attempt 1 turn 1' })))
    assert.equal(ids.filter((id) => id !== null).length, 1)
    assert.equal(await open({ opening_key: 'attempt 1 turn 1' }), null)
    assert.notEqual(await open({ opening_key: 'attempt 1 turn 2' }), null)
    assert.notEqual(await open({}), null)
    assert.notEqual(await open({}), null)
  })

  it('opens the ticket for the surviving profile if the person is being merged', async () => {
    const [survivor, other] = [await profile('CUST-1'), await profile('CUST-2')]
    const earlier = await open({ profile_id: other })
    const conversation_id = await conversation()
    await service.context.db.query(sql`
      update conversations set profile_id = ${other}
      where organization_id = ${service.organizationId} and _id = ${conversation_id}`)
    const opening: Promise<string | null>[] = []
    await service.context.db.transaction(async (transaction) => {
      await mergePeople(transaction, project(), [{ ids: [survivor, other], contacts: [] }], {
        by: 'voice',
        now: at,
      })
      opening.push(open({ conversation_id }))
      await eventually('the ticket waits for the merge', async () => {
        const waiting = await service.context.db.query(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into tickets%'`)
        return waiting.length > 0 ? true : null
      })
    })
    const late = await opening[0]!
    assert.deepEqual(await stored(late), { ...opened, conversation_id, profile_id: survivor })
    assert.deepEqual(await stored(earlier), { ...opened, conversation_id: null, profile_id: survivor })
  })

  it('keeps the ticket when its conversation is deleted because the attempt was never placed', async () => {
    const conversation_id = await conversation()
    const id = await open({ conversation_id, opened_by: 'operator' })
    await service.context.db.transaction((transaction) =>
      deleteConversation(transaction, project(), conversation_id, new Date()),
    )
    assert.deepEqual(await stored(id), { ...opened, conversation_id: null, profile_id: null })
  })
})
