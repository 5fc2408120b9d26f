import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addAgent, leadConversation, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { endChat } from '../../conversations/chat-queries.ts'
import { sql } from '../../db/sql.ts'
import { removePastData } from './remove-past-data.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())

const dayMs = 86_400_000

async function runRetention(): Promise<void> {
  const { context, projectId } = world.service
  await context.db.write(sql`update projects set retention = '{"transcripts":30}' where _id = ${projectId}`)
  await context.db.write(sql`delete from retention_passes`)
  const job = removePastData(context)
  while (await job.run(new AbortController().signal)) continue
}

describe('retention of what an agent said and did', () => {
  it('waits for the end of a chat, so that its agent goes on and makes no write twice (Promise 54)', async () => {
    const { context, organizationId, projectId } = world.service
    const { db, clock } = context
    const renew = { tool: 'renew_plan', arguments: { months: 12 } }
    world.models.addScript({
      when: { input_contains: 'first' },
      answers: [renew, { text: 'Renewed.' }] as never,
    })
    world.models.addScript({
      when: { input_contains: 'again' },
      answers: [renew, { text: 'It is done already.' }] as never,
    })
    const talk = await leadConversation(world, await addAgent(world), 'web')
    const { conversation_id } = talk.key
    await talk.say('renew for the first time')
    await talk.take()
    assert.equal((await talk.turns()).at(-1)?.text, 'Renewed.')
    assert.equal(world.tool.requests.length, 1)
    await db.write(sql`
      update conversations set start_time = ${new Date(clock.now().getTime() - 40 * dayMs)} where _id = ${conversation_id}`)

    await runRetention()
    await talk.say('and again')
    await talk.take()
    assert.equal((await talk.turns()).at(-1)?.text, 'It is done already.')
    assert.equal(world.tool.requests.length, 1)

    await db.transaction((transaction) => endChat(transaction, organizationId, conversation_id, clock.now()))
    await runRetention()
    const path = `/organizations/${organizationId}/projects/${projectId}/conversations/${conversation_id}/turns`
    const { status, body } = await world.service.request('GET', path)
    assert.equal(status, 200, body.message)
    const { items } = body.data as {
      items: { input: string; steps: { kind: string; tool: string | null; text: string | null }[] }[]
    }
    assert.deepEqual(
      items.map(({ input, steps }) => [input, ...new Set(steps.flatMap(({ tool, text }) => [tool, text]))]),
      [
        ['', null],
        ['', null],
      ],
    )
  })

  it('removes also what nobody answered, and the words of a turn that was open at the end', async () => {
    const { context, organizationId } = world.service
    const { db, clock } = context
    const { key, say } = await leadConversation(world, await addAgent(world), 'web')
    const { conversation_id } = key
    await say('my card is 4111')
    // As a call that the customer ends while a tool runs.
    await db.write(sql`
      insert into agent_turns (organization_id, conversation_id, turn, state, input, text, created_at)
      values (${organizationId}, ${conversation_id}, 1, 'acting', 'my card is 4111', 'Your card is', now())`)
    await db.write(sql`
      insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at)
      values (${organizationId}, ${conversation_id}, 1, 1, 'tool', 'begun', '{"arguments":{"card":"4111"}}', now())`)
    await db.transaction((transaction) => endChat(transaction, organizationId, conversation_id, clock.now()))
    await db.write(sql`
      update conversations set start_time = ${new Date(clock.now().getTime() - 40 * dayMs)} where _id = ${conversation_id}`)
    await runRetention()
    const left = await db.query(sql`
      select 1 from agent_inputs where conversation_id = ${conversation_id}
      union all select 1 from agent_turns where conversation_id = ${conversation_id} and (input, text) <> ('', '')
      union all select 1 from agent_steps where conversation_id = ${conversation_id} and content <> '{}'`)
    assert.equal(left.length, 0)
  })
})
