import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusEventIds } from './webhook-event.ts'
import type { WebhookEvent } from './webhook-event.ts'
import { parseWebhook } from './webhook.ts'

const phone_number_id = '106540352242922'
const wabaId = '102290129340398'
const wamid = 'wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA='
const ours = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI0RTJEOTc2ODVERUY5RDlGNkYA'
const at = new Date('2025-06-15T23:27:53Z')
const metadata = { display_phone_number: '15550783881', phone_number_id }
const contacts = [{ profile: { name: 'Sheena Nelson' }, wa_id: '16505551234' }]
const change = (value: object, field = 'messages') => ({
  field,
  value: { messaging_product: 'whatsapp', metadata, ...value },
})
const envelope = (...changes: unknown[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: wabaId, changes }],
})

function parse(body: unknown) {
  const parsed = parseWebhook(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
  assert(parsed.ok, 'the body must be readable')
  return parsed
}

function eventOf(body: unknown): WebhookEvent {
  const { events } = parse(body)
  assert.equal(events.length, 1)
  return events[0]!
}

/** What a person sends, the text that is read in it, and what it answers. */
const inbound: [
  message: { type: string; [member: string]: unknown },
  text: string | null,
  contextId?: string,
][] = [
  [{ type: 'text', text: { body: 'Does it come in another color?' } }, 'Does it come in another color?'],
  [
    {
      type: 'text',
      text: { body: 'Is this still available?' },
      context: {
        from: '15550783881',
        id: ours,
        referred_product: { catalog_id: '1', product_retailer_id: 'x' },
      },
    },
    'Is this still available?',
    ours,
  ],
  [
    {
      type: 'text',
      text: { body: 'More?' },
      referral: { source_type: 'ad', body: 'Succulents', ctwa_clid: 'A' },
    },
    'More?',
  ],
  [{ type: 'text', text: { body: 'Fwd' }, context: { forwarded: true } }, 'Fwd'],
  [
    { type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'x', caption: 'Taj Mahal' } },
    'Taj Mahal',
  ],
  [{ type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'x' } }, null],
  [{ type: 'video', video: { id: '1', mime_type: 'video/mp4', sha256: 'x', caption: 'Look' } }, 'Look'],
  [{ type: 'audio', audio: { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true } }, null],
  [{ type: 'document', document: { id: '1', filename: 'a.pdf', mime_type: 'application/pdf' } }, 'a.pdf'],
  [{ type: 'document', document: { id: '1', filename: 'a.pdf', caption: 'The bill' } }, 'The bill'],
  [{ type: 'sticker', sticker: { id: '1', mime_type: 'image/webp', animated: false } }, null],
  [
    { type: 'button', button: { payload: 'confirm:42', text: 'Confirm' }, context: { from: '1', id: ours } },
    'Confirm',
    ours,
  ],
  [
    {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'cancel', title: 'Cancel' } },
      context: { from: '1', id: ours },
    },
    'Cancel',
    ours,
  ],
  [
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Express', description: '1 day' } },
    },
    'Express',
  ],
  [
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t"}' },
      },
    },
    'Sent',
  ],
  [
    {
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    },
    null,
  ],
  [{ type: 'reaction', reaction: { message_id: ours, emoji: '\u{1F44D}' } }, '\u{1F44D}', ours],
  [{ type: 'reaction', reaction: { message_id: ours } }, null, ours],
  [{ type: 'location', location: { latitude: 37.4, longitude: -122.1, name: 'HQ', address: '1 Way' } }, 'HQ'],
  [{ type: 'location', location: { latitude: 37.4, longitude: -122.1 } }, null],
  [
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Ann B.' } }, {}, { name: { formatted_name: 'Cy' } }],
    },
    'Ann B., Cy',
  ],
  [{ type: 'order', order: { catalog_id: '1', text: 'a note', product_items: [] } }, 'a note'],
  [{ type: 'order', order: { catalog_id: '1', text: '', product_items: [] } }, null],
  [{ type: 'request_welcome' }, null],
  [{ type: 'edit', edit: { original_message_id: ours } }, null],
  [
    {
      type: 'unsupported',
      errors: [{ code: 131051, title: 'Message type unknown' }],
      unsupported: { type: 'poll' },
    },
    null,
  ],
  [{ type: 'hologram', hologram: { body: 'x' } }, null],
  [{ type: 'text', text: 'x' }, null],
  [{ type: '__proto__' }, null],
]

