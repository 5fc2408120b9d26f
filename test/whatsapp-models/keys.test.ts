// Promises 1 to 3, 6 and 8, and Rules 23 to 26, 50 and 63: a model of what is kept under a key says how every request
// with it is answered, and how many of them the network may receive.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandActor } from '../../src/cli/command-actor.ts'
import { sql } from '../../src/db/sql.ts'
import { deletePastKeys } from '../../src/idempotency/queries.ts'
import type { SentMessage } from '../../src/sandbox/whatsapp/messages.ts'
import { settleManually } from '../../src/whatsapp/send/operator-settlement.ts'
import { fc } from '../support/properties.ts'
import { eventually } from '../support/service.ts'
import { assertModel } from './assert-model.ts'
import { startGate } from './gate.ts'
import type { Gate } from './gate.ts'
import {
  bodyTo,
  failedCode,
  organizationName,
  sendsByDefault,
  startStage,
  reportedStatuses,
} from './stage.ts'
import type { Answered, SendFault, Sending, Stage, ReportedStatus } from './stage.ts'

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

/** What is asked for; `again` is `first` in another spelling. */
const bodies = ['first', 'again', 'other order', 'other broadcast', 'unfit', 'malformed'] as const
type Body = (typeof bodies)[number]

function sendingOf(body: Body, { to, name: key }: Slot): Sending {
  switch (body) {
    case 'first':
      return { key, body: bodyTo(to) }
    case 'again': {
      const { data, ...rest } = JSON.parse(bodyTo(to)) as { to: string; data: object }
      const backwards = Object.fromEntries(Object.entries(data).toReversed())
      return { key, body: JSON.stringify({ data: backwards, ...rest }, null, 2) }
    }
    case 'other order':
      return { key, body: bodyTo(to, 'A-2') }
    case 'other broadcast':
      return { key, body: bodyTo(to), broadcast: 'Sale' }
    case 'unfit':
      return { key, body: JSON.stringify({ to, data: { first_name: 'Ada' } }) }
    case 'malformed':
      return { key, body: '{"to":7}' }
  }
}

/** Returns which request a body stands for: `again` is `first` in another spelling. */
const requestOf = (body: Body) => (body === 'again' ? 'first' : body)

/** How the network answers a send. */
const weathers = {
  fine: null,
  refused: { kind: 'status', status: 400, code: failedCode },
  busy: { kind: 'status', status: 429, code: 130429, retry_after_seconds: 60 },
  lost: { kind: 'drop', reset: true },
  broken: { kind: 'status', status: 500, code: 131000 },
  unanswered: { kind: 'drop', placed: true },
  cut: { kind: 'drop', after_bytes: 200, placed: true },
  nameless: { kind: 'answer', status: 200, body: '{"messages":[]}', placed: true },
} as const satisfies Record<string, SendFault | null>
type Weather = keyof typeof weathers

/** What is kept under a key. `bytes` are those of its first answer; null: no request has got one yet. */
type Kept =
  | { kind: 'nothing' }
  | { kind: 'unresolved'; request: string; message: SentMessage }
  | { kind: 'answer'; request: string; sinceMs: number; shown: Shown; bytes: string | null }

/** What an answer says. */
type Shown =
  | { status: 200; message_id: string; reported: ReportedStatus; wamid: string | null }
  | { status: 400; message: RegExp }

interface Slot {
  name: string
  to: string
  kept: Kept
  /** How many sends the network has received, how many of them it has accepted, and how many messages are stored. */
  received: number
  accepted: number
  rows: number
}

interface Model {
  isPlanActive: boolean
  slots: Slot[]
}

type Command = fc.AsyncCommand<Model, Stage>

const dayMs = 24 * 3_600_000
const rejection = /^WhatsApp refused the message: .+ \(code 131026\)$/
const handRejection = /^The message was not sent: an operator found that out$/

let keys = 0
function newModel(): Model {
  const newSlot = (): Slot => {
    const kept = { kind: 'nothing' } as const
    return { name: `key ${keys++}`, to: stage.freshNumber(), kept, received: 0, accepted: 0, rows: 0 }
  }
  return { isPlanActive: true, slots: [newSlot(), newSlot()] }
}

/** Returns what the key keeps once a status was reported for its message. */
function keptOf(request: string, message: SentMessage, reported: ReportedStatus): Kept {
  const shown: Shown =
    reported === 'failed'
      ? { status: 400, message: rejection }
      : { status: 200, message_id: message.callback_data!, reported, wamid: message.message_id }
  return { kind: 'answer', request, sinceMs: stage.now().getTime(), shown, bytes: null }
}

