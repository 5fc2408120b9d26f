// What a person asks for and nobody has read when they are erased: no worker processes a webhook but where the test
// says so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerSteps } from '../../../test/support/answer-steps.ts'
import type { AnswerSteps } from '../../../test/support/answer-steps.ts'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService } from '../../../test/support/answering.ts'
import { organization, scriptCampaign, wideCallSettings } from '../../../test/support/declarations.ts'
import { erase, profilesOf } from '../../../test/support/erase-race.ts'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { businessAccountId, phoneNumberId } from '../../../test/support/whatsapp.ts'
import { setMode } from '../../agents/conversation/set-mode.ts'
import { insertTurn } from '../../agents/turn/turn-queries.ts'
import { placeCall } from '../../calls/place/place-call.ts'
import { sql } from '../../db/sql.ts'
import { formsOf } from '../../guards/do-not-call/entry.ts'
import { isListed } from '../../guards/do-not-call/look-up-queries.ts'
import { processEvent } from '../../whatsapp/inbound/process-event.ts'
import { erasePeople } from './erase-people.ts'

let world: AnsweringService
let steps: AnswerSteps
before(async () => {
  world = await startAnsweringService({ agent: { prompt: 'You answer.' } })
  steps = answerSteps(world)
})
after(() => world[Symbol.asyncDispose]())

let wamids = 0

/** Stores a message of the person, as its webhook does. */
async function writes(from: string, text: string, at = new Date()): Promise<void> {
  const message = textMessage({ wamid: `wamid.wish.${++wamids}`, from, text, at })
  const answer = await postWebhook(world.whatsapp.service.url, webhookOf({ messages: [message] }))
  assert.equal(answer.status, 200)
}

/** Stores an opt-out that the person makes in WhatsApp itself, as its webhook does. */
async function optsOutInWhatsapp(phone: string, user_id?: string): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1_000)
  const ids = { wa_id: phone.slice(1), user_id }
  const preference = { ...ids, category: 'marketing_messages', value: 'stop', timestamp }
  const value = { metadata: { phone_number_id: phoneNumberId }, user_preferences: [preference] }
  const entry = { id: businessAccountId, changes: [{ field: 'user_preferences', value }] }
  const body = { object: 'whatsapp_business_account', entry: [entry] }
  assert.equal((await postWebhook(world.whatsapp.service.url, body)).status, 200)
}

/** Runs the job to its end, and checks that nobody finds the number in an opt-out or in a webhook. */
async function endsErasure(phone: string): Promise<void> {
  const job = erasePeople(world.context)
  while (await job.run(new AbortController().signal)) continue
  const named = await world.context.db.query(sql`
    select from whatsapp_opt_outs where recipient = ${phone}
    union all select from whatsapp_events where payload::text like ${`%${phone.slice(1)}%`}`)
  assert.deepEqual(named, [])
}

async function erases(phone: string): Promise<void> {
  const { service } = world.whatsapp
  const [id] = await profilesOf(service, phone)
  const outcome = await erase(service, id!)
  assert.equal(outcome.kind, 'begun')
  const named = await world.context.db.query(sql`
    select from whatsapp_opt_outs where recipient = ${phone}
    union all select from do_not_call where number = ${phone}
    union all select from whatsapp_events where kind in ('message', 'user_preference') and processed_at is null`)
  assert.deepEqual(named, [])
}

