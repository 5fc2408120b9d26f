import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { endsWithin } from '../../../test/support/ends-within.ts'
import {
  accessToken,
  accountOf,
  appSecret,
  businessAccountId,
  graph,
  verifyToken,
} from '../../../test/support/whatsapp-app.ts'
import { phoneNumberId, send, templateTo, textTo, WhatsappApp } from '../../../test/support/whatsapp-app.ts'
import type { WhatsappFaultRuleInput } from './faults.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'

const to = '+14155550100'

async function control(base: string, at: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${base}/sandbox/${at}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 201)
}

test('a port that is in use is reported as EADDRINUSE', async () => {
  await using network = await startWhatsappNetwork({ port: 0 })
  await assert.rejects(startWhatsappNetwork({ port: network.port }), { code: 'EADDRINUSE' })
})

test('closing ends within a second, with messages, held answers and repeated webhooks under way', async () => {
  await using app = await WhatsappApp.start()
  app.answers.push(...Array.from({ length: 50 }, () => 500))
  const network = await startWhatsappNetwork({ port: 0, speed: 1 })
  network.setAccount(accountOf(app))
  const broken = assert.rejects(send(network.url, templateTo('+14155550130')))
  for (let n = 0; n < 20; n++) await send(network.url, templateTo(to))
  network.receive({ phone_number_id: phoneNumberId, messages: [{ from: to, content: { type: 'text' } }] })
  await endsWithin(1_000, () => network.close())
  await broken
  await assert.rejects(fetch(network.url))
  await network.close()
})

test('the log file holds every entry, and neither secrets nor numbers nor texts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
  try {
    const logFile = path.join(folder, 'network.ndjson')
    await using app = await WhatsappApp.start()
    const network = await startWhatsappNetwork({ port: 0, speed: 100_000, logFile })
    await control(network.url, 'accounts', accountOf(app))
    const content = { type: 'text', text: { body: 'Inbound words' } }
    await control(network.url, 'inbound', {
      phone_number_id: phoneNumberId,
      messages: [{ from: to, content }],
    })
    await control(network.url, 'handshakes', { phone_number_id: phoneNumberId })
    await send(
      network.url,
      textTo(to, { text: { body: 'Outbound words' }, biz_opaque_callback_data: 'attempt-7' }),
    )
    await send(network.url, textTo('+14155550120'))
    await network.idle()
    const inMemory = network.entries()
    await network.close()
    const text = readFileSync(logFile, 'utf8')
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line): { n: number; kind: string } => JSON.parse(line))
    assert.deepEqual(entries, JSON.parse(JSON.stringify(inMemory)))
    assert.deepEqual(
      entries.map(({ n }) => n),
      entries.map((_, index) => index + 1),
    )
    for (const kept of [accessToken, appSecret, verifyToken, '1415555', 'words'])
      assert.ok(!text.includes(kept), kept)
    const kinds = new Set(entries.map(({ kind }) => kind))
    for (const kind of ['request', 'answer', 'message', 'webhook', 'webhook_answer', 'handshake'])
      assert.ok(kinds.has(kind), kind)
    const events = inMemory.flatMap((entry) =>
      entry.kind === 'message' && entry.callback_data === 'attempt-7' ? [entry.event] : [],
    )
    assert.deepEqual(events, ['accepted', 'sent', 'delivered', 'read'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('armed faults change answers for one person or all, with and without effect', async () => {
  await using app = await WhatsappApp.start()
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  network.setAccount(accountOf(app))
  const arm = (rule: WhatsappFaultRuleInput) => network.addFault(rule)
  const accepted = () => network.messages().filter(({ message_id }) => message_id !== null).length
  arm({ operation: 'send', number: '+14155550101', fault: { kind: 'status', status: 500 } })
  arm({ operation: 'send', number: to, fault: { kind: 'status', status: 429, retry_after_seconds: 3 } })
  const limited = await send(network.url, templateTo(to))
  assert.deepEqual([limited.status, limited.json.error?.code, accepted()], [429, 130429, 0])
  arm({ operation: 'send', number: to, fault: { kind: 'drop', reset: true, placed: true } })
  await assert.rejects(send(network.url, templateTo(to)))
  assert.equal(accepted(), 1)
  arm({ operation: 'send', number: to, fault: { kind: 'drop', placed: false } })
  await assert.rejects(send(network.url, templateTo(to)))
  assert.equal(accepted(), 1)
  arm({ operation: 'send', number: to, fault: { kind: 'answer', status: 200, body: '{', placed: true } })
  await assert.rejects(send(network.url, templateTo(to)), SyntaxError)
  assert.equal(accepted(), 2)
  assert.equal((await send(network.url, templateTo('+14155550101'))).json.error?.code, 131000)
  arm({ operation: 'templates', fault: { kind: 'omit' } })
  arm({ operation: 'phone_number', fault: { kind: 'omit' } })
  arm({ operation: 'phone_numbers', fault: { kind: 'status', status: 503 } })
  network.addTemplate({ business_account_id: businessAccountId, name: 'a', language: 'en', components: [] })
  const read = async (at: string) => (await graph(network.url, 'GET', `/v23.0/${at}`)).json
  assert.deepEqual((await read(`${businessAccountId}/message_templates`))['data'], [])
  assert.equal(((await read(`${businessAccountId}/message_templates`))['data'] as []).length, 1)
  assert.equal((await read(phoneNumberId)).error?.code, 33)
  assert.equal((await read(`${businessAccountId}/phone_numbers`)).error?.code, 2)
})

test('a request is cut before it is complete, and nothing is accepted', async () => {
  await using network = await startWhatsappNetwork({ port: 0 })
  network.addFault({ operation: 'connection', fault: { kind: 'cut_request', after_bytes: 50 } })
  const socket = net.connect(network.port, '127.0.0.1')
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error: Error & { code?: string }) => resolve(error.code ?? ''))
    socket.on('end', () => resolve('end'))
  })
  socket.write(`POST /v23.0/${phoneNumberId}/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`)
  assert.equal(await ended, 'ECONNRESET')
  assert.deepEqual(
    network.entries().map(({ kind }) => kind),
    ['connection_cut'],
  )
  assert.deepEqual(network.messages(), [])
})

test('many messages at once all get their final status', async () => {
  await using app = await WhatsappApp.start()
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  network.setAccount(accountOf(app))
  const numbers = Array.from({ length: 100 }, (_, n) => `+14155${10_000 + n}00`)
  await Promise.all(numbers.map((number) => send(network.url, templateTo(number))))
  await network.idle()
  assert.equal(app.statuses.length, 300)
  assert.ok(network.messages().every(({ statuses }) => statuses.at(-1)?.status === 'read'))
})
