import { hoursOfNumber } from './callee-hours.ts'
import type { Sent } from './clients.ts'
import type { Breach, Evidence, Finding } from './evidence.ts'
import { campaignOfDial, indexOf } from './evidence.ts'
import { firstOpening, isOpenAt } from './hours-oracle.ts'
import { hoursHorizonMs } from './plan.ts'
import type { PlannedCampaign } from './plan.ts'

/** How long after the end of a window a request may arrive that was sent within it, on a busy machine. */
const lateArrivalMs = 1_000

/** How long before the end of a window the service sends no request any more. */
const arrivalMs = 250

/** How far behind the database's clock a process may be. */
const behindMs = 100

/**
 * Promises 18 and 20: every attempt is within a window and before the end of its campaign, whatever a process's clock
 * says.
 */
export function checkHours(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  let judged = 0
  let latestMs = 0
  for (const { attemptId, at, to } of evidence.requests) {
    const campaign = campaignOfDial(index, { attemptId })
    if (campaign === undefined || (campaign.hours === null && campaign.endsAt === null)) continue
    judged++
    const hours = hoursOfNumber(campaign.hours, to)
    const what = whatIsWrong({ ...campaign, hours }, at)
    if (what !== null) breaches.push({ what, attemptId, number: to, campaign: campaign.name, at })
    else if (hours !== null && !isOpenAt(hours, at))
      latestMs = Math.max(latestMs, at - Math.floor(at / 60_000) * 60_000)
  }
  const figure = `${breaches.length} of ${judged} attempts (${latestMs} ms late at most)`
  return { bar: 'B6', what: 'attempts outside the calling hours', figure, must: '0', judged, breaches }
}

/** Returns why no request may arrive at this instant; null if one may. */
function whatIsWrong({ hours, endsAt }: PlannedCampaign, at: number): string | null {
  if (endsAt !== null && at >= endsAt + lateArrivalMs)
    return `dialed ${at - endsAt} ms after the campaign's end`
  const isLate = at - Math.floor(at / 60_000) * 60_000 < lateArrivalMs && isOpenAt(hours, at - lateArrivalMs)
  return isOpenAt(hours, at) || isLate ? null : 'dialed outside the calling hours'
}

/** Promise 19: the `scheduled_for` of a waiting call is the first instant at which its campaign is open. */
export function checkScheduledFor({ history, campaigns }: Evidence): Finding {
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.name, campaign]))
  /** The closed span that was found last, by campaign and zone. */
  const closed = new Map<string, { from: number; until: number | null }>()
  const openingAfter = (campaign: PlannedCampaign, number: string, at: number): number | null => {
    const hours = hoursOfNumber(campaign.hours, number)
    const key = `${campaign.name} ${hours?.timezone ?? ''}`
    if (isOpenAt(hours, at)) return at
    const known = closed.get(key)
    // The campaign is closed between the two, so all instants in between have the same next opening.
    if (known !== undefined && known.from <= at && (known.until ?? Infinity) > at) return known.until
    const until = firstOpening(hours, at, at + hoursHorizonMs)
    closed.set(key, { from: at, until })
    return until
  }
  const breaches: Breach[] = []
  let judged = 0
  for (const sent of history.toSorted((one, other) => one.sentAt - other.sentAt)) {
    const campaign = campaignOf.get(sent.campaign)
    if (campaign === undefined || campaign.hours === null || sent.endpoint !== 'calls') continue
    const { callId, number, sentAt } = sent
    const where = { ...(callId !== null && { callId }), number, campaign: campaign.name, at: sentAt }
    // The service decided at some instant between the two, or `arrivalMs` later if the call was too close to a closing
    // to be dialed. In most cases all have the same result.
    const allowed = [sentAt - behindMs, sent.answeredAt, sent.answeredAt + arrivalMs].map((now) => {
      const opening = openingAfter(campaign, number, now)
      if (opening === null || (campaign.endsAt !== null && opening >= campaign.endsAt)) return 'refused'
      return opening <= now ? null : opening
    })
    // A window that opens and closes in between would be missed, but an answer takes less than a minute.
    if (sent.outcome === 'unknown') continue
    judged++
    const scheduled = isRefusedByRules(sent) ? 'refused' : sent.scheduledFor
    if (!allowed.includes(scheduled))
      breaches.push({
        what: `was scheduled for ${show(scheduled)}, must be ${allowed.map(show).join(' or ')}`,
        ...where,
      })
    if (sent.outcome === 'ok' && (scheduled !== null) !== (sent.scheduled && scheduled !== null))
      breaches.push({ what: 'has a time, and is not scheduled', ...where })
  }
  const figure = `${judged - breaches.length} of ${judged}`
  return { bar: 'B6', what: 'scheduled_for is the first opening', figure, must: '100 %', judged, breaches }
}

/**
 * Whether a request was refused before anything was dialed. The carrier refuses a number when it is asked to call it.
 */
function isRefusedByRules({ outcome, message }: Sent): boolean {
  return outcome === 'refused' && !message.startsWith('The carrier refuses')
}

function show(scheduled: number | 'refused' | null): string {
  return typeof scheduled === 'number' ? new Date(scheduled).toISOString() : String(scheduled)
}
