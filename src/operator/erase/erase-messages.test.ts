import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { erase, profilesOf, stopped } from '../../../test/support/erase-race.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually } from '../../../test/support/service.ts'
import { phoneNumberId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'

const nextNumber = createNumbers()
let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

/** Resolves once so many messages with a person are stored. */
async function stored(phone: string, count: number): Promise<void> {
  await eventually(`${count} messages of the chat are stored`, async () => {
    const found = await whatsapp.service.context.db.query(sql`
      select from messages m join conversations v on v.organization_id = m.organization_id and v._id = m.conversation_id
      where v.phone_number = ${phone}`)
    return found.length >= count ? true : null
  })
}

function receive(from: string, body: string): void {
  whatsapp.network.receive({
    phone_number_id: phoneNumberId,
    messages: [{ from, content: { type: 'text', text: { body } } }],
  })
}

/** Receives a first message of a new person. Returns their profile. */
async function meet(phone: string): Promise<string> {
  receive(phone, 'Hello')
  await stored(phone, 1)
  const [id] = await profilesOf(whatsapp.service, phone)
  assert.ok(id)
  return id
}

describe('a message in the same instant as an erasure that was first', () => {
  it('belongs to a new profile if it is received', async () => {
    const { service } = whatsapp
    const phone = nextNumber()
    const id = await meet(phone)
    const { context, other } = stopped(service, async () => {
      receive(phone, 'Are you there?')
      await stored(phone, 2)
    })
    assert.equal((await erase(service, id, context)).kind, 'begun')
    await other()
    const profiles = await profilesOf(service, phone)
    assert.equal(profiles.length, 1)
    assert.notEqual(profiles[0], id)
  })

  it('belongs to a new profile if it is sent', async () => {
    const { service, broadcastIds } = whatsapp
    const phone = nextNumber()
    const id = await meet(phone)
    const { organizationId, projectId } = service
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const { context, other } = stopped(service, () =>
      service.request('POST', path, { body: { to: phone, data } }),
    )
    assert.equal((await erase(service, id, context)).kind, 'begun')
    const { status, body } = await other()
    assert.equal(status, 200, body.message)
    const profiles = await profilesOf(service, phone)
    assert.equal(profiles.length, 1)
    assert.notEqual(profiles[0], id)
  })
})
