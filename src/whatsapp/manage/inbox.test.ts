// The inbox over real HTTP: what waits for a person, who leads it, and whether an answer can be sent.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerSteps } from '../../../test/support/answer-steps.ts'
import type { AnswerSteps } from '../../../test/support/answer-steps.ts'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService, LedChat } from '../../../test/support/answering.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { phoneNumberId } from '../../../test/support/whatsapp.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { processEvent } from '../inbound/process-event.ts'
import type { LedConversation } from '../view/inbox-queries.ts'

let world: AnsweringService
let steps: AnswerSteps
let viewer: Browser
let editor: Browser
before(async () => {
  world = await startAnsweringService()
  steps = answerSteps(world)
  viewer = await signInAs(world.whatsapp.service, 'viewer')
  editor = await signInAs(world.whatsapp.service, 'editor')
})
after(() => world[Symbol.asyncDispose]())

function ask(method: string, path: string, cookie: string, body?: unknown) {
  const { organizationId, projectId } = world.whatsapp.service
  const whole = `/api/organizations/${organizationId}/projects/${projectId}${path}`
  return askAsPage(world.whatsapp.service, method, whole, { body, cookie })
}

const list = async (query = ''): Promise<{ items: LedConversation[]; pagination: { total: number } }> =>
  (await ask('GET', `/inbox${query}`, viewer.cookie)).body.data

const modeOf = async (id: string): Promise<LedConversation> =>
  (await ask('GET', `/conversations/${id}/mode`, viewer.cookie)).body.data

const post = async ({ conversation_id }: LedChat, what: string, body: object) => {
  const answer = await ask('POST', `/conversations/${conversation_id}/${what}`, editor.cookie, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

describe('the inbox', () => {
  it('has what the agent hands over, which somebody takes, answers and gives back', async () => {
    const from = '+14155661000'
    await steps.receive(from, 'I want a human')
    const chat = await steps.answer(from)
    assert.equal(chat.mode, 'person')
    const [waiting] = (await list()).items
    assert.equal(waiting?.conversation_id, chat.conversation_id)
    assert.equal(waiting.mode_by, null)
    assert.equal(waiting.person_wrote_at, null)
    assert.equal(waiting.phone_number, from)
    assert.equal(waiting.agent_name, 'desk')
    assert.equal(waiting.is_window_open, true)
    assert.ok(waiting.summary)
    assert.ok(waiting.last_message_at)
    await post(chat, 'mode', { mode: 'person' })
    const taken = await modeOf(chat.conversation_id)
    assert.ok(taken.mode_by)
    assert.equal(taken.mode_since, waiting.mode_since)
    assert.equal(taken.summary, waiting.summary)
    await post(chat, 'replies', { text: 'I am a human.' })
    assert.ok((await modeOf(chat.conversation_id)).person_wrote_at)
    await post(chat, 'mode', { mode: 'agent' })
    const given = await modeOf(chat.conversation_id)
    assert.deepEqual([given.mode, given.person_wrote_at], ['agent', null])
    assert.equal((await list()).pagination.total, 0)
  })

  it('begins with those without an answer, the longest wait first, page by page', async () => {
    const chats: LedChat[] = []
    for (const last of [1, 2, 3, 4]) chats.push(await steps.receive(`+1415566200${last}`, 'Hello'))
    const [first, second, third, ended] = chats as [LedChat, LedChat, LedChat, LedChat]
    for (const chat of chats) await post(chat, 'mode', { mode: 'person' })
    await post(first, 'replies', { text: 'Hello' })
    const { db } = world.context
    await db.write(sql`update agent_conversations set mode_since = mode_since - interval '1 hour'
      where conversation_id = ${third.conversation_id}`)
    await db.write(
      sql`update agent_conversations set ended_at = now() where conversation_id = ${ended.conversation_id}`,
    )
    const order = [third, second, first].map(({ conversation_id }) => conversation_id)
    const all = await list()
    assert.deepEqual(
      all.items.map(({ conversation_id }) => conversation_id),
      order,
    )
    assert.equal(all.pagination.total, 3)
    const page = await list('?limit=1&skip=1')
    assert.deepEqual(
      [page.items.map(({ conversation_id }) => conversation_id), page.pagination.total],
      [[order[1]], 3],
    )
  })

  it('says that the window is closed', async () => {
    const chat = await steps.receive('+14155663000', 'Hello')
    await post(chat, 'mode', { mode: 'person' })
    await world.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = now() - interval '25 hours' where recipient = '+14155663000'`)
    const found = await modeOf(chat.conversation_id)
    assert.equal(found.is_window_open, false)
    assert.ok(Date.parse(found.window_closes_at!) < Date.now())
  })

  it('knows the window of a person whose number, or another id, became known since', async () => {
    const { network } = world.whatsapp
    const userId = 'US.13491208655302741640'
    network.receive({
      phone_number_id: phoneNumberId,
      messages: [
        {
          from: '+14155664000',
          user_id: userId,
          hide_number: true,
          content: { type: 'text', text: { body: 'Hello' } },
        },
      ],
    })
    await network.idle()
    while (await processEvent(world.context));
    const [chat] = await world.chats(userId)
    const isOpen = async () => (await modeOf(chat!.conversation_id)).is_window_open
    assert.equal(await isOpen(), true)
    const { db } = world.context
    // As a status report does that names both.
    const { organizationId, projectId } = world.whatsapp.service
    const keep = (id: string, number: string | null) =>
      db.write(sql`
        insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
        values (${organizationId}, ${projectId}, ${id}, ${chat!.conversation_id}, ${id}, ${number})`)
    await keep(userId, '+14155664000')
    await db.write(sql`update conversations set phone_number = '+14155664000', whatsapp_user_id = null
      where _id = ${chat!.conversation_id}`)
    assert.equal(await isOpen(), true)
    await db.write(sql`update whatsapp_user_ids set phone_number = null where user_id = ${userId}`)
    await keep('US.2', null)
    await db.write(sql`update conversations set phone_number = null, whatsapp_user_id = 'US.2'
      where _id = ${chat!.conversation_id}`)
    assert.equal(await isOpen(), true)
  })

  it('refuses what is not there, and pages out of range', async () => {
    assert.equal((await ask('GET', `/conversations/${uuidv7()}/mode`, viewer.cookie)).status, 404)
    assert.equal((await ask('GET', '/conversations/none/mode', viewer.cookie)).status, 404)
    assert.equal((await ask('GET', '/inbox?limit=0', viewer.cookie)).status, 400)
    assert.equal((await ask('GET', '/inbox', '')).status, 401)
  })
})
