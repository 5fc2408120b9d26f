import type { Breach, Evidence, Finding } from './evidence.ts'
import { indexOf } from './evidence.ts'

/** The carrier reports times to the second, so a reported end may be up to a second too early. */
const carrierTimeMs = 1_000
/** How much requests may bunch up on their way after the service has spaced them, in seconds of the carrier's rate. */
const rateSlackSeconds = 1

/** The answers from which the service knows that no call was placed: it may then ask again. */
const sureAnswers = new Set(['rate_limit'])

/**
 * Promises 15 and 25: an attempt is requested once, unless the carrier clearly refused; the carrier has none that was
 * given up.
 */
export function checkDials(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  const byAttempt = Map.groupBy(evidence.requests, ({ attemptId }) => attemptId)
  let most = 0
  for (const [attemptId, requests] of byAttempt) {
    const placed = requests.filter(({ sid }) => sid !== null).length
    most = Math.max(most, placed)
    const where = { attemptId, number: requests[0]!.to, at: requests[0]!.at }
    if (attemptId === '') breaches.push({ what: 'a request without an attempt in its addresses', ...where })
    if (placed > 1) breaches.push({ what: `${placed} calls at the carrier for one attempt`, ...where })
    const unsure = requests.slice(0, -1).find(({ fault }) => !sureAnswers.has(fault.kind))
    if (unsure !== undefined)
      breaches.push({ what: `asked again after an answer of the kind ${unsure.fault.kind}`, ...where })
    const attempt = index.attemptOf.get(attemptId)
    // A triggered call that was refused leaves no row, so it must have no leg.
    if (attempt === undefined && placed > 0)
      breaches.push({ what: 'the carrier has a call of an attempt that is not in the database', ...where })
    if (attempt?.state === 'never_placed' && placed > 0)
      breaches.push({
        what: 'given up as never placed, and the carrier has it',
        callId: attempt.call_id,
        ...where,
      })
  }
  const figure = `${most} at most, ${byAttempt.size} attempts`
  return {
    bar: 'B2',
    what: 'requests per attempt',
    figure,
    must: 'never 2',
    judged: byAttempt.size,
    least: 100,
    breaches,
  }
}

/** Promise 15 and Rule 17: retries only after an outcome that allows them, late enough, and not too many. */
export function checkRetries(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  let retries = 0
  for (const [callId, legs] of index.legsOf) {
    const call = index.callOf.get(callId)
    const campaign = call && index.campaignOf.get(call.campaign)
    if (campaign === undefined) continue
    const { maxAttempts, delayMs, on } = campaign.retry
    const where = { callId, campaign: campaign.name }
    if (legs.length > maxAttempts)
      breaches.push({ what: `${legs.length} attempts, ${maxAttempts} allowed`, ...where })
    retries += legs.length - 1
    const last = legs.at(-1)?.status?.replace('-', '_') ?? ''
    // A campaign that ends may leave no time for more. If a retry was refused, the call is `failed`.
    const mayHaveMore = campaign.endsAt === null && on.includes(last) && legs.length < maxAttempts
    if (mayHaveMore && call?.state === last)
      breaches.push({ what: `${last} after ${legs.length} of ${maxAttempts} attempts`, ...where })
    for (const [position, leg] of legs.entries()) {
      const next = legs[position + 1]
      if (next === undefined) continue
      const about = { ...where, attemptId: next.attemptId, at: next.createdAt }
      const outcome = leg.status?.replace('-', '_') ?? ''
      if (leg.endedAt === null || next.createdAt < leg.endedAt)
        breaches.push({ what: 'dialed again while its call went on', ...about })
      else if (!on.includes(outcome)) breaches.push({ what: `dialed again after ${outcome}`, ...about })
      else if (next.createdAt < leg.endedAt + delayMs - carrierTimeMs)
        breaches.push({ what: `dialed again ${next.createdAt - leg.endedAt} ms after the end`, ...about })
    }
  }
  const figure = `${breaches.length} breaches, ${retries} retries`
  return {
    bar: 'B2',
    what: 'attempts ≤ max_attempts, after the delay',
    figure,
    must: '0',
    judged: retries,
    breaches,
  }
}

/** Rule 48: a token bucket of one second's worth, at least one call, for each carrier account. */
export function checkRate({ requests, carriers }: Evidence): Finding {
  const breaches: Breach[] = []
  let worst = 0
  let judged = 0
  for (const { accountSid, callsPerSecond, project } of carriers) {
    const own = requests.filter(({ account }) => account === accountSid)
    judged += own.length
    const times = own.map(({ at }) => at).sort((one, other) => one - other)
    const room = Math.max(callsPerSecond, 1) + callsPerSecond * rateSlackSeconds
    // The fill of a leaking bucket.
    let fill = 0
    let before = times[0] ?? 0
    for (const at of times) {
      fill = Math.max(fill - ((at - before) / 1000) * callsPerSecond, 0) + 1
      before = at
      worst = Math.max(worst, fill / room)
      if (fill <= room + 1e-6) continue
      const what = `${fill.toFixed(1)} calls above the rate of ${callsPerSecond}/s, ${room.toFixed(1)} allowed`
      breaches.push({ what, campaign: project, at })
    }
  }
  const figure = `${(worst * 100).toFixed(0)} % of what is allowed`
  return { bar: 'B4', what: "the carrier's rate", figure, must: '≤ 100 %', judged, least: 100, breaches }
}
