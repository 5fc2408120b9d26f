import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  action,
  body,
  buttons,
  card,
  carousel,
  flow,
  link,
  linkButton,
  ofButtons,
  ofSections,
  rows,
} from '../../../test/support/whatsapp-messages/sample-payloads.ts'
import { validatorCompiler } from '../../http/validation.ts'
import { InteractivePayload } from './interactive.ts'

/** Returns the sentence that refuses a payload; null if it is accepted. */
function refusalOf(payload: unknown): string | null {
  const schema = InteractivePayload
  const result: unknown = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' })(payload)
  const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : null
  return error instanceof Error ? error.message : null
}

const refused: [unknown, string][] = [
  [{ type: 'button' }, 'action is required'],
  [{ action: {} }, 'type is required'],
  [ofButtons([]), 'action.buttons: must have 1 to 3 buttons'],
  [ofButtons(buttons('a', 'b', 'c', 'd')), 'action.buttons: must have 1 to 3 buttons'],
  [ofButtons(buttons('a', 'a')), 'action.buttons: must have different titles'],
  [
    ofButtons([...buttons('a'), { type: 'reply', reply: { id: 'b0', title: 'b' } }]),
    'action.buttons: must have different ids',
  ],
  [ofButtons(buttons('x'.repeat(21))), 'action.buttons[0].reply.title: is longer than 20 characters'],
  [
    ofButtons([{ type: 'reply', reply: { id: 'x'.repeat(257), title: 'a' } }]),
    'action.buttons[0].reply.id: is longer than 256 characters',
  ],
  [
    ofButtons([{ type: 'reply', reply: { id: ' a', title: 'a' } }]),
    'action.buttons[0].reply.id: must not begin or end with a space',
  ],
  [ofButtons([{ type: 'url', reply: { id: 'a', title: 'a' } }]), 'action.buttons[0].type: must be "reply"'],
  [ofButtons(buttons('a'), { body: undefined }), 'body is required'],
  [
    ofButtons(buttons('a'), { body: { text: 'x'.repeat(1025) } }),
    'body.text: is longer than 1024 characters',
  ],
  [
    ofButtons(buttons('a'), { footer: { text: 'x'.repeat(61) } }),
    'footer.text: is longer than 60 characters',
  ],
  [
    ofButtons(buttons('a'), { header: { type: 'text', text: 'x'.repeat(61) } }),
    'header.text: is longer than 60 characters',
  ],
  [
    ofButtons(buttons('a'), { header: { type: 'location' } }),
    'header.type: must be text, image, video or document',
  ],
  [
    ofButtons(buttons('a'), { header: { type: 'image', image: { id: '1', link } } }),
    'header.image: must have either an id or a link',
  ],
  [
    ofButtons(buttons('a'), { header: { type: 'image', image: { link: 'https://10.0.0.1/a' } } }),
    'header.image.link: must be a public HTTPS URL, such as https://example.com/picture.jpg; ' +
      'its host is not on the public internet',
  ],
  [
    ofSections({ title: 'A', rows: rows(6, 'a') }, { title: 'B', rows: rows(5, 'b') }),
    'action.sections: must have at most 10 rows in all, not 11',
  ],
  [ofSections({ rows: rows(11) }), 'action.sections[0].rows: must have 1 to 10 rows'],
  [
    ofSections({ title: 'A', rows: rows(1) }, { rows: rows(1, 'b') }),
    'action.sections[1].title: is required where there is more than one section',
  ],
  [
    ofSections({ title: 'A', rows: rows(1) }, { title: 'B', rows: rows(1) }),
    'action.sections: must have rows with different ids',
  ],
  [ofSections(), 'action.sections: must have 1 to 10 sections'],
  [
    ofSections({ rows: [{ id: 'x'.repeat(201), title: 'x'.repeat(25), description: 'x'.repeat(73) }] }),
    'action.sections[0].rows[0].id: is longer than 200 characters; ' +
      'action.sections[0].rows[0].title: is longer than 24 characters; ' +
      'action.sections[0].rows[0].description: is longer than 72 characters',
  ],
  [
    linkButton({ display_text: 'x'.repeat(21) }),
    'action.parameters.display_text: is longer than 20 characters',
  ],
  [
    linkButton({ url: 'javascript:alert(1)' }),
    'action.parameters.url: must be a URL that begins with https:// or http://',
  ],
  [
    {
      type: 'location_request_message',
      header: { type: 'text', text: 'a' },
      body,
      action: { name: 'send_location' },
    },
    'header: a location request has no header',
  ],
  [
    {
      type: 'product',
      header: { type: 'text', text: 'a' },
      action: { catalog_id: '1', product_retailer_id: 'a' },
    },
    'header: a product message has no header',
  ],
  [{ type: 'product_list', body, action: { catalog_id: '1', ...action } }, 'header is required'],
  [carousel(card), 'action.cards: must have 2 to 10 cards'],
  [carousel(card, { ...card, type: 'product' }), 'action.cards: must all have the same type'],
  [
    carousel(card, { ...card, body: { text: 'A\nB\nC\nD' } }),
    'action.cards[1].body.text: must have at most 2 line breaks',
  ],
  [flow({}), 'action.parameters: must have either a flow_id or a flow_name'],
  [flow({ flow_id: '1', flow_name: 'a' }), 'action.parameters: must have either a flow_id or a flow_name'],
  [{ type: 'catalog_message', body, action: { name: 'other' } }, 'action.name: must be "catalog_message"'],
]

describe('the payload of an interactive message', () => {
  for (const [payload, refusal] of refused)
    it(`refuses: ${refusal} (${JSON.stringify(payload).slice(0, 60)})`, () => {
      assert.equal(refusalOf(payload), refusal)
    })
})
