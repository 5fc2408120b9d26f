// What reaches a message in another order than usual: each race is forced by the network, which holds its answer back
// until its webhooks have been worked off.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../test/support/service.ts'
import { startWhatsappService } from '../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../test/support/whatsapp.ts'
import { sql } from '../db/sql.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
const answersAfterMs = 1_500

/** The answer as its bytes are, and whether it is a replay. */
async function send(to: string, key: string | null = null): Promise<{ text: string; status: number }> {
  const { service, broadcastIds } = whatsapp
  const { organizationId, projectId } = service
  const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': service.key,
      ...(key !== null && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ to, data }),
  })
  return { text: await response.text(), status: response.status }
}

function answerLate(number: string): void {
  whatsapp.network.addFault({ operation: 'send', number, fault: { kind: 'delay', ms: answersAfterMs } })
}

async function rowOf(recipient: string): Promise<{ status: string; quota: string }> {
  const [row] = await whatsapp.service.context.db.query<{ status: string; quota: string }>(
    sql`select status, quota from whatsapp_messages where recipient = ${recipient}`,
  )
  return row!
}

describe('a replay', () => {
  it('is the first answer, byte for byte', async () => {
    const first = await send('+14155551000', 'plain')
    assert.equal(first.status, 200)
    assert.deepEqual(await send('+14155551000', 'plain'), first)
  })

  it('is what the first request is told as well, where a webhook came before the answer', async () => {
    for (const [to, status] of [
      ['+14155551101', 200],
      ['+14155551110', 400],
    ] as const) {
      answerLate(to)
      const first = await send(to, to)
      assert.equal(first.status, status, first.text)
      assert.deepEqual(await send(to, to), first)
    }
  })
})

describe('a failure that is told before the acceptance', () => {
  it('leaves the send consumed: WhatsApp took it', async () => {
    answerLate('+14155551217')
    await send('+14155551217')
    assert.deepEqual(await rowOf('+14155551217'), { status: 'delivered', quota: 'consumed' })
    answerLate('+14155551210')
    await send('+14155551210')
    assert.deepEqual(await rowOf('+14155551210'), { status: 'failed', quota: 'consumed' })
  })

  it('is applied though it bears none of our data, once the message’s own id is known', async () => {
    answerLate('+14155551353')
    assert.equal((await send('+14155551353')).status, 200)
    await eventually('the failure is applied', async () =>
      (await rowOf('+14155551353')).status === 'failed' ? true : null,
    )
    assert.equal((await rowOf('+14155551353')).quota, 'consumed')
  })
})
