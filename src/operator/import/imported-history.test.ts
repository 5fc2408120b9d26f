import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import type { ChatAnalytics } from '../../analytics/chat-analytics.ts'
import type { VoiceAnalytics } from '../../analytics/voice-summary.ts'
import { applyChatCountChanges, applyCountChanges } from '../../counters/bucket-counts.ts'
import { recount } from '../recount/recount.ts'
import type { ImportKind } from './import-fields.ts'
import { importHistory } from './import-history.ts'

let whatsapp: WhatsappService
let names: { organization_id: string; project_id: string }
before(async () => {
  whatsapp = await startWhatsappService()
  const { service } = whatsapp
  names = { organization_id: service.organizationId, project_id: service.projectId }
  await service.apply({
    organizations: [{ name: 'Acme', projects: [{ name: 'Renewals', default_country: 'DE' }] }],
  })
  service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

async function keep(kind: ImportKind, records: readonly Record<string, unknown>[]): Promise<void> {
  const text = records.map((record) => `${JSON.stringify({ ...names, ...record })}\n`).join('')
  const source = (async function* () {
    yield Buffer.from(text)
  })()
  const outcome = await importHistory({ ...whatsapp.service.context, progress: () => {} }, kind, source)
  assert.ok(outcome.ok, JSON.stringify(outcome))
}

async function ask<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const { organization_id, project_id } = names
  const parameters = new URLSearchParams(query).toString()
  const { status, body } = await whatsapp.service.request(
    'GET',
    `/organizations/${organization_id}/projects/${project_id}/${path}?${parameters}`,
  )
  assert.equal(status, 200, body.message)
  return body.data
}

interface Items<Item> {
  items: Item[]
  pagination: { total: number }
}

interface Profile {
  _id: string
  phone_numbers: { value: string; source: string }[]
  channel_identities: { channel_type: string; identity_key: string; first_seen_at: string }[]
  conversation_count: number
  last_interaction_at: string | null
  created_at: string
}

describe('imported WhatsApp history', () => {
  it('belongs to the person who writes later, whose WhatsApp id has the same digits', async () => {
    await keep('profiles', [
      { channel_identities: [{ channel_type: 'whatsapp', identity_key: '442071838750' }] },
      { channel_identities: [{ channel_type: 'voice', identity_key: '030 901820' }] },
    ])
    await keep('conversations', [
      {
        channel_type: 'whatsapp',
        conversation_type: 'inbound',
        status: 'completed',
        start_time: '2026-01-02T03:04:05Z',
        phone_number: '442071838752',
      },
    ])
    const messages = ['442071838750', '442071838752'].map((from) =>
      textMessage({ wamid: `wamid.${from}`, from, text: 'Hello', at: new Date() }),
    )
    assert.equal((await postWebhook(whatsapp.service.url, webhookOf({ messages }))).status, 200)
    const { items } = await eventually('both have written', async () => {
      const chats = await ask<Items<object>>('conversations', { filters: '{"status":"live"}' })
      return chats.pagination.total === 2 ? ask<Items<Profile>>('customer-profiles') : null
    })
    const shown = items.map(({ conversation_count, phone_numbers, channel_identities }) => [
      conversation_count,
      phone_numbers.map(({ value }) => value),
      channel_identities.map(({ channel_type, identity_key }) => `${channel_type} ${identity_key}`),
    ])
    assert.deepEqual(
      shown.toSorted((a, b) => String(a[2]).localeCompare(String(b[2]))),
      [
        [0, [], ['voice +4930901820']],
        [1, ['+442071838750'], ['whatsapp +442071838750']],
        [2, ['+442071838752'], ['whatsapp +442071838752']],
      ],
    )
  })
})

describe('history of early years', () => {
  it('is listed and counted as that of any other year', async () => {
    const people = [
      ['+4930901821', '1960-02-29T12:00:00Z', '1960-02-29T12:00:00.000Z'],
      ['+4930901822', '0001-01-01', '0001-01-01T00:00:00.000Z'],
    ] as const
    await keep(
      'profiles',
      people.map(([phone, at]) => ({
        phone_numbers: [{ value: phone }],
        channel_identities: [{ channel_type: 'web', identity_key: phone, first_seen_at: at }],
        created_at: at,
        last_interaction_at: at,
      })),
    )
    const voice = { channel_type: 'voice', conversation_type: 'inbound', status: 'completed' }
    await keep(
      'conversations',
      people.map(([phone_number, start_time]) => ({
        ...voice,
        phone_number,
        start_time,
        duration_seconds: 5,
      })),
    )
    await keep(
      'messages',
      people.map(([, created_at]) => ({ channel_type: 'web', direction: 'inbound', created_at })),
    )
    await keep(
      'tickets',
      people.map(([, created_at]) => ({ channel_type: 'web', created_at })),
    )
    const { db } = whatsapp.service.context
    for (const isTakenIn of [false, true]) {
      if (isTakenIn) await Promise.all([applyCountChanges(db), applyChatCountChanges(db)])
      const calls = async (filters: object) => {
        const page = await ask<Items<{ start_time: string }>>('conversations', {
          filters: JSON.stringify(filters),
          sort: '{"start_time":1}',
        })
        return page.items.map(({ start_time }) => start_time)
      }
      assert.deepEqual(await calls({ start_time: { $lt: '1970-01-01' } }), [people[1][2], people[0][2]])
      assert.deepEqual(await calls({ start_time: '0001-01-01' }), [people[1][2]])
      assert.deepEqual(await calls({ start_time: '1960-02-29T12:00Z' }), [people[0][2]])

      const profiles = await ask<Items<Profile>>('customer-profiles', { date_to: '1960-02-29' })
      assert.deepEqual(
        profiles.items.map(({ created_at, last_interaction_at, channel_identities }) => [
          created_at,
          last_interaction_at,
          channel_identities.find(({ channel_type }) => channel_type === 'web')?.first_seen_at,
          channel_identities.find(({ channel_type }) => channel_type === 'voice')?.first_seen_at,
        ]),
        people.map(([, , at]) => [at, at, at, at]),
      )

      for (const filters of [
        { start_time: { $lt: '1970-01-01' } },
        { start_time: { $lt: '1970-01-01' }, duration_seconds: 5 },
      ]) {
        const calledThen = await ask<VoiceAnalytics>('conversation-analytics', {
          filters: JSON.stringify(filters),
        })
        assert.deepEqual(calledThen.daily_conversations, { '0001-01-01': 1, '1960-02-29': 1 })
        assert.equal(calledThen.summary.total_duration, 10)
      }

      for (const end of ['1969-12-31', '1969-12-31T23:30:00Z']) {
        const chats = await ask<ChatAnalytics>('analytics', { start_date: '0001-01-01', end_date: end })
        assert.deepEqual([chats.messages, chats.leads, chats.tickets, chats.group_by], [2, 2, 2, 'yearly'])
        const engaged = chats.user_engagement.filter(({ count }) => count > 0)
        assert.equal(chats.user_engagement.length, 1969)
        assert.deepEqual(
          engaged.map(({ label, count }) => [label, count]),
          [
            ['0001', 1],
            ['1960', 1],
          ],
        )
      }
      const first = await ask<ChatAnalytics>('analytics', { end_date: '0001-01-03' })
      assert.deepEqual(
        [first.group_by, first.lead_generation],
        [
          'daily',
          [
            { label: '0001-01-01', count: 1 },
            { label: '0001-01-02', count: 0 },
            { label: '0001-01-03', count: 0 },
          ],
        ],
      )
      const all = await ask<ChatAnalytics>('analytics', {})
      assert.equal(all.user_engagement[0]?.label, '0001')
    }
    const differing = Object.entries(await recount(db, { repair: false })).filter(([, count]) => count !== 0)
    assert.deepEqual(differing, [])
  })
})
