// Calls that an agent leads, over the phone network and the model network with real sockets (Rules 112 to 114).
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { declaredAgent, startAgentCalls } from '../../../test/support/agent-calls.ts'
import type { AgentCall, AgentCalls } from '../../../test/support/agent-calls.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { selectRelaySessions } from './relay-queries.ts'

let world: AgentCalls
/** The numbers of the network that end in 11 are not answered. */
const transferTo = (number: string) => [{ kind: 'end_call' }, { kind: 'transfer', to: { billing: number } }]
before(async () => {
  world = await startAgentCalls([
    declaredAgent(),
    declaredAgent({
      name: 'without',
      first_line: null,
      disclosure: false,
      disclosure_why: 'Its callers know.',
      limits: { silence_seconds: 10 },
    }),
    declaredAgent({ name: 'refused', model: 'refusing', tools: transferTo('+14155550100') }),
    declaredAgent({ name: 'short', limits: { seconds: 10, silence_seconds: 30 } }),
    declaredAgent({ name: 'premium', tools: transferTo('+19005551234') }),
    declaredAgent({ name: 'refused and alone', model: 'refusing', tools: transferTo('+14155550111') }),
  ])
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.network.clearFaults()
})

const script = (input_contains: string, ...answers: object[]) =>
  world.models.addScript({ when: { input_contains }, answers: answers as never })
const goodbye = { tool: 'end_call', arguments: { farewell: 'Goodbye, Ada.' } }
const greeting = 'agent: Hello Ada, this is Acme. I am an automated assistant.'

/** Returns what the network was asked to do in the call, verb by verb. */
function stepsOf(call: AgentCall, verb: string): string[] {
  const sids = new Set(world.network.calls().flatMap(({ to, sid }) => (to === call.number ? [sid] : [])))
  return world.network
    .entries()
    .flatMap((entry) =>
      entry.kind === 'step' && entry.verb === verb && sids.has(entry.call_sid) ? [entry.detail] : [],
    )
}

async function sessionsOf(call: AgentCall) {
  return world.service.context.db.query<{ status: string | null; error_code: string | null }>(sql`
    select s.status, s.error_code from relay_sessions s join call_attempts a
      on a.organization_id = s.organization_id and a._id = s.attempt_id
    where a.call_id = ${call.id} order by s.connected_at`)
}

async function turnsOf(call: AgentCall) {
  return world.service.context.db.query<{
    input: string
    text: string
    heard: string | null
    outcome: string
  }>(sql`
    select t.input, t.text, t.spoken as heard, t.outcome from agent_turns t join call_attempts a
      on a.organization_id = t.organization_id and a.conversation_id = t.conversation_id
    where a.call_id = ${call.id} order by t.turn`)
}

async function ticketsOf(call: AgentCall): Promise<string[]> {
  const rows = await world.service.context.db.query<{ subject: string }>(sql`
    select t.subject from tickets t join call_attempts a
      on a.organization_id = t.organization_id and a.conversation_id = t.conversation_id
    where a.call_id = ${call.id} order by t.created_at`)
  return rows.map(({ subject }) => subject)
}

