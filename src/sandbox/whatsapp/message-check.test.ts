import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, send, templateTo, textTo, WhatsappApp } from '../../../test/support/whatsapp-app.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'
import type { WhatsappNetwork } from './whatsapp-network.ts'

const to = '+14155550100'

function typed(type: string, content: unknown): Record<string, unknown> {
  return { messaging_product: 'whatsapp', to, type, [type]: content }
}

function interactive(type: string, parts: Record<string, unknown>): Record<string, unknown> {
  return typed('interactive', { type, body: { text: 'Which?' }, ...parts })
}

const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${from + n}`, title: `Row ${from + n}` }))
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ product_retailer_id: `sku${n}` }))

/** Starts a network that accepts free-form messages and has no registered account. */
async function openNetwork(): Promise<WhatsappNetwork> {
  return startWhatsappNetwork({ port: 0, speed: 100_000, enforceWindow: false })
}

const link = 'https://example.com/a'
const good: [string, Record<string, unknown>][] = [
  ['text', textTo(to)],
  ['text of the maximum length', textTo(to, { text: { body: 'x'.repeat(4096), preview_url: true } })],
  ['no type means text', { messaging_product: 'whatsapp', to, text: { body: 'Hi' } }],
  ['to with characters that are ignored', textTo('+1 (415) 555-01.00')],
  [
    'context and opaque data',
    textTo(to, { context: { message_id: 'wamid.x' }, biz_opaque_callback_data: 'a' }),
  ],
  ['image', typed('image', { link, caption: 'x'.repeat(1024) })],
  ['video', typed('video', { id: '123' })],
  ['voice', typed('audio', { link, voice: true })],
  ['document', typed('document', { link, filename: 'a.pdf', caption: 'A' })],
  ['sticker', typed('sticker', { link })],
  ['location in texts', typed('location', { latitude: '37.44', longitude: '-122.16', name: 'HQ' })],
  ['location in numbers', typed('location', { latitude: 90, longitude: -180 })],
  ['contacts', typed('contacts', [{ name: { formatted_name: 'Ada L', first_name: 'Ada' }, phones: [{}] }])],
  [
    'three buttons',
    interactive('button', { action: { buttons: ['a', 'b', 'c'].map((id) => reply(id, id)) } }),
  ],
  [
    'ten rows in two sections',
    interactive('list', {
      action: {
        button: 'Open',
        sections: [
          { title: 'A', rows: rows(5) },
          { title: 'B', rows: rows(5, 5) },
        ],
      },
    }),
  ],
  [
    'link button',
    interactive('cta_url', {
      action: { name: 'cta_url', parameters: { display_text: 'Open', url: link } },
      footer: { text: 'Acme' },
    }),
  ],
  ['location request', interactive('location_request_message', { action: { name: 'send_location' } })],
  [
    'product without body',
    typed('interactive', { type: 'product', action: { catalog_id: '1', product_retailer_id: 'sku' } }),
  ],
  [
    'thirty products',
    interactive('product_list', {
      header: { type: 'text', text: 'Summer' },
      action: { catalog_id: '1', sections: [{ title: 'S', product_items: items(30) }] },
    }),
  ],
  ['catalog', interactive('catalog_message', { action: { name: 'catalog_message' } })],
  ['a kind without published shape', interactive('order_details', { action: { name: 'review_and_pay' } })],
  ['template', templateTo(to)],
]

for (const [name, body] of good) {
  test(`accepts: ${name}`, async () => {
    await using network = await openNetwork()
    const { status, json } = await send(network.url, body)
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(json.contacts, [{ input: body['to'], wa_id: '14155550100' }])
    assert.equal(json['messaging_product'], 'whatsapp')
  })
}

const bad: [string, unknown, number][] = [
  ['no messaging_product', { to, type: 'text', text: { body: 'Hi' } }, 131008],
  ['no to', { messaging_product: 'whatsapp', type: 'text', text: { body: 'Hi' } }, 131008],
  ['to without plus', textTo('14155550100'), 131009],
  ['to of letters', textTo('+1415x'), 131009],
  ['to oneself', textTo('+14155550199'), 131021],
  ['a group', textTo(to, { recipient_type: 'group' }), 131009],
  ['an unknown type', typed('song', {}), 100],
  ['a misspelled member', textTo(to, { biz_opaque: 'a' }), 100],
  ['a member of another type', textTo(to, { image: { link } }), 100],
  ['opaque data beyond 512', textTo(to, { biz_opaque_callback_data: 'x'.repeat(513) }), 100],
  ['no content', { messaging_product: 'whatsapp', to, type: 'text' }, 131008],
  ['no body of a text', typed('text', {}), 131008],
  ['an empty text', typed('text', { body: '' }), 131009],
  ['a text beyond 4096', typed('text', { body: 'x'.repeat(4097) }), 100],
  ['a misspelled preview', typed('text', { body: 'Hi', previewUrl: true }), 100],
  ['media without address', typed('image', { caption: 'A' }), 131008],
  ['media with id and address', typed('image', { id: '1', link }), 131009],
  ['media over plain HTTP', typed('image', { link: 'http://example.com/a' }), 131009],
  ['a caption beyond 1024', typed('video', { link, caption: 'x'.repeat(1025) }), 100],
  ['a caption of audio', typed('audio', { link, caption: 'A' }), 100],
  ['a latitude beyond 90', typed('location', { latitude: 91, longitude: 0 }), 131009],
  ['no longitude', typed('location', { latitude: 1 }), 131008],
  ['contacts without name', typed('contacts', [{ phones: [] }]), 131008],
  ['contacts with one part of a name', typed('contacts', [{ name: { formatted_name: 'A' } }]), 131009],
  [
    'a reaction with context',
    { ...typed('reaction', { message_id: 'w' }), context: { message_id: 'w' } },
    100,
  ],
  [
    'four buttons',
    interactive('button', { action: { buttons: ['a', 'b', 'c', 'd'].map((id) => reply(id, id)) } }),
    131009,
  ],
  [
    'buttons with one title',
    interactive('button', { action: { buttons: [reply('a', 'A'), reply('b', 'A')] } }),
    131009,
  ],
  ['a long button', interactive('button', { action: { buttons: [reply('a', 'x'.repeat(21))] } }), 100],
  [
    'no body of buttons',
    typed('interactive', { type: 'button', action: { buttons: [reply('a', 'A')] } }),
    131008,
  ],
  [
    'eleven rows',
    interactive('list', { action: { button: 'Open', sections: [{ title: 'A', rows: rows(11) }] } }),
    131009,
  ],
  [
    'sections without titles',
    interactive('list', {
      action: { button: 'Open', sections: [{ rows: rows(1) }, { rows: rows(1, 1) }] },
    }),
    131009,
  ],
  [
    'a product list without header',
    interactive('product_list', { action: { catalog_id: '1', sections: [] } }),
    131008,
  ],
  ['an unknown interactive kind', interactive('poll', { action: {} }), 131009],
]

for (const [name, body, code] of bad) {
  test(`refuses with ${code}: ${name}`, async () => {
    await using network = await openNetwork()
    await using app = await WhatsappApp.start()
    network.setAccount(accountOf(app))
    const { status, json } = await send(network.url, body)
    assert.deepEqual([json.error?.code, status], [code, 400], JSON.stringify(json))
    assert.match(json.error!.message, new RegExp(`^\\(#${code}\\) `))
    assert.equal(json.error!.type, 'OAuthException')
    assert.ok(json.error!.error_data.details.length > 0)
    assert.ok(json.error!.fbtrace_id.length > 0)
    assert.equal(network.messages()[0]?.message_id, null)
  })
}
