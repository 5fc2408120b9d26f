import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { idsOf, parametersOf } from '../../../test/support/asked-list.ts'
import type { ListPage, ListQuery } from '../../../test/support/asked-list.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { businessAccountId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { uuidv7 } from '../../base/ids.ts'
import { linkPerson } from '../../people/link-person.ts'
import { selectContactOwners } from '../../people/queries.ts'
import { contactOfRecipient } from '../people/contact-of-recipient.ts'
import type { MessageStatus } from '../send/message-status.ts'
import { insertMessage, lockMessage, reserveSend } from '../send/send-queries.ts'
import { settleMessage } from '../send/settle-message.ts'

const nextNumber = createNumbers()
let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const path = (broadcast: string) => {
  const { organizationId, projectId } = whatsapp.service
  return `/organizations/${organizationId}/projects/${projectId}/broadcasts/${whatsapp.broadcastIds[broadcast] ?? broadcast}/messages`
}

function ask(query: ListQuery = {}, broadcast = 'October') {
  return whatsapp.service.request('GET', `${path(broadcast)}?${parametersOf(query)}`)
}

async function list(query: ListQuery = {}, broadcast = 'October'): Promise<ListPage> {
  const { status, body } = await ask(query, broadcast)
  assert.equal(status, 200, body.message)
  return body.data
}

/** Inserts a message that was sent, and has these reports, at the given time. */
async function sent(
  at: string,
  { broadcast = 'October', status = 'sent' }: { broadcast?: string; status?: MessageStatus } = {},
) {
  const { organizationId, projectId, context } = whatsapp.service
  const place = { organization_id: organizationId, project_id: projectId }
  const [_id, to, now] = [uuidv7(), nextNumber(), new Date(at)]
  const providerId = ['processing', 'unresolved', 'failed'].includes(status) ? null : `wamid.${_id}`
  const error = status === 'failed' ? { code: '131026', reason: 'Message undeliverable' } : null
  const person = contactOfRecipient(place, to, now)
  const settled = await context.db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    await linkPerson(context, transaction, person, known)
    const message = {
      ...place,
      _id,
      broadcast_id: whatsapp.broadcastIds[broadcast]!,
      whatsapp_sender_id: whatsapp.senderId,
      recipient: to,
      type: 'template',
      request: { to },
      resend_of: null,
      agent_turn: null,
      provider_message: { to, type: 'template' },
    }
    await insertMessage(transaction, message, new Date(now.getTime() + 60_000), now)
    assert.ok(await reserveSend(transaction, organizationId))
    if (status === 'processing') return null
    const locked = await lockMessage(transaction, organizationId, { _id })
    const news = { status, at: now, error, providerMessageId: providerId }
    return settleMessage({ newId: uuidv7 }, transaction, locked!, news, now)
  })
  const isOpen = status === 'processing' || status === 'unresolved'
  return {
    _id,
    broadcast_id: whatsapp.broadcastIds[broadcast]!,
    to,
    type: 'template',
    status,
    status_since: at,
    provider_message_id: providerId,
    error,
    sends: isOpen ? null : status === 'failed' ? 0 : 1,
    conversation_id: settled?.conversation_id ?? null,
    created_at: at,
  }
}

