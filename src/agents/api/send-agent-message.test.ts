import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { beginByRequest, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

let world: AgentService
let conversationId: string
before(async () => {
  world = await startAgentService()
  conversationId = await beginByRequest(world)
})
after(() => world[Symbol.asyncDispose]())

const path = (id: string) =>
  `/organizations/${world.service.organizationId}/projects/${world.service.projectId}/conversations/${id}/messages`

async function write(
  id: string,
  body: unknown,
  { key = world.service.key, once = '' }: { key?: string | null; once?: string } = {},
) {
  const response = await fetch(`${world.service.url}${path(id)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { 'x-api-key': key }),
      ...(once !== '' && { 'idempotency-key': once }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('POST conversations/{conversation_id}/messages', () => {
  it('streams the answer as events, the last of which is done (200)', async () => {
    world.models.addScript({ when: { input_contains: 'plan' }, answers: [{ text: 'In March.' }] })
    const { status, type, text } = await write(conversationId, { text: 'When does my plan end?' })
    assert.equal(status, 200)
    assert.equal(type, 'text/event-stream; charset=utf-8')
    const events = text.split('\n\n').filter((block) => block.startsWith('event: '))
    assert.equal(events[0], 'event: sentence\ndata: {"text":"In March."}')
    assert.match(events.at(-1)!, /^event: done\ndata: \{"turn":1,"outcome":"answered","text":"In March\."/)
  })

  it('refuses a text that is none (400) and a key that was used for another text (409)', async () => {
    for (const text of ['', '  ', 'a'.repeat(4_001), 7])
      assert.equal((await write(conversationId, { text })).status, 400)
    const once = randomUUID()
    assert.equal((await write(conversationId, { text: 'plan' }, { once })).status, 200)
    assert.equal((await write(conversationId, { text: 'another' }, { once })).status, 409)
  })

  it('refuses conversations that the project does not have (404)', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      assert.equal((await write(id, { text: 'Hello' })).status, 404)
  })

  it('requires a key (401) of this project with the scope agents:chat (403)', async () => {
    assert.equal((await write(conversationId, { text: 'Hello' }, { key: null })).status, 401)
    for (const key of await limitedKeys(world.service))
      assert.equal((await write(conversationId, { text: 'Hello' }, { key })).status, 403)
  })

  it('lets three requests of a conversation wait; a fourth is refused, and stores nothing (429)', async () => {
    world.models.addScript({
      when: { input_contains: 'renew' },
      answers: [{ tool: 'renew_plan', arguments: { months: 12 } }, { text: 'Done.' }],
    })
    world.models.addScript({ when: {}, answers: [{ text: 'Heard.' }] })
    const id = await beginByRequest(world)
    const kept = async (): Promise<number> => {
      const inputs = await world.service.context.db.query(
        sql`select from agent_inputs where conversation_id = ${id} and kind = 'message'`,
      )
      return inputs.length
    }
    const { promise: from, resolve: letAnswer } = Promise.withResolvers<void>()
    world.tool.answer = { status: 200, body: 'ok', from }
    const writes = [write(id, { text: 'renew' })]
    await eventually('the first is kept', async () => (await kept()) === 1 || null)
    writes.push(write(id, { text: 'two' }), write(id, { text: 'three' }))
    await eventually('all three are kept', async () => (await kept()) === 3 || null)
    const fourth = await write(id, { text: 'four' })
    assert.equal(fourth.status, 429)
    assert.match(fourth.text, /Too many streams are open/)
    letAnswer()
    for (const { text } of await Promise.all(writes)) assert.match(text, /"outcome":"answered"/)
    assert.equal(await kept(), 3)
    assert.equal((await write(id, { text: 'five' })).status, 200)
    world.tool.answer = { status: 200, body: 'ok' }
  })

  it('refuses a conversation that has ended (409)', async () => {
    await world.service.context.db.write(sql`
      update agent_conversations set ended_at = now() where conversation_id = ${conversationId}`)
    assert.equal((await write(conversationId, { text: 'Hello' })).status, 409)
  })
})
