import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addAgent, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'

let world: AgentService
let agentId: string
before(async () => {
  world = await startAgentService()
  agentId = await addAgent(world)
})
after(() => world[Symbol.asyncDispose]())

const path = (id: string) =>
  `/organizations/${world.service.organizationId}/projects/${world.service.projectId}/agents/${id}/conversations`
const begin = (
  id: string,
  options: { body?: unknown; key?: string | null; headers?: Record<string, string> },
) => world.service.request('POST', path(id), { body: {}, ...options })

describe('POST agents/{agent_id}/conversations', () => {
  it('returns the conversation, the first line and the language (201)', async () => {
    const { status, body } = await begin(agentId, { body: { customer: { name: 'Ada' } } })
    assert.equal(status, 201)
    const { conversation_id, ...said } = body.data as { conversation_id: string }
    assert.equal(typeof conversation_id, 'string')
    assert.deepEqual(said, { text: 'Hello Ada. I am an automated assistant.', language: 'en-US' })
  })

  it('begins once for a key, and refuses the key for another customer (409)', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await begin(agentId, { body: { customer: { name: 'Ada' } }, headers })
    const again = await begin(agentId, { body: { customer: { name: 'Ada' } }, headers })
    assert.deepEqual(again.body.data, first.body.data)
    assert.equal((await begin(agentId, { body: { customer: { name: 'Eve' } }, headers })).status, 409)
  })

  it('refuses values that are no text, number or boolean, and says which (400)', async () => {
    const { status, body } = await begin(agentId, { body: { customer: { name: ['Ada'] } } })
    assert.equal(status, 400)
    assert.match(body.message, /customer\.name: must be a text/)
  })

  it('refuses agents that the project does not have (404)', async () => {
    for (const id of [randomUUID(), 'nonsense']) assert.equal((await begin(id, {})).status, 404)
  })

  it('requires a key (401) of this project with the scope agents:chat (403)', async () => {
    assert.equal((await begin(agentId, { key: null })).status, 401)
    for (const key of await limitedKeys(world.service))
      assert.equal((await begin(agentId, { key })).status, 403)
  })
})
