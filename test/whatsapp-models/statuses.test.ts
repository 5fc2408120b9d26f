// Promise 26, Rules 27, 29 and 50: statuses that are reported in any order, twice, late or all at once lead to the same
// final state. Tests all 24 orders of the four statuses, and compares the database with `statusBySet` after each step.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import type { SentMessage } from '../../src/sandbox/whatsapp/messages.ts'
import { fewAtOnce } from './few-at-once.ts'
import { bodyTo, failedCode, startStage, reportedStatuses } from './stage.ts'
import type { Answered, Stage, ReportedStatus } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

/**
 * The status of a message by the set of reported statuses, in whatever order. An acceptance in the answer to the send
 * counts as `sent`.
 */
const statusBySet: Record<string, string> = {
  '': 'unresolved',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  'sent delivered': 'delivered',
  'sent read': 'read',
  'sent failed': 'failed',
  'delivered read': 'read',
  'delivered failed': 'delivered',
  'read failed': 'read',
  'sent delivered read': 'read',
  'sent delivered failed': 'delivered',
  'sent read failed': 'read',
  'delivered read failed': 'read',
  'sent delivered read failed': 'read',
}

const orders = permutations(reportedStatuses)

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((first) =>
    permutations(all.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  )
}

interface Case {
  order: readonly ReportedStatus[]
  /** Whether the network's answer to the send came through. */
  isAnswered: boolean
  /** Whether its failure is reported with our own data; without it only the provider's id says whose it is. */
  isNamed: boolean
}

interface Run extends Case {
  to: string
  message: SentMessage
  /** What a request with its key is answered; null: not known yet. */
  answer: Answered | null
}

const allCases = orders.flatMap((order): Case[] =>
  [true, false].flatMap((isAnswered) => [true, false].map((isNamed) => ({ order, isAnswered, isNamed }))),
)

async function start(cases: readonly Case[]): Promise<Run[]> {
  return fewAtOnce(cases, async (of) => {
    const to = stage.freshNumber()
    const fault = { kind: 'drop', placed: true } as const
    if (!of.isAnswered) stage.whatsapp.network.addFault({ operation: 'send', number: to, fault })
    const answer = await stage.send({ body: bodyTo(to), key: to })
    assert.equal(answer.status, of.isAnswered ? 200 : 503, answer.text)
    return { ...of, to, message: stage.received(to)[0]!, answer: of.isAnswered ? answer : null }
  })
}

const reportOf = (run: Run, status: ReportedStatus) => ({
  message: run.message,
  status,
  isNamed: status !== 'failed' || run.isNamed,
})

/** Returns which of the first `count` reports can be matched: a failure without our data needs the provider's id. */
function knownOf({ order, isAnswered, isNamed }: Case, count: number): ReportedStatus[] {
  const reported = order.slice(0, count)
  const isIdKnown = isAnswered || reported.some((status) => status !== 'failed')
  return isIdKnown || isNamed ? reported : []
}

interface Row {
  status: string
  quota: string
  provider_message_id: string | null
  error_code: string | null
  reported: string
  chats: number
}

async function selectRows(): Promise<Map<string, Row>> {
  const rows = await stage.whatsapp.service.context.db.query<Row & { recipient: string }>(sql`
    select recipient, status, quota, provider_message_id, error_code,
      (select string_agg(t.status, ' ' order by t.status) from whatsapp_message_statuses t where t.message_id = w._id) as reported,
      (select count(*) from messages m where m.conversation_id = w.conversation_id) as chats
    from whatsapp_messages w`)
  return new Map(rows.map(({ recipient, ...row }) => [recipient, row]))
}

async function assertStand(runs: readonly Run[], count: number): Promise<void> {
  const rows = await selectRows()
  for (const run of runs) {
    const known = knownOf(run, count)
    const reported = new Set<string>([...known, ...(run.isAnswered ? ['sent'] : [])])
    const status = statusBySet[reportedStatuses.filter((each) => reported.has(each)).join(' ')]!
    const isAccepted = reported.size > 0
    const expected = {
      status,
      quota: isAccepted ? 'consumed' : 'reserved',
      provider_message_id: isAccepted ? run.message.message_id : null,
      error_code: status === 'failed' ? String(failedCode) : null,
      reported: [...reported, 'processing', ...(run.isAnswered ? [] : ['unresolved'])].sort().join(' '),
      chats: isAccepted ? 1 : 0,
    }
    const { order, isAnswered, isNamed } = run
    assert.deepEqual(rows.get(run.to), expected, JSON.stringify({ order, count, isAnswered, isNamed }))
  }
}

/** Asserts that the key's answer follows from the first matched report, and never changes. */
async function assertAnswers(runs: readonly Run[], count: number): Promise<void> {
  await fewAtOnce(runs, async (run) => {
    const [first] = knownOf(run, count).filter((status) => run.isNamed || status !== 'failed')
    const answer = await stage.send({ body: bodyTo(run.to), key: run.to })
    if (run.answer !== null) assert.deepEqual(answer, { ...run.answer, isReplay: true })
    else if (first === undefined)
      assert.deepEqual([answer.status, answer.result?.status], [202, 'unresolved'])
    else if (first === 'failed') assert.equal(answer.status, 400)
    else assert.deepEqual([answer.status, answer.result?.status], [200, first])
    if (first !== undefined) run.answer ??= answer
    assert.equal(stage.received(run.to).length, 1)
  })
}

/** Reports the orders step by step, each status twice in one webhook and once more later; checks after every step. */
async function reportInSteps(cases: readonly Case[], afterEachStep: () => Promise<void>): Promise<void> {
  const runs = await start(cases)
  await assertStand(runs, 0)
  for (let step = 0; step < reportedStatuses.length; step++) {
    const reports = runs.map((run) => reportOf(run, run.order[step]!))
    await stage.report([...reports, ...reports])
    await afterEachStep()
    await stage.report(reports)
    await assertStand(runs, step + 1)
    await assertAnswers(runs, step + 1)
  }
  await stage.report(runs.flatMap((run) => run.order.map((status) => reportOf(run, status)).toReversed()))
  await assertStand(runs, reportedStatuses.length)
}

async function pass(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    stage.turnClock(20_000)
    await stage.processEvents()
  }
}

test('all 24 orders, reported one by one and repeated, end in one state and keep the first answer', async () => {
  await reportInSteps(allCases, () => pass(1))
})

test('all 24 orders end in one state if an unknown failure was given up before', async () => {
  const unknown = allCases.filter(({ isAnswered, isNamed }) => !isAnswered && !isNamed)
  await reportInSteps(unknown, () => pass(5))
})

test('all 24 orders, reported in one webhook and processed by several workers, end in one state', async () => {
  const runs = await start(allCases)
  const reports = runs.flatMap((run) => run.order.map((status) => reportOf(run, status)))
  await stage.report([...reports, ...reports], 4)
  await pass(2)
  await assertStand(runs, reportedStatuses.length)
})
