import { agreedOffsets, isJump, movesAround } from './clock-moves.ts'
import type { Breach, Evidence, Finding } from './evidence.ts'
import { campaignOfDial, indexOf } from './evidence.ts'
import { firstOpening, isOpenAt } from './hours-oracle.ts'
import { hoursHorizonMs } from './plan.ts'
import type { PlannedCampaign } from './plan.ts'

/** A request that was sent within a window may arrive so long after its end, on a machine that is busy. */
const lateArrivalMs = 1_000

/**
 * Invariants 18 and 20: every dial lies in a window and before the end of its campaign, by a clock that a process may
 * have. While a clock is off by more than is agreed, dials may be at any time: those are left out.
 */
export function checkHours(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const { clockMoves } = evidence
  const breaches: Breach[] = []
  let judged = 0
  let leftOut = 0
  let latestMs = 0
  for (const { attemptId, at, to } of evidence.requests) {
    const campaign = campaignOfDial(index, { attemptId })
    if (campaign === undefined || (campaign.hours === null && campaign.endsAt === null)) continue
    judged++
    const wrongs = agreedOffsets(clockMoves, at).map((offsetMs) => whatIsWrong(campaign, at + offsetMs))
    const [what, ...others] = wrongs
    if (what === null || what === undefined) {
      if (campaign.hours !== null && !isOpenAt(campaign.hours, at))
        latestMs = Math.max(latestMs, at - Math.floor(at / 60_000) * 60_000)
    } else if (others.includes(null)) continue
    else if (movesAround(clockMoves, at).some(isJump)) leftOut++
    else breaches.push({ what, attemptId, number: to, campaign: campaign.name, at })
  }
  const notes = [
    `${latestMs} ms late at most`,
    ...(leftOut > 0 ? [`${leftOut} by a jumped clock left out`] : []),
  ]
  const figure = `${breaches.length} of ${judged} dials (${notes.join('; ')})`
  return { bar: 'B6', what: 'dials outside the calling hours', figure, must: '0', breaches }
}

/** Why a dial that arrives at this instant must not be; null where it may. */
function whatIsWrong({ hours, endsAt }: PlannedCampaign, at: number): string | null {
  if (endsAt !== null && at >= endsAt + lateArrivalMs)
    return `dialled ${at - endsAt} ms after the campaign's end`
  const isLate = at - Math.floor(at / 60_000) * 60_000 < lateArrivalMs && isOpenAt(hours, at - lateArrivalMs)
  return isOpenAt(hours, at) || isLate ? null : 'dialled outside the calling hours'
}

/** Invariant 19: what a waiting call was told is the first instant at which its campaign is open. */
export function checkScheduledFor({ history, campaigns, clockMoves }: Evidence): Finding {
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.name, campaign]))
  /** By campaign, the stretch that was last found closed. */
  const closed = new Map<string, { from: number; until: number | null }>()
  const openingAfter = (campaign: PlannedCampaign, at: number): number | null => {
    if (isOpenAt(campaign.hours, at)) return at
    const known = closed.get(campaign.name)
    // Closed all the time between the two: what follows it is the same for every instant in it.
    if (known !== undefined && known.from <= at && (known.until ?? Infinity) > at) return known.until
    const until = firstOpening(campaign.hours, at, at + hoursHorizonMs)
    closed.set(campaign.name, { from: at, until })
    return until
  }
  const breaches: Breach[] = []
  let judged = 0
  for (const sent of history.toSorted((one, other) => one.sentAt - other.sentAt)) {
    const campaign = campaignOf.get(sent.campaign)
    if (campaign === undefined || campaign.hours === null || sent.endpoint !== 'calls') continue
    const { callId, number, sentAt } = sent
    const where = { ...(callId !== null && { callId }), number, campaign: campaign.name, at: sentAt }
    // The service decided at some instant between the two, by its clock; in most cases all give the same.
    const nows = agreedOffsets(clockMoves, sentAt)
      .flatMap((offsetMs) => [sentAt + offsetMs, sent.answeredAt + offsetMs])
      .sort((one, other) => one - other)
    const allowed = nows.map((now) => {
      const opening = openingAfter(campaign, now)
      if (opening === null || (campaign.endsAt !== null && opening >= campaign.endsAt)) return 'refused'
      return opening <= now ? null : opening
    })
    // A window that opens and closes in between would be in neither; an answer takes less than a minute.
    if (sent.outcome === 'unknown') continue
    judged++
    const told = sent.outcome === 'refused' ? 'refused' : sent.scheduledFor
    if (!allowed.includes(told))
      breaches.push({ what: `was told ${show(told)}, must be ${allowed.map(show).join(' or ')}`, ...where })
    if (sent.outcome === 'ok' && (told !== null) !== (sent.scheduled && told !== null))
      breaches.push({ what: 'has a time, and is not scheduled', ...where })
  }
  const figure = `${judged - breaches.length} of ${judged}`
  return { bar: 'B6', what: 'scheduled_for is the first opening', figure, must: '100 %', breaches }
}

function show(told: number | 'refused' | null): string {
  return typeof told === 'number' ? new Date(told).toISOString() : String(told)
}
