import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  action,
  body,
  contact,
  link,
  products,
  reaction,
} from '../../../test/support/whatsapp-messages/sample-payloads.ts'
import { validatorCompiler } from '../../http/validation.ts'
import { messageTypes } from './message-types.ts'
import type { MessageType } from './message-types.ts'

/** Returns the sentence that refuses a payload; null if it is accepted. */
function refusalOf(type: MessageType, payload: unknown): string | null {
  const schema = messageTypes[type].payload
  const result: unknown = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' })(payload)
  const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : null
  return error instanceof Error ? error.message : null
}

const refused: [MessageType, unknown, string][] = [
  ['text', { body: 'x'.repeat(4097) }, 'body: is longer than 4096 characters'],
  ['text', { body: '😀'.repeat(4097) }, 'body: is longer than 4096 characters'],
  ['text', { body: ' \n' }, 'body: must not be empty'],
  ['text', { body: 1 }, 'body: must be a string'],
  ['text', {}, 'body is required'],
  ['text', [], 'must be an object'],
  ['text', null, 'must be an object'],
  ['text', { body: 'x', preview_url: 'yes' }, 'preview_url: must be true or false'],
  ['image', {}, 'link: a link or url is required'],
  ['image', { link, url: `${link}b` }, 'url: must be the same as link, or left out'],
  ['image', { link, caption: 'x'.repeat(1025) }, 'caption: is longer than 1024 characters'],
  ['video', { link, filename: 'a' }, 'unknown field "filename"'],
  ['audio', { link, caption: 'a' }, 'unknown field "caption"'],
  ['voice', { link: 1 }, 'link: must be a string'],
  ['document', { link, filename: 'x'.repeat(256) }, 'filename: is longer than 255 characters'],
  ['location', { latitude: 90.001, longitude: 0 }, 'latitude: must be between -90 and 90'],
  ['location', { latitude: 0, longitude: -180.001 }, 'longitude: must be between -180 and 180'],
  ['location', { latitude: '1', longitude: 0 }, 'latitude: must be a number'],
  ['location', { latitude: 1 }, 'longitude is required'],
  ['contacts', {}, 'contacts is required'],
  ['contacts', { contacts: contact }, 'contacts: must be a list'],
  ['contacts', { contacts: [] }, 'contacts: must have at least one contact'],
  [
    'contacts',
    { contacts: Array.from({ length: 6 }, () => contact) },
    'contacts: must have at most 5 contacts',
  ],
  ['contacts', { contacts: [{}] }, 'contacts[0].name is required'],
  ['contacts', { contacts: [{ name: { first_name: 'A' } }] }, 'contacts[0].name.formatted_name is required'],
  [
    'contacts',
    { contacts: [{ name: { formatted_name: 'Ada Lovelace' } }] },
    'contacts[0].name: must have a part of the name beside formatted_name, such as first_name',
  ],
  ['contacts', { contacts: [{ ...contact, phones: [{}] }] }, 'contacts[0].phones[0].phone is required'],
  [
    'contacts',
    { contacts: [{ ...contact, birthday: '2001-02-29' }] },
    'contacts[0].birthday: must be a date such as 1999-01-23',
  ],
  ['reaction', { emoji: '👍' }, 'message_id is required'],
  ['reaction', { message_id: 'wamid.HBgL' }, 'emoji is required'],
  [
    'reaction',
    { ...reaction, message_id: 'HBgL' },
    "message_id: must be the provider's id of the message, such as wamid.HBgL…",
  ],
  [
    'reaction',
    { ...reaction, message_id: `wamid.${'x'.repeat(123)}` },
    "message_id: must be the provider's id of the message, such as wamid.HBgL…",
  ],
  [
    'reaction',
    { ...reaction, emoji: '👍👍' },
    'emoji: must be one emoji, or empty to take the reaction back',
  ],
  ['reaction', { ...reaction, emoji: 'x' }, 'emoji: must be one emoji, or empty to take the reaction back'],
  ['product', { body }, 'action is required'],
  ['product', { action: {} }, 'action.product_retailer_id is required'],
  [
    'product',
    { action: { product_retailer_id: 'x'.repeat(101) } },
    'action.product_retailer_id: is longer than 100 characters',
  ],
  ['product', { header: {}, action: { product_retailer_id: 'a' } }, 'unknown field "header"'],
  ['product_list', { action }, 'body is required'],
  ['product_list', { body, action: {} }, 'action.sections is required'],
  ['product_list', { header: { type: 'image', text: 'a' }, body, action }, 'header.type: must be "text"'],
  [
    'product_list',
    { body, action: { sections: [{ product_items: products(1) }] } },
    'header: is required where the first section has no title',
  ],
  [
    'product_list',
    {
      body,
      action: {
        sections: [
          { title: 'A', product_items: products(30) },
          { title: 'B', product_items: products(1) },
        ],
      },
    },
    'action.sections: must have at most 30 products in all, not 31',
  ],
  [
    'product_list',
    { body, action: { sections: [{ title: 'x'.repeat(25), product_items: products(1) }] } },
    'action.sections[0].title: is longer than 24 characters',
  ],
  ['catalog', { action: {} }, 'body is required'],
  ['catalog', { body }, 'action is required'],
  ['catalog', { body, action: { sections: [] } }, 'action.sections: must have 1 to 10 sections'],
]

describe('the payload of a typed message', () => {
  for (const [type, payload, refusal] of refused)
    it(`refuses a ${type} message: ${refusal} (${JSON.stringify(payload).slice(0, 60)})`, () => {
      assert.equal(refusalOf(type, payload), refusal)
    })
})
