import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../src/db/database.ts'
import { sendUntilKnown } from './clients.ts'
import type { Clients } from './clients.ts'
import type { Breach, Finding } from './evidence.ts'
import { answerBytes } from './observer-answers.ts'
import type { AnswerFault, SeenLeg } from './observer-log.ts'
import type { Observer } from './observer.ts'
import { createRandom } from './random.ts'
import { selectRows } from './rows.ts'
import type { CallRow } from './rows.ts'

/** One call whose first answer goes wrong in one way. */
export interface ByteRun {
  number: string
  endpoint: 'calls' | 'trigger-call'
  fault: AnswerFault
}

const atOnce = 24
const settleMs = 60_000
/** The interval between two checks whether the runs have settled. */
const pollMs = 250

/**
 * Cuts the carrier's answer to a request for a call after each of its bytes, and lets it stall, break and fail in other
 * ways; each with a call of its own. Returns the runs once all of them are settled or a minute has passed.
 *
 * @param stride cuts only after every `stride`-th byte.
 */
export async function runByteFaults(
  { clients, observer, db, seed }: { clients: Clients; observer: Observer; db: Db; seed: string },
  stride: number,
): Promise<ByteRun[]> {
  const random = createRandom(`${seed} bytes`)
  const runs = plannedRuns(stride).map((run): ByteRun & { isKeyed: boolean } => ({
    ...run,
    number: clients.freshNumber(),
  }))
  const faultOf = new Map(runs.map(({ number, fault }) => [number, fault]))
  observer.answerBy(({ to, before }) => (before === 0 ? faultOf.get(to) : undefined) ?? { kind: 'none' })
  const waiting = [...runs]
  const send = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      const { number, endpoint, isKeyed } = run
      const idempotencyKey = isKeyed ? `bytes-${number}` : null
      const wanted = { endpoint, campaign: 'Bytes', number, isOwnNumber: true, idempotencyKey }
      await sendUntilKnown(clients, wanted, random)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  for (const deadline = performance.now() + settleMs; performance.now() < deadline; await delay(pollMs)) {
    const { calls } = await selectRows(db)
    if (calls.every(({ state }) => isOver(state)) && observer.openLegs() === 0) break
  }
  observer.answerBy(() => ({ kind: 'none' }))
  return runs
}

function plannedRuns(stride: number): (Omit<ByteRun, 'number'> & { isKeyed: boolean })[] {
  // The observer's answers have this length; only their digits differ.
  const length = answerBytes(201, answerOfTheUsualLength).length
  const cuts = Array.from({ length: Math.ceil((length + 1) / stride) }, (_, index) => index * stride)
  const every = (step: number) => cuts.filter((_, index) => index % step === 0)
  const cut = (afterBytes: number): AnswerFault => ({ kind: 'cut', afterBytes })
  const others: AnswerFault[] = [
    ...every(40).map((afterBytes): AnswerFault => ({ kind: 'stall', afterBytes })),
    ...Array.from({ length: 8 }, (): AnswerFault => ({ kind: 'lost' })),
    { kind: 'status_500' },
    { kind: 'callback_first' },
    { kind: 'late', ms: 2_000 },
  ]
  return [
    ...[...cuts.map(cut), ...others].map((fault) => ({ endpoint: 'calls' as const, fault, isKeyed: false })),
    ...every(4).map((at) => ({ endpoint: 'calls' as const, fault: cut(at), isKeyed: true })),
    ...every(4).map((at) => ({ endpoint: 'trigger-call' as const, fault: cut(at), isKeyed: false })),
  ]
}

/** An answer with the usual length of each field. */
const answerOfTheUsualLength = {
  sid: 'x'.repeat(34),
  account_sid: 'x'.repeat(34),
  status: 'queued',
  direction: 'outbound-api',
  to: '+14152000000',
  from: '+14152000000',
  date_created: 'x'.repeat(31),
  date_updated: 'x'.repeat(31),
  start_time: null,
  end_time: null,
  duration: null,
  answered_by: null,
  parent_call_sid: null,
  queue_time: '0',
  api_version: '2010-04-01',
  uri: 'x'.repeat('/2010-04-01/Accounts//Calls/.json'.length + 68),
}

function isOver(state: string): boolean {
  return ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled', 'expired'].includes(state)
}

/** Checks that, however the answer failed, there is one call, the carrier has it once, and both agree how it ended. */
export function checkByteFaults(
  runs: readonly ByteRun[],
  legs: readonly SeenLeg[],
  calls: readonly CallRow[],
): Finding {
  const legsTo = Map.groupBy(legs, ({ to }) => to)
  const callsTo = Map.groupBy(calls, ({ phone_number }) => phone_number)
  const breaches = runs.flatMap((run): Breach[] => {
    const { number, fault, endpoint } = run
    const seen = legsTo.get(number) ?? []
    const [call, ...others] = callsTo.get(number) ?? []
    const where = {
      number,
      ...(call !== undefined && { callId: call._id }),
      ...(seen[0] !== undefined && { attemptId: seen[0].attemptId, at: seen[0].createdAt }),
    }
    const after = `${endpoint}, ${fault.kind}${'afterBytes' in fault ? ` after ${fault.afterBytes} bytes` : ''}`
    const found: string[] = []
    if (seen.length !== 1) found.push(`${seen.length} requests`)
    if (call === undefined) found.push('no call in the database')
    if (others.length > 0) found.push(`${others.length + 1} calls`)
    const end = seen[0]?.status?.replace('-', '_') ?? 'not over'
    if (call !== undefined && seen.length === 1 && call.state !== end)
      found.push(`is ${call.state}, the carrier saw ${end}`)
    return found.map((what) => ({ what: `${after}: ${what}`, ...where }))
  })
  const figure = `${runs.length} runs, ${breaches.length} violations`
  return {
    bar: 'B8',
    what: 'carrier faults at each byte of the answer',
    figure,
    must: '0',
    judged: runs.length,
    least: 100,
    breaches,
  }
}