/** Sends a template. Returns the status and the message of the answer. */
async function send(to: string, broadcast = 'October'): Promise<[number, string]> {
  const { service, broadcastIds } = world.whatsapp
  const { organizationId, projectId } = service
  const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds[broadcast]}/messages`
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

  it('keeps an opt-out in WhatsApp itself, which bars marketing (Rule 28)', async () => {
    const phone = '+14155557550'
    await steps.receive(phone, 'Hello')
    await optsOutInWhatsapp(phone)
    await erases(phone)
    await endsErasure(phone)
    assert.deepEqual(await send(phone, 'Sale'), refused)
    assert.deepEqual(await send(phone), [200, 'sent'])
  })

  it('keeps it for number and id where it names both, and learns nothing else of the person', async () => {
    for (const [index, isLate] of [false, true].entries()) {
      const [phone, userId] = [`+1415555757${index}`, `US.1349120865530274757${index}`]
      await steps.receive(phone, 'Hello')
      if (!isLate) await optsOutInWhatsapp(phone, userId)
      await erases(phone)
      await endsErasure(phone)
      if (isLate) await optsOutInWhatsapp(phone, userId)
      while (await processEvent(world.context));
      for (const to of [phone, userId]) assert.deepEqual(await send(to, 'Sale'), refused, `${to} ${isLate}`)
      const known = await world.context.db.query(sql`
        select from whatsapp_user_ids where phone_number = ${phone} or user_id = ${userId}`)
      assert.deepEqual(known, [])
    }
  })

  it('keeps a STOP that is stored as the erasure begins, after it has looked', async () => {
    const phone = '+14155557560'
    await steps.receive(phone, 'Hello')
    await erases(phone)
    await writes(phone, 'STOP')
    await world.context.db.write(sql`
      update whatsapp_events set received_at = '2026-01-01' where processed_at is null`)
    const job = erasePeople(world.context)
    while (await job.run(new AbortController().signal)) continue
    while (await processEvent(world.context));
    assert.deepEqual(await send(phone), refused)
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

  it('cancels calls of other projects that a STOP forbids, and that wait', async () => {
    const { apply, network, organizationId } = world.whatsapp.service
    const campaigns = [scriptCampaign({ status: 'paused' })]
    const tree = await apply(organization('Acme', network!.url, { project: { name: 'Other' }, campaigns }))
    const [other] = tree.organizations[0]!.projects
    const phone = '+14155557510'
    const { callId } = await placeCall(world.context, 'queue', {
      organization_id: organizationId,
      project_id: other!._id,
      campaign_id: other!.campaigns[0]!._id,
      customer: { phone_number: phone },
      idempotencyKey: null,
    })
    const stateOf = async () =>
      (
        await world.context.db.query<{ state: string }>(sql`select state from calls where _id = ${callId}`)
      )[0]!.state
    assert.equal(await stateOf(), 'waiting')
    const declare = (calls: Record<string, unknown>) =>
      apply({ organizations: [{ name: 'Acme', calls: { ...wideCallSettings, ...calls } }] })
    await declare({ stop_covers_calls: true })
    await steps.receive(phone, 'Hello')
    await writes(phone, 'STOP')
    await erases(phone)
    await declare({})
    assert.equal(await stateOf(), 'canceled')
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

  it('leaves a wish that a later START has ended (Rule 28)', async () => {
    const phone = '+14155557610'
    const chat = await steps.receive(phone, 'Hello')
    await world.context.db.transaction((transaction) =>
      setMode(world.context, transaction, chat, { mode: 'person', by: 'Eva', summary: null }),
    )
    await writes(phone, 'Please never write to me again.', new Date(Date.now() - 3_600_000))
    while (await processEvent(world.context));
    assert.deepEqual(await send(phone), refused)
    await writes(phone, 'START')
    while (await processEvent(world.context));
    await erases(phone)
    assert.deepEqual(await send(phone), [200, 'sent'])
  })

  for (const [title, phone, wish, next, expected] of [
    ['keeps a wish', '+14155557700', 'Please never write to me again.', 'My roof leaks', refused],
    [
      'leaves a wish that a START has ended',
      '+14155557800',
      'Never write to me again',
      'please',
      [200, 'sent'],
    ],
  ] as const)
    it(`${title} where a turn has taken it with a later message and has asked no model`, async () => {
      const { db } = world.context
      const { organization_id, conversation_id } = await steps.receive(phone, wish)
      if (expected !== refused) {
        await db.write(sql`
          update agent_inputs set sent_at = now() - interval '1 hour' where conversation_id = ${conversation_id}`)
        await writes(phone, 'START')
      }
      await steps.receive(phone, next)
      const hold = await steps.claim(phone)
      const inputs = await db.query<{ _id: string }>(
        sql`select _id from agent_inputs where conversation_id = ${conversation_id} and turn is null`,
      )
      assert.equal(inputs.length, 2)
      const begun = {
        input: `${wish}\n${next}`,
        inputIds: inputs.map(({ _id }) => _id),
        askedAt: null,
        waitLine: '',
      }
      const key = { organization_id, conversation_id, turn: 1 }
      assert.ok(await insertTurn(db, key, hold, begun, new Date()))
      await erases(phone)
      assert.deepEqual(await send(phone), expected)
    })
})
