// A person takes a chat over, writes in it by the management API, and gives it back (Rule 93).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerSteps } from '../../../test/support/answer-steps.ts'
import type { AnswerSteps } from '../../../test/support/answer-steps.ts'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService, LedChat } from '../../../test/support/answering.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { phoneNumberId } from '../../../test/support/whatsapp.ts'
import { setMode } from '../../agents/conversation/set-mode.ts'
import { endChat } from '../../conversations/chat-queries.ts'
import { sql } from '../../db/sql.ts'
import { processEvent } from '../inbound/process-event.ts'
import { returnChats } from '../jobs/return-chats.ts'

let world: AnsweringService
let steps: AnswerSteps
let editor: Browser
before(async () => {
  world = await startAnsweringService()
  steps = answerSteps(world)
  editor = await signInAs(world.whatsapp.service, 'editor')
})
after(() => world[Symbol.asyncDispose]())

const take = (chat: LedChat, mode: 'person' | 'agent', by = 'Eva') =>
  world.context.db.transaction((transaction) =>
    setMode(world.context, transaction, chat, { mode, by, summary: null }),
  )

function reply(chat: LedChat, text: string, key: string) {
  const { organizationId, projectId } = world.whatsapp.service
  const path = `/api/organizations/${organizationId}/projects/${projectId}/conversations/${chat.conversation_id}/replies`
  const headers = { 'idempotency-key': key }
  return askAsPage(world.whatsapp.service, 'POST', path, { body: { text }, cookie: editor.cookie, headers })
}

/** Returns what the model was asked last, without the prompt. */
function asked(): string[] {
  const { messages } = world.models.requests().at(-1)!.body as { messages: { content: string }[] }
  return messages.slice(1).map(({ content }) => content)
}

