import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { addAgent, leadConversation, startAgentService, takeOver } from '../../../test/support/agents.ts'
import type { AgentService, LedConversation } from '../../../test/support/agents.ts'
import { eventually } from '../../../test/support/service.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { sql } from '../../db/sql.ts'
import { RelaySession } from './relay-session.ts'
import type { TakenSession } from './take-session.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.tool.answer = { status: 200, body: 'ok' }
})

/** Begins a session of the call, as the carrier does. `onSend` gets what it sends, and how many came before. */
async function beginSession(
  talk: LedConversation,
  flags: Partial<Pick<TakenSession, 'isFirst' | 'resumes'>> = {},
  onSend: (count: number) => void = () => undefined,
) {
  const { context, organizationId: organization_id } = world.service
  const hold = { token: randomUUID() }
  assert.ok(await takeOver(context, talk.key, hold))
  const conversation = await selectAgentConversation(context.db, talk.key)
  assert.ok(conversation !== null)
  const attempt = { organization_id, _id: randomUUID() } as TakenSession['attempt']
  const sent: string[] = []
  const socket = { send: (text: string) => onSend(sent.push(text)), close: () => undefined }
  const taken = { attempt, conversation, hold, isFirst: false, resumes: false, ...flags }
  const session = new RelaySession(context, taken, socket)
  const spoken = () =>
    sent.flatMap((text) => {
      const { token = '' } = JSON.parse(text) as { token?: string }
      return token === '' ? [] : [token.trim()]
    })
  return { session, sent, spoken }
}

async function linesOf(talk: LedConversation): Promise<string[]> {
  const rows = await world.service.context.db.query<{ text: string }>(sql`
    select text from conversation_lines where conversation_id = ${talk.key.conversation_id} order by turn, line`)
  return rows.map(({ text }) => text)
}

/** Begins a session whose agent switches to Spanish by the word `español`, and then says nothing for a while. */
async function beginSwitch() {
  world.models.addScript({
    when: { input_contains: 'español' },
    answers: [
      { text: 'Of course.', tool: 'switch_language', arguments: { language: 'es-US' } },
      { text: 'Hola.' },
    ],
  })
  const definition = {
    languages: ['en-US', 'es-US'],
    tools: [{ kind: 'switch_language' }, { kind: 'end_call' }],
  }
  const talk = await leadConversation(world, await addAgent(world, definition))
  const begun = await beginSession(talk, {}, () => {
    if (begun.sent.at(-1)?.includes('"language"'))
      world.models.addFault({ operation: 'chat_completions', times: 1, fault: { kind: 'delay', ms: 10_000 } })
  })
  const say = (text: string) => begun.session.receive({ kind: 'prompt', text, last: true, language: 'en-US' })
  return { ...begun, talk, say }
}

it('a session transfers the call also where the customer speaks while the agent’s turn ends (Rule 113)', async () => {
  const { db } = world.service.context
  world.models.addScript({
    when: {},
    answers: [
      { text: 'Of course.', tool: 'transfer', arguments: { to: 'billing' } },
      { text: 'I connect you.' },
    ],
  })
  const tools = [{ kind: 'transfer', to: { billing: '+14155550123' } }, { kind: 'end_call' }]
  const talk = await leadConversation(world, await addAgent(world, { tools }))
  // Leaves time to take hold of the conversation between the tool and what is said after it.
  const { session, sent } = await beginSession(talk, {}, (count) => {
    if (count === 1)
      world.models.addFault({ operation: 'chat_completions', times: 1, fault: { kind: 'delay', ms: 2_000 } })
  })
  session.receive({ kind: 'prompt', text: 'Give me billing.', last: true, language: 'en-US' })
  await eventually('the tool has run', async () =>
    (await talk.turns())[0]?.steps[1]?.state === 'done' ? true : null,
  )
  const waiting = async (count: number) =>
    eventually(`${count} wait for the conversation`, async () => {
      const [row] = await db.query<{ waits: number }>(sql`
        select count(*)::int as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%agent_conversations%'`)
      return row !== undefined && row.waits >= count ? true : null
    })
  await db.transaction(async (transaction) => {
    await transaction.query(sql`
      select from agent_conversations where conversation_id = ${talk.key.conversation_id} for update`)
    session.receive({ kind: 'prompt', text: 'Okay, thanks.', last: true, language: 'en-US' })
    await waiting(1)
    await waiting(2)
  })
  await session.idle()
  assert.equal((await talk.turns()).length, 1)
  const end = await eventually('the session ends', async () =>
    Promise.resolve(sent.find((text) => text.includes('handoffData')) ?? null),
  )
  assert.match(end, /transfer/)
  session.closed()
})

