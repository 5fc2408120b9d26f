import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  addAgent,
  leadConversation,
  listen,
  startAgentService,
  takeOver,
} from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addInput } from '../conversation/add-input.ts'
import { releaseConversation } from '../conversation/lease-queries.ts'
import { setMode } from '../conversation/set-mode.ts'
import { endLostRuns } from '../jobs/end-lost-runs.ts'
import { unknownText } from '../tools/http-tool.ts'
import { runTurn } from './run-turn.ts'
import type { AgentTurn } from './turn-state.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.tool.requests.length = 0
  world.tool.answer = { status: 200, body: '{"renewed":true}' }
})

const script = (input_contains: string, ...answers: object[]) =>
  world.models.addScript({ when: { input_contains }, answers: answers as never })
const toolsOf = (turn: AgentTurn | undefined) =>
  turn?.steps.flatMap((step) => (step.kind === 'tool' ? [step.content] : [])) ?? []
const httpTool = () => ({
  kind: 'http',
  name: 'renew_plan',
  description: 'Renews the plan.',
  url: world.tool.url,
  effect: 'write',
  parameters: {
    type: 'object',
    properties: { months: { type: 'integer', enum: [12, 24] } },
    required: ['months'],
    additionalProperties: false,
  },
})

/** Resolves once a statement waits for the row of a conversation. */
async function waits(): Promise<void> {
  await eventually('a statement waits for a conversation', async () => {
    const waiting = await world.service.context.db.query(sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%agent_conversations%'`)
    return waiting.length > 0 ? true : null
  })
}

describe('what a dead process left', () => {
  const insertTool = async (conversationId: string, state: string, content: object) => {
    const { db } = world.service.context
    const model = {
      text: '',
      from: 0,
      tool_calls: [{ id: 'c1', name: 'renew_plan', arguments: '{"months":12}' }],
      reason: 'tools',
      note: null,
    }
    await db.write(sql`
      insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at, ended_at)
      values (${world.service.organizationId}, ${conversationId}, 1, 1, 'model', 'done', ${JSON.stringify(model)}::jsonb, now(), now()),
        (${world.service.organizationId}, ${conversationId}, 1, 2, 'tool', ${state}, ${JSON.stringify(content)}::jsonb,
          now() - interval '2 minutes', null)`)
  }
  const call = {
    call_id: 'c1',
    name: 'renew_plan',
    arguments: { months: 12 },
    result: null,
    outcome: null,
    question: null,
    effects: null,
  }
  const leave = async (agentId: string, said = 'renew please') => {
    const talk = await leadConversation(world, agentId)
    await talk.say(said)
    const stop = new AbortController()
    stop.abort('leave')
    assert.equal((await talk.take(undefined, stop.signal)).kind, 'left')
    assert.equal((await talk.turns())[0]?.state, 'thinking')
    return talk
  }

  it('thinking: the model is asked anew', async () => {
    script('renew', { text: 'Hello again.' })
    const talk = await leave(await addAgent(world))
    assert.deepEqual((await talk.take()).heard.sentences, ['Hello again.'])
    assert.equal((await talk.turns()).length, 1)
  })

  it('in the midst of speech: the model reads what was said, and finishes', async () => {
    script('', { text: 'It ends in March.' })
    const talk = await leave(await addAgent(world))
    await world.service.context.db.write(sql`
      update agent_turns set text = 'Let me see.' where conversation_id = ${talk.key.conversation_id}`)
    const { heard } = await talk.take()
    assert.deepEqual(heard.sentences, ['It ends in March.'])
    assert.equal((await talk.turns())[0]?.text, 'Let me see. It ends in March.')
    assert.match(JSON.stringify(world.models.requests().at(-1)), /Let me see\./)
  })

  it('by a planned stop in the midst of speech: the model reads that it was cut off', async () => {
    const agent = await addAgent(world, { limits: { reply_characters: 4_000 } }, { model: 'long' })
    const talk = await leadConversation(world, agent)
    await talk.say('Explain it.')
    const stop = new AbortController()
    const before = listen(() => stop.abort('leave'))
    assert.equal((await talk.take(before, stop.signal)).kind, 'left')
    const [step] = (await talk.turns())[0]?.steps ?? []
    assert.ok(step?.kind === 'model' && step.content.reason === 'aborted')
    await talk.take()
    const { body } = world.models.requests().at(-1) as { body: { messages: object[] } }
    assert.deepEqual(body.messages.slice(-2), [
      { role: 'assistant', content: before.sentences.join(' ') },
      {
        role: 'user',
        content: '(You were cut off here. Say what is left, without repeating what you said.)',
      },
    ])
  })

  it('a begun write is unknown, unless its endpoint heeds the key', async () => {
    script('', { text: 'A colleague checks.' })
    const once = await leave(await addAgent(world))
    await insertTool(once.key.conversation_id, 'begun', call)
    await once.take()
    assert.equal(world.tool.requests.length, 0)
    assert.equal(toolsOf((await once.turns())[0])[0]?.outcome, 'unknown')
    const heeding = await leave(await addAgent(world, { tools: [{ ...httpTool(), idempotent: true }] }))
    await insertTool(heeding.key.conversation_id, 'begun', call)
    await heeding.take()
    assert.deepEqual(
      world.tool.requests.map(({ headers }) => headers['idempotency-key']),
      [`${heeding.key.conversation_id}:1:2`],
    )
    assert.equal(toolsOf((await heeding.turns())[0])[0]?.outcome, 'ok')
  })

  it('a begun read runs again', async () => {
    script('', { text: 'Read.' })
    const talk = await leave(await addAgent(world, { tools: [{ ...httpTool(), effect: 'read' }] }))
    await insertTool(talk.key.conversation_id, 'begun', call)
    await talk.take()
    assert.equal(world.tool.requests.length, 1)
  })

  it('a tool that is done does not run again', async () => {
    script('', { text: 'not asked' }, { text: 'Done.' })
    const talk = await leave(await addAgent(world))
    await insertTool(talk.key.conversation_id, 'done', { ...call, result: 'renewed', outcome: 'ok' })
    assert.deepEqual((await talk.take()).heard.sentences, ['Done.'])
    assert.equal(world.tool.requests.length, 0)
  })

  it('before a model was asked: an opt-out wins again (Rule 96)', async () => {
    const { db } = world.service.context
    const talk = await leave(await addAgent(world))
    const { conversation_id } = talk.key
    await db.write(sql`update conversations set phone_number = '+14155550177' where _id = ${conversation_id}`)
    await db.write(sql`update agent_turns set asked_at = null where conversation_id = ${conversation_id}`)
    await db.write(sql`
      update agent_inputs set text = 'Please do not call me again' where conversation_id = ${conversation_id}`)
    const asked = world.models.requests().length
    const { heard } = await talk.take()
    assert.deepEqual(heard.sentences, ['I have noted that you want no more calls.'])
    assert.equal(world.models.requests().length, asked)
    const optOuts = await db.query(sql`select scope from whatsapp_opt_outs where recipient = '+14155550177'`)
    assert.deepEqual(optOuts, [{ scope: 'all' }])
  })

  it('after a tool in the midst of speech: the model reads what was said, without the wait line', async () => {
    script('', { text: 'not asked' }, { text: 'Anything else?' })
    const talk = await leave(await addAgent(world))
    await insertTool(talk.key.conversation_id, 'done', { ...call, result: 'renewed', outcome: 'ok' })
    await world.service.context.db.write(sql`
      update agent_turns set text = 'One moment. It is done.' where conversation_id = ${talk.key.conversation_id}`)
    await talk.take()
    const sent = JSON.stringify(world.models.requests().at(-1))
    assert.match(sent, /"It is done\."/)
    assert.doesNotMatch(sent, /One moment/)
  })

  it('after a tool that changes the language: it is spoken from there on', async () => {
    script('', { text: 'no' }, { text: 'Hola.' })
    const agent = await addAgent(world, {
      languages: ['en-US', 'es-US'],
      tools: [{ kind: 'switch_language' }],
    })
    const talk = await leave(agent)
    const after = { kind: 'switch_language', language: 'es-US' }
    await insertTool(talk.key.conversation_id, 'done', {
      ...call,
      name: 'switch_language',
      arguments: { language: 'es-US' },
      result: 'ok',
      outcome: 'ok',
      effects: { after },
    })
    assert.deepEqual((await talk.take()).heard.afters, [after])
    const [row] = await world.service.context.db.query(sql`
      select language from agent_conversations where conversation_id = ${talk.key.conversation_id}`)
    assert.deepEqual(row, { language: 'es-US' })
  })

  it('a write that was begun in a turn which was taken over is not made again, and gets one ticket', async () => {
    script('again', { tool: 'renew_plan', arguments: { months: 12 } }, { text: 'A colleague checks.' })
    const { context } = world.service
    const talk = await leave(await addAgent(world))
    await insertTool(talk.key.conversation_id, 'begun', call)
    for (const mode of ['person', 'agent'] as const)
      await context.db.transaction((transaction) =>
        setMode(context, transaction, talk.key, { mode, by: 'Eva', summary: null }),
      )
    await talk.say('again please')
    await talk.take()
    assert.equal(world.tool.requests.length, 0)
    const [again] = toolsOf((await talk.turns()).at(-1))
    assert.deepEqual([again?.outcome, again?.result], ['repeated', unknownText])
    await endLostRuns(context).run(new AbortController().signal)
    const tickets = await context.db.query(sql`
      select subject from tickets where conversation_id = ${talk.key.conversation_id}`)
    assert.deepEqual(tickets, [{ subject: 'It is not known whether renew_plan was done; please check' }])
  })

  describe('a tool that a session still runs whose socket was lost (Promise 54)', () => {
    const tools = (effect: string) => [{ ...httpTool(), effect }]
    const firstAnswerMs = 1_500

    /**
     * Has the first session of a call lose it while its tool runs. Returns the conversation, and how that session
     * ended.
     */
    const loseSocket = async (agentId: string) => {
      script('renew', { tool: 'renew_plan', arguments: { months: 12 } }, { text: 'It is renewed.' })
      world.tool.answer = { status: 200, body: '{"renewed":true}', afterMs: firstAnswerMs }
      const talk = await leadConversation(world, agentId)
      await talk.say('renew please')
      const stop = new AbortController()
      const asked = new Promise<void>((resolve) => {
        world.tool.onRequest = (moment) => moment === 'asked' && resolve()
      })
      const first = talk.take(undefined, stop.signal)
      await asked
      stop.abort('leave')
      world.tool.onRequest = null
      return { talk, first }
    }

    it('a write: the next session waits for its result, without a ticket', async () => {
      const { talk, first } = await loseSocket(await addAgent(world, { tools: tools('write') }))
      assert.deepEqual((await talk.take()).heard.sentences, ['One moment.', 'It is renewed.'])
      assert.equal((await first).kind, 'left')
      assert.equal(world.tool.requests.length, 1)
      assert.equal(toolsOf((await talk.turns())[0])[0]?.outcome, 'ok')
      const tickets = await world.service.context.db.query(sql`
        select subject from tickets where conversation_id = ${talk.key.conversation_id}`)
      assert.deepEqual(tickets, [])
    })

    it('a read: whichever run ends first, the session that leads the call goes on', async () => {
      const { talk, first } = await loseSocket(await addAgent(world, { tools: tools('read') }))
      world.tool.answer = { status: 200, body: '{"renewed":"again"}', afterMs: 2 * firstAnswerMs }
      const { heard, ...outcome } = await talk.take()
      assert.equal(outcome.kind, 'answered')
      assert.deepEqual(heard.sentences, ['One moment.', 'It is renewed.'])
      assert.equal((await first).kind, 'left')
      assert.equal(world.tool.requests.length, 2)
      assert.equal(toolsOf((await talk.turns())[0])[0]?.result, '{"renewed":true}')
    })

    it('a write: a session that is to stop meanwhile leaves it to the next one', async () => {
      const { talk, first } = await loseSocket(await addAgent(world, { tools: tools('write') }))
      const stop = new AbortController()
      const second = talk.take(undefined, stop.signal)
      stop.abort('leave')
      assert.equal((await second).kind, 'left')
      assert.equal((await first).kind, 'left')
      assert.deepEqual((await talk.take()).heard.sentences, ['It is renewed.'])
      assert.equal(world.tool.requests.length, 1)
    })
  })

  describe('a question before a write', () => {
    const renew = { tool: 'renew_plan', arguments: { months: 12 } }
    const confirm = 'That is {{ arguments.months }} months for $29. Shall I renew?'
    /** As it is spoken. */
    const question = 'That is twelve months for twenty-nine dollars. Shall I renew?'
    const asking = () => addAgent(world, { tools: [{ ...httpTool(), confirm }] })

    it('is asked again in the next session of a call, since nobody knows whether it was heard', async () => {
      script('renew', renew)
      script('there', renew)
      script('yes', renew, { text: 'It is done.' })
      const talk = await leadConversation(world, await asking())
      await talk.say('renew please')
      assert.deepEqual((await talk.take()).heard.sentences, [question])
      // The process dies while the carrier speaks, and another one leads the call.
      await talk.say('are you there?')
      const hold = { token: randomUUID() }
      const { context } = world.service
      assert.ok(await takeOver(context, talk.key, hold))
      const heard = listen()
      const signal = new AbortController().signal
      await runTurn(context, talk.key, hold, heard, signal)
      assert.deepEqual(heard.sentences, [question])
      assert.equal(world.tool.requests.length, 0)
      await talk.say('yes')
      await runTurn(context, talk.key, hold, heard, signal)
      assert.deepEqual(heard.sentences, [question, 'It is done.'])
      assert.equal(world.tool.requests.length, 1)
    })

    it('counts as not heard where its turn ends while the next session waits for the call', async () => {
      const { context } = world.service
      const talk = await leave(await asking())
      const { conversation_id } = talk.key
      await insertTool(conversation_id, 'done', {
        ...call,
        outcome: 'asked',
        result: 'The customer is asked.',
        question,
      })
      const hold = { token: randomUUID() }
      const { taken } = await context.db.transaction(async (transaction) => {
        await transaction.query(
          sql`select from agent_conversations where conversation_id = ${conversation_id} for share`,
        )
        await transaction.query(sql`
          update agent_turns set state = 'done', text = ${question}, spoken = ${question}
          where conversation_id = ${conversation_id}`)
        const waiting = takeOver(context, talk.key, hold)
        await waits()
        return { taken: waiting }
      })
      assert.ok(await taken)
      const steps = await context.db.query<{ unheard: boolean | null }>(sql`
        select (content ->> 'unheard')::boolean as unheard from agent_steps
        where conversation_id = ${conversation_id} and kind = 'tool'`)
      assert.deepEqual(steps, [{ unheard: true }])
    })

    it('is said again in a call whose turn had not ended', async () => {
      const talk = await leave(await asking())
      await insertTool(talk.key.conversation_id, 'done', {
        ...call,
        outcome: 'asked',
        result: 'The customer is asked.',
        question,
      })
      await world.service.context.db.write(sql`
        update agent_turns set text = ${question}, asked_at = now()
        where conversation_id = ${talk.key.conversation_id}`)
      assert.deepEqual((await talk.take()).heard.sentences, [question])
      assert.equal((await talk.turns())[0]?.outcome, 'asked')
    })
  })

  it('a chat that is let go with an open turn stays due', async () => {
    const { context } = world.service
    const talk = await leadConversation(world, await addAgent(world), 'web')
    await talk.say('hello')
    const stop = new AbortController()
    stop.abort('leave')
    assert.equal((await talk.take(undefined, stop.signal)).kind, 'left')
    const hold = { token: randomUUID() }
    await takeOver(context, talk.key, hold)
    await releaseConversation(context.db, talk.key, hold, null, context.clock.now())
    const [row] = await context.db.query<{ due_at: string | null }>(sql`
      select due_at from agent_conversations where conversation_id = ${talk.key.conversation_id}`)
    assert.notEqual(row?.due_at, null)
  })

  it('a chat that is let go while a message comes is due for it', async () => {
    const { context } = world.service
    const talk = await leadConversation(world, await addAgent(world), 'whatsapp')
    const hold = { token: randomUUID() }
    const now = context.clock.now()
    assert.ok(await takeOver(context, talk.key, hold))
    let released: Promise<void> | undefined
    await context.db.transaction(async (transaction) => {
      await addInput(context, transaction, talk.key, { kind: 'message', text: 'Hello?', sent_at: now })
      released = releaseConversation(context.db, talk.key, hold, null, now)
      await waits()
    })
    await released
    const [row] = await context.db.query<{ due_at: string | null; lease_token: string | null }>(sql`
      select due_at, lease_token from agent_conversations where conversation_id = ${talk.key.conversation_id}`)
    assert.equal(row?.lease_token, null)
    assert.notEqual(row?.due_at, null)
  })
})
