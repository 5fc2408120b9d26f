import { hoursOfNumber } from './callee-hours.ts'
import type { Breach, Evidence, Finding, Index } from './evidence.ts'
import { indexOf } from './evidence.ts'
import { firstOpening } from './hours-oracle.ts'
import type { SeenLeg } from './observer-log.ts'
import { finalStates } from './rows.ts'
import type { CallRow } from './rows.ts'

const settleMs = 60_000
const ends = new Set(finalStates)

/** Promise 14: every call that was answered with 200 exists and has ended, and no call leaves a final state. */
export function checkLostCalls(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const accepted = evidence.history.filter(({ outcome }) => outcome === 'ok')
  const breaches: Breach[] = []
  for (const { callId, number, answeredAt, campaign } of accepted) {
    const where = { callId: callId ?? 'none', number, campaign, at: answeredAt }
    const call = index.callOf.get(callId ?? '')
    if (call === undefined) breaches.push({ what: 'accepted, and not in the database', ...where })
    else if (!ends.has(call.state) && !waitsRightly(call, index, evidence.lastFaultAt + settleMs))
      breaches.push({ what: `accepted, and still ${call.state} (${call.waits_for ?? ''})`, ...where })
    else if (call.state === 'expired' && index.campaignOf.get(call.campaign)?.endsAt === null)
      breaches.push({ what: 'expired, though its campaign never ended', ...where })
  }
  for (const callId of evidence.rows.revived) breaches.push({ what: 'left a final state', callId })
  return {
    bar: 'B1',
    what: 'accepted calls that are lost',
    figure: `${breaches.length} of ${accepted.length}`,
    must: '0',
    judged: accepted.length,
    least: 100,
    breaches,
  }
}

/** Returns whether the campaign's hours stay closed, so that the call rightly waits. */
function waitsRightly(call: CallRow, { campaignOf, legsOf }: Index, until: number): boolean {
  const hours = hoursOfNumber(campaignOf.get(call.campaign)?.hours ?? null, call.phone_number)
  if (call.state !== 'waiting' || hours === null || legsOf.has(call._id)) return false
  return firstOpening(hours, until - settleMs, until) === null
}

/** The second half of B1: every call ends soon after the last fault, with the outcome that the carrier saw. */
export function checkSettled(evidence: Evidence): Finding {
  const { rows, lastFaultAt } = evidence
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  let slowestMs = 0
  for (const call of rows.calls) {
    if (!ends.has(call.state)) {
      if (!waitsRightly(call, index, lastFaultAt + settleMs))
        breaches.push({ what: `still ${call.state}`, callId: call._id, campaign: call.campaign })
      continue
    }
    const tookMs = call.state_since - lastFaultAt
    slowestMs = Math.max(slowestMs, tookMs)
    const where = { callId: call._id, campaign: call.campaign, at: call.state_since }
    if (tookMs > settleMs)
      breaches.push({ what: `settled ${seconds(tookMs)} after the last fault`, ...where })
    const last = index.legsOf.get(call._id)?.at(-1)
    if (last === undefined) continue
    const seen = last.status?.replace('-', '_') ?? 'not over'
    if (call.state !== seen && !endedElsewhere(index, call, last))
      breaches.push({
        what: `is ${call.state}, the carrier saw ${seen}`,
        attemptId: last.attemptId,
        ...where,
      })
  }
  const figure = `${seconds(Math.max(slowestMs, 0))} at most, ${rows.calls.length} calls`
  return {
    bar: 'B1',
    what: 'settled, as the carrier saw it',
    figure,
    must: '≤ 60 s',
    judged: rows.calls.length,
    least: 100,
    breaches,
  }
}

/** Returns whether the call ended after its last leg, because its campaign ended or a further attempt was refused. */
function endedElsewhere({ campaignOf, attemptsOf }: Index, call: CallRow, last: SeenLeg): boolean {
  if (call.state === 'expired') return campaignOf.get(call.campaign)?.endsAt !== null
  return call.state === 'failed' && attemptsOf.get(call._id)?.at(-1)?._id !== last.attemptId
}

/** Promise 23 and Rule 12: a refusal has no effect. Checks only numbers that no other request calls. */
export function checkRefused({ history, legs }: Evidence): Finding {
  const called = Map.groupBy(legs, ({ to }) => to)
  const refused = history.filter(
    (sent) => sent.outcome === 'refused' && sent.isOwnNumber && sent.idempotencyKey === null,
  )
  const breaches = refused.flatMap((sent): Breach[] =>
    (called.get(sent.number) ?? []).map(({ attemptId, createdAt }) => ({
      what: `answered ${sent.status}, and dialed`,
      attemptId,
      number: sent.number,
      campaign: sent.campaign,
      at: createdAt,
    })),
  )
  return {
    bar: 'B1',
    what: 'calls of refused requests',
    figure: `${breaches.length} of ${refused.length}`,
    must: '0',
    judged: refused.length,
    breaches,
  }
}

/** Checks that one key makes one call, however often it was sent and whatever the first answer was. */
export function checkKeys({ history, rows }: Evidence): Finding {
  const keyed = Map.groupBy(
    history.filter(({ idempotencyKey }) => idempotencyKey !== null),
    ({ idempotencyKey }) => idempotencyKey,
  )
  const callsTo = Map.groupBy(rows.calls, ({ phone_number }) => phone_number)
  const breaches: Breach[] = []
  let repeated = 0
  for (const [key, sends] of keyed) {
    const { number, campaign } = sends[0]!
    const where = { number, campaign, at: sends[0]!.sentAt }
    if (sends.length > 1) repeated++
    const ids = new Set(sends.flatMap(({ callId }) => callId ?? []))
    if (ids.size > 1) breaches.push({ what: `${ids.size} calls were answered for ${key}`, ...where })
    const made = callsTo.get(number)?.length ?? 0
    if (made > 1) breaches.push({ what: `${made} calls were made for ${key}`, ...where })
  }
  const figure = `${breaches.length} of ${keyed.size} keys, ${repeated} of them sent again`
  return { bar: 'B2', what: 'second calls for one key', figure, must: '0', judged: repeated, breaches }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
