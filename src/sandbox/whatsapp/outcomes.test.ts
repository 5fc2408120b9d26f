import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../../test/support/service.ts'
import { accountOf, send, templateTo, WhatsappApp } from '../../../test/support/whatsapp-app.ts'
import { whatsappOutcomeOfNumber, whatsappOutcomesByDigits } from './outcomes.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'

test("the README's table and the outcomes in the code are the same", () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| +…(\d\d) +\| +`(\w+)` +\| (.+?) +\|$/gm)].map((row) => row.slice(1))
  const table = Object.entries(whatsappOutcomesByDigits).map(([digits, { name, summary }]) => [
    digits,
    name,
    summary,
  ])
  assert.deepEqual(
    rows,
    table.toSorted(([a], [b]) => Number(a) - Number(b)),
  )
})

test('names are unique, the last two digits decide, and every other number reads its messages', () => {
  const names = Object.values(whatsappOutcomesByDigits).map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.equal(whatsappOutcomeOfNumber('+46701740610').name, 'no_whatsapp')
  assert.equal(whatsappOutcomeOfNumber('+14155550199').name, 'delivered_and_read')
})

const read = ['sent', 'delivered', 'read']

/** The result of a message to each number: the statuses that are sent, or the code and HTTP status of its refusal. */
const expected: Record<string, { statuses: string[]; code?: number } | { refused: number; http: number }> = {
  delivered_and_read: { statuses: read },
  delivered_only: { statuses: ['sent', 'delivered'] },
  sent_only: { statuses: ['sent'] },
  read_at_once: { statuses: ['sent', 'read'] },
  replies: { statuses: read },
  replies_stop: { statuses: read },
  other_wa_id: { statuses: read },
  delivered_late: { statuses: ['sent', 'delivered'] },
  no_whatsapp: { statuses: ['failed'], code: 131026 },
  opted_out: { statuses: ['failed'], code: 131050 },
  window_closed: { statuses: ['failed'], code: 131047 },
  not_delivered: { statuses: ['failed'], code: 131049 },
  held: { statuses: ['sent', 'delivered'] },
  held_and_dropped: { statuses: ['failed'], code: 132015 },
  media_failed: { statuses: ['failed'], code: 131053 },
  failed_and_delivered: { statuses: ['failed', 'delivered'], code: 131026 },
  undeliverable: { refused: 131026, http: 400 },
  window_refused: { refused: 131047, http: 400 },
  country_refused: { refused: 130497, http: 403 },
  template_missing: { refused: 132001, http: 404 },
  template_paused: { refused: 132015, http: 400 },
  parameter_mismatch: { refused: 132000, http: 400 },
  payment_fault: { refused: 131042, http: 400 },
  token_refused: { refused: 190, http: 401 },
  account_locked: { refused: 131031, http: 403 },
  unavailable: { refused: 2, http: 503 },
  server_error: { refused: 131000, http: 500 },
  slow: { statuses: read },
  rate_limited_once: { refused: 130429, http: 400 },
  rate_limited: { refused: 130429, http: 400 },
  pair_limited: { refused: 131056, http: 400 },
  spam_limited: { refused: 131048, http: 400 },
  maintenance: { refused: 131057, http: 500 },
  no_webhooks: { statuses: [] },
  webhooks_shuffled: { statuses: ['delivered', 'sent', 'delivered', 'sent', 'read', 'read'] },
  slow_to_send: { statuses: read },
  failed_without_data: { statuses: ['failed'], code: 131026 },
  webhooks_in_one: { statuses: read },
}

/**
 * The outcomes for which the network does not answer as the Graph API would, and whether it accepts the message all the
 * same.
 */
const spoilt: Record<string, boolean> = {
  accepted_unanswered: true,
  accepted_dropped: true,
  accepted_500: true,
  lost: false,
  accepted_cut: true,
  accepted_html: true,
  accepted_without_id: true,
}

