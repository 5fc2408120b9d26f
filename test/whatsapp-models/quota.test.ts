// Promises 9 to 12 and Rules 27 and 54: a model of the plan says when a send is refused for it, and what is reserved
// and consumed after each thing that can happen to either.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandActor } from '../../src/cli/command-actor.ts'
import { sql } from '../../src/db/sql.ts'
import type { SentMessage } from '../../src/sandbox/whatsapp/messages.ts'
import { settleManually } from '../../src/whatsapp/send/operator-settlement.ts'
import { fc } from '../support/properties.ts'
import { assertModel } from './assert-model.ts'
import { bodyTo, failedCode, organizationName, startStage, reportedStatuses } from './stage.ts'
import type { Answered, SendFault, Stage, ReportedStatus } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

/** How the network answers a send, and what then happens to its reservation. */
const outcomes = {
  accepted: { fault: null, status: 200, quota: 'consumed' },
  rejected: { fault: { kind: 'status', status: 400, code: failedCode }, status: 400, quota: 'released' },
  busy: {
    fault: { kind: 'status', status: 429, code: 130429, retry_after_seconds: 60 },
    status: 400,
    quota: 'released',
  },
  lost: { fault: { kind: 'drop', reset: true }, status: 503, quota: 'reserved' },
  unanswered: { fault: { kind: 'drop', placed: true }, status: 503, quota: 'reserved' },
} as const satisfies Record<string, { fault: SendFault | null; status: number; quota: string }>
type Outcome = keyof typeof outcomes

/** A send that was not refused for the plan. */
interface Sent {
  to: string
  kind: Outcome
  message: SentMessage
  quota: 'reserved' | 'consumed' | 'released'
}

interface Model {
  isActive: boolean
  plan: number
  /** Over all that this organization ever sent: those of the runs before are in them. */
  reserved: number
  consumed: number
  sent: Sent[]
}

type Command = fc.AsyncCommand<Model, Stage>

const room = (model: Readonly<Model>) =>
  model.isActive ? Math.max(0, model.plan - model.reserved - model.consumed) : 0

/** The counters, and the same from the ledger and from the messages. */
async function selectCounts() {
  const [counts] = await stage.whatsapp.service.context.db.query<Record<string, number>>(sql`
    select coalesce(max(q.reserved), 0) as reserved, coalesce(max(q.consumed), 0) as consumed,
      (select count(*) filter (where kind = 'reserved') - count(*) filter (where kind <> 'reserved')
        from whatsapp_quota_entries) as ledger_reserved,
      (select count(*) filter (where kind = 'consumed') from whatsapp_quota_entries) as ledger_consumed,
      (select count(*) filter (where quota = 'reserved') from whatsapp_messages) as messages_reserved,
      (select count(*) filter (where quota = 'consumed') from whatsapp_messages) as messages_consumed
    from whatsapp_quotas q`)
  return counts!
}

async function assertCounts({ reserved, consumed }: Model): Promise<void> {
  assert.deepEqual(await selectCounts(), {
    reserved,
    consumed,
    ledger_reserved: reserved,
    ledger_consumed: consumed,
    messages_reserved: reserved,
    messages_consumed: consumed,
  })
}

function command(name: string, check: (model: Readonly<Model>) => boolean, run: Command['run']): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real)
      await assertCounts(model)
    },
    toString: () => name,
  }
}

const always = () => true

/** Ends a reservation in the model. */
function end(model: Model, sent: Sent, quota: 'consumed' | 'released'): void {
  assert.equal(sent.quota, 'reserved')
  sent.quota = quota
  model.reserved--
  if (quota === 'consumed') model.consumed++
}

function assertFull({ isActive }: Model, to: string, answer: Answered): void {
  assert.equal(answer.status, 402, answer.text)
  assert.match(answer.message, isActive ? /used up/ : /not active/)
  assert.deepEqual(stage.received(to), [], 'the network is not asked')
}

/** Records a send in the model. Asserts that it was answered by its outcome, and that the network received it once. */
function recordSend(model: Model, to: string, kind: Outcome, answer: Answered): void {
  const { status, quota } = outcomes[kind]
  assert.equal(answer.status, status, answer.text)
  assert.equal(stage.received(to).length, 1)
  const sent: Sent = { to, kind, message: stage.received(to)[0]!, quota: 'reserved' }
  model.reserved++
  model.sent.push(sent)
  if (quota !== 'reserved') end(model, sent, quota)
}

const sends = (kind: Outcome) =>
  command(`send(${kind})`, always, async (model, stage) => {
    const to = stage.freshNumber()
    stage.setFault(to, outcomes[kind].fault)
    const answer = await stage.send({ body: bodyTo(to), key: to })
    if (room(model) === 0) assertFull(model, to, answer)
    else recordSend(model, to, kind, answer)
  })