test('reads what a person sends, of every type, and what is read in it', () => {
  for (const [content, text, contextId = null] of inbound) {
    const message = { from: '16505551234', id: wamid, timestamp: '1750030073', ...content }
    assert.deepEqual(
      eventOf(envelope(change({ contacts, messages: [message] }))),
      {
        kind: 'message',
        id: `message:${wamid}`,
        wabaId,
        phoneNumberId: phone_number_id,
        wamid,
        from: '16505551234',
        userId: null,
        parentUserId: null,
        username: null,
        profileName: 'Sheena Nelson',
        at,
        type: content.type,
        text,
        contextId,
        groupId: null,
        raw: message,
      },
      JSON.stringify(content),
    )
  }
})

test('reads a person who hides their number, and one who is not among the contacts', () => {
  const message = { id: wamid, type: 'text', text: { body: 'x' }, timestamp: '1750030073' }
  const hidden = [{ profile: { name: 'Ann' }, user_id: 'US.1' }]
  const read = (more: object, people: unknown) => {
    const event = eventOf(envelope(change({ contacts: people, messages: [{ ...message, ...more }] })))
    assert(event.kind === 'message')
    return [event.from, event.userId, event.profileName]
  }
  assert.deepEqual(read({ from_user_id: 'US.1' }, hidden), [null, 'US.1', 'Ann'])
  assert.deepEqual(read({}, hidden), [null, 'US.1', 'Ann'])
  assert.deepEqual(read({ from: '1999' }, contacts), ['1999', null, null])
  assert.deepEqual(read({ from: 16_505_551_234 }, contacts), ['16505551234', null, 'Sheena Nelson'])
  assert.deepEqual(read({ from: '1650' }, [...hidden, { wa_id: '1650', profile: { name: 'Bo' } }]), [
    '1650',
    null,
    'Bo',
  ])
  assert.deepEqual(read({ from: '1' }, 'none'), ['1', null, null])
})

test('leaves the number and the name of one person out of the message of another', () => {
  const message = { id: wamid, type: 'text', text: { body: 'x' }, timestamp: '1750030073' }
  const read = (more: object, people: unknown) => {
    const event = eventOf(envelope(change({ contacts: people, messages: [{ ...message, ...more }] })))
    assert(event.kind === 'message')
    return [event.from, event.userId, event.profileName]
  }
  const ann = { profile: { name: 'Ann' }, wa_id: '14155550101', user_id: 'US.A' }
  assert.deepEqual(read({ from_user_id: 'US.B' }, [ann]), [null, 'US.B', null])
  assert.deepEqual(read({ from: 'US.B' }, [{ ...ann, wa_id: undefined }]), [null, 'US.B', null])
  assert.deepEqual(read({ from_user_id: 'US.B' }, [{ ...ann, user_id: undefined }]), [
    '14155550101',
    'US.B',
    'Ann',
  ])
})

test('reads ids of linked businesses, a username, and an id in the place of the number', () => {
  const message = { id: wamid, type: 'text', text: { body: 'x' }, timestamp: '1750030073' }
  const person = { user_id: 'US.1', parent_user_id: 'US.ENT.2', profile: { name: 'Ann', username: 'ann.1' } }
  const event = eventOf(envelope(change({ contacts: [person], messages: [{ ...message, from: 'US.1' }] })))
  assert(event.kind === 'message')
  assert.deepEqual(
    [event.from, event.userId, event.parentUserId, event.username],
    [null, 'US.1', 'US.ENT.2', 'ann.1'],
  )
})

