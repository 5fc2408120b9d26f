import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  businessAccountId,
  send,
  templateTo,
  WhatsappApp,
} from '../../../test/support/whatsapp-app.ts'
import type { WhatsappTemplateInput } from './templates.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'

const to = '+14155550100'
const link = 'https://example.com/a'

const positional: WhatsappTemplateInput = {
  business_account_id: businessAccountId,
  name: 'order_update',
  language: 'en_US',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hello {{1}}, it is {{2}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' }] },
  ],
}
const named: WhatsappTemplateInput = {
  ...positional,
  name: 'greeting',
  parameter_format: 'named',
  components: [
    { type: 'header', format: 'image' },
    { type: 'body', text: 'Hello {{name}}' },
  ],
}
const plain: WhatsappTemplateInput = {
  ...named,
  name: 'plain',
  components: [{ type: 'body', text: 'Hello {{name}}' }],
}
const text = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }))
const header = { type: 'header', parameters: text('A-1') }
const body = { type: 'body', parameters: text('Ada', 'on its way') }
const button = { type: 'button', sub_type: 'url', index: '0', parameters: text('a1') }
const picture = { type: 'header', parameters: [{ type: 'image', image: { link } }] }
const name = { type: 'body', parameters: [{ type: 'text', parameter_name: 'name', text: 'Ada' }] }

const templateCases: [string, unknown, number | undefined, string?][] = [
  ['all required values', [header, body, button], undefined],
  ['an index that is a number', [header, body, { ...button, index: 0 }], undefined],
  ['nothing', undefined, 132000],
  ['one parameter too few', [header, { ...body, parameters: text('Ada') }, button], 132000],
  ['one parameter too many', [header, { ...body, parameters: text('a', 'b', 'c') }, button], 132000],
  [
    'names where there are none',
    [header, { type: 'body', parameters: [name.parameters[0], ...text('b')] }, button],
    132012,
  ],
  ['a line break', [header, { ...body, parameters: text('a\nb', 'c') }, button], 132018],
  ['five spaces', [header, { ...body, parameters: text('a     b', 'c') }, button], 132018],
  ['a text too long', [header, { ...body, parameters: text('x'.repeat(1020), 'c') }, button], 132005],
  [
    'a text of emoji up to the bound',
    [header, { ...body, parameters: text('😀'.repeat(1_000), 'c') }, button],
    undefined,
  ],
  ['no value for the button', [header, body], 131008],
  ['a button that it does not have', [header, body, button, { ...button, index: '1' }], 132018],
  ['a button without an index', [header, body, button, { ...button, index: undefined }], 132018],
  ['the wrong kind of button', [header, body, { ...button, sub_type: 'quick_reply' }], 132012],
  ['a name and a picture', [picture, name], undefined, 'greeting'],
  ['no picture', [name], 132012, 'greeting'],
  [
    'a video for the picture',
    [{ type: 'header', parameters: [{ type: 'video', video: { link } }] }, name],
    132012,
    'greeting',
  ],
  ['no name', [picture, { type: 'body', parameters: text('Ada') }], 132012, 'greeting'],
  [
    'an unknown name',
    [picture, { type: 'body', parameters: [{ ...name.parameters[0], parameter_name: 'x' }] }],
    132000,
    'greeting',
  ],
  ['a header that it does not have', [header, name], 132000, 'plain'],
  ['a template that is not there', [], 132001, 'farewell'],
]

for (const [what, components, code, template] of templateCases) {
  test(`a template is sent with ${what}: ${code ?? 'accepted'}`, async () => {
    await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
    await using app = await WhatsappApp.start()
    network.setAccount(accountOf(app))
    network.addTemplate(positional)
    network.addTemplate(named)
    network.addTemplate(plain)
    const { json } = await send(network.url, templateTo(to, components, template))
    assert.equal(json.error?.code, code, JSON.stringify(json))
  })
}

test('only an approved template is sent, and statuses show its category with the price', async () => {
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  await using app = await WhatsappApp.start()
  network.setAccount(accountOf(app))
  const plain = { ...positional, components: [{ type: 'BODY', text: 'Hello' }] }
  const first = network.addTemplate(plain)
  for (const [status, code] of [
    ['PENDING', 132001],
    ['paused', 132015],
    ['DISABLED', 132016],
    ['approved', undefined],
  ] as const) {
    assert.equal(network.addTemplate({ ...plain, status }).id, first.id)
    assert.equal((await send(network.url, templateTo(to))).json.error?.code, code)
  }
  await network.idle()
  const [pricing] = app.statuses.map((status) => status['pricing'])
  assert.deepEqual(pricing, { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' })
})
