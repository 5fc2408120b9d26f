import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { addAgent, leadConversation, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { eventually } from '../../../test/support/service.ts'
import { takeOverConversation } from '../../agents/conversation/lease-queries.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { sql } from '../../db/sql.ts'
import { RelaySession } from './relay-session.ts'
import type { TakenSession } from './take-session.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())

it('a session transfers the call also where the customer speaks while the agent’s turn ends (Rule 113)', async () => {
  const { context, organizationId: organization_id } = world.service
  const { db } = context
  world.models.addScript({
    when: {},
    answers: [
      { text: 'Of course.', tool: 'transfer', arguments: { to: 'billing' } },
      { text: 'I connect you.' },
    ],
  })
  const tools = [{ kind: 'transfer', to: { billing: '+14155550123' } }, { kind: 'end_call' }]
  const talk = await leadConversation(world, await addAgent(world, { tools }))
  const hold = { token: randomUUID() }
  assert.ok(await takeOverConversation(db, talk.key, hold, context.clock.now()))
  const conversation = await selectAgentConversation(db, talk.key)
  assert.ok(conversation !== null)
  const attempt = { organization_id, _id: randomUUID() } as TakenSession['attempt']
  const sent: string[] = []
  const send = (text: string): void => {
    // Leaves time to take hold of the conversation between the tool and what is said after it.
    if (sent.push(text) === 1)
      world.models.addFault({ operation: 'chat_completions', times: 1, fault: { kind: 'delay', ms: 2_000 } })
  }
  const socket = { send, close: () => undefined }
  const taken = { attempt, conversation, hold, isFirst: false, resumes: false }
  const session = new RelaySession(context, taken, socket)
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
