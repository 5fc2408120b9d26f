import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  catalogId,
  graphCases,
  sections,
  unknownMemberCases,
} from '../../../test/support/whatsapp-messages/graph-cases.ts'
import { body, samplePayloads } from '../../../test/support/whatsapp-messages/sample-payloads.ts'
import { toGraphMessage } from './graph-message.ts'
import { messageTypeNames } from './message-types.ts'
import { SendBody } from './send-body.ts'
import type { MessageTemplate } from './template-plan.ts'

const to = '+14155550123'

const template: MessageTemplate = {
  name: 'order_update',
  language: 'pt-BR',
  category: 'utility',
  components: [{ type: 'BODY', text: 'Hello {{first_name}}' }],
}

const outcomeOf = (
  given: object,
  sending: { catalogId?: string | null; template?: MessageTemplate | null } = {},
) => toGraphMessage(SendBody.parse({ to: '1 (415) 555-0123', ...given }), { catalogId, template, ...sending })

/** Returns the message without the members that all messages have. */
function contentOf(given: object, sending = {}): object {
  const outcome = outcomeOf(given, sending)
  assert.equal(outcome.kind, 'message')
  const { messaging_product, recipient_type, to: recipient, ...content } = outcome.message
  assert.deepEqual([messaging_product, recipient_type, recipient], ['whatsapp', 'individual', to])
  return content
}

describe('toGraphMessage', () => {
  for (const [type, payload, expected] of [...graphCases, ...unknownMemberCases])
    it(`makes a ${type} message of ${JSON.stringify(payload).slice(0, 60)} (Rule 66)`, () => {
      assert.deepEqual(contentOf({ type, payload }), expected)
    })

  it('covers every type', () => {
    assert.deepEqual(new Set(graphCases.map(([type]) => type)), new Set(messageTypeNames))
  })

  it('makes a message of every valid payload, with the content under the name of its type', () => {
    for (const type of messageTypeNames)
      for (const payload of samplePayloads[type]) {
        const outcome = outcomeOf({ type, payload }, { catalogId: '1' })
        assert.equal(outcome.kind, 'message')
        assert.equal(typeof outcome.message[outcome.message.type], 'object')
      }
  })

  it('refuses products of another catalog, or if the sender has none (Rule 51)', () => {
    for (const [type, action] of [
      ['product', { product_retailer_id: 'sku-1' }],
      ['product_list', { sections }],
      ['catalog', {}],
    ] as const) {
      const other = outcomeOf({ type, payload: { body, action: { ...action, catalog_id: '7' } } })
      const faults = ["payload.action.catalog_id: is not the sender's catalog; it may be left out"]
      assert.deepEqual(other, { kind: 'refused', cause: 'catalog', faults })
      const none = outcomeOf({ type, payload: { body, action } }, { catalogId: null })
      assert.deepEqual(none, {
        kind: 'refused',
        cause: 'catalog',
        faults: [`the sender has no catalog, so no ${type} can be sent`],
      })
    }
  })

  it('fills the template, and writes its language with an underscore', () => {
    assert.deepEqual(contentOf({ data: { first_name: 'Ada' } }), {
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'pt_BR' },
        components: [
          { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ada' }] },
        ],
      },
    })
  })

  it('writes every hyphen of a language as an underscore', () => {
    const chinese = { ...template, language: 'zh-Hant-HK', components: [{ type: 'BODY', text: 'Hello' }] }
    assert.deepEqual(contentOf({}, { template: chinese }), {
      type: 'template',
      template: { name: 'order_update', language: { code: 'zh_Hant_HK' } },
    })
  })

  it('leaves out the components of a template without variables', () => {
    const plain = { ...template, components: [{ type: 'BODY', text: 'Hello' }] }
    assert.deepEqual(contentOf({}, { template: plain }), {
      type: 'template',
      template: { name: 'order_update', language: { code: 'pt_BR' } },
    })
  })

  it('refuses a template send if the broadcast has no template or the data do not match it', () => {
    const none = outcomeOf({}, { template: null })
    assert.equal(none.kind === 'refused' && none.cause, 'template')
    const unfit = outcomeOf({ data: {} })
    assert.deepEqual(unfit, {
      kind: 'refused',
      cause: 'template',
      faults: ["data: must have the template's variables exactly (first_name): missing first_name"],
    })
  })
})
