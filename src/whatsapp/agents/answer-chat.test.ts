// Agents answer WhatsApp (Rule 92): over the sandbox's WhatsApp network and model network, with real HTTP and a real
// database.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService, LedChat } from '../../../test/support/answering.ts'
import { eventually } from '../../../test/support/service.ts'
import { phoneNumberId } from '../../../test/support/whatsapp.ts'
import { releaseConversation } from '../../agents/conversation/lease-queries.ts'
import { insertTurn } from '../../agents/turn/turn-queries.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'

let world: AnsweringService
before(async () => {
  world = await startAnsweringService()
  world.whatsapp.service.startWorker()
})
after(() => world[Symbol.asyncDispose]())

const ended = (chat: LedChat | undefined) =>
  chat !== undefined &&
  chat.due_at === null &&
  chat.lease_token === null &&
  chat.turns.length > 0 &&
  chat.turns.every(({ state }) => ['done', 'superseded', 'failed'].includes(state))

/**
 * Sets how long messages are gathered. What must arrive within one burst takes seconds on a busy machine.
 */
const gather = (seconds: number) =>
  world.context.db.write(sql`
    update agent_revisions set definition = jsonb_set(definition, '{whatsapp,gather_seconds}', to_jsonb(${seconds}::float8))`)
const usualSeconds = 0.6
/** As long as a burst may last at most. */
const longSeconds = 15

/** Waits until everything that the person wrote has come to an end, and returns their last chat. */
async function settled(address: string, count = 1): Promise<LedChat> {
  return eventually(`the chat of ${address} has settled`, async () => {
    const chat = (await world.chats(address)).at(-1)
    return chat !== undefined && ended(chat) && chat.turns.length >= count ? chat : null
  })
}