it('the next session says the disclosure where the line broke before it was spoken', async () => {
  const talk = await leadConversation(world, await addAgent(world))
  const first = await beginSession(talk, { isFirst: true })
  first.session.start()
  first.session.receive({ kind: 'tokens_played', text: 'Hello A' })
  first.session.closed()
  await first.session.idle()
  const next = await beginSession(talk, { resumes: true })
  next.session.start()
  await next.session.idle()
  const said = ['Sorry, we were cut off.', 'I am an automated assistant.']
  assert.deepEqual(next.spoken(), said)
  // This one breaks within the first of both lines.
  next.session.receive({ kind: 'tokens_played', text: 'Sorry' })
  next.session.closed()
  await next.session.idle()
  const last = await beginSession(talk, { resumes: true })
  last.session.start()
  await last.session.idle()
  assert.deepEqual(last.spoken(), said)
  last.session.receive({ kind: 'tokens_played', text: said.join('') })
  last.session.closed()
  await last.session.idle()
  const whole = await beginSession(talk, { resumes: true })
  whole.session.start()
  await whole.session.idle()
  assert.deepEqual(whole.spoken(), said.slice(0, 1))
  whole.session.closed()
})

it('the next session says the disclosure where the line broke before the carrier reported any words', async () => {
  const talk = await leadConversation(world, await addAgent(world))
  const first = await beginSession(talk, { isFirst: true })
  first.session.start()
  first.session.closed()
  await first.session.idle()
  const next = await beginSession(talk, { resumes: true })
  next.session.start()
  await next.session.idle()
  assert.deepEqual(next.spoken(), ['Sorry, we were cut off.', 'I am an automated assistant.'])
  next.session.closed()
})

it('the next session says the disclosure where the line broke while it was kept as heard', async () => {
  const { db } = world.service.context
  const talk = await leadConversation(world, await addAgent(world))
  const first = await beginSession(talk, { isFirst: true })
  first.session.start()
  first.session.receive({ kind: 'tokens_played', text: 'Hello A' })
  first.session.closed()
  await first.session.idle()
  const next = await beginSession(talk, { resumes: true })
  await db.transaction(async (transaction) => {
    await transaction.query(sql`
      select from agent_conversations where conversation_id = ${talk.key.conversation_id} for no key update`)
    next.session.start()
    await eventually('what was heard waits for the conversation', async () => {
      const [row] = await db.query<{ waits: number }>(sql`
        select count(*)::int as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%opening_heard%'`)
      return row !== undefined && row.waits > 0 ? true : null
    })
    next.session.receive({ kind: 'speaking', who: 'agent', speaking: true })
    next.session.closed()
  })
  await next.session.idle()
  const last = await beginSession(talk, { resumes: true })
  last.session.start()
  await last.session.idle()
  assert.deepEqual(last.spoken(), ['Sorry, we were cut off.', 'I am an automated assistant.'])
  last.session.closed()
})

