// A worker dies between each two steps of an answer. The rows are left as the dead process leaves them (Rule 94).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerSteps } from '../../../test/support/answer-steps.ts'
import type { AnswerSteps } from '../../../test/support/answer-steps.ts'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService, LedChat } from '../../../test/support/answering.ts'
import { releaseConversation } from '../../agents/conversation/lease-queries.ts'
import { runTurn } from '../../agents/turn/run-turn.ts'
import { supersedeReply } from '../../agents/turn/supersede-reply.ts'
import { sql } from '../../db/sql.ts'
import { selectAnsweredChat } from './chat-queries.ts'
import { sendReply } from './send-reply.ts'

let world: AnsweringService
let steps: AnswerSteps
before(async () => {
  world = await startAnsweringService()
  steps = answerSteps(world)
})
after(() => world[Symbol.asyncDispose]())

const output = { say: () => undefined, afterwards: () => undefined }
const signal = new AbortController().signal

/** What a worker has done when it dies, after it has claimed the chat. */
const deaths: [string, (chat: LedChat, hold: { token: string }) => Promise<void>][] = [
  ['after the claim', async () => undefined],
  [
    'after the input is committed',
    async (chat, hold) => {
      const leave = new AbortController()
      leave.abort('leave')
      assert.equal((await runTurn(world.context, chat, hold, output, leave.signal)).kind, 'left')
    },
  ],
  [
    'after the reply is committed',
    async (chat, hold) => {
      assert.equal((await runTurn(world.context, chat, hold, output, signal)).kind, 'answered')
    },
  ],
  [
    'after WhatsApp has taken the message',
    async (chat, hold) => {
      const outcome = await runTurn(world.context, chat, hold, output, signal)
      assert.ok(outcome.kind === 'answered')
      const found = await selectAnsweredChat(world.context.db, chat)
      assert.ok(found?.broadcast_id)
      const sent = await sendReply(
        world.context,
        { ...found, broadcast_id: found.broadcast_id },
        hold,
        outcome,
      )
      assert.equal(sent.kind, 'sent')
    },
  ],
  [
    'after the reply was given up for newer messages',
    async (chat, hold) => {
      const outcome = await runTurn(world.context, chat, hold, output, signal)
      assert.ok(outcome.kind === 'answered')
      await world.context.db.write(sql`
        insert into agent_inputs (organization_id, conversation_id, _id, kind, text, sent_at, received_at)
        values (${chat.organization_id}, ${chat.conversation_id}, gen_random_uuid(), 'message', 'And this', now(), now())`)
      assert.equal(await supersedeReply(world.context, chat, hold, outcome.turn), true)
    },
  ],
  [
    'after the chat was let go',
    async (chat, hold) => {
      await releaseConversation(world.context.db, chat, hold, null, world.context.clock.now())
    },
  ],
]

describe('a worker that dies', () => {
  for (const [index, [what, die]] of deaths.entries())
    it(`${what}: one answer reaches the person, once`, async () => {
      const from = `+141556${60 + index}0100`.replace('0100', '100')
      const chat = await steps.receive(from, 'Hello')
      const hold = await steps.claim(from)
      await die(chat, hold)
      const after = await steps.answer(from)
      const answered = after.turns.filter(({ state }) => state === 'done')
      assert.equal(answered.length, 1, JSON.stringify(after.turns))
      assert.ok(answered[0]!.input.startsWith('Hello'))
      assert.equal(world.textsTo(from).length, 1)
      assert.deepEqual([after.open_inputs, after.due_at, after.lease_token], [0, null, null])
    })

  it('and comes back to life sends nothing any more', async () => {
    const from = '+14155669000'
    const chat = await steps.receive(from, 'Hello')
    const hold = await steps.claim(from)
    const outcome = await runTurn(world.context, chat, hold, output, signal)
    assert.ok(outcome.kind === 'answered')
    const found = await selectAnsweredChat(world.context.db, chat)
    const another = await steps.claim(from)
    assert.notEqual(another.token, hold.token)
    const sent = await sendReply(
      world.context,
      { ...found!, broadcast_id: found!.broadcast_id! },
      hold,
      outcome,
    )
    assert.equal(sent.kind, 'lost')
    assert.deepEqual(world.textsTo(from), [])
  })
})
