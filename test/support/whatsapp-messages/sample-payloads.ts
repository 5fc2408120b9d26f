import type { MessageType } from '../../../src/whatsapp/message/message-types.ts'

// Payloads for tests, and parts to build other payloads from.
export const link = 'https://cdn.example.com/a'
export const body = { text: 'Hello' }
export const action = { sections: [{ title: 'Shoes', product_items: [{ product_retailer_id: 'sku-1' }] }] }

export const products = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ product_retailer_id: `sku-${index}` }))
export const buttons = (...titles: string[]) =>
  titles.map((title, index) => ({ type: 'reply', reply: { id: `b${index}`, title } }))
export const rows = (count: number, prefix = 'r') =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, title: 'Row' }))
export const ofButtons = (list: unknown, more: object = {}) => ({
  type: 'button',
  body,
  action: { buttons: list },
  ...more,
})
export const ofSections = (...sections: unknown[]) => ({
  type: 'list',
  body,
  action: { button: 'Open', sections },
})
export const card = { card_index: 0, type: 'cta_url', body: { text: 'A\nB\nC' }, action: { name: 'cta_url' } }
export const carousel = (...cards: unknown[]) => ({ type: 'carousel', body, action: { cards } })
export const flow = (parameters: object) => ({
  type: 'flow',
  body,
  action: { name: 'flow', parameters: { flow_message_version: '3', flow_cta: 'Book', ...parameters } },
})
export const linkButton = (parameters: object) => ({
  type: 'cta_url',
  body,
  action: { name: 'cta_url', parameters: { display_text: 'Track', url: link, ...parameters } },
})
export const contact = { name: { formatted_name: 'Ada Lovelace', first_name: 'Ada' } }
export const reaction = { message_id: 'wamid.HBgL', emoji: '👍' }

/** Valid payloads by type. Each limit of a type is reached by one of them. */
export const samplePayloads: Record<MessageType, object[]> = {
  text: [{ body: 'x'.repeat(4096) }, { body: '😀'.repeat(4096) }, { body: 'x', preview_url: false }],
  image: [
    { link },
    { url: link },
    { link, url: link },
    { link, caption: 'x'.repeat(1024) },
    { link, caption: '' },
  ],
  video: [{ link, caption: 'x' }],
  audio: [{ url: link }],
  voice: [{ link }],
  document: [{ link, filename: 'bill.pdf', caption: 'Your bill' }],
  sticker: [{ link }],
  location: [
    { latitude: 90, longitude: -180 },
    { latitude: -90, longitude: 180, name: 'HQ', address: '1 Way' },
  ],
  contacts: [
    { contacts: [contact] },
    { contacts: Array.from({ length: 5 }, () => contact) },
    {
      contacts: [
        {
          ...contact,
          phones: [{ phone: '+16505559999', type: 'Mobile', wa_id: '16505559999', extra: 1 }],
          emails: [{ email: 'a@example.com', type: 'Work' }],
          urls: [{ url: 'https://example.com' }],
          addresses: [{ city: 'London' }],
          org: { company: 'Engines' },
          birthday: '1815-12-10',
          further: { passed: 'on' },
        },
      ],
    },
  ],
  interactive: [
    ofButtons(buttons('Yes', 'No', 'x'.repeat(20)), { footer: { text: 'x'.repeat(60) } }),
    ofButtons(buttons('Yes'), {
      header: { type: 'image', image: { link } },
      body: { text: 'x'.repeat(1024) },
    }),
    ofButtons(buttons('Yes'), { header: { type: 'video', video: { id: '1' } }, further: [1] }),
    ofSections({ rows: rows(10) }),
    ofSections({ title: 'A', rows: rows(5, 'a') }, { title: 'B', rows: rows(5, 'b') }),
    linkButton({ display_text: 'x'.repeat(20), url: 'http://example.com' }),
    { type: 'location_request_message', body, action: { name: 'send_location' } },
    { type: 'product', action: { catalog_id: '1', product_retailer_id: 'a' } },
    {
      type: 'product_list',
      header: { type: 'text', text: 'A' },
      body,
      action: { catalog_id: '1', ...action },
    },
    { type: 'catalog_message', body, action: { name: 'catalog_message' } },
    carousel(card, card),
    flow({ flow_id: '1' }),
    { type: 'call_permission_request', body, action: { name: 'call_permission_request' } },
    { type: 'address_message', action: { anything: true } },
  ],
  reaction: [reaction, { ...reaction, emoji: '' }, { ...reaction, emoji: '👩🏽‍🚀' }, { ...reaction, emoji: '❤' }],
  product: [
    { action: { product_retailer_id: 'a' } },
    { body, action: { catalog_id: '1', product_retailer_id: 'a' } },
  ],
  product_list: [
    { body, action },
    { header: { type: 'text', text: 'All' }, body, action: { sections: [{ product_items: products(30) }] } },
  ],
  catalog: [
    { body, action: {} },
    { body, action: { ...action, catalog_id: '1' }, footer: { text: 'x' } },
  ],
}