it('says the disclosure again where the customer cuts that off, too', async () => {
  const disclosure = 'I am an automated assistant.'
  world.models.addScript({ when: {}, answers: [{ text: 'Your plan ends in March.' }] })
  world.models.addFault({ operation: 'chat_completions', times: 1, fault: { kind: 'delay', ms: 10_000 } })
  const talk = await leadConversation(world, await addAgent(world))
  const { session, spoken } = await beginSession(talk, { isFirst: true })
  const say = (text: string) => session.receive({ kind: 'prompt', text, last: true, language: 'en-US' })
  const isSaid = (times: number) => () =>
    spoken().filter((text) => text === disclosure).length === times ? true : null
  session.start()
  session.receive({ kind: 'interrupt', heard_text: 'Hello', heard_ms: 400 })
  say('Hello?')
  await eventually('the disclosure is said', isSaid(1))
  session.receive({ kind: 'interrupt', heard_text: 'I am an', heard_ms: 500 })
  say('Who?')
  await eventually('it is said again', isSaid(2))
  await eventually('the agent answers', async () =>
    (await talk.turns()).at(-1)?.state === 'done' ? true : null,
  )
  await session.idle()
  assert.deepEqual(await linesOf(talk), ['I am an', disclosure, 'Hello?\nWho?', 'Your plan ends in March.'])
  session.closed()
})

it('says the disclosure before its line about the silence where a noise cut off the greeting', async () => {
  const talk = await leadConversation(world, await addAgent(world, { limits: { silence_seconds: 2 } }))
  const { session, spoken } = await beginSession(talk, { isFirst: true })
  session.start()
  session.receive({ kind: 'interrupt', heard_text: 'Hello', heard_ms: 400 })
  await eventually('the silence is broken', () => (spoken().includes('Are you still there?') ? true : null))
  assert.deepEqual(spoken(), ['I am an automated assistant.', 'Are you still there?'])
  session.closed()
  await session.idle()
})

it('breaks the silence after a noise that comes when everything counts as spoken', async () => {
  world.models.addScript({ when: {}, answers: [{ text: 'It ends in March.' }] })
  const talk = await leadConversation(world, await addAgent(world, { limits: { silence_seconds: 2 } }))
  const { session, spoken } = await beginSession(talk)
  session.start()
  session.receive({ kind: 'prompt', text: 'When does it end?', last: true, language: 'en-US' })
  await eventually('the agent answers', () => (spoken().includes('It ends in March.') ? true : null))
  await session.idle()
  session.receive({ kind: 'speaking', who: 'agent', speaking: true })
  session.receive({ kind: 'speaking', who: 'agent', speaking: false })
  session.receive({ kind: 'interrupt', heard_text: 'It ends in March.', heard_ms: 1_100 })
  await eventually('the silence is broken', () => (spoken().includes('Are you still there?') ? true : null))
  session.closed()
  await session.idle()
})

it('an answer after an interruption counts as unheard where the line breaks before any of it is reported', async () => {
  world.models.addScript({ when: { input_contains: 'plan' }, answers: [{ text: 'It ends in March.' }] })
  world.models.addScript({ when: { input_contains: 'more' }, answers: [{ text: 'It costs ten euros.' }] })
  const talk = await leadConversation(world, await addAgent(world))
  const { session } = await beginSession(talk)
  const say = async (text: string, turns: number) => {
    session.receive({ kind: 'prompt', text, last: true, language: 'en-US' })
    await eventually('the turn is over', async () =>
      (await talk.turns())[turns - 1]?.state === 'done' ? true : null,
    )
    await session.idle()
  }
  await say('my plan', 1)
  session.receive({ kind: 'tokens_played', text: 'It ends' })
  session.receive({ kind: 'interrupt', heard_text: 'It ends', heard_ms: 500 })
  await say('more', 2)
  session.closed()
  await session.idle()
  assert.deepEqual(
    (await talk.turns()).map(({ heard }) => heard),
    ['It ends', ''],
  )
})

