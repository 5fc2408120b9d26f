import type { Breach, Evidence, Finding } from './evidence.ts'
import { campaignOfDial, indexOf } from './evidence.ts'
import type { SeenLeg } from './observer-log.ts'

/** Promise 16: a campaign never has more calls in progress, as the carrier saw them, than slots. */
export function checkSlots(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const byCampaign = Map.groupBy(evidence.legs, (leg) => campaignOfDial(index, leg))
  const breaches: Breach[] = []
  let full = 0
  for (const [campaign, legs] of byCampaign) {
    if (campaign === undefined) continue
    const peak = peakOf(legs)
    if (peak.count >= campaign.slots) full++
    if (peak.count > campaign.slots)
      breaches.push({
        what: `${peak.count} calls at one time, ${campaign.slots} slots`,
        campaign: campaign.name,
        attemptId: peak.leg?.attemptId ?? '',
        at: peak.leg?.createdAt ?? 0,
      })
  }
  const figure = `${breaches.length} campaigns above; ${full} of ${byCampaign.size} were full`
  // A campaign that was never full could not be above.
  return {
    bar: 'B4',
    what: 'calls at one time, by slots',
    figure,
    must: 'never above',
    judged: full,
    breaches,
  }
}

/**
 * Returns the most legs at one time, and the last of them to begin. A leg that begins when another ends does not
 * overlap it.
 */
function peakOf(legs: readonly SeenLeg[]): { count: number; leg: SeenLeg | undefined } {
  const changes = legs.flatMap((leg) => [
    { at: leg.createdAt, by: 1, leg },
    { at: leg.endedAt ?? Number.POSITIVE_INFINITY, by: -1, leg },
  ])
  changes.sort((one, other) => one.at - other.at || one.by - other.by)
  let count = 0
  const peak: { count: number; leg: SeenLeg | undefined } = { count: 0, leg: undefined }
  for (const { by, leg } of changes) {
    count += by
    if (count > peak.count) Object.assign(peak, { count, leg })
  }
  return peak
}

/** Checks for leaks: at rest no slot is held, and no number counts as being called. */
export function checkSlotsAtRest({ rows }: Evidence): Finding {
  const { slotsHeld, numbersHeld } = rows
  const breaches: Breach[] = []
  if (slotsHeld > 0) breaches.push({ what: `${slotsHeld} slots are held at rest` })
  if (numbersHeld > 0) breaches.push({ what: `${numbersHeld} numbers count as being called at rest` })
  const figure = `${slotsHeld} slots, ${numbersHeld} numbers`
  return {
    bar: 'B4',
    what: 'slots and numbers held at rest',
    figure,
    must: '0',
    judged: rows.attempts.length,
    breaches,
  }
}

/** Promise 17: a project never has two calls to one number at a time. */
export function checkNumbers(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const byNumber = Map.groupBy(
    evidence.legs,
    (leg) => `${campaignOfDial(index, leg)?.project ?? 'unknown'} ${leg.to}`,
  )
  const breaches: Breach[] = []
  let judged = 0
  for (const legs of byNumber.values()) {
    if (legs.length > 1) judged++
    const peak = peakOf(legs)
    if (peak.count > 1)
      breaches.push({
        what: `${peak.count} calls to one number at one time`,
        attemptId: peak.leg?.attemptId ?? '',
        number: peak.leg?.to ?? '',
        at: peak.leg?.createdAt ?? 0,
      })
  }
  const figure = `${breaches.length} of ${byNumber.size} numbers, ${evidence.legs.length} calls`
  return { bar: 'B5', what: 'one number at a time', figure, must: 'never 2', judged, breaches }
}

/**
 * Rule 15: calls to one number are dialed in the order in which they were accepted. Checks the pairs whose second
 * request was sent after the first was answered, and whose first call waited only for its number: an attempt that
 * turned out to be never placed delays a call.
 */
export function checkNumberOrder(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const shared = new Set(evidence.campaigns.filter(({ purpose }) => purpose === 'numbers').map((c) => c.name))
  const putOff = new Set(
    evidence.rows.attempts.filter(({ state }) => state === 'never_placed').map(({ call_id }) => call_id),
  )
  const judged = evidence.history.flatMap((sent) => {
    const { callId, endpoint, outcome, campaign } = sent
    const first = callId === null ? undefined : index.legsOf.get(callId)?.[0]
    if (outcome !== 'ok' || endpoint !== 'calls' || first === undefined || callId === null) return []
    return shared.has(campaign) && !putOff.has(callId) ? [{ ...sent, callId, first }] : []
  })
  const breaches: Breach[] = []
  let pairs = 0
  for (const sends of Map.groupBy(judged, ({ number }) => number).values())
    for (const later of sends)
      for (const earlier of sends) {
        if (earlier.answeredAt >= later.sentAt) continue
        pairs++
        if (earlier.first.createdAt <= later.first.createdAt) continue
        const what = `dialed before ${earlier.callId}, which was accepted earlier`
        breaches.push({ what, callId: later.callId, number: later.number, at: later.first.createdAt })
      }
  const figure = `${breaches.length} of ${pairs} pairs`
  return { bar: 'B5', what: 'order of the calls to a number', figure, must: 'kept', judged: pairs, breaches }
}
