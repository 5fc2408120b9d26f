// Bursts (Rule 92), take-overs (Rule 93) and deaths of workers, with two workers on one database.
// `ANSWERED_BURSTS=1000` runs a thousand bursts.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recordPersonWrote, setMode } from '../../src/agents/conversation/set-mode.ts'
import { refusals } from '../../src/base/refusals.ts'
import { sql } from '../../src/db/sql.ts'
import { textRequest } from '../../src/whatsapp/agents/agent-message.ts'
import { sendMessage } from '../../src/whatsapp/send/send-message.ts'
import { startAnsweringService } from '../support/answering.ts'
import type { AnsweringService, LedChat } from '../support/answering.ts'
import { countOf, isLong } from '../support/length.ts'
import { eventually } from '../support/service.ts'

const burstsCount = countOf('ANSWERED_BURSTS', { short: 40, long: 200 })
/** Chats that two people take over at once, around the moment of the agent's answer. */
const takenOverCount = isLong ? 20 : 10
/** Bursts at once, so that a machine with little to spare keeps the gaps between messages short. */
const atOnce = 20
/** No burst begins later: a machine with much else to do runs fewer. */
const msMax = Math.max(120_000, burstsCount * 600)
/** How long the agent gathers messages, from the last one. */
const gatherSeconds = 2.5

let world: AnsweringService
before(async () => {
  world = await startAnsweringService({ gatherSeconds, sends: 50_000 })
  world.startAnotherWorker()
  world.startAnotherWorker()
})
after(() => world[Symbol.asyncDispose]())

let people = 0
/** Returns a new number whose messages arrive, and whose person says nothing by itself: its last digits are 00. */
function person(): string {
  const [exchange, line] = [200 + (people >> 6), 10 + (people & 63)]
  people++
  return `+1212${exchange}${line}00`
}

/** Repeats the same for a seed, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

const isOver = ({ turns, due_at, open_inputs, lease_token }: LedChat) =>
  open_inputs === 0 &&
  due_at === null &&
  lease_token === null &&
  turns.every(({ state }) => ['done', 'superseded', 'failed'].includes(state))

/** Waits until so many messages of a person are stored. */
async function stored(from: string, messages: number): Promise<void> {
  await eventually(`${messages} messages of ${from} are stored`, async () => {
    const [{ count }] = (await world.context.db.query(sql`
      select count(*)::integer as count from agent_inputs i
      join conversations v on v.organization_id = i.organization_id and v._id = i.conversation_id
      where v.phone_number = ${from}`)) as [{ count: number }]
    return count >= messages || null
  })
}

async function over(from: string, messages: number): Promise<LedChat> {
  return eventually(`the chat of ${from} is over`, async () => {
    const [chat] = await world.chats(from)
    if (chat === undefined || !isOver(chat) || chat.turns.length === 0) return null
    const words = chat.turns
      .filter(({ state }) => state !== 'superseded')
      .flatMap(({ input }) => input.split('\n'))
    return words.length >= messages ? chat : null
  })
}

