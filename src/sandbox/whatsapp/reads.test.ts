import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  businessAccountId,
  graph,
  phoneNumberId,
  WhatsappApp,
} from '../../../test/support/whatsapp-app.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'

type Json = Record<string, unknown>

test('templates are read page by page, filtered, with the requested fields', async () => {
  await using app = await WhatsappApp.start()
  await using network = await startWhatsappNetwork({ port: 0 })
  network.setAccount(accountOf(app))
  const plain = { business_account_id: businessAccountId, components: [{ type: 'BODY', text: 'Hello' }] }
  for (let n = 0; n < 7; n++)
    network.addTemplate({ ...plain, name: `t${n}`, language: 'en_US', status: n % 2 ? 'PAUSED' : 'APPROVED' })
  network.addTemplate({ ...plain, business_account_id: '299999999999999', name: 'other', language: 'en_US' })
  const read = async (at: string): Promise<Json[]> => {
    const { json } = await graph(network.url, 'GET', at.replace(network.url, ''))
    const { next } = (json['paging'] ?? {}) as { next?: string }
    return [...(json['data'] as Json[]), ...(next === undefined ? [] : await read(next))]
  }
  const names = async (query: string) =>
    (await read(`/v23.0/${businessAccountId}/message_templates${query}`)).map(({ name }) => name)
  const all = ['t0', 't1', 't2', 't3', 't4', 't5', 't6']
  assert.deepEqual(await names(''), all)
  assert.deepEqual(await names('?limit=3&fields=name'), all)
  assert.deepEqual(await names('?limit=2&status=paused'), ['t1', 't3', 't5'])
  assert.deepEqual(await names('?name=t4&language=en_us'), ['t4'])
  assert.deepEqual(await names('?name=none'), [])
  const [first] = await read(`/v23.0/${businessAccountId}/message_templates?fields=name,status&limit=1`)
  assert.deepEqual(Object.keys(first!).toSorted(), ['id', 'name', 'status'])
  assert.match(String(first?.['id']), /^\d{17}$/)
  const { json } = await graph(network.url, 'GET', `/v23.0/${businessAccountId}/message_templates?limit=x`)
  assert.equal(json.error?.code, 100)
})

test('numbers are read by their own id and by business account', async () => {
  await using app = await WhatsappApp.start()
  await using network = await startWhatsappNetwork({ port: 0 })
  network.setAccount({ ...accountOf(app), status: 'RESTRICTED' })
  const one = await graph(network.url, 'GET', `/v23.0/${phoneNumberId}?fields=display_phone_number,status`)
  assert.deepEqual(one.json, { id: phoneNumberId, display_phone_number: '14155550199', status: 'RESTRICTED' })
  const { json } = await graph(network.url, 'GET', `/v23.0/${businessAccountId}/phone_numbers`)
  const [number] = json['data'] as { id: string; health_status: { can_send_message: string } }[]
  assert.deepEqual([number?.id, number?.health_status.can_send_message], [phoneNumberId, 'BLOCKED'])
  assert.equal((await graph(network.url, 'GET', `/v23.0/${phoneNumberId}/songs`)).json.error?.code, 100)
})
