import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addAgent, leadConversation, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { probeOf, watchStalls } from '../../../test/support/slowness.ts'
import { sql } from '../../db/sql.ts'
import { readHtml } from '../../sources/index/read-document.ts'
import { storePage } from '../../sources/index/store-page.ts'
import { usualLookUpMs } from '../../workflows/look-up.ts'
import type { ToolStepContent } from '../turn/turn-state.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => world.models.clearScripts())

/** Lets the model call one tool, then say a text. Returns the run of the tool, and the turn's citations. */
async function callOnce(
  agentId: string,
  call: { tool: string; arguments: object },
  { said = 'It is kept.', profileId = null as string | null } = {},
) {
  world.models.clearScripts()
  world.models.addScript({ when: {}, answers: [call as never, { text: said }] })
  const talk = await leadConversation(world, agentId)
  if (profileId !== null)
    await world.service.context.db.write(sql`
      update conversations set profile_id = ${profileId} where _id = ${talk.key.conversation_id}`)
  await talk.say('go on')
  const { heard } = await talk.take()
  const [turn] = await talk.turns()
  const step = turn?.steps.find(({ kind }) => kind === 'tool')
  assert.ok(turn && step)
  return { content: step.content as ToolStepContent, citations: turn.citations, heard, key: talk.key }
}

describe('update_property', () => {
  const properties = {
    intent: { one_of: ['yes', 'no'] },
    callback_at: { type: 'instant' },
    seats: { type: 'number' },
    notes: { type: 'text' },
    insured: { type: 'boolean' },
  }
  const agent = () => addAgent(world, { tools: [{ kind: 'update_property', properties }] })
  const keep = (name: string, value: unknown) => ({ tool: 'update_property', arguments: { name, value } })

  async function addPerson(given: object = {}): Promise<string> {
    const { context, organizationId, projectId } = world.service
    const profileId = context.newId()
    await context.db.write(sql`
      insert into profiles (organization_id, project_id, _id, display_id, properties, created_at, updated_at, last_interaction_at)
      values (${organizationId}, ${projectId}, ${profileId}, ${profileId.slice(-12)}, ${JSON.stringify(given)}::jsonb, now(), now(), now())`)
    return profileId
  }
  async function propertiesOf(profileId: string): Promise<unknown> {
    const [row] = await world.service.context.db.query<{ properties: unknown }>(
      sql`select properties from profiles where _id = ${profileId}`,
    )
    return row?.properties
  }

  it('writes a declared property, and where it was said', async () => {
    const profileId = await addPerson({ plan: 'yearly' })
    const { content, key } = await callOnce(await agent(), keep('intent', 'yes'), { profileId })
    assert.equal(content.outcome, 'ok')
    assert.deepEqual(await propertiesOf(profileId), { plan: 'yearly', intent: 'yes' })
    const said = await world.service.context.db.query(sql`
      select name, value, conversation_id, turn from said_properties where profile_id = ${profileId}`)
    assert.deepEqual(said, [{ name: 'intent', value: 'yes', conversation_id: key.conversation_id, turn: 1 }])
  })

  it('leaves alone what somebody else has set, and may change what was said before', async () => {
    const byOthers = await addPerson({ intent: 'later' })
    const agentId = await agent()
    const refused = await callOnce(agentId, keep('intent', 'yes'), { profileId: byOthers })
    assert.equal(refused.content.outcome, 'failed')
    assert.deepEqual(await propertiesOf(byOthers), { intent: 'later' })
    const bySaying = await addPerson()
    for (const value of ['yes', 'no']) await callOnce(agentId, keep('intent', value), { profileId: bySaying })
    assert.deepEqual(await propertiesOf(bySaying), { intent: 'no' })
  })

  for (const [name, value] of [
    ['plan', 'free'],
    ['intent', 'maybe'],
    ['intent', 'a text that may be a note'],
    ['seats', '3'],
    ['notes', ''],
    ['notes', 'n'.repeat(501)],
    ['insured', 'yes'],
    ['callback_at', 'tomorrow'],
    ['callback_at', '2026-13-45T99:00:00Z'],
    ['callback_at', '2027-02-30T10:00:00Z'],
  ] as const)
    it(`refuses ${name} = ${value.slice(0, 30)}`, async () => {
      const profileId = await addPerson()
      const { content } = await callOnce(await agent(), keep(name, value), { profileId })
      assert.equal(content.outcome, 'refused')
      assert.deepEqual(await propertiesOf(profileId), {})
    })

  it('takes a value of each type', async () => {
    const profileId = await addPerson()
    const values = {
      callback_at: '2026-11-23T15:00:00Z',
      seats: 3,
      // 300 characters of two UTF-16 units each, as the schema counts them.
      notes: '🙂'.repeat(300),
      insured: false,
    }
    const agentId = await agent()
    for (const [name, value] of Object.entries(values)) {
      const { content } = await callOnce(agentId, keep(name, value), { profileId })
      assert.equal(content.outcome, 'ok', content.result ?? name)
    }
    assert.deepEqual(await propertiesOf(profileId), values)
  })

  it('writes nothing where the person is not known', async () => {
    const { content } = await callOnce(await agent(), keep('intent', 'yes'))
    assert.equal(content.outcome, 'failed')
  })
})