test('reads a number and an id in one status as those of one person, once for all statuses', () => {
  const status = (status: string, more: object) => ({ id: ours, status, timestamp: '1750030073', ...more })
  const both = { recipient_id: '16505551234', recipient_user_id: 'US.1' }
  const statuses = [
    status('sent', both),
    status('read', both),
    status('delivered', { recipient_user_id: 'US.1' }),
  ]
  const { events } = parse(envelope(change({ statuses })))
  const contacts = events.filter((event) => event.kind === 'contact')
  assert.deepEqual(
    contacts.map(({ waId, userId }) => [waId, userId]),
    [
      ['16505551234', 'US.1'],
      ['16505551234', 'US.1'],
    ],
  )
  assert.equal(new Set(contacts.map(({ id }) => id)).size, 1)
})

const sent = {
  id: ours,
  status: 'sent',
  timestamp: '1750030073',
  recipient_id: '16505551234',
  biz_opaque_callback_data: 'attempt-1',
  conversation: { id: '8f84', origin: { type: 'utility' } },
  pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
}
const statusEvent = {
  kind: 'status',
  id: `status:${ours}:sent`,
  wabaId,
  phoneNumberId: phone_number_id,
  wamid: ours,
  status: 'sent',
  statusText: 'sent',
  at,
  recipientId: '16505551234',
  recipientUserId: null,
  callbackData: 'attempt-1',
  errors: [],
  pricing: { billable: true, type: 'regular', category: 'utility' },
}

test('reads the status of a message', () => {
  const read = (more: object) => eventOf(envelope(change({ statuses: [{ ...sent, ...more }] })))
  const expect = (more: object) => ({ ...statusEvent, ...more })
  assert.deepEqual(read({}), statusEvent)
  for (const status of ['delivered', 'read'])
    assert.deepEqual(read({ status }), expect({ id: `status:${ours}:${status}`, status, statusText: status }))
  // A voice message that was played was read.
  const played = { id: `status:${ours}:played`, status: 'read', statusText: 'played' }
  assert.deepEqual(read({ status: 'played' }), expect(played))
  assert.ok(statusEventIds(ours).includes(played.id))
  for (const status of ['deleted', 'warped'])
    assert.deepEqual(
      read({ status }),
      expect({ id: `status:${ours}:${status}`, status: 'other', statusText: status }),
    )
  assert.deepEqual(
    read({ pricing: { type: 'regular', category: 'marketing' } }),
    expect({ pricing: { billable: null, type: 'regular', category: 'marketing' } }),
  )
  const hidden = { recipient_id: undefined, recipient_user_id: 'US.1', pricing: 7, timestamp: 'soon' }
  assert.deepEqual(
    read({ ...hidden, biz_opaque_callback_data: undefined }),
    expect({ recipientId: null, recipientUserId: 'US.1', pricing: null, at: null, callbackData: null }),
  )
  const group = { recipient_type: 'group', recipient_id: 'Y2FwaV9n', recipient_participant_id: '1650' }
  assert.deepEqual(read(group), expect({ id: `status:${ours}:sent:1650`, recipientId: null }))
})

test('reads why a message failed', () => {
  const errors = [
    {
      code: 131050,
      title: 'Recipient has stopped',
      message: 'x',
      error_data: { details: 'The recipient stopped.' },
      href: 'https://example.com',
    },
    { code: '131026', message: 'Undeliverable', error_data: 'plain' },
    { title: 'without code' },
    7,
  ]
  const event = eventOf(envelope(change({ statuses: [{ ...sent, status: 'failed', errors }] })))
  assert(event.kind === 'status')
  assert.equal(event.status, 'failed')
  assert.deepEqual(event.errors, [
    { code: '131050', title: 'Recipient has stopped', details: 'The recipient stopped.' },
    { code: '131026', title: 'Undeliverable', details: 'plain' },
  ])
})

