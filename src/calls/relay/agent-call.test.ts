// Calls that an agent leads, over the phone network and the model network with real sockets.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { declaredAgent, startAgentCalls } from '../../../test/support/agent-calls.ts'
import type { AgentCall, AgentCalls } from '../../../test/support/agent-calls.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

let world: AgentCalls
before(async () => {
  world = await startAgentCalls([
    declaredAgent(),
    declaredAgent({
      name: 'without',
      first_line: null,
      disclosure: false,
      disclosure_why: 'Its callers know.',
    }),
    declaredAgent({ name: 'refused', model: 'refusing' }),
  ])
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.network.clearFaults()
})

const script = (input_contains: string, ...answers: object[]) =>
  world.models.addScript({ when: { input_contains }, answers: answers as never })
const arm = (fault: object) => world.network.addFault(fault as never)
const goodbye = { tool: 'end_call', arguments: { farewell: 'Goodbye, Ada.' } }
const greeting = 'agent: Hello Ada, this is Acme. I am an automated assistant.'

function steps(call: AgentCall, verb: string): string[] {
  const { log } = world.network
  return log
    .after(0, 100_000)
    .flatMap((entry) =>
      entry.kind === 'step' && entry.verb === verb ? [`${entry.call_sid} ${entry.detail}`] : [],
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
    select t.input, t.text, t.heard, t.outcome from agent_turns t join call_attempts a
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
})