describe('look_up', () => {
  const lookUp = { tool: 'look_up', arguments: { question: 'When is your workshop open?' } }
  const agent = (more = {}) => addAgent(world, { tools: [{ kind: 'look_up' }], ...more })
  const url = 'https://docs.example.com/hours'
  let sourceId: string
  before(async () => {
    const { context, organizationId, projectId } = world.service
    sourceId = context.newId()
    await context.db.write(sql`
      insert into sources (organization_id, project_id, _id, name, source_type, created_by, created_at, updated_at)
      values (${organizationId}, ${projectId}, ${sourceId}, 'Help', 'urls', '{"kind": "operator"}', now(), now())`)
    const html =
      '<html lang="en"><title>Hours</title><main><p>Our workshop is open from nine to five on weekdays.</p></main></html>'
    const document = readHtml(html, url, 'en')
    assert.ok(document)
    const page = { organizationId, projectId, sourceId, url, document, byteSize: html.length }
    const more = { etag: null, lastModified: null, crawlId: null, pagesMax: 10 }
    await context.db.transaction((transaction) =>
      storePage(transaction, { ...page, ...more }, context.clock.now()),
    )
  })

  it('gives passages by number; those that the answer names are kept as citations', async () => {
    const { content, citations, heard } = await callOnce(await agent(), lookUp, {
      said: 'We are open from nine to five [1]. Anything else?',
    })
    assert.match(content.result ?? '', /^\[1\] .*nine to five/)
    assert.deepEqual(
      citations.map(({ id, url: at }) => ({ id, at: at?.split('#')[0] })),
      [{ id: sourceId, at: url }],
    )
    assert.ok(heard.sentences.every((sentence) => !sentence.includes('[1]')))
    const silent = await callOnce(await agent(), lookUp, { said: 'We are open.' })
    assert.deepEqual(silent.citations, [])
  })

  it('says that nothing was found', async () => {
    const { content, citations } = await callOnce(await agent(), {
      tool: 'look_up',
      arguments: { question: 'xylophone quarantine' },
    })
    assert.match(content.result ?? '', /Nothing was found/)
    assert.deepEqual(citations, [])
  })

  it('finds nothing where the search takes longer than 1.5 s', async () => {
    const { context } = world.service
    const unhurriedMs = context.lookUpMs
    const agentId = await agent()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    // The search waits for this lock.
    const locking = context.db.transaction(async (transaction) => {
      await transaction.query(sql`lock table source_words, page_chunks in access exclusive mode`)
      lock()
      await isOver
    })
    await isLocked
    try {
      context.lookUpMs = usualLookUpMs
      await using stalls = watchStalls(probeOf(context.db))
      const begun = performance.now()
      const { content, heard } = await callOnce(agentId, lookUp, { said: 'I do not know.' })
      const tookMs = performance.now() - begun
      assert.match(content.result ?? '', /Nothing was found/)
      assert.ok(tookMs >= 1_450 && tookMs - stalls.stalledMs() < 10_000, String(tookMs))
      assert.deepEqual(heard.sentences, ['One moment.', 'I do not know.'])
    } finally {
      context.lookUpMs = unhurriedMs
      end()
      await locking
    }
  })
})

describe('the line while a tool runs', () => {
  const wait = async (afterMs: number) => {
    world.tool.answer = { status: 200, body: 'ok', afterMs }
    const { heard } = await callOnce(await addAgent(world), { tool: 'renew_plan', arguments: { months: 12 } })
    world.tool.answer = { status: 200, body: 'ok' }
    return heard.sentences
  }
  it('is said after 700 ms, and not before', async () => {
    assert.deepEqual(await wait(1_400), ['One moment.', 'It is kept.'])
    const begun = performance.now()
    const sentences = await wait(0)
    // On a machine that stands still, the tool takes as long.
    const isLate = performance.now() - begun > 700
    assert.deepEqual(sentences.slice(isLate ? -1 : 0), ['It is kept.'])
  })
})
