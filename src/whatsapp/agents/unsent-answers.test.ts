// What can't be sent of an agent's answers, and what may have been sent (Rules 94 and 95).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerSteps } from '../../../test/support/answer-steps.ts'
import type { AnswerSteps } from '../../../test/support/answer-steps.ts'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService } from '../../../test/support/answering.ts'
import { postWebhook, statusOf, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { phoneNumberId } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { deletePastKeys, retentionHours } from '../../idempotency/queries.ts'
import { optOutHolds } from '../inbound/inbound-queries.ts'
import { processEvent } from '../inbound/process-event.ts'

/** The sends of the plan. */
const sends = 12

let world: AnsweringService
let steps: AnswerSteps
before(async () => {
  world = await startAnsweringService({
    sends,
    whatsapp: { after_window: 'October' },
    agent: { prompt: 'You answer.' },
  })
  steps = answerSteps(world)
})
after(() => world[Symbol.asyncDispose]())

const tickets = async (conversationId: string): Promise<string[]> => {
  const rows = await world.context.db.query<{ subject: string }>(sql`
    select subject from tickets where conversation_id = ${conversationId} order by created_at`)
  return rows.map(({ subject }) => subject)
}

/** Forgets the keys of all requests, as a worker does a day after their answers. */
async function forgetKeys(): Promise<void> {
  const { db, clock } = world.context
  const tomorrow = new Date(clock.now().getTime() + retentionHours * 3_600_000)
  await deletePastKeys(db, tomorrow)
  const kept = await db.query(sql`select from idempotency_keys where answered_at is not null`)
  assert.deepEqual(kept, [])
}

const accepted = (to: string) =>
  world.whatsapp.network.messages(to).filter(({ message_id }) => message_id !== null)

describe('an answer whose outcome is not known', () => {
  it('is never sent again; the turn ends once a webhook says that it was sent', async () => {
    const from = '+14155562100'
    await steps.receive(from, 'One')
    const fault = { kind: 'drop', placed: true } as const
    world.whatsapp.network.addFault({ operation: 'send', number: from, times: 1, fault })
    world.whatsapp.network.holdWebhooks()
    const first = await steps.answer(from)
    assert.deepEqual([first.turns[0]?.state, first.fault], ['replying', 'unresolved'])
    assert.ok(first.due_at !== null)
    world.whatsapp.network.releaseWebhooks()
    await world.whatsapp.network.idle()
    while (await processEvent(world.context));
    const second = await steps.answer(from)
    assert.deepEqual([second.turns[0]?.state, second.due_at], ['done', null])
    assert.equal(accepted(from).length, 1)
  })

  it('is still that answer once the number of a person who hid it is known', async () => {
    const from = '+14155562150'
    const user_id = 'US.13491208655302742150'
    const { network } = world.whatsapp
    const says = (body: string, hide_number: boolean) =>
      network.receive({
        phone_number_id: phoneNumberId,
        messages: [{ from, user_id, hide_number, content: { type: 'text', text: { body } } }],
      })
    const processed = async () => {
      await network.idle()
      while (await processEvent(world.context));
    }
    says('One', true)
    await processed()
    network.addFault({ operation: 'send', times: 1, fault: { kind: 'drop', placed: false } })
    const first = await steps.answer(user_id)
    assert.equal(first.fault, 'unresolved')
    const [message] = await world.context.db.query<{ _id: string }>(
      sql`select _id from whatsapp_messages where recipient = ${user_id}`,
    )
    const statuses = [statusOf({ wamid: 'wamid.ofOne', status: 'sent', callbackData: message!._id })]
    await postWebhook(world.whatsapp.service.url, webhookOf({ statuses }))
    says('Two', false)
    await processed()
    const second = await steps.answer(from)
    assert.deepEqual([second.turns[0]?.state, second.turns[0]?.outcome], ['done', 'answered'])
    assert.deepEqual(await tickets(second.conversation_id), [])
    assert.deepEqual(accepted(from), [])
  })

  for (const [index, what] of [
    'once the person has another id, and nobody knows their number',
    'where another version had made two messages of it',
  ].entries())
    it(`is still that answer ${what}`, async () => {
      const [from, user_id] = [`+141555626${index}0`, `US.1349120865530274226${index}`]
      const { db } = world.context
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const deliver = async (message: object) => {
        const body = webhookOf({ messages: [{ timestamp, from: from.slice(1), ...message }] })
        assert.equal((await postWebhook(world.whatsapp.service.url, body)).status, 200)
        while (await processEvent(world.context));
      }
      const text = { type: 'text', text: { body: 'One' } }
      await deliver({ id: `wamid.${from}`, from_user_id: user_id, ...text })
      world.whatsapp.network.addFault({
        operation: 'send',
        times: 1,
        fault: { kind: 'drop', placed: false },
      })
      const first = await steps.answer(from)
      assert.equal(first.fault, 'unresolved')
      const [message] = await db.query<{ _id: string }>(
        sql`select _id from whatsapp_messages where recipient = ${from}`,
      )
      const to = index === 0 ? `${user_id}9` : from
      if (index === 0) {
        const system = { type: 'user_changed_user_id', user_id: to, previous_user_id: user_id }
        const said = String(Math.floor(Date.now() / 1_000))
        await deliver({ id: `wamid.${from} 2`, timestamp: said, from_user_id: to, type: 'system', system })
      } else
        await db.write(
          sql`update idempotency_keys set fingerprint = '\\x00' where subject_id = ${message!._id}`,
        )
      const statuses = [statusOf({ wamid: `wamid.sent ${from}`, status: 'sent', callbackData: message!._id })]
      await postWebhook(world.whatsapp.service.url, webhookOf({ statuses }))
      while (await processEvent(world.context));
      const second = await steps.answer(to)
      assert.deepEqual([second.turns[0]?.state, second.turns[0]?.outcome], ['done', 'answered'])
      assert.deepEqual(await tickets(second.conversation_id), [])
      assert.deepEqual(accepted(from), [])
    })

  it('lets the next message wait for a minute; then it ends as failed, with a ticket', async () => {
    const from = '+14155562200'
    await steps.receive(from, 'One')
    const fault = { kind: 'drop', placed: false } as const
    world.whatsapp.network.addFault({ operation: 'send', number: from, times: 1, fault })
    assert.equal((await steps.answer(from)).turns[0]?.state, 'replying')
    await steps.receive(from, 'Two')
    const waiting = await steps.answer(from)
    assert.deepEqual([waiting.turns.length, waiting.turns[0]?.state, waiting.open_inputs], [1, 'replying', 1])
    await world.context.db.write(sql`
      update whatsapp_messages set created_at = created_at - interval '61 seconds' where recipient = ${from}`)
    const failed = await steps.answer(from)
    assert.deepEqual([failed.turns[0]?.state, failed.turns[0]?.outcome], ['failed', 'unresolved'])
    assert.ok(failed.due_at !== null, 'the next message is due')
    assert.deepEqual(await tickets(failed.conversation_id), [
      'It is not known whether an answer was sent; please look',
    ])
    assert.deepEqual(accepted(from), [])
    assert.equal((await steps.answer(from)).turns[1]?.state, 'done')
    assert.equal(accepted(from).length, 1)
  })
})

describe('a busy sender', () => {
  it('is asked again after 2, 10 and 60 s; then a person has to look', async () => {
    const from = '+14155562300'
    await steps.receive(from, 'One')
    world.whatsapp.network.addFault({
      operation: 'send',
      number: from,
      times: 1_000,
      fault: { kind: 'status', status: 400, code: 130429 },
    })
    for (const [tries, seconds] of [2, 10, 60].entries()) {
      const startedAt = Date.now()
      const chat = await steps.answer(from)
      const endedAt = Date.now()
      assert.deepEqual([chat.fault, chat.tries, chat.turns[0]?.state], ['sender_busy', tries + 1, 'replying'])
      const askedAt = Date.parse(chat.due_at!) - seconds * 1_000
      assert.ok(askedAt >= startedAt && askedAt <= endedAt, `${askedAt - startedAt} ms after the start`)
    }
    const last = await steps.answer(from)
    world.whatsapp.network.clearFaults()
    assert.deepEqual([last.turns[0]?.state, last.turns[0]?.outcome], ['failed', 'sender_busy'])
    assert.equal((await tickets(last.conversation_id)).length, 1)
    assert.deepEqual(accepted(from), [])
  })
})

describe('a window that has closed', () => {
  it('asks no model; the template of after_window is sent where its values are known, and a ticket opened', async () => {
    const from = '+14155562400'
    const chat = await steps.receive(from, 'Are you there?')
    await world.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = last_inbound_at - interval '25 hours' where recipient = ${from}`)
    await world.context.db.write(sql`
      update agent_conversations set customer = '{"first_name":"Ada","order_id":"7","button_0":"x"}'
      where conversation_id = ${chat.conversation_id}`)
    const asked = world.models.requests().length
    const after = await steps.answer(from)
    assert.equal(world.models.requests().length, asked)
    assert.deepEqual([after.turns, after.open_inputs, after.due_at], [[], 0, null])
    assert.deepEqual(await tickets(chat.conversation_id), [
      'An answer came too late for the 24-hour window; please look',
    ])
    assert.deepEqual(
      accepted(from).map(({ type }) => type),
      ['template'],
    )
  })

  it('while the model answers: the turn is failed, nothing is sent but the template', async () => {
    const from = '+14155562500'
    const chat = await steps.receive(from, 'Are you there?')
    await world.context.db.write(sql`
      update agent_conversations set customer = '{"name":"Ada"}' where conversation_id = ${chat.conversation_id}`)
    const { token } = await steps.claim(from)
    await world.context.db.write(sql`
      with turn as (
        insert into agent_turns (organization_id, conversation_id, turn, state, input, text, outcome, created_at)
        values (${chat.organization_id}, ${chat.conversation_id}, 1, 'replying', 'Are you there?', 'Yes.', 'answered', now())
      ), taken as (
        update agent_inputs set turn = 1 where conversation_id = ${chat.conversation_id}
      )
      update agent_conversations set turn = 1 where conversation_id = ${chat.conversation_id} and lease_token = ${token}`)
    await world.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = last_inbound_at - interval '25 hours' where recipient = ${from}`)
    const after = await steps.answer(from)
    assert.deepEqual([after.turns[0]?.state, after.turns[0]?.outcome], ['failed', 'window_closed'])
    assert.equal((await tickets(chat.conversation_id)).length, 1)
    assert.deepEqual(accepted(from), [], 'the template has variables without a value')
  })
})