describe('bursts of messages, two workers', () => {
  it(`answers each of ${burstsCount} random bursts once, in the order of its messages`, async () => {
    const random = randomOf(7)
    /** The people whose messages were stored as one burst. */
    const whole: string[] = []
    /** Returns whether the messages were stored as one burst. */
    const runBurst = async (): Promise<boolean> => {
      const from = person()
      const texts = Array.from({ length: 1 + Math.floor(random() * 10) }, (_, index) => `word${index}`)
      const begun = performance.now()
      for (const text of texts) {
        world.says(from, text)
        await new Promise((resolve) => setTimeout(resolve, random() * 60))
      }
      await stored(from, texts.length)
      const isOneBurst = performance.now() - begun < gatherSeconds * 1_000
      const chat = await over(from, texts.length)
      const answered = chat.turns.filter(({ state }) => state !== 'superseded')
      const inputs = answered.map(({ input }) => input.split('\n'))
      assert.deepEqual(inputs.flat().toSorted(), texts.toSorted(), JSON.stringify(chat.turns))
      assert.equal(world.textsTo(from).length, answered.length, JSON.stringify(world.textsTo(from)))
      if (!isOneBurst) return false
      assert.equal(answered.length, 1, JSON.stringify(chat.turns))
      whole.push(from)
      return true
    }
    // A machine that is too busy stores the messages of a burst further apart than the agent gathers them. Such a burst
    // may be answered in parts. Another one is run for it, with fewer at once from then on.
    const until = performance.now() + msMax
    let lanes = atOnce
    const lane = async (): Promise<void> => {
      while (whole.length < burstsCount && performance.now() < until)
        if (!(await runBurst()) && lanes > 1) return void lanes--
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    assert.ok(whole.length > 0, 'some bursts were stored as bursts')
    const repeated = await world.context.db.query(sql`
      select key from idempotency_keys where key like 'agent:%' group by key having count(*) > 1`)
    assert.deepEqual(repeated, [])
  })

  it('keeps the order of messages that come in one webhook', async () => {
    const from = person()
    const texts = Array.from({ length: 10 }, (_, index) => `word${index}`)
    world.whatsapp.network.receive({
      phone_number_id: '100000000000001',
      messages: texts.map((body) => ({ from, content: { type: 'text', text: { body } } })),
    })
    const chat = await over(from, 10)
    assert.equal(chat.turns.at(-1)?.input, texts.join('\n'))
  })
})

describe('two people and two workers at once', () => {
  it('lets agent or person answer an input, never both', async () => {
    const { context } = world
    const runs = Array.from({ length: takenOverCount }, async (_, index) => {
      const from = person()
      world.says(from, 'Hello')
      const chat = await eventually('it has arrived', async () => (await world.chats(from))[0] ?? null)
      // Around the moment at which the workers answer.
      await new Promise((resolve) => setTimeout(resolve, 2_300 + (index * 500) / takenOverCount))
      const key = { organization_id: chat.organization_id, conversation_id: chat.conversation_id }
      const takeOver = async (by: string) =>
        context.db.transaction((transaction) =>
          setMode(context, transaction, key, { mode: 'person', by, summary: null }),
        )
      const changed = await Promise.all([takeOver('Eva'), takeOver('Tom')])
      assert.deepEqual(changed.toSorted(), [false, true])
      const [{ project_id }] = (await context.db.query<{ project_id: string }>(
        sql`select project_id from agent_conversations where conversation_id = ${key.conversation_id}`,
      )) as [{ project_id: string }]
      const [mode] = await context.db.query<{ since: string }>(
        sql`select mode_since as since from agent_conversations where conversation_id = ${key.conversation_id}`,
      )
      await sendMessage(context, {
        organization_id: key.organization_id,
        project_id,
        broadcast_id: world.whatsapp.broadcastIds['Typed']!,
        request: textRequest(from, 'Eva here.'),
        resendOf: null,
        idempotencyKey: `draft ${from}`,
        condition: {
          inTransaction: async (transaction) => {
            if (!(await recordPersonWrote(context, transaction, key, 'Eva'))) throw refusals.agentAnswers()
          },
          again: async () => undefined,
        },
      })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const after = (await world.chats(from))[0]!
      const byAgent = await context.db.query<{ created_at: string }>(sql`
        select m.created_at from idempotency_keys k
        join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
        where m.recipient = ${from} and k.key like 'agent:%'`)
      for (const { created_at } of byAgent)
        assert.ok(created_at <= mode!.since, 'nothing is sent after a take-over')
      assert.equal(after.open_inputs, 0)
      assert.deepEqual([after.mode, after.due_at], ['person', null])
      assert.equal(world.textsTo(from).filter((text) => text === 'Eva here.').length, 1)
      assert.ok(world.textsTo(from).length <= 2)
    })
    await Promise.all(runs)
  })
})

describe('a worker that is killed', () => {
  it('leaves nothing unanswered and nothing answered twice', async () => {
    const { service } = world.whatsapp
    const from = person()
    const program = fileURLToPath(new URL('../support/answering-worker.ts', import.meta.url))
    const kills = 3
    for (let index = 0; index < kills; index++) {
      const child = spawn(process.execPath, [program], {
        env: {
          ...process.env,
          DATABASE_URL: service.databaseUrl,
          MODEL_HOST: `127.0.0.1:${world.models.port}`,
          PUBLIC: service.url,
        },
        stdio: 'ignore',
      })
      world.says(from, `message ${index}`)
      await new Promise((resolve) => setTimeout(resolve, 2_400 + index * 150))
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
      // What a dead process has led is free after its lease; the test does not wait for a minute.
      await world.context.db.write(sql`
        update agent_conversations c set lease_until = now() from conversations v
        where v._id = c.conversation_id and v.phone_number = ${from} and c.lease_token is not null`)
      const chat = await over(from, index + 1)
      assert.equal(
        world.textsTo(from).length,
        chat.turns.filter(({ state }) => state === 'done').length,
        JSON.stringify(chat.turns),
      )
    }
    const inputs = (await world.chats(from))[0]!.turns
      .filter(({ state }) => state === 'done')
      .flatMap(({ input }) => input.split('\n'))
    assert.deepEqual(inputs, ['message 0', 'message 1', 'message 2'])
  })
})
