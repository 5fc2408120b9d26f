import type { MessageType } from '../../../src/whatsapp/message/message-types.ts'
import { body, link } from './sample-payloads.ts'

/** The catalog of the sender in the cases. */
export const catalogId = '300000000000001'

export const sections = [
  { title: 'Shoes', product_items: [{ product_retailer_id: 'sku-1' }, { product_retailer_id: 'sku-2' }] },
  { title: 'Hats', product_items: [{ product_retailer_id: 'sku-3' }] },
]
const contacts = [
  {
    name: { formatted_name: 'Ada Lovelace', first_name: 'Ada' },
    phones: [{ phone: '+16505559999', type: 'Mobile' }],
  },
]
const interactive = {
  type: 'button',
  body,
  action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
}

/**
 * The type and payload of messages, each with the members that the provider gets for it. Members that every message has
 * are left out.
 */
export const graphCases: [MessageType, object, object][] = [
  ['text', { body: 'a' }, { type: 'text', text: { body: 'a', preview_url: true } }],
  ['image', { url: link, caption: 'a' }, { type: 'image', image: { link, caption: 'a' } }],
  ['image', { link, url: link, caption: '' }, { type: 'image', image: { link } }],
  ['video', { link }, { type: 'video', video: { link } }],
  ['audio', { link }, { type: 'audio', audio: { link } }],
  ['voice', { url: link }, { type: 'audio', audio: { link, voice: true } }],
  ['document', { link, filename: 'a.pdf' }, { type: 'document', document: { link, filename: 'a.pdf' } }],
  ['sticker', { link }, { type: 'sticker', sticker: { link } }],
  [
    'location',
    { latitude: 37.44, longitude: -122.16, name: 'HQ', address: '' },
    { type: 'location', location: { latitude: 37.44, longitude: -122.16, name: 'HQ' } },
  ],
  ['contacts', { contacts }, { type: 'contacts', contacts }],
  ['interactive', interactive, { type: 'interactive', interactive }],
  [
    'reaction',
    { message_id: 'wamid.A', emoji: '' },
    { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '' } },
  ],
  [
    'product',
    { body, action: { product_retailer_id: 'sku-1' } },
    {
      type: 'interactive',
      interactive: { type: 'product', body, action: { catalog_id: catalogId, product_retailer_id: 'sku-1' } },
    },
  ],
  [
    'product_list',
    { body, action: { catalog_id: catalogId, sections } },
    {
      type: 'interactive',
      interactive: {
        type: 'product_list',
        header: { type: 'text', text: 'Shoes' },
        body,
        action: { catalog_id: catalogId, sections },
      },
    },
  ],
  [
    'product_list',
    { header: { type: 'text', text: 'Summer' }, body, footer: { text: 'Acme' }, action: { sections } },
    {
      type: 'interactive',
      interactive: {
        type: 'product_list',
        header: { type: 'text', text: 'Summer' },
        body,
        footer: { text: 'Acme' },
        action: { catalog_id: catalogId, sections },
      },
    },
  ],
  [
    'catalog',
    { body, action: { sections } },
    {
      type: 'interactive',
      interactive: {
        type: 'catalog_message',
        body,
        action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'sku-1' } },
      },
    },
  ],
  [
    'catalog',
    { body, action: {} },
    {
      type: 'interactive',
      interactive: { type: 'catalog_message', body, action: { name: 'catalog_message' } },
    },
  ],
]

const named = { ...contacts[0], more: [1] }
const asking = { ...interactive, more: { passed: 'on' } }

/**
 * Cases with members that the service does not know. It passes them on, and the provider accepts or refuses them (Rule
 * 52).
 */
export const unknownMemberCases: [MessageType, object, object][] = [
  ['contacts', { contacts: [named] }, { type: 'contacts', contacts: [named] }],
  ['interactive', asking, { type: 'interactive', interactive: asking }],
]
