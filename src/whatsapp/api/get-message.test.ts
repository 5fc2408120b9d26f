import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createNumbers } from '../../../test/support/numbers.ts'
import { businessAccountId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { linkPerson } from '../../people/link-person.ts'
import { selectContactOwners } from '../../people/queries.ts'
import { contactOfRecipient } from '../people/contact-of-recipient.ts'
import { insertMessage, lockMessage, reserveSend } from '../send/send-queries.ts'
import { settleMessage } from '../send/settle-message.ts'
import type { StatusReport } from '../send/settle-message.ts'

/** The broadcasts under which messages are sent. */
interface Sending {
  organization_id: string
  project_id: string
  broadcast_id: string
  whatsapp_sender_id: string
}

const nextNumber = createNumbers()
let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const own = (broadcast = 'October'): Sending => ({
  organization_id: whatsapp.service.organizationId,
  project_id: whatsapp.service.projectId,
  broadcast_id: whatsapp.broadcastIds[broadcast]!,
  whatsapp_sender_id: whatsapp.senderId,
})

const pathOf = ({ organization_id, project_id, broadcast_id }: Sending) =>
  `/organizations/${organization_id}/projects/${project_id}/broadcasts/${broadcast_id}/messages`

function get(
  id: string,
  { sending = own(), key = whatsapp.service.key }: { sending?: Sending; key?: string | null } = {},
) {
  return whatsapp.service.request('GET', `${pathOf(sending)}/${id}`, { key })
}

async function message(id: string): Promise<Record<string, unknown>> {
  const { status, body } = await get(id)
  assert.equal(status, 200, body.message)
  return body.data
}

const start = '2026-03-01T10:00:00.000Z'
const second = (seconds: number) => new Date(Date.parse(start) + seconds * 1_000).toISOString()

type News = Pick<StatusReport, 'status'> & Partial<StatusReport>

/** Inserts a message that was created at `start` and has one report in each second after that. */
async function sent(
  news: readonly News[],
  { sending = own(), to = nextNumber() } = {},
): Promise<{ _id: string; to: string }> {
  const { db } = whatsapp.service.context
  const _id = uuidv7()
  const { organization_id } = sending
  const person = contactOfRecipient(sending, to, new Date(start))
  const row = {
    ...sending,
    _id,
    recipient: to,
    type: 'template',
    request: { to, data: { first_name: 'Ada' } },
    resend_of: null,
    agent_turn: null,
    provider_message: { to, type: 'template' },
  }
  await db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    await linkPerson({ db, newId: uuidv7 }, transaction, person, known)
    await insertMessage(transaction, row, new Date(second(60)), new Date(start))
    assert.ok(await reserveSend(transaction, organization_id))
  })
  for (const [index, fields] of news.entries())
    await db.transaction(async (transaction) => {
      const at = new Date(second(index + 1))
      const locked = await lockMessage(transaction, organization_id, { _id })
      const whole = { at, error: null, providerMessageId: null, ...fields }
      await settleMessage({ newId: uuidv7 }, transaction, locked!, whole, at)
    })
  return { _id, to }
}