for (const [digits, { name }] of Object.entries(whatsappOutcomesByDigits)) {
  test(`…${digits} ${name}: does what the table says`, async () => {
    await using app = await WhatsappApp.start()
    await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
    network.setAccount(accountOf(app))
    const to = `+141555501${digits}`
    const body = { ...templateTo(to), biz_opaque_callback_data: 'attempt-1' }
    const wanted = expected[name]
    if (wanted === undefined) return await expectSpoilt(network.url, body, name, () => network.messages(to))
    const { status, json } = await send(network.url, body)
    await network.idle()
    if ('refused' in wanted) {
      assert.deepEqual([json.error?.code, status], [wanted.refused, wanted.http])
      assert.deepEqual(app.received, [])
      assert.deepEqual(
        network.messages(to).map(({ message_id, code }) => [message_id, code]),
        [[null, wanted.refused]],
      )
      return
    }
    assert.equal(status, 200)
    const id = json.messages?.[0]?.id
    assert.match(id ?? '', /^wamid\./)
    assert.deepEqual(
      app.statuses.map((status) => status['status']),
      wanted.statuses,
    )
    assert.ok(app.statuses.every((status) => status['id'] === id))
    const failed = app.statuses.find((status) => status['status'] === 'failed')
    assert.equal((failed?.['errors'] as { code: number }[] | undefined)?.[0]?.code, wanted.code)
    for (const { status, biz_opaque_callback_data } of app.statuses) {
      const lacks = name === 'failed_without_data' && status === 'failed'
      assert.equal(biz_opaque_callback_data, lacks ? undefined : 'attempt-1')
    }
  })
}

/** How long an answer is awaited that never comes. */
const unansweredMs = 300

async function expectSpoilt(
  base: string,
  body: unknown,
  name: string,
  messages: () => readonly { message_id: string | null }[],
): Promise<void> {
  const accepted = spoilt[name]
  assert.notEqual(accepted, undefined, `${name} is not tested`)
  const giveUp = new AbortController()
  const answering = fetch(`${base}/v23.0/100000000000001/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer token-of-a-test', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: giveUp.signal,
  })
    .then(async (response) => `${response.status} ${await response.text()}`)
    .catch((error: Error) => error.name)
  if (name === 'accepted_unanswered') {
    await eventually('the network has the message', () => (messages().length > 0 ? true : null))
    await delay(unansweredMs)
    giveUp.abort()
  }
  const answer = await answering
  switch (name) {
    case 'accepted_unanswered':
      assert.equal(answer, 'AbortError')
      break
    case 'accepted_500':
      assert.match(answer, /^500 .*131000/)
      break
    case 'accepted_html':
      assert.match(answer, /^502 <html>/)
      break
    case 'accepted_without_id':
      assert.match(answer, /^200 .*"messages":\[\]/)
      break
    default:
      assert.equal(answer, 'TypeError')
  }
  assert.deepEqual(
    messages().map(({ message_id }) => message_id !== null),
    [accepted],
  )
}

test('the last digits also decide the wa_id, held webhooks, replies, batches and a single refusal', async () => {
  await using app = await WhatsappApp.start()
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  network.setAccount(accountOf(app))
  const ask = async (digits: string) => {
    const { json } = await send(network.url, templateTo(`+141555501${digits}`))
    await network.idle()
    return json
  }
  assert.deepEqual((await ask('06')).contacts, [{ input: '+14155550106', wa_id: '1415550106' }])
  assert.equal(app.statuses[0]?.['recipient_id'], '1415550106')
  assert.equal((await ask('00')).messages?.[0]?.message_status, 'accepted')
  assert.equal((await ask('14')).messages?.[0]?.message_status, 'held_for_quality_assessment')
  assert.deepEqual(app.inbound, [])
  const asked = (await ask('05')).messages?.[0]?.id
  assert.deepEqual(
    app.inbound.map(({ text, context }) => ({ text, context })),
    [{ text: { body: 'STOP' }, context: { from: '14155550199', id: asked } }],
  )
  const before = app.received.length
  await ask('54')
  assert.equal(app.received.length, before + 1)
  assert.equal((await ask('40')).error?.code, 130429)
  assert.equal((await ask('40')).error, undefined)
})