describe('an answer that WhatsApp does not deliver', () => {
  it('gets the template of after_window where WhatsApp counts the window as closed', async () => {
    const from = '+14155562600'
    const chat = await steps.receive(from, 'Are you there?')
    await world.context.db.write(sql`
      update agent_conversations set customer = '{"first_name":"Ada","order_id":"7","button_0":"x"}'
      where conversation_id = ${chat.conversation_id}`)
    const fault = { kind: 'status', status: 400, code: 131047 } as const
    world.whatsapp.network.addFault({ operation: 'send', number: from, times: 1, fault })
    const after = await steps.answer(from)
    assert.deepEqual([after.turns[0]?.state, after.turns[0]?.outcome], ['failed', 'window_closed'])
    assert.deepEqual(await tickets(chat.conversation_id), [
      'An answer came too late for the 24-hour window; please look',
    ])
    assert.deepEqual(
      accepted(from).map(({ type }) => type),
      ['template'],
    )
  })

  it('opens one ticket where WhatsApp reports the failure days later, however often', async () => {
    const from = '+14155562700'
    await steps.receive(from, 'Are you there?')
    world.whatsapp.network.holdWebhooks()
    const { conversation_id, turns } = await steps.answer(from)
    assert.equal(turns[0]?.state, 'done')
    assert.deepEqual(await tickets(conversation_id), [])
    await forgetKeys()
    const [sent] = accepted(from)
    const statuses = [statusOf({ wamid: sent!.message_id!, status: 'failed', code: 131026 })]
    const opened: string[][] = []
    for (let time = 1; time <= 2; time++) {
      await postWebhook(world.whatsapp.service.url, webhookOf({ statuses }))
      while (await processEvent(world.context));
      opened.push(await tickets(conversation_id))
      await world.context.db.write(sql`
        update tickets set status = 'closed', closed_at = now() where conversation_id = ${conversation_id}`)
    }
    world.whatsapp.network.releaseWebhooks()
    const ticket = 'An answer could not be sent; please look'
    assert.deepEqual(opened, [[ticket], [ticket]])
  })

  it('opens it also for an answer that a worker of the version before has sent', async () => {
    const from = '+14155562710'
    await steps.receive(from, 'Are you there?')
    world.whatsapp.network.holdWebhooks()
    const { conversation_id } = await steps.answer(from)
    const [sent] = accepted(from)
    const wamid = sent!.message_id!
    const changed = await world.context.db.write(sql`
      update whatsapp_messages set agent_turn = null where provider_message_id = ${wamid} returning _id`)
    assert.equal(changed.length, 1)
    const statuses = [statusOf({ wamid, status: 'failed', code: 131026 })]
    await postWebhook(world.whatsapp.service.url, webhookOf({ statuses }))
    while (await processEvent(world.context));
    world.whatsapp.network.releaseWebhooks()
    assert.deepEqual(await tickets(conversation_id), ['An answer could not be sent; please look'])
  })
})