it('a session that is moved in the midst of an answer keeps what was heard of it', async () => {
  const text = 'It is a long story. '.repeat(20).trim()
  world.models.addScript({ when: { input_contains: 'a story' }, answers: [{ text }] })
  const talk = await leadConversation(world, await addAgent(world))
  const { session, sent } = await beginSession(talk)
  session.receive({ kind: 'prompt', text: 'Once more a story.', last: true, language: 'en-US' })
  await eventually('the turn is over', async () => ((await talk.turns())[0]?.state === 'done' ? true : null))
  await session.idle()
  session.receive({ kind: 'tokens_played', text: text.slice(0, 13) })
  session.move()
  await eventually('the session ends', () => sent.find((each) => each.includes('"moved')) ?? null)
  const [turn] = await talk.turns()
  assert.deepEqual([turn?.text, turn?.heard], [text, 'It is a long'])
  session.closed()
})

for (const [why, receive, isSentFirst] of [
  ['moved', null, false],
  // PostgreSQL takes no such character.
  ['fault', 'What\0?', true],
] as const)
  it(`a session that ends by ${why} in the midst of an answer cuts it once`, async () => {
    const { db } = world.service.context
    const text = 'It is a long story. '.repeat(20).trim()
    world.models.addScript({ when: { input_contains: 'a story' }, answers: [{ text }] })
    const talk = await leadConversation(world, await addAgent(world))
    await talk.say('Once more a story.')
    const { session, sent } = await beginSession(talk, { resumes: true })
    session.start()
    await eventually('the turn is over', async () =>
      (await talk.turns())[0]?.state === 'done' ? true : null,
    )
    await session.idle()
    session.receive({ kind: 'tokens_played', text: `Sorry, we were cut off.${text.slice(0, 13)}` })
    const hasEnded = () => sent.some((each) => each.includes(`"${why}`))
    await db.transaction(async (transaction) => {
      await transaction.query(sql`
        select from agent_turns where conversation_id = ${talk.key.conversation_id} for update`)
      if (receive === null) session.move()
      else session.receive({ kind: 'prompt', text: receive, last: true, language: 'en-US' })
      await eventually('the cut waits for the turn', async () => {
        const [row] = await db.query<{ waits: number }>(sql`
          select count(*)::int as waits from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%agent_turns set spoken%'`)
        return row !== undefined && row.waits > 0 ? true : null
      })
      assert.equal(hasEnded(), isSentFirst)
      session.closed()
    })
    await session.idle()
    assert.equal((await talk.turns())[0]?.heard, 'It is a long')
  })

it('a session that is moved while a turn is under way leaves the turn before whole', async () => {
  world.models.addScript({ when: { input_contains: 'plan' }, answers: [{ text: 'It ends in March.' }] })
  const { talk, session, sent, say } = await beginSwitch()
  say('my plan')
  await eventually('the turn is over', async () => ((await talk.turns())[0]?.state === 'done' ? true : null))
  await session.idle()
  const agent = (speaking: boolean) => session.receive({ kind: 'speaking', who: 'agent', speaking })
  agent(true)
  session.receive({ kind: 'tokens_played', text: 'It ends in March.' })
  agent(false)
  say('en español')
  await eventually('the model is asked again', async () =>
    (await talk.turns())[1]?.steps[1]?.state === 'done' ? true : null,
  )
  agent(true)
  session.receive({ kind: 'tokens_played', text: 'Of course' })
  session.move()
  await eventually('the session ends', () => sent.find((each) => each.includes('"moved')) ?? null)
  await session.idle()
  assert.deepEqual(
    (await talk.turns()).map(({ outcome, heard }) => [outcome, heard]),
    [
      ['answered', null],
      [null, null],
    ],
  )
  session.closed()
})

it('an interruption cuts the turn that has switched the language, not the one before', async () => {
  world.models.addScript({ when: { input_contains: 'plan' }, answers: [{ text: 'It ends in March.' }] })
  const { talk, session, say } = await beginSwitch()
  say('my plan')
  await eventually('the turn is over', async () => ((await talk.turns())[0]?.state === 'done' ? true : null))
  await session.idle()
  say('en español')
  await eventually('the model is asked again', async () =>
    (await talk.turns())[1]?.steps[1]?.state === 'done' ? true : null,
  )
  session.receive({ kind: 'interrupt', heard_text: 'Of course', heard_ms: 600 })
  await session.idle()
  assert.deepEqual(
    (await talk.turns()).map(({ outcome, heard }) => [outcome, heard]),
    [
      ['answered', null],
      ['interrupted', 'Of course'],
    ],
  )
  session.closed()
})

