import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { beginByRequest, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { answerWebMessages } from '../jobs/answer-web-messages.ts'

let world: AgentService
let conversationId: string
before(async () => {
  world = await startAgentService()
  conversationId = await beginByRequest(world)
})
after(() => world[Symbol.asyncDispose]())

const path = (id: string) =>
  `/organizations/${world.service.organizationId}/projects/${world.service.projectId}/conversations/${id}/mode`

const setMode = (id: string, body: unknown, options: { key?: string | null } = {}) =>
  world.service.request('POST', path(id), { body, ...options })

describe('POST conversations/{conversation_id}/mode', () => {
  it('takes a conversation over and gives it back, and says whether that changed it (200)', async () => {
    for (const [mode, changed] of [
      ['person', true],
      ['person', false],
      ['agent', true],
    ] as const) {
      const { status, body } = await setMode(conversationId, { mode })
      assert.equal(status, 200)
      assert.deepEqual(body.data, { mode, changed })
    }
  })

  it('leaves to the agent a question of which the customer has read the wait line alone (Rule 93)', async () => {
    const { service, models, tool } = world
    models.addScript({
      when: { input_contains: 'renew' },
      answers: [{ tool: 'renew_plan', arguments: { months: 12 } }, { text: 'It is done.' }],
    })
    const id = await beginByRequest(world)
    const { promise: from, resolve: letAnswer } = Promise.withResolvers<void>()
    tool.answer = { status: 200, body: 'ok', from }
    const writing = fetch(`${service.url}${path(id).replace(/mode$/, 'messages')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.key },
      body: JSON.stringify({ text: 'renew it' }),
    }).then((response) => response.text())
    const turns = () =>
      service.context.db.query<{ input: string; state: string; text: string }>(sql`
        select input, state, text from agent_turns where conversation_id = ${id} order by turn`)
    const said = await eventually('the wait line is said', async () => (await turns())[0]?.text || null)
    assert.equal(said, 'One moment.')
    await setMode(id, { mode: 'person' })
    letAnswer()
    assert.match(await writing, /event: done\n.*"mode":"person"/)
    tool.answer = { status: 200, body: 'ok' }
    await setMode(id, { mode: 'agent' })
    const job = answerWebMessages(service.context)
    assert.equal(await job.run(new AbortController().signal), true)
    await job.finish?.()
    assert.deepEqual(await turns(), [
      { input: 'renew it', state: 'superseded', text: 'One moment.' },
      { input: 'renew it', state: 'done', text: 'It is done.' },
    ])
  })

  it('refuses other modes and names the two (400)', async () => {
    const { status, body } = await setMode(conversationId, { mode: 'robot' })
    assert.equal(status, 400)
    assert.match(body.message, /mode: must be one of agent, person/)
  })

  it('refuses conversations that the project does not have (404)', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      assert.equal((await setMode(id, { mode: 'person' })).status, 404)
  })

  it('requires a key (401) of this project with the scope agents:manage (403)', async () => {
    assert.equal((await setMode(conversationId, { mode: 'person' }, { key: null })).status, 401)
    for (const key of await limitedKeys(world.service))
      assert.equal((await setMode(conversationId, { mode: 'person' }, { key })).status, 403)
  })

  it('refuses a conversation that has ended (409)', async () => {
    await world.service.context.db.write(sql`
      update agent_conversations set ended_at = now() where conversation_id = ${conversationId}`)
    assert.equal((await setMode(conversationId, { mode: 'person' })).status, 409)
  })
})