describe('GET message', () => {
  it('returns the fields of the list, the request and each status with its time (200, Rule 30)', async () => {
    const providerId = 'wamid.one'
    const { _id, to } = await sent([
      { status: 'sent', providerMessageId: providerId },
      { status: 'delivered' },
      { status: 'read' },
    ])
    const { request, statuses, settled, ...item } = await message(_id)
    assert.deepEqual(request, { to, data: { first_name: 'Ada' } })
    assert.deepEqual(statuses, [
      { status: 'processing', at: start, error: null },
      { status: 'sent', at: second(1), error: null },
      { status: 'delivered', at: second(2), error: null },
      { status: 'read', at: second(3), error: null },
    ])
    assert.equal(settled, null)
    const { conversation_id, ...rest } = item
    assert.deepEqual(rest, {
      _id,
      broadcast_id: own().broadcast_id,
      to,
      type: 'template',
      status: 'read',
      status_since: second(3),
      provider_message_id: providerId,
      error: null,
      sends: 1,
      created_at: start,
    })
    const [chat] = await whatsapp.service.context.db.query<{ _id: string }>(
      sql`select _id from conversations where phone_number = ${to}`,
    )
    assert.equal(conversation_id, chat!._id)
    const { body } = await whatsapp.service.request('GET', pathOf(own()))
    assert.deepEqual((body.data as { items: unknown[] }).items, [item])
  })

  it('shows an unknown outcome as unresolved, with an unknown cost', async () => {
    for (const [news, status, since] of [
      [[], 'processing', start],
      [[{ status: 'unresolved' }], 'unresolved', second(1)],
    ] as const) {
      const shown = await message((await sent(news))._id)
      assert.deepEqual(
        [shown['status'], shown['status_since'], shown['sends'], shown['provider_message_id']],
        [status, since, null, null],
      )
      assert.equal(shown['conversation_id'], null)
    }
  })

  it('says why the message failed, and whether the provider had accepted it before', async () => {
    const error = { code: '131026', reason: 'Message undeliverable' }
    for (const [news, sends] of [
      [[{ status: 'failed', error }], 0],
      [
        [
          { status: 'sent', providerMessageId: 'wamid.two' },
          { status: 'failed', error },
        ],
        1,
      ],
    ] as const) {
      const { statuses, ...shown } = await message((await sent(news))._id)
      assert.deepEqual([shown['status'], shown['error'], shown['sends']], ['failed', error, sends])
      assert.deepEqual((statuses as unknown[]).at(-1), { status: 'failed', at: second(news.length), error })
    }
  })

  it('names the operator who settled it, and the reason', async () => {
    const { _id } = await sent([{ status: 'unresolved' }, { status: 'sent' }])
    await whatsapp.service.context.db.query(sql`
      update whatsapp_messages set settled_by = 'Grace', settled_why = 'The customer has it' where _id = ${_id}`)
    assert.deepEqual((await message(_id))['settled'], { by: 'Grace', why: 'The customer has it' })
  })

  it('requires a key (401) of this project (403)', async () => {
    const { _id } = await sent([])
    assert.equal((await get(_id, { key: null })).status, 401)
    const { organizationId, projectId } = whatsapp.service
    for (const elsewhere of [{ organization_id: projectId }, { project_id: organizationId }])
      assert.equal((await get(_id, { sending: { ...own(), ...elsewhere } })).status, 403)
  })

  it('does not find a message of another broadcast, project or organization, or a malformed or unknown id (404)', async () => {
    const { _id } = await sent([])
    const elsewhere = await sent([], { sending: own('Sale') })
    assert.equal((await get(elsewhere._id, { sending: own('Sale') })).status, 200)
    const asked = [
      [elsewhere._id, own()],
      ['nonsense', own()],
      [uuidv7(), own()],
      ...['nonsense', uuidv7()].map((broadcast_id) => [_id, { ...own(), broadcast_id }] as const),
    ] as [string, Sending][]
    for (const [name, project] of [
      ['Acme', 'Second'],
      ['Other', 'Renewals'],
    ] as const) {
      const sender = {
        name: 'main',
        phone_number_id: `30000000000000${asked.length}`,
        business_account_id: businessAccountId,
        display_phone_number: '+14155550198',
        access_token: 'a-token',
        app_secret: 'an-app-secret',
        verify_token: 'a-verify-token',
      }
      const declared = {
        name: project,
        whatsapp_senders: [sender],
        broadcasts: [{ name: 'October', sender: 'main' }],
        api_keys: [{ name: 'own', scopes: [] }],
      }
      const tree = await whatsapp.service.apply({ organizations: [{ name, projects: [declared] }] })
      const [organization] = tree.organizations
      const { _id: projectId, broadcasts, whatsapp_senders, api_keys } = organization!.projects[0]!
      const sending = {
        organization_id: organization!._id,
        project_id: projectId,
        broadcast_id: broadcasts[0]!._id,
        whatsapp_sender_id: whatsapp_senders[0]!._id,
      }
      const theirs = await sent([], { sending })
      assert.equal((await get(theirs._id, { sending, key: api_keys[0]!.key! })).status, 200)
      asked.push([theirs._id, own()], [theirs._id, { ...own(), broadcast_id: sending.broadcast_id }])
    }
    for (const [id, sending] of asked) {
      const { status, body } = await get(id, { sending })
      assert.equal(status, 404, id)
      assert.match(body.message, /no message with this id/)
    }
  })
})