/** Asserts that an answer follows from what is kept under the key. */
function assertKept(slot: Slot, body: Body, answer: Answered, isReplay = true): void {
  const { kept } = slot
  assert(kept.kind !== 'nothing')
  if (body === 'malformed') return assertRefused(answer, 400, /to/)
  if (requestOf(body) !== kept.request) return assertRefused(answer, 409, /Idempotency-Key/)
  if (kept.kind === 'unresolved') return assertPending(answer, kept.message, 'unresolved')
  const { shown } = kept
  assert.equal(answer.status, shown.status, answer.text)
  assert.equal(answer.isReplay, isReplay)
  if (shown.status === 400) {
    assert.match(answer.message, shown.message)
    assert.equal(answer.result, null)
  } else {
    const { message_id, status, provider_message_id } = answer.result!
    assert.deepEqual(
      [message_id, status, provider_message_id],
      [shown.message_id, shown.reported, shown.wamid],
    )
  }
  kept.bytes ??= answer.text
  assert.equal(answer.text, kept.bytes)
}

function assertRefused(answer: Answered, status: number, message: RegExp): void {
  assert.deepEqual([answer.status, answer.result, answer.isReplay], [status, null, false], answer.text)
  assert.match(answer.message, message)
}

function assertPending(answer: Answered, message: SentMessage, status: string): void {
  assert.deepEqual([answer.status, answer.isReplay], [202, false], answer.text)
  assert.deepEqual([answer.result?.message_id, answer.result?.status], [message.callback_data, status])
}

/** Asserts the answer to the first request with a key, and keeps it in the model. */
function keepFirst(
  model: Model,
  slot: Slot,
  asking: { body: Body; weather: Weather; answer: Answered },
): void {
  const { body, weather, answer } = asking
  if (body === 'malformed') return assertRefused(answer, 400, /to/)
  if (!model.isPlanActive) return assertRefused(answer, 402, /not active/)
  if (body === 'unfit') return assertRefused(answer, 400, /order_id/)
  slot.received++
  slot.rows++
  const fault = weathers[weather]
  if (fault === null || ('placed' in fault && fault.placed)) slot.accepted++
  const request = requestOf(body)
  const message = stage.received(slot.to).at(-1)!
  switch (weather) {
    case 'fine':
    case 'refused':
      slot.kept = keptOf(request, message, weather === 'fine' ? 'sent' : 'failed')
      return assertKept(slot, body, answer, false)
    case 'busy':
      return assertRefused(answer, 400, /^Nothing was sent/)
    case 'lost':
    case 'broken':
    case 'unanswered':
    case 'cut':
    case 'nameless':
      slot.kept = { kind: 'unresolved', request, message }
      return assertRefused(answer, 503, new RegExp(`not known yet; it is kept as ${message.callback_data}`))
  }
}

/** Asserts that the network and the stored messages agree with the model, whatever was answered. */
async function assertStored({ slots }: Model): Promise<void> {
  const { db } = stage.whatsapp.service.context
  for (const { name, to, received, accepted, rows } of slots) {
    assert.deepEqual(
      [stage.received(to).length, stage.accepted(to).length],
      [received, accepted],
      `${name} at the network`,
    )
    const written = await db.query(sql`select from whatsapp_messages where recipient = ${to}`)
    assert.equal(written.length, rows, `rows of ${name}`)
  }
}

function command(name: string, check: (model: Readonly<Model>) => boolean, run: Command['run']): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real)
      await assertStored(model)
    },
    toString: () => name,
  }
}

const always = () => true

const sends = (at: number, body: Body, weather: Weather) =>
  command(`send(${at}, ${body}, ${weather})`, always, async (model, stage) => {
    const slot = model.slots[at]!
    stage.setFault(slot.to, weathers[weather])
    const answer = await stage.send(sendingOf(body, slot))
    if (slot.kept.kind === 'nothing') keepFirst(model, slot, { body, weather, answer })
    else assertKept(slot, body, answer)
  })

/** While the first request waits for its answer, others come with its key, and perhaps a webhook. */
const meets = (
  at: number,
  weather: 'fine' | 'unanswered',
  others: readonly Body[],
  reported: ReportedStatus | null,
) =>
  command(
    `meet(${at}, ${weather}, [${others.join()}], ${reported})`,
    (model) => model.isPlanActive && model.slots[at]!.kept.kind === 'nothing',
    async ({ slots }, stage) => {
      const slot = slots[at]!
      stage.setFault(slot.to, weathers[weather])
      gate.hold()
      try {
        const first = stage.send(sendingOf('first', slot))
        slot.received++
        slot.accepted++
        slot.rows++
        const message = await eventually('the network has it', () =>
          stage.received(slot.to).length === slot.received ? stage.received(slot.to).at(-1)! : null,
        )
        for (const body of others) {
          const answer = await stage.send(sendingOf(body, slot))
          if (body === 'malformed') assertRefused(answer, 400, /to/)
          else if (requestOf(body) === 'first') assertPending(answer, message, 'processing')
          else assertRefused(answer, 409, /Idempotency-Key/)
        }
        if (reported !== null) {
          await stage.report([{ message, status: reported }])
          slot.kept = keptOf('first', message, reported)
          for (const body of others) assertKept(slot, body, await stage.send(sendingOf(body, slot)))
        }
        gate.release()
        const answer = await first
        if (reported === null && weather === 'unanswered') {
          slot.kept = { kind: 'unresolved', request: 'first', message }
          assertRefused(answer, 503, /not known yet/)
        } else {
          if (reported === null) slot.kept = keptOf('first', message, 'sent')
          assertKept(slot, 'first', answer, false)
        }
      } finally {
        gate.release()
      }
    },
  )

