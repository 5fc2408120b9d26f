// What a person asks for and nobody has read when they are erased: no worker processes a webhook but where the test
// says so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerSteps } from '../../../test/support/answer-steps.ts'
import type { AnswerSteps } from '../../../test/support/answer-steps.ts'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService } from '../../../test/support/answering.ts'
import { erase, profilesOf } from '../../../test/support/erase-race.ts'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { sql } from '../../db/sql.ts'
import { formsOf } from '../../guards/do-not-call/entry.ts'
import { isListed } from '../../guards/do-not-call/look-up-queries.ts'

let world: AnsweringService
let steps: AnswerSteps
before(async () => {
  world = await startAnsweringService({ agent: { prompt: 'You answer.' } })
  steps = answerSteps(world)
})
after(() => world[Symbol.asyncDispose]())

let wamids = 0

/** Stores a message of the person, as its webhook does. */
async function writes(from: string, text: string): Promise<void> {
  const message = textMessage({ wamid: `wamid.wish.${++wamids}`, from, text, at: new Date() })
  const answer = await postWebhook(world.whatsapp.service.url, webhookOf({ messages: [message] }))
  assert.equal(answer.status, 200)
}

async function erases(phone: string): Promise<void> {
  const { service } = world.whatsapp
  const [id] = await profilesOf(service, phone)
  const outcome = await erase(service, id!)
  assert.equal(outcome.kind, 'begun')
  const named = await world.context.db.query(sql`
    select from whatsapp_opt_outs where recipient = ${phone}
    union all select from do_not_call where number = ${phone}
    union all select from whatsapp_events where kind = 'message' and processed_at is null`)
  assert.deepEqual(named, [])
}

/** Sends a template. Returns the status and the message of the answer. */
async function send(to: string): Promise<[number, string]> {
  const { service, broadcastIds } = world.whatsapp
  const { organizationId, projectId } = service
  const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
  const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
  const { status, body } = await service.request('POST', path, { body: { to, data } })
  return [status, status === 200 ? 'sent' : body.message]
}

const refused = [400, 'The recipient has opted out of these messages']

async function isOnList(number: string): Promise<boolean> {
  const { db, secretBox, clock } = world.context
  const { organizationId } = world.whatsapp.service
  const listed = isListed(organizationId, formsOf(secretBox, organizationId, number), clock.now())
  const [row] = await db.query<{ is_listed: boolean }>(sql`select ${listed} as is_listed`)
  return row!.is_listed
}

describe('an erasure of somebody whose messages no worker has processed', () => {
  for (const [index, [texts, answer]] of (
    [
      [['STOP'], refused],
      [['Please never write to me again.'], refused],
      [
        ['STOP', 'START'],
        [200, 'sent'],
      ],
      [['Where is my order?'], [200, 'sent']],
    ] as const
  ).entries())
    it(`keeps what they ask for: ${texts.join(', ')} (Promise 28)`, async () => {
      const phone = `+1415555${71 + index}00`
      await steps.receive(phone, 'Hello')
      for (const text of texts) await writes(phone, text)
      await erases(phone)
      assert.deepEqual(await send(phone), answer)
      assert.equal(world.whatsapp.network.messages(phone).length, answer[0] === 200 ? 1 : 0)
      assert.equal(await isOnList(phone), false)
    })

  it('keeps a STOP for calls too, where the organization declares that it covers them', async () => {
    const declare = (calls: Record<string, unknown>) =>
      world.whatsapp.service.apply({ organizations: [{ name: 'Acme', calls }] })
    await declare({ stop_covers_calls: true })
    const phone = '+14155557500'
    await steps.receive(phone, 'Hello')
    await writes(phone, 'STOP')
    await erases(phone)
    await declare({})
    assert.deepEqual(await send(phone), refused)
    assert.equal(await isOnList(phone), true)
  })
})

describe('an erasure of somebody whose message waits for an agent', () => {
  it('keeps a wish to get no more messages (Rule 96)', async () => {
    const phone = '+14155557600'
    const chat = await steps.receive(phone, 'Please never write to me again.')
    assert.equal(chat.open_inputs, 1)
    await erases(phone)
    assert.deepEqual(await send(phone), refused)
  })
})