describe('GET messages', () => {
  const statuses = ['processing', 'unresolved', 'sent', 'read', 'failed'] as const
  const made: Awaited<ReturnType<typeof sent>>[] = []
  before(async () => {
    for (let index = 0; index < 25; index++)
      made.push(await sent(`2026-03-01T10:${10 + index}:00.000Z`, { status: statuses[index % 5]! }))
  })

  it('returns the newest 20 of the broadcast with the total (200)', async () => {
    const elsewhere = await sent('2026-03-02T00:00:00.000Z', { broadcast: 'Sale' })
    const { items, pagination } = await list()
    assert.deepEqual(items, made.toReversed().slice(0, 20))
    for (const { sends, conversation_id } of items) assert.equal(conversation_id !== null, sends === 1)
    assert.deepEqual(pagination, {
      total: 25,
      page: 1,
      page_size: 20,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    })
    assert.deepEqual(idsOf(await list({}, 'Sale')), [elsewhere._id])
    assert.deepEqual((await list({}, 'Typed')).items, [])
  })

  it('pages without gaps or repetitions in another order, and keeps the total past the end', async () => {
    const byStatus = made.toSorted(
      (a, b) => Buffer.compare(Buffer.from(b.status), Buffer.from(a.status)) || (a._id < b._id ? -1 : 1),
    )
    const pages = await Promise.all(
      [0, 10, 20].map((skip) => list({ sort: { status: -1 }, skip, limit: 10 })),
    )
    assert.deepEqual(
      pages.flatMap(idsOf),
      byStatus.map(({ _id }) => _id),
    )
    const { items, pagination } = await list({ skip: 100, limit: 10 })
    assert.deepEqual([items, pagination.total, pagination['has_next']], [[], 25, false])
  })

  it('filters by the fields of its items, so that unresolved messages can be found', async () => {
    const [last] = made.slice(-1)
    for (const [filters, matches] of [
      [{ status: 'unresolved' }, ({ status }) => status === 'unresolved'],
      [{ sends: null }, ({ sends }) => sends === null],
      [{ sends: 1, status: { $ne: 'read' } }, ({ status }) => status === 'sent'],
      [{ 'error.code': '131026' }, ({ status }) => status === 'failed'],
      [{ conversation_id: { $ne: null } }, ({ sends }) => sends === 1],
      [{ to: last!.to }, ({ _id }) => _id === last!._id],
      [{ created_at: { $lt: '2026-03-01T10:12:00Z' } }, (message) => made.indexOf(message) < 2],
      [{ type: 'text' }, () => false],
    ] as [object, (message: (typeof made)[number]) => boolean][]) {
      const expected = made.filter(matches).toReversed()
      const page = await list({ filters })
      assert.deepEqual(
        [idsOf(page), page.pagination.total],
        [expected.map(({ _id }) => _id), expected.length],
        JSON.stringify(filters),
      )
    }
  })

  it('refuses unknown fields and says which are known (400)', async () => {
    for (const [query, words] of [
      [{ limit: 0 }, /^limit: must be a whole number from 1 to 100/],
      [{ limit: 101 }, /^limit: must be a whole number from 1 to 100/],
      [{ skip: -1 }, /^skip: must be a whole number/],
      [{ filters: { request: null } }, /^filters: .*request.*status_since/],
      [{ filters: { created_at: 'soon' } }, /^filters: at created_at/],
      [{ filters: '{' }, /^filters must be a JSON object/],
      [{ sort: { created_at: 'down' } }, /^sort: .*must be 1 or -1/],
      [{ sort: { nope: 1 } }, /^sort: .*nope/],
    ] as const) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, JSON.stringify(query))
      assert.match(body.message, words)
    }
    assert.equal((await ask({ colour: 'red' })).status, 200)
  })

  it('requires a key (401) of this project (403)', async () => {
    const { organizationId, projectId, request } = whatsapp.service
    assert.equal((await request('GET', path('October'), { key: null })).status, 401)
    for (const id of [organizationId, projectId]) {
      const other = id === organizationId ? projectId : organizationId
      assert.equal((await request('GET', path('October').replace(id, other))).status, 403)
    }
  })

  it('does not find a broadcast of another project or organization, or a malformed or unknown id (404)', async () => {
    const foreign: string[] = []
    for (const [name, project] of [
      ['Acme', 'Second'],
      ['Other', 'Renewals'],
    ] as const) {
      const sender = {
        name: 'main',
        phone_number_id: `30000000000000${foreign.length}`,
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
      }
      const tree = await whatsapp.service.apply({ organizations: [{ name, projects: [declared] }] })
      foreign.push(tree.organizations[0]!.projects[0]!.broadcasts[0]!._id)
    }
    for (const broadcast of [...foreign, 'nonsense', uuidv7()]) {
      const { status, body } = await ask({}, broadcast)
      assert.equal(status, 404, broadcast)
      assert.match(body.message, /no broadcast with this id/)
    }
  })
})
