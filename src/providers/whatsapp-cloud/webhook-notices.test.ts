import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookEvent } from './webhook-event.ts'
import { parseWebhook } from './webhook.ts'

const wabaId = '102290129340398'
const time = 1_750_030_073
const at = new Date('2025-06-15T23:27:53Z')

function eventsOf(field: string, value: string, { beside = '', entryTime = time } = {}): WebhookEvent[] {
  const change = `{"field":"${field}","value":${value}${beside}}`
  const text = `{"object":"whatsapp_business_account","entry":[{"id":"${wabaId}","time":${entryTime},"changes":[${change}]}]}`
  const parsed = parseWebhook(Buffer.from(text))
  assert(parsed.ok)
  assert.deepEqual(parsed.wabaIds, [wabaId])
  return parsed.events
}

/** Returns the event without its id, and checks the form of the id. */
function eventOf(...args: Parameters<typeof eventsOf>) {
  const [event, ...others] = eventsOf(...args)
  assert(event !== undefined && others.length === 0)
  const { id, ...rest } = event
  assert.match(id, new RegExp(`^${event.kind}:`))
  return rest
}

const template = '"message_template_name":"order_confirmation","message_template_language":"en-US"'
const named = (templateId: string) => ({
  wabaId,
  at,
  templateId,
  name: 'order_confirmation',
  language: 'en_US',
})

test('reads the state of a template, its id exact beyond 2^53 and its language as it is sent', () => {
  const value = (id: string, more: string) =>
    `{"event":"PAUSED","message_template_id":${id},${template}${more}}`
  const status = {
    kind: 'template_status',
    event: 'PAUSED',
    reason: null,
    category: null,
    explanation: null,
  }
  const more = ',"reason":"NONE","message_template_category":"UTILITY"'
  assert.deepEqual(eventOf('message_template_status_update', value('1689556908129832', more)), {
    ...status,
    ...named('1689556908129832'),
    category: 'UTILITY',
  })
  assert.deepEqual(
    eventOf('message_template_status_update', value('12345678901234567891', ',"reason":null')),
    {
      ...status,
      ...named('12345678901234567891'),
    },
  )
  assert.deepEqual(eventOf('message_template_status_update', value('"17"', ',"reason":"SCAM"')), {
    ...status,
    ...named('17'),
    reason: 'SCAM',
  })
  const pause = ',"other_info":{"title":"FIRST_PAUSE","description":"Low quality."}'
  assert.deepEqual(eventOf('message_template_status_update', value('17', pause)), {
    ...status,
    ...named('17'),
    explanation: 'FIRST_PAUSE: Low quality.',
  })
})

test('reads why a template was rejected, inside the value and beside it', () => {
  const value = (more = '') =>
    `{"event":"REJECTED","message_template_id":17,${template},"reason":"INVALID_FORMAT"${more}}`
  const info = ',"rejection_info":{"reason":"Two variables touch.","recommendation":"Part them."}'
  for (const event of [
    eventOf('message_template_status_update', value(info)),
    eventOf('message_template_status_update', value(), { beside: info }),
  ]) {
    assert(event.kind === 'template_status')
    assert.equal(event.reason, 'INVALID_FORMAT')
    assert.equal(event.explanation, 'Two variables touch.: Part them.')
  }
})

test('a second pause is another event than the first, and a repetition of it is not', () => {
  const value = `{"event":"PAUSED","message_template_id":17,${template}}`
  const idAt = (entryTime: number) => eventsOf('message_template_status_update', value, { entryTime })[0]?.id
  assert.equal(idAt(time), idAt(time))
  assert.notEqual(idAt(time), idAt(time + 1))
})

test('reads the category of a template, announced or changed', () => {
  const value = (more: string) => `{"message_template_id":17,${template},${more}}`
  const category = { kind: 'template_category', ...named('17') }
  assert.deepEqual(
    eventOf('template_category_update', value('"new_category":"UTILITY","correct_category":"MARKETING"')),
    { ...category, category: 'UTILITY', previousCategory: null, announcedCategory: 'MARKETING' },
  )
  assert.deepEqual(
    eventOf('template_category_update', value('"previous_category":"UTILITY","new_category":"MARKETING"')),
    { ...category, category: 'MARKETING', previousCategory: 'UTILITY', announcedCategory: null },
  )
})

