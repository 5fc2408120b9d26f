import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { beginByRequest, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'

let world: AgentService
let conversationId: string
before(async () => {
  world = await startAgentService()
  conversationId = await beginByRequest(world)
})
after(() => world[Symbol.asyncDispose]())

const path = (id: string) =>
  `/organizations/${world.service.organizationId}/projects/${world.service.projectId}/conversations/${id}/turns`

const list = (id: string, query = '', options: { key?: string | null } = {}) =>
  world.service.request('GET', `${path(id)}${query}`, options)

describe('GET conversations/{conversation_id}/turns', () => {
  it('lists what was asked and answered, oldest first, a page at a time (200)', async () => {
    world.models.addScript({ when: {}, answers: [{ text: 'In March.' }] })
    for (const text of ['one', 'two']) {
      const address = `${world.service.url}${path(conversationId).replace(/turns$/, 'messages')}`
      const headers = { 'x-api-key': world.service.key, 'content-type': 'application/json' }
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ text }) })
      assert.match(await answer.text(), /In March\./)
    }
    const { status, body } = await list(conversationId, '?limit=1&skip=1')
    assert.equal(status, 200)
    const { items, pagination } = body.data as {
      items: { turn: number; input: string; outcome: string; steps: { kind: string }[] }[]
      pagination: { total: number }
    }
    assert.equal(pagination.total, 2)
    assert.deepEqual(
      items.map(({ turn, input, outcome, steps }) => [turn, input, outcome, steps.map(({ kind }) => kind)]),
      [[2, 'two', 'answered', ['model']]],
    )
  })

  it('refuses a limit that is none (400) and conversations that the project does not have (404)', async () => {
    assert.equal((await list(conversationId, '?limit=0')).status, 400)
    for (const id of [randomUUID(), 'nonsense']) assert.equal((await list(id)).status, 404)
  })

  it('requires a key (401) of this project (403)', async () => {
    assert.equal((await list(conversationId, '', { key: null })).status, 401)
    const [plain, foreign] = await limitedKeys(world.service)
    assert.equal((await list(conversationId, '', { key: plain })).status, 200)
    assert.equal((await list(conversationId, '', { key: foreign })).status, 403)
  })
})
