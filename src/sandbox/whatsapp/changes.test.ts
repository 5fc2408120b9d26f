import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  businessAccountId,
  graph,
  phoneNumberId,
  send,
} from '../../../test/support/whatsapp-app.ts'
import { templateTo, WhatsappApp } from '../../../test/support/whatsapp-app.ts'
import type { WhatsappChangeInput } from './changes.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'
import type { WhatsappNetwork } from './whatsapp-network.ts'

const from = '+14155550100'

async function start(app: WhatsappApp): Promise<WhatsappNetwork> {
  const network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  network.setAccount(accountOf(app))
  return network
}

test('a person who has stopped marketing gets none until they resume', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const plain = { business_account_id: businessAccountId, language: 'en_US', components: [] }
  network.addTemplate({ ...plain, name: 'offer', category: 'marketing' })
  network.addTemplate({ ...plain, name: 'receipt', category: 'utility' })
  const fate = async (name: string) => {
    const { json } = await send(network.url, templateTo(from, [], name))
    await network.idle()
    const [id] = [json.messages?.[0]?.id]
    return network
      .messages()
      .find(({ message_id }) => message_id === id)
      ?.statuses.at(-1)
  }
  for (const [value, code] of [
    ['stop', 131050],
    ['resume', null],
  ] as const) {
    network.change({ field: 'user_preferences', phone_number_id: phoneNumberId, number: from, value })
    await network.idle()
    const { field, value: received } = app.changes.findLast((change) => change.field === 'user_preferences')!
    assert.equal(field, 'user_preferences')
    const [preference] = received['user_preferences'] as Record<string, unknown>[]
    assert.deepEqual(
      [preference?.['wa_id'], preference?.['category'], preference?.['value']],
      ['14155550100', 'marketing_messages', value],
    )
    assert.ok(Number.isInteger(preference?.['timestamp']))
    assert.equal((await fate('offer'))?.code, code)
    assert.equal((await fate('receipt'))?.status, 'read')
  }
})

const template = { business_account_id: businessAccountId, name: 'order_update', language: 'en_US' }
const about = { message_template_name: 'order_update', message_template_language: 'en-US' }

const changes: [WhatsappChangeInput, Record<string, unknown>][] = [
  [
    { ...template, field: 'message_template_status_update', event: 'PAUSED', title: 'FIRST_PAUSE' },
    {
      ...about,
      event: 'PAUSED',
      reason: 'NONE',
      message_template_category: 'UTILITY',
      other_info: { title: 'FIRST_PAUSE', description: 'FIRST_PAUSE' },
    },
  ],
  [
    { ...template, field: 'message_template_quality_update', new_quality_score: 'RED' },
    { ...about, previous_quality_score: 'UNKNOWN', new_quality_score: 'RED' },
  ],
  [
    { ...template, field: 'template_category_update', new_category: 'MARKETING' },
    { ...about, previous_category: 'UTILITY', new_category: 'MARKETING' },
  ],
  [
    {
      field: 'phone_number_quality_update',
      phone_number_id: phoneNumberId,
      event: 'FLAGGED',
      quality_rating: 'RED',
    },
    {
      display_phone_number: '14155550199',
      event: 'FLAGGED',
      max_daily_conversations_per_business: 'TIER_250',
    },
  ],
  [
    {
      field: 'account_update',
      business_account_id: businessAccountId,
      event: 'DISABLED_UPDATE',
      details: { ban_info: { waba_ban_state: 'DISABLE' } },
      status: 'BANNED',
    },
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
  ],
  [
    {
      field: 'raw',
      phone_number_id: phoneNumberId,
      raw_field: 'account_alerts',
      value: { entity_type: 'WABA' },
    },
    { entity_type: 'WABA' },
  ],
]

for (const [change, expected] of changes) {
  test(`${change.field}: is sent by webhook, and changes what the network's reads return`, async () => {
    await using app = await WhatsappApp.start()
    await using network = await start(app)
    const { id } = network.addTemplate({ ...template, components: [] })
    network.change(change)
    await network.idle()
    const [sent] = app.changes
    assert.equal(sent?.field, change.field === 'raw' ? 'account_alerts' : change.field)
    const { message_template_id, ...value } = sent?.value ?? {}
    assert.deepEqual(value, expected)
    const raw = app.received[0]!.raw.toString()
    assert.match(raw, /"time":\d{10},/)
    if (message_template_id !== undefined) assert.ok(raw.includes(`"message_template_id":${id}`))
    const templates = (await graph(network.url, 'GET', `/v23.0/${businessAccountId}/message_templates`)).json
    const [read] = templates['data'] as Record<string, unknown>[]
    assert.equal(read?.['status'], change.field === 'message_template_status_update' ? 'PAUSED' : 'APPROVED')
    assert.deepEqual(read?.['quality_score'], {
      score: change.field === 'message_template_quality_update' ? 'RED' : 'UNKNOWN',
    })
    assert.equal(read?.['category'], change.field === 'template_category_update' ? 'MARKETING' : 'UTILITY')
    const { json } = await graph(network.url, 'GET', `/v23.0/${phoneNumberId}`)
    assert.equal(json['quality_rating'], change.field === 'phone_number_quality_update' ? 'RED' : 'GREEN')
    assert.equal(json['status'], change.field === 'account_update' ? 'BANNED' : 'CONNECTED')
  })
}

test('a change of a business account that has no number is refused', async () => {
  await using network = await startWhatsappNetwork({ port: 0 })
  const change = { field: 'account_update', business_account_id: '99999', event: 'X' } as const
  assert.throws(() => network.change(change), RangeError)
})