for (const [what, heard_text, heard] of [
  ['the answer after it', 'It ends in March.', 'It ends in March.'],
  ['itself', 'Sorry, we', ''],
] as const)
  it(`an interruption of ${what} leaves the line that says that the line broke`, async () => {
    world.models.addScript({ when: {}, answers: [{ text: 'It ends in March. Anything else?' }] })
    world.models.addFault({ operation: 'chat_completions', times: 1, fault: { kind: 'delay', ms: 10_000 } })
    const talk = await leadConversation(world, await addAgent(world))
    const first = await beginSession(talk)
    first.session.receive({ kind: 'prompt', text: 'When?', last: true, language: 'en-US' })
    await eventually('the turn has begun', async () => ((await talk.turns()).length === 1 ? true : null))
    first.session.closed()
    await first.session.idle()
    const next = await beginSession(talk, { resumes: true })
    next.session.start()
    await eventually('the turn is over', async () =>
      (await talk.turns())[0]?.state === 'done' ? true : null,
    )
    await next.session.idle()
    next.session.receive({ kind: 'interrupt', heard_text, heard_ms: 600 })
    await next.session.idle()
    assert.equal((await talk.turns())[0]?.heard, heard)
    assert.deepEqual(await linesOf(talk), [
      'When?',
      'Sorry, we were cut off.',
      ...(heard === '' ? [] : [heard]),
    ])
    next.session.closed()
  })

/** Begins a session in which the wait line for `renew it` is cut off. */
async function interruptWaitLine() {
  world.models.addScript({ when: { input_contains: 'no, wait' }, answers: [{ text: 'I leave it.' }] })
  world.models.addScript({
    when: { input_contains: 'renew it' },
    answers: [{ tool: 'renew_plan', arguments: { months: 12 } }, { text: 'It is renewed.' }],
  })
  world.tool.answer = { status: 200, body: 'ok', afterMs: 1_200 }
  const talk = await leadConversation(world, await addAgent(world, { limits: { silence_seconds: 2 } }))
  const begun = await beginSession(talk)
  begun.session.receive({ kind: 'prompt', text: 'renew it', last: true, language: 'en-US' })
  await eventually('the wait line is said', () => (begun.spoken().length === 1 ? true : null))
  begun.session.receive({ kind: 'interrupt', heard_text: 'One', heard_ms: 200 })
  return { ...begun, talk }
}

for (const [what, afterMs, isReported] of [
  ['the carrier says that the customer speaks', 6_000, true],
  ['the carrier says nothing of who speaks', 2_500, false],
] as const)
  it(`waits for what the customer says into the wait line, where ${what}`, async () => {
    const { session, spoken, talk } = await interruptWaitLine()
    const speaking = (on: boolean) => {
      if (isReported) session.receive({ kind: 'speaking', who: 'customer', speaking: on })
    }
    speaking(true)
    await delay(afterMs)
    speaking(false)
    session.receive({ kind: 'prompt', text: 'no, wait', last: true, language: 'en-US' })
    await eventually('the agent answers', () => (spoken().length > 1 ? true : null))
    await session.idle()
    assert.deepEqual(spoken(), ['One moment.', 'I leave it.'])
    assert.deepEqual(
      (await talk.turns()).map(({ input }) => input),
      ['renew it', 'renew it\nno, wait'],
    )
    session.closed()
  })

it('answers the question after a noise during the wait line', async () => {
  const { session, spoken } = await interruptWaitLine()
  await eventually('the agent answers', () => (spoken().length > 1 ? true : null))
  assert.deepEqual(spoken(), ['One moment.', 'It is renewed.'])
  session.closed()
  await session.idle()
})