/** Reports a status of one of the key's accepted messages. One of an earlier use must not change what is kept. */
const reports = (at: number, back: number, status: ReportedStatus) =>
  command(
    `report(${at}, ${back} back, ${status})`,
    ({ slots }) => slots[at]!.accepted > back,
    async ({ slots }, stage) => {
      const slot = slots[at]!
      const message = stage.accepted(slot.to).at(-1 - back)!
      await stage.report([{ message, status }])
      const { kept } = slot
      if (kept.kind === 'unresolved' && kept.message === message)
        slot.kept = keptOf(kept.request, message, status)
    },
  )

const settles = (at: number, as: 'sent' | 'failed') =>
  command(
    `settle(${at}, ${as})`,
    ({ slots }) => slots[at]!.kept.kind === 'unresolved',
    async ({ slots }, stage) => {
      const slot = slots[at]!
      assert(slot.kept.kind === 'unresolved')
      const { request, message } = slot.kept
      const verdict = { as, by: 'Grace', why: 'The customer called', actor: commandActor() }
      const settled = await settleManually(stage.whatsapp.service.context, message.callback_data!, verdict)
      assert.deepEqual(settled, { kind: 'settled', status: as })
      const kept = keptOf(request, { ...message, message_id: null }, as)
      assert(kept.kind === 'answer')
      slot.kept = as === 'sent' ? kept : { ...kept, shown: { status: 400, message: handRejection } }
    },
  )

const waits = (ms: number) =>
  command(`wait(${ms})`, always, async ({ slots }, stage) => {
    stage.turnClock(ms)
    for (const slot of slots)
      if (slot.kept.kind === 'answer' && stage.now().getTime() - slot.kept.sinceMs >= dayMs)
        slot.kept = { kind: 'nothing' }
  })

const tidies = () =>
  command('tidy()', always, async (_, stage) => {
    await deletePastKeys(stage.whatsapp.service.context.db, stage.now())
  })

const declares = (isActive: boolean) =>
  command(`plan(${isActive ? 'active' : 'inactive'})`, always, async (model) => {
    await declarePlan(isActive)
    model.isPlanActive = isActive
  })

async function declarePlan(isActive: boolean): Promise<void> {
  const plan = { status: isActive ? 'active' : 'inactive', whatsapp_sends: sendsByDefault }
  await stage.whatsapp.service.apply({ organizations: [{ name: organizationName, plan }] })
}

const slotAt = fc.constantFrom(0, 0, 0, 1)
const status = fc.constantFrom(...reportedStatuses)
const weather = fc.constantFrom(...(Object.keys(weathers) as Weather[]))
const anyBody = fc.constantFrom(...bodies)

/** Sends and repetitions come most often, because the effects of the other commands show in them. */
const commands = fc.commands(
  [
    fc.tuple(slotAt, fc.constantFrom('first', 'again'), weather).map((of) => sends(...of)),
    fc.tuple(slotAt, anyBody, weather).map((of) => sends(...of)),
    fc
      .tuple(
        slotAt,
        fc.constantFrom('fine', 'unanswered'),
        fc.uniqueArray(anyBody, { minLength: 1, maxLength: 3 }),
        fc.option(status),
      )
      .map((of) => meets(...of)),
    fc.tuple(slotAt, fc.nat(1), status).map((of) => reports(...of)),
    fc.tuple(slotAt, fc.constantFrom('sent', 'failed')).map((of) => settles(...of)),
    fc.constantFrom(1, 3_600_000, dayMs - 1, dayMs).map(waits),
    fc.constant(null).map(tidies),
    fc
      .oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })
      .map(declares),
  ],
  { maxCommands: 40, size: 'max' },
)

test('a key has one message, and one answer for good, whatever happens under it', async () => {
  await assertModel(80, commands, async (commands) => {
    await declarePlan(true)
    await fc.asyncModelRun(() => ({ model: newModel(), real: stage }), commands)
  })
})