test('reads a number that changed, and other changes of a person', () => {
  const read = (system: object) =>
    eventOf(
      envelope(
        change({
          messages: [{ from: '16505551234', id: wamid, timestamp: '1750030073', type: 'system', system }],
        }),
      ),
    )
  const changed = { type: 'user_changed_number', body: 'x', wa_id: '12195555358' }
  const { raw: _, ...event } = { raw: null, ...read(changed) }
  assert.deepEqual(event, {
    kind: 'system',
    id: `system:${wamid}`,
    wabaId,
    phoneNumberId: phone_number_id,
    wamid,
    change: 'number',
    from: '16505551234',
    waId: '12195555358',
    userId: null,
    parentUserId: null,
    previousUserId: null,
    previousParentUserId: null,
    at,
  })
  const changeOf = (system: object) => {
    const read_ = read(system)
    assert(read_.kind === 'system')
    return [read_.change, read_.waId, read_.userId]
  }
  assert.deepEqual(changeOf({ type: 'customer_changed_number', new_wa_id: '1219' }), ['number', '1219', null])
  assert.deepEqual(changeOf({ type: 'user_changed_user_id', user_id: 'US.2' }), ['user_id', null, 'US.2'])
  // The new id in the field of the number.
  assert.deepEqual(changeOf({ type: 'user_changed_user_id', wa_id: 'US.2' }), ['user_id', null, 'US.2'])
  const replaced = (system: object, more: object = {}) => {
    const event = eventOf(
      envelope(
        change({ messages: [{ id: wamid, timestamp: '1750030073', type: 'system', system, ...more }] }),
      ),
    )
    assert(event.kind === 'system')
    return event.previousUserId
  }
  assert.equal(replaced({ type: 'user_changed_user_id', user_id: 'US.2', previous_user_id: 'US.1' }), 'US.1')
  assert.equal(replaced({ type: 'user_changed_user_id', user_id: 'US.2' }, { from_user_id: 'US.1' }), 'US.1')
  assert.equal(replaced({ type: 'user_changed_user_id', user_id: 'US.2' }, { from_user_id: 'US.2' }), null)
  assert.deepEqual(changeOf({ type: 'customer_identity_changed' }), ['identity', null, null])
  assert.deepEqual(changeOf({ type: 'constructor' }), ['other', null, null])
})

test('reads faults without a message', () => {
  const errors = [{ code: 130429, title: 'Rate limit hit' }]
  const event = eventOf(envelope(change({ errors })))
  assert(event.kind === 'errors')
  assert.deepEqual(event.errors, [{ code: '130429', title: 'Rate limit hit', details: null }])
  assert.match(event.id, /^errors:[0-9a-f]{64}$/)
})

test('reads all of a body with many entries, changes and events, some of them unknown', () => {
  const message = {
    id: wamid,
    type: 'text',
    text: { body: 'x' },
    from: '16505551234',
    timestamp: '1750030073',
  }
  const other = { display_phone_number: '1', phone_number_id: '7' }
  const body = {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: wabaId,
        changes: [
          change({
            statuses: [sent, { ...sent, status: 'read' }, { status: 'sent' }, 7],
            messages: [message, {}],
          }),
          change({ calls: [{ id: 'wacid.1' }] }, 'calls'),
          { field: 'messages', value: { statuses: [sent] } },
          { value: 7 },
          null,
        ],
      },
      'x',
      { id: '8', changes: [change({ metadata: other, messages: [{ ...message, id: 'wamid.2' }] })] },
      { id: '9' },
    ],
  }
  const { events, phoneNumberIds, wabaIds } = parse(body)
  assert.deepEqual(
    events.map(({ kind, id }) => (kind === 'unknown' ? kind : id)),
    [
      `status:${ours}:sent`,
      `status:${ours}:read`,
      'unknown',
      'unknown',
      `message:${wamid}`,
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'message:wamid.2',
      'unknown',
    ],
  )
  assert.deepEqual(
    { phoneNumberIds, wabaIds },
    { phoneNumberIds: [phone_number_id, '7'], wabaIds: [wabaId, '8'] },
  )
  const calls = events[6]
  assert(calls?.kind === 'unknown')
  assert.equal(calls.field, 'calls')
  assert.deepEqual(calls.raw, change({ calls: [{ id: 'wacid.1' }] }, 'calls'))
})