describe('a person who answers a chat', () => {
  it('writes once a draft, and what was written before is answered; then the agent knows of it', async () => {
    const from = '+14155651000'
    const chat = await steps.receive(from, 'My roof leaks')
    assert.equal(await take(chat, 'person'), true)
    assert.equal(await take(chat, 'person', 'Tom'), false)
    const first = await reply(chat, 'We send somebody tomorrow.', 'draft 1')
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const again = await reply(chat, 'We send somebody tomorrow.', 'draft 1')
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(world.textsTo(from), ['We send somebody tomorrow.'])
    const [held] = await world.chats(from)
    assert.deepEqual([held?.open_inputs, held?.due_at, held?.mode], [0, null, 'person'])
    assert.equal(await take(chat, 'agent'), true)
    await steps.receive(from, 'Thank you')
    const after = await steps.answer(from)
    assert.equal(after.turns[0]?.input, 'Thank you')
    const [before, thanks] = asked()
    assert.match(
      before!,
      /<customer>My roof leaks<\/customer>\n<colleague>We send somebody tomorrow\.<\/colleague>/,
    )
    assert.match(before!, /\(Between \d\d:\d\d and \d\d:\d\d Eva answered\. You answer again\.\)/)
    assert.equal(thanks, '<customer>Thank you</customer>')
  })

  it('repeats a draft once the number of a person who hid it is known, and in no other chat', async () => {
    const { network } = world.whatsapp
    const from = '+14155651500'
    const user_id = 'US.13491208655302741500'
    const says = async (body: string, hide_number: boolean) => {
      network.receive({
        phone_number_id: phoneNumberId,
        messages: [{ from, user_id, hide_number, content: { type: 'text', text: { body } } }],
      })
      await network.idle()
      while (await processEvent(world.context));
    }
    await says('Hello', true)
    const [chat] = await world.chats(user_id)
    await take(chat!, 'person')
    const first = await reply(chat!, 'Good morning.', 'draft 1500')
    assert.equal(first.status, 200, JSON.stringify(first.body))
    await says('My number', false)
    assert.equal((await world.chats(from))[0]?.conversation_id, chat!.conversation_id)
    const again = await reply(chat!, 'Good morning.', 'draft 1500')
    assert.deepEqual([again.status, again.body.data], [200, first.body.data])
    assert.deepEqual(world.textsTo(from), ['Good morning.'])
    const other = await steps.receive('+14155651600', 'Hello')
    await take(other, 'person')
    assert.equal((await reply(other, 'Good morning.', 'draft 1500')).status, 409)
  })

  it('is refused while the agent answers, and nothing is sent', async () => {
    const from = '+14155652000'
    const chat = await steps.receive(from, 'Hello')
    const answer = await reply(chat, 'Hello from Eva', 'draft 2')
    assert.equal(answer.status, 409)
    assert.match(JSON.stringify(answer.body), /agent_answers|take it over first/)
    assert.deepEqual(world.textsTo(from), [])
    assert.equal((await world.chats(from))[0]?.open_inputs, 1)
  })

  for (const [what, fault, from, read] of [
    ['was not sent', { kind: 'status', status: 400, code: 130429 }, '+14155652500', []],
    ['may have been sent', { kind: 'drop', placed: true }, '+14155652600', ['You said: Hello.']],
  ] as const)
    it(`reads of the agent’s answer as it reached the customer: ${what}`, async () => {
      const chat = await steps.receive(from, 'Hello')
      world.whatsapp.network.addFault({ operation: 'send', number: from, times: 1_000, fault })
      world.whatsapp.network.holdWebhooks()
      assert.equal((await steps.answer(from)).turns[0]?.state, 'replying')
      assert.equal(await take(chat, 'person'), true)
      const [turn] = (await world.chats(from))[0]!.turns
      assert.deepEqual([turn?.state, turn?.outcome], ['failed', 'taken_over'])
      world.whatsapp.network.clearFaults()
      world.whatsapp.network.releaseWebhooks()
      await take(chat, 'agent')
      await steps.receive(from, 'Anybody?')
      await steps.answer(from)
      assert.deepEqual(
        asked().filter((content) => content.startsWith('You said')),
        read,
      )
    })

  it('gets the disclosure again after an answer with it that may not have been sent', async () => {
    const from = '+14155652700'
    const disclosure = 'I am an automated assistant.'
    const chat = await steps.receive(from, 'Hello')
    await world.context.db.write(sql`
      update agent_conversations set lines = lines || ${JSON.stringify({ disclosure })}::jsonb
      where conversation_id = ${chat.conversation_id}`)
    const fault = { kind: 'drop', placed: false } as const
    world.whatsapp.network.addFault({ operation: 'send', number: from, times: 1_000, fault })
    assert.equal((await steps.answer(from)).turns[0]?.state, 'replying')
    await take(chat, 'person')
    const turns = await world.context.db.query(sql`
      select spoken from agent_turns where conversation_id = ${chat.conversation_id}`)
    assert.deepEqual(turns, [{ spoken: `${disclosure} You said: Hello.` }])
    world.whatsapp.network.clearFaults()
    await take(chat, 'agent')
    await steps.receive(from, 'Anybody?')
    await steps.answer(from)
    assert.equal(world.textsTo(from).at(-1), `${disclosure} You said: Anybody?.`)
  })

  it('leaves what nobody answered to the agent when the chat goes back', async () => {
    const from = '+14155653000'
    const chat = await steps.receive(from, 'Hello')
    await take(chat, 'person')
    await steps.receive(from, 'Anybody?')
    assert.equal((await world.chats(from))[0]?.due_at, null)
    await take(chat, 'agent')
    const due = (await world.chats(from))[0]
    assert.ok(due?.due_at)
    const after = await steps.answer(from)
    assert.equal(after.turns[0]?.input, 'Hello\nAnybody?')
  })

  it('does not prevent an opt-out from being recorded (Rule 96)', async () => {
    const from = '+14155653500'
    const chat = await steps.receive(from, 'Hello')
    await take(chat, 'person')
    assert.equal((await reply(chat, 'Good morning.', 'draft 3500')).status, 200)
    await steps.receive(from, 'Please do not contact me again.')
    const refused = await reply(chat, 'All right.', 'draft 3501')
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /opted out|no messages/)
    assert.deepEqual(world.textsTo(from), ['Good morning.'])
  })

  it('records an opt-out also where the chat is taken over before the agent has read it', async () => {
    const from = '+14155653550'
    const chat = await steps.receive(from, 'Please do not contact me again.')
    const { organizationId, projectId } = world.whatsapp.service
    const path = `/api/organizations/${organizationId}/projects/${projectId}/conversations/${chat.conversation_id}/mode`
    const body = { mode: 'person' }
    assert.equal(
      (await askAsPage(world.whatsapp.service, 'POST', path, { body, cookie: editor.cookie })).status,
      200,
    )
    assert.equal((await reply(chat, 'All right.', 'draft 3550')).status, 400)
    assert.deepEqual(world.textsTo(from), [])
  })

  it('gets the answer to a repeated reply also once the conversation has ended', async () => {
    const from = '+14155653600'
    const chat = await steps.receive(from, 'Hello')
    await take(chat, 'person')
    const first = await reply(chat, 'Goodbye.', 'draft 3600')
    assert.equal(first.status, 200)
    const { db, clock } = world.context
    await db.transaction((transaction) =>
      endChat(transaction, chat.organization_id, chat.conversation_id, clock.now()),
    )
    const again = await reply(chat, 'Goodbye.', 'draft 3600')
    assert.deepEqual([again.status, again.body.data], [200, first.body.data])
    const other = await reply(chat, 'One more thing.', 'draft 3601')
    assert.deepEqual([other.status, other.body['code']], [409, 'conversation_ended'])
    assert.deepEqual(world.textsTo(from), ['Goodbye.'])
  })

  it('gives the chat back by silence: after 12 hours without their word, not before', async () => {
    const from = '+14155654000'
    const chat = await steps.receive(from, 'Hello')
    await take(chat, 'person')
    assert.equal((await reply(chat, 'One moment.', 'draft 4')).status, 200)
    const job = returnChats(world.context)
    const ago = (hours: number) =>
      world.context.db.write(sql`
        update agent_conversations set mode_since = now() - interval '20 hours',
          person_wrote_at = now() - ${hours} * interval '1 hour' where conversation_id = ${chat.conversation_id}`)
    await ago(11.9)
    assert.equal(await job.run(new AbortController().signal), false)
    assert.equal((await world.chats(from))[0]?.mode, 'person')
    await ago(12.1)
    assert.equal(await job.run(new AbortController().signal), true)
    assert.equal((await world.chats(from))[0]?.mode, 'agent')
  })
})
