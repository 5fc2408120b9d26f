// Promise 5: of many first requests with one key one performs. All come at once; a gate before the network keeps the
// performer in flight where the others are to meet it there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { eventually } from '../support/service.ts'
import { startGate } from './gate.ts'
import type { Gate } from './gate.ts'
import { bodyTo, failedCode, startStage } from './stage.ts'
import type { Answered, Stage } from './stage.ts'

let stage: Stage
let gate: Gate
before(async () => {
  stage = await startStage()
  gate = await startGate(stage.whatsapp)
})
after(async () => {
  await gate[Symbol.asyncDispose]()
  await stage[Symbol.asyncDispose]()
})

const requests = 64

const sendAll = (bodies: readonly string[], key: string) =>
  Promise.all(bodies.map((body) => stage.send({ body, key })))

const alike = (to: string) => Array.from({ length: requests }, () => bodyTo(to))
const withStatus = (answers: readonly Answered[], status: number) =>
  answers.filter((answer) => answer.status === status)

/** Asserts that the network received one message, and that one is stored, whose send has this state. */
async function assertOne(to: string, quota: string): Promise<void> {
  assert.equal(stage.received(to).length, 1)
  const rows = await stage.whatsapp.service.context.db.query(
    sql`select _id, quota from whatsapp_messages where recipient = ${to}`,
  )
  assert.deepEqual(rows, [{ _id: stage.received(to)[0]!.callback_data, quota }])
}

/** Asserts that one request was answered with the status, and each other one with 202 or the same answer. */
function assertAlike(answers: readonly Answered[], status: number): void {
  const done = withStatus(answers, status)
  const pending = withStatus(answers, 202)
  assert.equal(done.length + pending.length, requests, answers.map(({ text }) => text).join('\n'))
  assert(done.length > 0)
  assert.equal(new Set(done.map(({ text }) => text)).size, 1)
  const ids = answers.flatMap(({ result }) => (result === null ? [] : [result.message_id]))
  assert(new Set(ids).size <= 1)
}

test('one of 64 concurrent requests sends, and the others get its answer or processing (202)', async () => {
  const to = stage.freshNumber()
  assertAlike(await sendAll(alike(to), to), 200)
  await assertOne(to, 'consumed')
})

test('63 requests get processing (202) while the first is in flight, which gets 200', async () => {
  const to = stage.freshNumber()
  gate.hold()
  const answers: Answered[] = []
  const sending = alike(to).map(async (body) => answers.push(await stage.send({ body, key: to })))
  await eventually('all but one are answered', () => (answers.length === requests - 1 ? true : null))
  assert(answers.every(({ status, result }) => status === 202 && result?.status === 'processing'))
  gate.release()
  await Promise.all(sending)
  assertAlike(answers, 200)
  assert.equal(answers.at(-1)!.status, 200)
  await assertOne(to, 'consumed')
})

test('64 requests for a refused message get the refusal (400) or processing (202)', async () => {
  const to = stage.freshNumber()
  stage.setFault(to, { kind: 'status', status: 400, code: failedCode })
  assertAlike(await sendAll(alike(to), to), 400)
  await assertOne(to, 'released')
})

test('after a lost answer, one of 64 requests gets 503 and the others unresolved (202)', async () => {
  const to = stage.freshNumber()
  stage.setFault(to, { kind: 'drop', placed: true })
  const answers = await sendAll(alike(to), to)
  assert.deepEqual([withStatus(answers, 503).length, withStatus(answers, 202).length], [1, requests - 1])
  await assertOne(to, 'reserved')
})

test('one of 64 requests with an expired key sends, to the millisecond of its expiry (Promise 7)', async () => {
  const before = stage.freshNumber()
  const [key, to] = [before, stage.freshNumber()]
  const first = await stage.send({ body: bodyTo(before), key })
  stage.turnClock(24 * 3_600_000 - 1)
  const early = await sendAll(alike(to), key)
  assert.equal(withStatus(early, 409).length, requests)
  assert.equal((await stage.send({ body: bodyTo(before), key })).text, first.text)
  stage.turnClock(1)
  assertAlike(await sendAll(alike(to), key), 200)
  await assertOne(to, 'consumed')
  await assertOne(before, 'consumed')
})

test('of two different requests under one key, 64 times, one sends and the other is refused (409)', async () => {
  const numbers = [stage.freshNumber(), stage.freshNumber()] as const
  const bodies = alike(numbers[0]).map((body, index) => (index % 2 === 0 ? body : bodyTo(numbers[1])))
  const answers = await sendAll(bodies, numbers[0])
  const winner = stage.received(numbers[0]).length === 1 ? 0 : 1
  const refused = answers.filter((_, index) => index % 2 !== winner)
  assert.equal(withStatus(refused, 409).length, requests / 2)
  const others = answers.filter((_, index) => index % 2 === winner)
  assert.equal(withStatus(others, 200).length + withStatus(others, 202).length, requests / 2)
  await assertOne(numbers[winner], 'consumed')
  assert.deepEqual(stage.received(numbers[1 - winner]!), [])
})