describe('an agent on a WhatsApp number', () => {
  it('answers the messages of a burst once, in their order, after it has shown that it reads and types', async () => {
    const from = '+14155630100'
    await gather(longSeconds)
    const arrived = (count: number) =>
      eventually(`${count} have arrived`, async () =>
        (await world.chats(from))[0]?.open_inputs === count ? true : null,
      )
    world.says(from, 'Hello')
    await arrived(1)
    world.says(from, 'I have a question')
    await arrived(2)
    await gather(usualSeconds)
    await world.context.db.write(sql`update agent_conversations set due_at = now()`)
    const chat = await settled(from)
    assert.deepEqual(world.textsTo(from), ['You said: Hello I have a question.'])
    assert.deepEqual(
      chat.turns.map(({ state, outcome, input }) => ({ state, outcome, input })),
      [{ state: 'done', outcome: 'answered', input: 'Hello\nI have a question' }],
    )
    const events = world.whatsapp.network
      .entries()
      .flatMap((entry) => (entry.kind === 'message' ? [entry.event] : []))
    assert.ok(events.includes('marked_read') && events.includes('typing'))
    const [sent] = await world.context.db.query<{ key: string; name: string }>(sql`
      select k.key, b.name from idempotency_keys k
      join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
      join broadcasts b on b.organization_id = m.organization_id and b._id = m.broadcast_id
      where m.recipient = ${from}`)
    assert.deepEqual(sent, { key: `agent:${chat.conversation_id}:1:1`, name: 'Typed' })
  })

  it('gathers what came during an answer for as long as any other burst', async () => {
    const from = '+14155630150'
    const { db } = world.context
    await gather(usualSeconds)
    world.says(from, 'First')
    const { conversation_id } = await settled(from)
    const token = uuidv7()
    const dueAfterMs = async () => {
      const [due] = await db.query<{ ms: number }>(sql`
        select extract(epoch from c.due_at - i.received_at)::float8 * 1000 as ms
        from agent_conversations c join agent_inputs i using (organization_id, conversation_id)
        where c.conversation_id = ${conversation_id} and i.turn is null`)
      return due?.ms
    }
    const [chat] = await db.write<{ organization_id: string }>(sql`
      update agent_conversations set lease_token = ${token}, lease_until = now() + interval '1 minute',
        due_at = now() - interval '1 second', burst_since = now() - interval '16 seconds'
      where conversation_id = ${conversation_id} returning organization_id`)
    await gather(longSeconds)
    world.says(from, 'Second')
    await eventually('it has arrived', async () =>
      (await world.chats(from))[0]?.open_inputs === 1 ? true : null,
    )
    const key = { organization_id: chat!.organization_id, conversation_id }
    await releaseConversation(db, key, { token }, null, new Date())
    assert.equal(await dueAfterMs(), longSeconds * 1_000)
    // A process that dies in a turn has not let go.
    await db.write(sql`
      update agent_conversations set lease_token = ${token}, lease_until = now() + interval '1 minute',
        burst_since = now() - interval '16 seconds' where conversation_id = ${conversation_id}`)
    const inputs = await db.query<{ _id: string }>(
      sql`select _id from agent_inputs where conversation_id = ${conversation_id} and turn is null`,
    )
    const begun = { input: 'Second', inputIds: inputs.map(({ _id }) => _id), askedAt: null, waitLine: '' }
    assert.ok(await insertTurn(db, { ...key, turn: 2 }, { token }, begun, new Date()))
    world.says(from, 'Third')
    await eventually('it has arrived', async () =>
      (await world.chats(from))[0]?.open_inputs === 1 ? true : null,
    )
    assert.equal(await dueAfterMs(), longSeconds * 1_000)
    await gather(usualSeconds)
    await db.write(sql`
      update agent_conversations set due_at = now(), lease_token = null where conversation_id = ${conversation_id}`)
    await settled(from, 3)
    assert.deepEqual(world.textsTo(from), ['You said: First.', 'You said: Second Third.'])
  })

  it('goes on in the same conversation, which begins with what is known of the person', async () => {
    const from = '+14155630200'
    world.says(from, 'First')
    await settled(from)
    world.says(from, 'Second')
    await settled(from, 2)
    assert.deepEqual(world.textsTo(from), ['You said: First.', 'You said: Second.'])
    assert.equal((await world.chats(from)).length, 1)
    const request = world.models.requests().at(-1)!
    const { messages } = request.body as { messages: { role: string; content: string }[] }
    assert.ok(messages.some(({ role, content }) => role === 'assistant' && content === 'You said: First.'))
  })

  it('reads media in words, and answers neither reactions, nor groups, nor notices', async () => {
    const from = '+14155630300'
    const receive = (content: Record<string, unknown> & { type: string }) =>
      world.whatsapp.network.receive({ phone_number_id: phoneNumberId, messages: [{ from, content }] })
    receive({ type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'x', caption: 'My roof' } })
    const chat = await settled(from)
    assert.equal(chat.turns[0]?.input, '(sent a photo) My roof')
    receive({ type: 'reaction', reaction: { message_id: 'wamid.unknown', emoji: 'x' } })
    receive({ type: 'unsupported' })
    receive({ type: 'audio', audio: { id: '2', mime_type: 'audio/ogg', sha256: 'x', voice: true } })
    const after = await settled(from, 2)
    assert.deepEqual(
      after.turns.map(({ input }) => input),
      ['(sent a photo) My roof', '(sent a voice message)'],
    )
  })

  it('answers the photos of an album, which are no sign of a machine', async () => {
    const from = '+14155630350'
    await gather(longSeconds)
    for (const count of [1, 2, 3]) {
      const image = { id: String(count), mime_type: 'image/jpeg', sha256: 'x' }
      world.whatsapp.network.receive({
        phone_number_id: phoneNumberId,
        messages: [{ from, content: { type: 'image', image } }],
      })
      await eventually(`${count} have arrived`, async () =>
        (await world.chats(from))[0]?.open_inputs === count ? true : null,
      )
    }
    await gather(usualSeconds)
    await world.context.db.write(sql`update agent_conversations set due_at = now()`)
    const chat = await settled(from)
    assert.deepEqual([chat.turns[0]?.outcome, chat.mode], ['answered', 'agent'])
    assert.equal(world.textsTo(from).length, 1)
  })

  it('answers somebody who hides their number', async () => {
    const from = '+14155630400'
    const user_id = 'US.13491208655302741918'
    world.whatsapp.network.receive({
      phone_number_id: phoneNumberId,
      messages: [{ from, user_id, hide_number: true, content: { type: 'text', text: { body: 'Hello' } } }],
    })
    const chat = await settled(user_id)
    assert.equal(chat.turns[0]?.state, 'done')
    assert.deepEqual(world.textsTo(from), ['You said: Hello.'])
  })

  it('never sees STOP and START; a STOP leaves the rest of the burst unanswered', async () => {
    const from = '+14155630500'
    const asked = world.models.requests().length
    await gather(longSeconds)
    world.says(from, 'Hello')
    await eventually('it has arrived', async () => ((await world.chats(from)).length === 1 ? true : null))
    world.says(from, 'STOP')
    await eventually('nothing waits', async () => {
      const [chat] = await world.chats(from)
      return chat?.open_inputs === 0 && chat.due_at === null ? true : null
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.deepEqual(world.textsTo(from), [])
    assert.equal(world.models.requests().length, asked)
    await gather(usualSeconds)
    world.says(from, 'START')
    world.says(from, 'Hello again')
    const chat = await settled(from)
    assert.deepEqual(
      chat.turns.map(({ input }) => input),
      ['Hello again'],
    )
    assert.deepEqual(world.textsTo(from), ['You said: Hello again.'])
  })

  it('keeps who asks in a sentence for no more messages from getting any, also without a number', async () => {
    for (const [from, user_id] of [
      ['+14155630600', null],
      ['+14155630700', 'US.13491208655302741999'],
    ] as const) {
      const person = user_id === null ? {} : { user_id, hide_number: true }
      const content = { type: 'text', text: { body: 'take me off your list' } }
      world.whatsapp.network.receive({
        phone_number_id: phoneNumberId,
        messages: [{ from, ...person, content }],
      })
      const chat = await settled(user_id ?? from)
      assert.equal(chat.turns[0]?.outcome, 'opted_out')
      const optOuts = await world.context.db.query(sql`
        select from whatsapp_opt_outs where recipient = ${user_id ?? from} and scope = 'all'`)
      assert.equal(optOuts.length, 1, from)
      assert.deepEqual(world.textsTo(from), [])
    }
  })

  for (const [index, when] of ['before its turn begins', 'before its turn is resumed'].entries())
    it(`lets a wish for no more messages count from when it was written: a START ends it ${when}`, async () => {
      const from = `+1415563120${index}`
      const { db } = world.context
      await gather(longSeconds)
      world.says(from, 'take me off your list')
      const { organization_id, conversation_id } = await eventually(
        'it has arrived',
        async () => (await world.chats(from))[0] ?? null,
      )
      const [input] = await db.write<{ _id: string }>(sql`
        update agent_inputs set sent_at = now() - interval '1 hour'
        where conversation_id = ${conversation_id} returning _id`)
      if (index === 1) {
        const token = uuidv7()
        await db.write(sql`
          update agent_conversations set lease_token = ${token} where conversation_id = ${conversation_id}`)
        const begun = { input: 'take me off your list', inputIds: [input!._id], askedAt: null, waitLine: '' }
        const key = { organization_id, conversation_id, turn: 1 }
        assert.ok(await insertTurn(db, key, { token }, begun, new Date()))
      }
      world.says(from, 'START')
      await eventually('the START is stored', async () =>
        (
          await db.query(sql`
            select from whatsapp_opt_outs where recipient = ${from} and scope = 'all' and ended_at is not null`)
        ).length === 1
          ? true
          : null,
      )
      await gather(usualSeconds)
      await db.write(sql`
        update agent_conversations set due_at = now(), lease_token = null
        where conversation_id = ${conversation_id}`)
      const { turns } = await settled(from)
      assert.deepEqual(
        turns.map(({ outcome }) => outcome),
        ['opted_out'],
      )
      const { service, broadcastIds } = world.whatsapp
      const { status, body } = await service.request(
        'POST',
        `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['Typed']}/messages`,
        { body: { to: from, type: 'text', payload: { body: 'Hello' } } },
      )
      assert.equal(status, 200, body.message)
    })

  it('hands over on request: the person answers, and the agent keeps silent', async () => {
    const from = '+14155631800'
    world.models.clearScripts()
    world.says(from, 'I want a human')
    const chat = await eventually('a person answers', async () => {
      const [found] = await world.chats(from)
      return found?.mode === 'person' ? found : null
    })
    assert.equal(chat.turns[0]?.outcome, 'handed_over')
    assert.equal(world.textsTo(from).length, 1)
    world.says(from, 'Are you there?')
    await eventually('it is kept', async () =>
      (await world.chats(from))[0]?.open_inputs === 1 ? true : null,
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.equal(world.textsTo(from).length, 1)
  })

  it('leaves a sender without an agent alone', async () => {
    const { db } = world.context
    await db.write(
      sql`update agents set broadcast_id = null where broadcast_id = ${world.whatsapp.broadcastIds['Typed']}`,
    )
    try {
      const from = '+14155630900'
      world.says(from, 'Hello')
      await eventually('it is stored', async () =>
        (
          await db.query(sql`select from messages where text = 'Hello' and conversation_id in (
          select _id from conversations where phone_number = ${from})`)
        ).length === 1
          ? true
          : null,
      )
      assert.deepEqual(await world.chats(from), [])
    } finally {
      await db.write(sql`update agents set broadcast_id = ${world.whatsapp.broadcastIds['Typed']}`)
    }
  })
})