/** Sends to many numbers at once. The network accepts all; the plan lets through as many as it has left. */
const sendsMany = (count: number) =>
  command(`sendMany(${count})`, always, async (model, stage) => {
    const left = room(model)
    const numbers = Array.from({ length: count }, () => stage.freshNumber())
    stage.setFault(numbers[0]!, null)
    const answers = await Promise.all(numbers.map((to) => stage.send({ body: bodyTo(to), key: to })))
    const accepted = answers.filter(({ status }) => status === 200)
    assert.equal(accepted.length, Math.min(left, count), answers.map(({ text }) => text).join('\n'))
    for (const [index, to] of numbers.entries()) {
      const answer = answers[index]!
      if (answer.status === 200) recordSend(model, to, 'accepted', answer)
      else assertFull(model, to, answer)
    }
  })

/** Repeats a send with its key: the plan counts it once. After `busy` the key is free, so such sends are left out. */
const repeats = (at: number) =>
  command(
    `repeat(${at})`,
    ({ sent }) => sent.some(isKept),
    async ({ sent }, stage) => {
      const { to, kind, quota } = pick(sent.filter(isKept), at)
      stage.setFault(to, null)
      const { status, text } = await stage.send({ body: bodyTo(to), key: to })
      if (quota === 'reserved') assert.equal(status, 202, text)
      else if (outcomes[kind].status !== 503) assert.equal(status, outcomes[kind].status, text)
      else assert([200, 400].includes(status), text)
      assert.equal(stage.received(to).length, 1)
    },
  )

const isKept = ({ kind }: Sent) => kind !== 'busy'
const isOpen = ({ quota }: Sent) => quota === 'reserved'
const isAccepted = ({ message }: Sent) => message.message_id !== null

const pick = <T>(all: readonly T[], at: number): T => all[at % all.length]!

/** Reports a status by webhook. Any status proves that the network accepted the message, so its send is consumed. */
const reports = (at: number, status: ReportedStatus) =>
  command(
    `report(${at}, ${status})`,
    ({ sent }) => sent.some(isAccepted),
    async (model, stage) => {
      const sent = pick(model.sent.filter(isAccepted), at)
      await stage.report([{ message: sent.message, status }])
      if (isOpen(sent)) end(model, sent, 'consumed')
    },
  )

/** Settles an unresolved send as an operator does; its reservation ends for good. */
const settles = (at: number, as: 'sent' | 'failed') =>
  command(
    `settle(${at}, ${as})`,
    ({ sent }) => sent.some(isOpen),
    async (model, stage) => {
      const sent = pick(model.sent.filter(isOpen), at)
      const verdict = { as, by: 'Grace', why: 'The customer called', actor: commandActor() }
      const settled = await settleManually(
        stage.whatsapp.service.context,
        sent.message.callback_data!,
        verdict,
      )
      assert.deepEqual(settled, { kind: 'settled', status: as })
      end(model, sent, as === 'sent' ? 'consumed' : 'released')
    },
  )

/** Sets the plan `more` sends above what is used, or below it if `more` is negative. */
const plans = (more: number, isActive: boolean) =>
  command(`plan(${more}, ${isActive ? 'active' : 'inactive'})`, always, async (model, stage) => {
    model.plan = Math.max(0, model.reserved + model.consumed + more)
    model.isActive = isActive
    await declarePlan(model, stage)
  })

async function declarePlan(
  { plan, isActive }: Pick<Model, 'plan' | 'isActive'>,
  stage: Stage,
): Promise<void> {
  const declared = { status: isActive ? 'active' : 'inactive', whatsapp_sends: plan }
  await stage.whatsapp.service.apply({ organizations: [{ name: organizationName, plan: declared }] })
}

const kinds = Object.keys(outcomes) as Outcome[]
const commands = fc.commands(
  [
    fc.constantFrom(...kinds).map(sends),
    fc.constantFrom(...kinds).map(sends),
    fc.integer({ min: 2, max: 8 }).map(sendsMany),
    fc.nat(40).map(repeats),
    fc.tuple(fc.nat(40), fc.constantFrom(...reportedStatuses)).map((of) => reports(...of)),
    fc.tuple(fc.nat(40), fc.constantFrom('sent', 'failed')).map((of) => settles(...of)),
    fc
      .tuple(
        fc.integer({ min: -3, max: 6 }),
        fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      )
      .map((of) => plans(...of)),
  ],
  { maxCommands: 40, size: 'max' },
)

test('a send is refused exactly if the plan is full, and the counters equal the accepted sends', async () => {
  const plans = fc.integer({ min: 0, max: 8 })
  await assertModel(40, fc.tuple(plans, commands), async ([left, commands]) => {
    const { reserved = 0, consumed = 0 } = await selectCounts()
    const model: Model = { isActive: true, plan: reserved + consumed + left, reserved, consumed, sent: [] }
    await declarePlan(model, stage)
    await assertCounts(model)
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
  })
})
