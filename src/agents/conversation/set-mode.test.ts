import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addAgent, leadConversation, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addInput } from './add-input.ts'
import { recordPersonWrote, setMode } from './set-mode.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())

describe('who answers', () => {
  it('stays a person who has written of late, and nothing counts as changed', async () => {
    const { context } = world.service
    const { key } = await leadConversation(world, await addAgent(world), 'web')
    const change = (mode: 'agent' | 'person', onlyIfSilent = false) =>
      context.db.transaction((transaction) =>
        setMode(context, transaction, key, { mode, by: 'Eva', summary: null, onlyIfSilent }),
      )
    const stored = () =>
      context.db.query(sql`
        select mode, mode_by from agent_conversations where conversation_id = ${key.conversation_id}`)
    assert.equal(await change('person'), true)
    await context.db.transaction((transaction) => recordPersonWrote(context, transaction, key, 'Eva'))
    assert.equal(await change('agent', true), false)
    assert.deepEqual(await stored(), [{ mode: 'person', mode_by: 'Eva' }])
    await context.db.write(sql`
      update agent_conversations set person_wrote_at = now() - interval '13 hours', mode_since = now() - interval '14 hours'
      where conversation_id = ${key.conversation_id}`)
    assert.equal(await change('agent', true), true)
    assert.deepEqual(await stored(), [{ mode: 'agent', mode_by: 'Eva' }])
  })

  it('becomes the agent, and a message that arrives meanwhile is due', async () => {
    const { context } = world.service
    const { key } = await leadConversation(world, await addAgent(world), 'whatsapp')
    const change = (mode: 'agent' | 'person') =>
      context.db.transaction((transaction) =>
        setMode(context, transaction, key, { mode, by: 'Eva', summary: null }),
      )
    assert.equal(await change('person'), true)
    const { given } = await context.db.transaction(async (transaction) => {
      const input = { kind: 'message', text: 'Hello?', sent_at: context.clock.now() } as const
      await addInput(context, transaction, key, input)
      const giving = change('agent')
      await eventually('the change waits for the chat', async () => {
        const waiting = await context.db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting.length > 0 ? true : null
      })
      return { given: giving }
    })
    assert.equal(await given, true)
    const [chat] = await context.db.query<{ mode: string; due_at: string | null }>(sql`
      select mode, due_at from agent_conversations where conversation_id = ${key.conversation_id}`)
    assert.equal(chat?.mode, 'agent')
    assert.notEqual(chat?.due_at, null)
  })

  it('becomes the agent after a person’s silence, and gathers the messages from then on', async () => {
    const { context } = world.service
    const agentId = await addAgent(world, { whatsapp: { gather_seconds: 5 } })
    const { key } = await leadConversation(world, agentId, 'whatsapp')
    await context.db.transaction((transaction) =>
      setMode(context, transaction, key, { mode: 'person', by: 'Eva', summary: null }),
    )
    const write = () =>
      addInput(context, context.db, key, {
        kind: 'message',
        text: 'Hello?',
        sent_at: context.clock.now(),
      })
    assert.equal((await write())?.mode, 'person')
    await context.db.write(sql`
      update agent_conversations set mode_since = now() - interval '13 hours', burst_since = now() - interval '13 hours'
      where conversation_id = ${key.conversation_id}`)
    const before = context.clock.now().getTime()
    const added = await write()
    assert.equal(added?.mode, 'agent')
    assert.ok(
      Date.parse(added.due_at!) >= before + 5_000,
      `${added.due_at} after ${new Date(before).toISOString()}`,
    )
  })
})
