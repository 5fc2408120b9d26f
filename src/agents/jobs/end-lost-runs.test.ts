import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addAgent, leadConversation, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService, LedConversation } from '../../../test/support/agents.ts'
import { sql } from '../../db/sql.ts'
import { updateOpenTurnCutOff } from '../conversation/input-queries.ts'
import { updateEnded } from '../conversation/queries.ts'
import { setMode } from '../conversation/set-mode.ts'
import { updateToolStep } from '../turn/step-queries.ts'
import { endLostRuns } from './end-lost-runs.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
  await world.service.context.db.write(sql`
    update projects set events = 'keep' where _id = ${world.service.projectId}`)
})
after(() => world[Symbol.asyncDispose]())

const httpTool = (effect: string) => ({
  kind: 'http',
  name: 'renew_plan',
  description: 'Renews the plan.',
  url: world.tool.url,
  effect,
  parameters: { type: 'object', properties: {}, additionalProperties: false },
})

/** A conversation whose process died in a run of a tool, some seconds ago. */
async function dieInTool(
  effect = 'write',
  { secondsAgo = 70, hasWords = true } = {},
): Promise<LedConversation> {
  const { organizationId, context } = world.service
  const talk = await leadConversation(world, await addAgent(world, { tools: [httpTool(effect)] }))
  const stop = new AbortController()
  stop.abort('leave')
  await talk.say('renew please')
  assert.equal((await talk.take(undefined, stop.signal)).kind, 'left')
  const content = {
    call_id: 'c1',
    name: 'renew_plan',
    arguments: {},
    result: null,
    outcome: null,
    question: null,
    effects: null,
  }
  await context.db.write(sql`
    with acting as (
      update agent_turns set state = 'acting' where conversation_id = ${talk.key.conversation_id})
    insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at)
    values (${organizationId}, ${talk.key.conversation_id}, 1, 1, 'tool', 'begun',
      ${JSON.stringify(hasWords ? content : {})}::jsonb,
      ${context.clock.now()}::timestamptz - ${secondsAgo}::integer * interval '1 second')`)
  return talk
}

/** Ends the call, as where the customer hangs up. */
const hangUp = ({ key }: LedConversation) =>
  world.service.context.db.transaction(async (transaction) => {
    const now = world.service.context.clock.now()
    await updateEnded(transaction, key, now)
    await updateOpenTurnCutOff(transaction, key, now)
  })

const run = () => endLostRuns(world.service.context).run(new AbortController().signal)

/** Returns the state and outcome of the run, and the tickets and events of the conversation. */
async function standingOf({ key }: LedConversation) {
  const { db } = world.service.context
  const [step] = await db.query<{ state: string; outcome: string | null }>(sql`
    select state, content ->> 'outcome' as outcome from agent_steps where conversation_id = ${key.conversation_id}`)
  const tickets = await db.query<{ subject: string }>(sql`
    select subject from tickets where conversation_id = ${key.conversation_id}`)
  const events = await db.query<{ tool: string }>(sql`
    select data ->> 'tool' as tool from events
    where type = 'agent.write_unknown' and data ->> 'conversation_id' = ${key.conversation_id}`)
  return { ...step, tickets: tickets.map(({ subject }) => subject), events: events.map(({ tool }) => tool) }
}

const unknown = {
  state: 'unknown',
  outcome: 'unknown',
  tickets: ['It is not known whether renew_plan was done; please check'],
  events: ['renew_plan'],
}
const begun = { state: 'begun', outcome: null, tickets: [], events: [] }

describe('a run of a tool in which a process died (Promise 54)', () => {
  it('a write gets its ticket and its event, once, where the call has ended', async () => {
    const talk = await dieInTool()
    await hangUp(talk)
    assert.equal(await run(), true)
    assert.deepEqual(await standingOf(talk), unknown)
    assert.equal(await run(), false)
    assert.deepEqual(await standingOf(talk), unknown)
  })

  it('a write gets them where a person has taken over', async () => {
    const { context } = world.service
    const talk = await dieInTool()
    await context.db.transaction((transaction) =>
      setMode(context, transaction, talk.key, { mode: 'person', by: 'Eva', summary: null }),
    )
    await run()
    assert.deepEqual(await standingOf(talk), unknown)
  })

  it('a write gets them where the conversation has ended and left its turn open', async () => {
    const { context } = world.service
    const talk = await dieInTool()
    await context.db.transaction((transaction) => updateEnded(transaction, talk.key, context.clock.now()))
    await run()
    assert.deepEqual(await standingOf(talk), unknown)
  })

  it('is left alone while its turn is open, and for a minute, as its process may live', async () => {
    const open = await dieInTool()
    const young = await dieInTool('write', { secondsAgo: 30 })
    await hangUp(young)
    assert.equal(await run(), false)
    assert.deepEqual([await standingOf(open), await standingOf(young)], [begun, begun])
    const now = world.service.context.clock.now()
    const [row] = await world.service.context.db.query<{ due: string }>(
      sql`select ${endLostRuns(world.service.context).due!(now)} as due`,
    )
    const dueInMs = Date.parse(row!.due) - now.getTime()
    assert.ok(dueInMs > 10_000 && dueInMs <= 30_000, `due in ${dueInMs} ms`)
  })

  it('ends without a ticket where it only reads, and where its words were removed', async () => {
    const read = await dieInTool('read')
    const removed = await dieInTool('write', { hasWords: false })
    for (const talk of [read, removed]) await hangUp(talk)
    await run()
    const quiet = { state: 'done', tickets: [], events: [] }
    assert.deepEqual(await standingOf(read), { ...quiet, outcome: 'failed' })
    assert.deepEqual(await standingOf(removed), { ...quiet, outcome: null })
  })
})

describe('a run of a tool that ends after the words of its conversation were removed', () => {
  for (const state of ['done', 'unknown'] as const)
    it(`writes nothing of what was said back: ${state}`, async () => {
      const { db, clock } = world.service.context
      const talk = await dieInTool('write', { hasWords: false })
      const content = {
        call_id: 'c1',
        name: 'renew_plan',
        arguments: { name: 'Ada' },
        result: 'Ada has the plan.',
        outcome: state === 'done' ? ('ok' as const) : state,
        question: null,
        effects: null,
      }
      const step = { number: 1, state, content }
      assert.equal(await updateToolStep(db, { ...talk.key, turn: 1 }, step, clock.now()), true)
      assert.deepEqual(await standingOf(talk), { state, outcome: null, tickets: [], events: [] })
      const [stored] = await db.query(sql`
        select content from agent_steps where conversation_id = ${talk.key.conversation_id}`)
      assert.deepEqual(stored, { content: {} })
    })
})