describe('a call that an agent leads', () => {
  it('greets, answers, says goodbye and ends', async () => {
    script('plan end', { text: 'Your plan ends in March. Anything else?' })
    script('No', goodbye)
    const call = await world.call([{ speech: 'When does my plan end?' }, { speech: 'No, thanks.' }])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await call.transcript(), [
      greeting,
      'customer: When does my plan end?',
      'agent: Your plan ends in March.',
      'agent: Anything else?',
      'customer: No, thanks.',
      'agent: Goodbye, Ada.',
    ])
    await eventually('the session has ended', async () =>
      (await sessionsOf(call))[0]?.status === 'ended' ? true : null,
    )
    const [conversation] = await world.service.context.db.query(sql`
      select c.ended_at is not null as ended, c.closing_since is not null as closing from agent_conversations c
      join call_attempts a on a.conversation_id = c.conversation_id where a.call_id = ${call.id}`)
    assert.deepEqual(conversation, { ended: true, closing: true })
  })

  it('keeps only what was heard when the customer interrupts', async () => {
    script('explain', {
      text: 'There is a great deal to say about this. It began a very long time ago. And then it went on.',
    })
    script('Stop', goodbye)
    const call = await world.call([{ speech: 'Please explain.' }, { speech: 'Stop.', barge_in_after: 45 }])
    assert.equal(await call.over(), 'completed')
    const [turn] = await turnsOf(call)
    assert.equal(turn?.heard, 'There is a great deal to say about this. It began')
    assert.deepEqual((await call.transcript()).slice(2, 4), [
      'agent: There is a great deal to say about this.',
      'agent: It began',
    ])
    const second = world.models.requests().at(-1)
    assert.doesNotMatch(JSON.stringify(second), /very long time ago/)
  })

  it('says the disclosure once the customer has spoken who cut off the greeting', async () => {
    script('Hello', { text: 'Your plan ends in March.' })
    script('No', goodbye)
    const call = await world.call([
      { speech: 'Hello?', barge_in_after: 5 },
      { speech: 'No, thanks.', after_ms: 10_000 },
    ])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await call.transcript(), [
      'agent: Hello',
      'agent: I am an automated assistant.',
      'customer: Hello?',
      'agent: Your plan ends in March.',
      'customer: No, thanks.',
      'agent: Goodbye, Ada.',
    ])
    assert.deepEqual(stepsOf(call, 'Say'), [
      'Hello',
      'I am an automated assistant.',
      'Your plan ends in March. ',
      'Goodbye, Ada. ',
    ])
    const read = JSON.stringify(world.models.requests().at(-1))
    assert.match(read, /"Hello I am an automated assistant\."/)
    assert.doesNotMatch(read, /this is Acme/)
  })

  it('stays with its agent: nobody can take it over, and asking for it changes nothing (400)', async () => {
    script('first', { text: 'One.' })
    script('second', goodbye)
    const call = await world.call([{ speech: 'The first.' }, { speech: 'The second.' }])
    const { conversation_id } = await call.begun()
    const { service } = world
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/conversations/${conversation_id}/mode`
    const { status, body } = await service.request('POST', path, { body: { mode: 'person' } })
    assert.deepEqual([status, body.message.split(':')[0]], [400, 'mode'])
    assert.equal(await call.over(), 'completed')
    assert.equal((await sessionsOf(call)).length, 1)
    assert.equal((await call.transcript()).at(-1), 'agent: Goodbye, Ada.')
  })

  it('takes keys up to "#" as one input', async () => {
    script('4711', goodbye)
    const call = await world.call([{ digits: '4711#' }])
    assert.equal(await call.over(), 'completed')
    assert.equal((await turnsOf(call))[0]?.input, '(pressed the keys 4711)')
  })

  it('asks into the silence twice, then says goodbye', async () => {
    const call = await world.call([{ silence: true }, { silence: true }, { silence: true }])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await call.transcript(), [
      greeting,
      'agent: Are you still there?',
      'agent: Are you still there?',
      'agent: Goodbye.',
    ])
  })

  it('hears and speaks another language, also in the next session', async () => {
    script(
      'español',
      { tool: 'switch_language', arguments: { language: 'es-US' } },
      { text: 'Claro que sí.' },
    )
    script('Adiós', goodbye)
    const call = await world.call([{ speech: 'En español, por favor.' }, { speech: 'Adiós.' }])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(stepsOf(call, 'language'), ['es-US es-US'])
    const { conversation_id } = await call.begun()
    const [row] = await world.service.context.db.query<{ language: string }>(
      sql`select language from agent_conversations where conversation_id = ${conversation_id}`,
    )
    assert.equal(row?.language, 'es-US')
  })

  it('presses keys once its sentence is out', async () => {
    script('menu', { tool: 'press_keys', arguments: { digits: '1w2' } }, { text: 'I pressed it.' })
    script('Thanks', goodbye)
    const call = await world.call([{ speech: 'This is a menu.' }, { speech: 'Thanks.' }])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(stepsOf(call, 'sendDigits'), ['1w2'])
  })

  it('transfers after its sentence, and hangs up when the colleague has', async () => {
    script('billing', { tool: 'transfer', arguments: { to: 'billing' } }, { text: 'I connect you.' })
    const call = await world.call([{ speech: 'Give me billing.' }])
    assert.equal(await call.over(), 'completed')
    assert.equal((await turnsOf(call))[0]?.outcome, 'transferred')
    const [transfer] = await world.service.context.db.query<{ status: string }>(sql`
      select t.status from relay_transfers t join call_attempts a on a._id = t.attempt_id where a.call_id = ${call.id}`)
    assert.equal(transfer?.status, 'completed')
    assert.ok(world.network.calls().some(({ to }) => to === '+14155550100'))
  })

  it('is not cut off by its agent’s seconds while the colleague talks, and gives back what that reserved (Rule 113)', async () => {
    script('billing', { tool: 'transfer', arguments: { to: 'billing' } }, { text: 'I connect you.' })
    const { db } = world.service.context
    const reserved = async () => (await db.query(sql`select reserved_seconds from call_days`))[0]
    // By the network's clock, twenty times as fast, the carrier would end the call after 40 s. The colleague talks for
    // 10 s.
    const askAfter = async (ms: number) => {
      const call = await world.call([{ speech: 'Give me billing.', after_ms: ms }], { campaign: 'short' })
      assert.equal(await call.over(), 'completed')
      const [leg] = world.network.calls().filter(({ to }) => to === call.number)
      const colleague = world.network.calls().find(({ parent_call_sid }) => parent_call_sid === leg?.sid)
      return { call, leg, colleague }
    }
    // On a busy machine the transfer begins after these 40 s, so it is asked for earlier.
    let asked = await askAfter(30_000)
    for (const ms of [25_000, 20_000]) if (asked.colleague === undefined) asked = await askAfter(ms)
    const { call, leg, colleague } = asked
    assert.equal(leg?.ended_by, 'instructions')
    assert.equal(colleague?.ended_by, 'callee')
    const [attempt] = await db.query<{ time_limit_seconds: number; transfer_limit_seconds: number }>(sql`
      select time_limit_seconds, transfer_limit_seconds from call_attempts where call_id = ${call.id}`)
    assert.equal(attempt?.transfer_limit_seconds, 40)
    // What it had lasted by the service's clock, the transfer, and a minute beside that.
    assert.ok(attempt.time_limit_seconds >= 100 && attempt.time_limit_seconds < 130, JSON.stringify(attempt))
    assert.deepEqual(await reserved(), { reserved_seconds: 0 })
  })

  it('knows that a transfer failed, and goes on', async () => {
    script('anybody', { tool: 'transfer', arguments: { to: 'nobody' } }, { text: 'I connect you.' })
    script('could not be connected', { text: 'Sorry, nobody is there.' })
    script('Well', goodbye)
    const call = await world.call([{ speech: 'Is anybody there?' }, { speech: 'Well, bye.' }])
    assert.equal(await call.over(), 'completed')
    const transcript = await call.transcript()
    assert.ok(transcript.includes('agent: Sorry, nobody is there.'), transcript.join('\n'))
    assert.ok(!transcript.includes('agent: Sorry, we were cut off.'))
    const { attempt_id } = await call.begun()
    const { context, organizationId: organization_id } = world.service
    const sessions = await selectRelaySessions(context.db, { organization_id, _id: attempt_id })
    assert.deepEqual(
      sessions.map(({ status, was_transferred }) => [status, was_transferred]),
      [
        ['ended', true],
        ['ended', false],
      ],
    )
  })

  it('is not transferred to a premium number, which a guard refuses, and goes on', async () => {
    script('billing', { tool: 'transfer', arguments: { to: 'billing' } }, { text: 'I connect you.' })
    script('could not be connected', { text: 'Sorry, I can not connect you.' })
    script('Well', goodbye)
    const call = await world.call([{ speech: 'Give me billing.' }, { speech: 'Well, bye.' }], {
      campaign: 'premium',
    })
    assert.equal(await call.over(), 'completed')
    const transcript = await call.transcript()
    assert.ok(transcript.includes('agent: Sorry, I can not connect you.'), transcript.join('\n'))
    assert.ok(!world.network.calls().some(({ to }) => to === '+19005551234'))
    const refused = await eventually('the refusal is recorded', async () => {
      const rows = await world.service.context.db.query(sql`
        select guard from guard_refusals where phone_number = '+19005551234'`)
      return rows.length > 0 ? rows : null
    })
    assert.deepEqual(refused, [{ guard: 'number_type' }])
  })

  it('hands over when the model refuses, by the declared transfer', async () => {
    const call = await world.call([{ speech: 'Hello?' }], { campaign: 'refused' })
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(
      (await turnsOf(call)).map(({ outcome }) => outcome),
      ['model_refused'],
    )
    assert.equal((await ticketsOf(call)).length, 1)
  })

  it('says goodbye when the model refuses and nobody takes the call', async () => {
    const call = await world.call([{ speech: 'Hello?' }], { campaign: 'refused and alone' })
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(
      (await turnsOf(call)).map(({ outcome }) => outcome),
      ['model_refused'],
    )
    assert.equal((await call.transcript()).at(-1), 'agent: Goodbye.')
    assert.equal((await ticketsOf(call)).length, 2)
  })

  it('waits in silence where the agent says nothing first', async () => {
    script('Hello', goodbye)
    const call = await world.call([{ speech: 'Hello?' }], { campaign: 'without' })
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await call.transcript(), ['customer: Hello?', 'agent: Goodbye, Ada.'])
  })

  it('ends the call at the carrier 30 s after the longest that the agent may speak', async () => {
    script('', goodbye)
    const call = await world.call([{ speech: 'Hi.' }])
    await call.over()
    const [asked] = world.network
      .entries()
      .filter((entry) => entry.kind === 'request')
      .map((entry) => JSON.stringify(entry))
      .filter((text) => text.includes(call.number) && text.includes('Calls.json'))
    assert.match(asked ?? '', /"TimeLimit":(\["|")7230/)
  })
})

describe('a call whose session is disturbed', () => {
  const talk = () => {
    script('plan end', { text: 'Your plan ends in March.' })
    script('No', goodbye)
    return world.call([{ speech: 'When does my plan end?' }, { speech: 'No, thanks.' }])
  }
  /** Calls somebody on whose first session the fault acts. */
  const disturbed = (fault: object): Promise<AgentCall> => {
    world.network.addFault({ operation: 'relay', fault } as never)
    return talk()
  }

  for (const [name, fault, restarts, isGreetedAgain] of [
    // The carrier may report its end before it has begun here.
    ['drops at the setup', { kind: 'drop', after_frames: 1 }, 1, null],
    ['drops after the first prompt', { kind: 'drop', after_frames: 8 }, 1, false],
    ['can not be opened', { kind: 'refuse' }, 1, true],
    ['sends its setup twice', { kind: 'duplicate_setup' }, 0, false],
    ['has numbers as texts', { kind: 'text_numbers' }, 0, false],
    ['sends unknown messages', { kind: 'unknown_frame' }, 0, false],
    ['is preceded by a forged handshake', { kind: 'forge' }, 0, false],
    ['is replayed over a second socket', { kind: 'replay' }, 0, false],
    ['hears late', { kind: 'late_prompt', ms: 500 }, 0, false],
  ] as const)
    it(`goes on where it ${name}`, async () => {
      const call = await disturbed(fault)
      assert.equal(await call.over(), 'completed')
      const transcript = await call.transcript()
      assert.deepEqual(
        transcript.filter((line) => line.startsWith('customer')),
        ['customer: When does my plan end?', 'customer: No, thanks.'],
      )
      assert.equal(transcript.at(-1), 'agent: Goodbye, Ada.')
      assert.deepEqual(
        (await turnsOf(call)).map(({ outcome }) => outcome),
        ['answered', 'ended'],
      )
      const [attempt] = await world.service.context.db.query<{ relay_restarts: number }>(
        sql`select relay_restarts from call_attempts where call_id = ${call.id}`,
      )
      assert.equal(attempt?.relay_restarts, restarts)
      if (isGreetedAgain === null) return
      const isCutOff = restarts > 0 && !isGreetedAgain
      assert.equal(transcript.includes('agent: Sorry, we were cut off.'), isCutOff)
    })

  it('says goodbye and opens a ticket when sessions break again and again', async () => {
    world.network.addFault({
      operation: 'relay',
      times: 4,
      fault: { kind: 'drop', after_frames: 1 },
    } as never)
    const call = await talk()
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await ticketsOf(call), ['The call with an agent broke off'])
    assert.equal((await call.transcript()).at(-1), 'agent: Goodbye.')
    assert.equal((await sessionsOf(call)).length, 4)
  })
})