describe('a chat that was handed over before it can no longer be answered', () => {
  it('goes to a person', async () => {
    const from = '+14155562550'
    const call = { name: 'hand_over', arguments: '{"summary":"wants a person"}' }
    const choices = [
      {
        delta: { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] },
        finish_reason: null,
      },
      { delta: {}, finish_reason: 'tool_calls' },
    ]
    const body = choices
      .map((each) => `data: ${JSON.stringify({ choices: [{ index: 0, ...each }] })}\n\n`)
      .join('')
    const headers = { 'content-type': 'text/event-stream' }
    const busyFault = { kind: 'status', status: 429 } as const
    const handingOver = { kind: 'answer', status: 200, headers, body } as const
    world.models.addFault({ operation: 'chat_completions', times: 1, fault: handingOver })
    world.models.addFault({ operation: 'chat_completions', times: 1_000, fault: busyFault })
    const { conversation_id } = await steps.receive(from, 'A colleague, please.')
    const busy = await steps.answer(from)
    world.models.clearFaults()
    assert.deepEqual([busy.mode, busy.fault], ['agent', 'the provider has no capacity'])
    assert.ok(busy.due_at !== null, 'it is tried again')
    await world.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = last_inbound_at - interval '25 hours' where recipient = ${from}`)
    const left = await steps.answer(from)
    assert.deepEqual([left.mode, left.due_at, left.lease_token], ['person', null, null])
    assert.equal(left.turns[0]?.outcome, 'taken_over')
    const [row] = await world.context.db.query<{ summary: string | null }>(sql`
      select summary from agent_conversations where conversation_id = ${conversation_id}`)
    assert.equal(row?.summary, 'wants a person')
    assert.deepEqual(accepted(from), [])
  })
})

describe('the quota at its edge', () => {
  it('sends to the last send of the plan; then a person has to look, and no model is asked', async () => {
    const [quota] = await world.context.db.query<{ left: number }>(sql`
      select ${sends} - reserved - consumed as left from whatsapp_quotas`)
    assert.ok(quota!.left >= 1, `left: ${quota!.left}`)
    let sent = 0
    for (let index = 0; index < quota!.left + 2; index++) {
      const from = `+14155564${index}00`
      const asked = world.models.requests().length
      const chat = await steps.receive(from, 'Hello')
      const after = await steps.answer(from)
      const isSent = after.turns[0]?.state === 'done'
      if (isSent) sent++
      assert.equal(isSent, index < quota!.left)
      assert.equal((await tickets(chat.conversation_id)).length, isSent ? 0 : 1)
      assert.equal(world.models.requests().length - asked, isSent ? 1 : 0)
    }
    assert.equal(sent, quota!.left)
    const [after] = await world.context.db.query<{ used: number }>(sql`
      select reserved + consumed as used from whatsapp_quotas`)
    assert.equal(after?.used, sends)
  })

  it('records an opt-out, though it can not be answered (Rule 96)', async () => {
    const from = '+14155565000'
    await steps.receive(from, 'Please take me off your list.')
    await steps.answer(from)
    const held = await world.context.db.query(sql`
      select scope from whatsapp_opt_outs where recipient = ${from} and ${optOutHolds}`)
    assert.deepEqual(held, [{ scope: 'all' }])
  })
})

describe('the keys of what agents send', () => {
  it('are refused to callers, with what would be right', async () => {
    const { service, broadcastIds } = world.whatsapp
    const [row] = await world.context.db.query<{ organization_id: string; project_id: string }>(
      sql`select organization_id, project_id from broadcasts limit 1`,
    )
    const path = `/organizations/${row!.organization_id}/projects/${row!.project_id}/broadcasts/${broadcastIds['Typed']}/messages`
    const projects = [{ name: 'Renewals', api_keys: [{ name: 'k', scopes: ['whatsapp:create'] }] }]
    const tree = await service.apply({ organizations: [{ name: 'Acme', projects }] })
    const key = tree.organizations[0]!.projects[0]!.api_keys[0]!.key!
    const answer = await service.request('POST', path, {
      key,
      body: { to: '+14155562400', type: 'text', payload: { body: 'Hi' } },
      headers: { 'idempotency-key': 'agent:1:1:1' },
    })
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /must not begin with "agent:"/)
  })
})