test('keeps the events of another object', () => {
  const entry = { id: '1', messaging: [{ message: 'x' }] }
  const { events, wabaIds } = parse({ object: 'page', entry: [entry] })
  const { id: _, ...rest } = { id: '', ...events[0] }
  assert.deepEqual(rest, { kind: 'unknown', wabaId: null, field: 'page', raw: entry })
  assert.deepEqual(wabaIds, [])
})

test('a repetition has the same ids, also with its members in another order; what differs has others', () => {
  const unknown = (value: object) => eventOf(envelope({ field: 'novelty', value })).id
  assert.equal(
    unknown({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }),
    unknown({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
  )
  assert.notEqual(unknown({ a: [1, 2] }), unknown({ a: [2, 1] }))
  assert.notEqual(unknown({ a: 1 }), unknown({ a: '1' }))
  assert.match(unknown({ a: 1 }), /^unknown:[0-9a-f]{64}$/)
  const long = (id: string) => eventOf(envelope(change({ statuses: [{ ...sent, id }] }))).id
  assert.match(long('w'.repeat(4_000)), /^status:[0-9a-f]{64}$/)
  assert.notEqual(long('w'.repeat(4_000)), long('w'.repeat(4_001)))
})

test('a body that is no webhook is a fault that quotes nothing of it', () => {
  const bodies = [
    '',
    'canary',
    '[]',
    'null',
    '7',
    '{}',
    '{"entry":{}}',
    '{"object":"x"}',
    '{"entry":[',
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ]
  for (const body of bodies) {
    const parsed = parseWebhook(Buffer.from(body))
    assert(!parsed.ok && !parsed.fault.includes('canary'), body)
  }
})

test('a body with more updates than Meta would send is quickly found to be a fault', () => {
  const lists = [2_000, 999_999].flatMap((count) => {
    const many = '{},'.repeat(count)
    return [
      `{"entry":[${many}{}]}`,
      `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[${many}{}]}]}`,
      `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"1"},"statuses":[${many}{}]}}]}]}`,
    ]
  })
  for (const body of lists) {
    const begun = process.cpuUsage()
    assert(!parseWebhook(Buffer.from(body)).ok)
    assert(process.cpuUsage(begun).user < 5_000_000)
  }
  const thousand = Array.from({ length: 1_000 }, (_, index) => ({ ...sent, id: `wamid.${index}` }))
  assert.equal(parse(envelope(change({ statuses: thousand }))).events.length, 1_000)
})

test('a body of too many values is quickly found to be a fault; text may have any number of commas', () => {
  const value = Object.fromEntries(Array.from({ length: 250_000 }, (_, index) => [`k${index}`, 1]))
  const begun = process.cpuUsage()
  assert.ok(!parseWebhook(Buffer.from(JSON.stringify(envelope({ field: 'x', value })))).ok)
  assert.ok(process.cpuUsage(begun).user < 5_000_000)
  const text = String.raw`\","a":`.repeat(100_000)
  assert.equal(
    parse(envelope(change({ messages: [{ id: wamid, type: 'text', text: { body: text } }] }))).ok,
    true,
  )
})

test('reads bytes as Meta writes them: escaped, and text that no database keeps', () => {
  const body = JSON.stringify(
    envelope(
      change({ contacts, messages: [{ id: wamid, from: '1', type: 'text', text: { body: 'TEXT' } }] }),
    ),
  )
  const event = eventOf(body.replace('TEXT', String.raw`caf\u00e9 \ud83d\ude00\u0000\ud83d`))
  assert(event.kind === 'message')
  assert.equal(event.text, 'café 😀\uFFFD')
  assert.deepEqual(event.raw, { id: wamid, from: '1', type: 'text', text: { body: 'café 😀\uFFFD' } })
})