test('reads the quality of a template, also under the name of another field, and of a number', () => {
  const value = `{"previous_quality_score":"GREEN","new_quality_score":"RED","message_template_id":17,${template}}`
  for (const field of ['message_template_quality_update', 'message_template_status_update'])
    assert.deepEqual(eventOf(field, value), {
      kind: 'quality',
      of: 'template',
      ...named('17'),
      displayPhoneNumber: null,
      quality: 'RED',
      limit: null,
    })
  const number = {
    kind: 'quality',
    of: 'phone_number',
    wabaId,
    at,
    templateId: null,
    name: null,
    language: null,
    displayPhoneNumber: '15550783881',
    quality: 'THROUGHPUT_UPGRADE',
  }
  const head = '"display_phone_number":"15550783881","event":"THROUGHPUT_UPGRADE"'
  assert.deepEqual(
    eventOf('phone_number_quality_update', `{${head},"max_daily_conversations_per_business":"TIER_10K"}`),
    { ...number, limit: 'TIER_10K' },
  )
  assert.deepEqual(eventOf('phone_number_quality_update', `{${head},"current_limit":"TIER_2K"}`), {
    ...number,
    limit: 'TIER_2K',
  })
})

test('reads that the components of a template were edited', () => {
  const value = `{"message_template_id":17,${template},"message_template_element":"Hello {{1}}"}`
  assert.deepEqual(eventOf('message_template_components_update', value), {
    kind: 'template_components',
    ...named('17'),
  })
})

test('reads what happens to the account', () => {
  const cases: [field: string, value: object, event: string | null][] = [
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      'DISABLED_UPDATE',
    ],
    ['account_review_update', { decision: 'APPROVED' }, 'APPROVED'],
    ['account_alerts', { entity_type: 'BUSINESS', alert_info: { alert_severity: 'CRITICAL' } }, null],
    ['business_capability_update', { max_daily_conversations_per_business: 'TIER_2K' }, null],
    ['phone_number_name_update', { display_phone_number: '1', decision: 'DECLINED' }, 'DECLINED'],
  ]
  for (const [field, value, event] of cases)
    assert.deepEqual(eventOf(field, JSON.stringify(value)), {
      kind: 'account',
      wabaId,
      at,
      field,
      event,
      displayPhoneNumber: 'display_phone_number' in value ? value.display_phone_number : null,
      raw: value,
    })
})

test('reads who stopped or resumed marketing messages, once each', () => {
  const item = (value: string, more = {}) => ({
    wa_id: '16505551234',
    category: 'marketing_messages',
    value,
    detail: 'User requested to stop',
    timestamp: time,
    ...more,
  })
  const list = [
    item('stop'),
    item('resume', { timestamp: time + 60 }),
    item('stop', { wa_id: undefined, user_id: 'US.1' }),
    // The id in the field of the number.
    item('stop', { wa_id: 'US.2' }),
    item('stop', { category: 'all_messages' }),
    item('maybe'),
  ]
  const body = (items: object[]) =>
    JSON.stringify({ metadata: { phone_number_id: '7' }, user_preferences: items })
  const events = eventsOf('user_preferences', body(list))
  const preference = { kind: 'user_preference', id: '', wabaId, phoneNumberId: '7', userId: null, at }
  assert.deepEqual(
    events.slice(0, 4).map((event) => ({ ...event, id: '' })),
    [
      { ...preference, waId: '16505551234', value: 'stop' },
      { ...preference, waId: '16505551234', value: 'resume', at: new Date((time + 60) * 1_000) },
      { ...preference, waId: null, userId: 'US.1', value: 'stop' },
      { ...preference, waId: null, userId: 'US.2', value: 'stop' },
    ],
  )
  assert.deepEqual(
    events.slice(4).map(({ kind }) => kind),
    ['unknown', 'unknown'],
  )
  assert.equal(new Set(events.map(({ id }) => id)).size, 6)
  // The same notice in another body, at another time.
  const [again] = eventsOf('user_preferences', body([item('stop')]), { entryTime: time + 9 })
  assert.equal(again?.id, events[0]?.id)
})

test('a malformed notice, or one of an unknown field, is kept as received', () => {
  const cases = [
    ['message_template_status_update', '{"message_template_id":17}'],
    ['template_category_update', '{"new_category":7}'],
    ['user_preferences', '{"user_preferences":{}}'],
    ['smb_message_echoes', '{"message_echoes":[{"id":"wamid.1"}]}'],
    ['history', '{}'],
  ] as const
  for (const [field, value] of cases)
    assert.deepEqual(eventOf(field, value), {
      kind: 'unknown',
      wabaId,
      field,
      raw: { field, value: JSON.parse(value) as unknown },
    })
})
