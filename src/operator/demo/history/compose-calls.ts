import { retryAt } from '../../../calls/attempt/retry.ts'
import type { AttemptState, CallState, CallEnd } from '../../../calls/call.ts'
import { openingAt } from '../../../campaigns/calling-hours.ts'
import { ownHours } from '../../../campaigns/campaign-hours.ts'
import type { CampaignForCalls } from '../../../campaigns/queries.ts'
import { composeAttempt } from './compose-attempt.ts'
import type { PastAttempt } from './compose-attempt.ts'
import { isoOf, localDays, localHour } from './local-time.ts'
import { callsOn, endingAt, historyDays, patterns, timeOn } from './pattern.ts'
import type { CampaignPattern } from './pattern.ts'
import { isNearStorm } from './people.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'
import { renewalTalk, scriptTalk, stormTalk } from './talks.ts'
import type { Talk } from './talks.ts'

/** A move of a call, with the instant in milliseconds. */
export interface PastMove {
  _id: string
  from: CallState | null
  to: CallState
  reason: string
  at: number
}

/** A call of the history, with all that happened to it. */
export interface PastCall {
  _id: string
  campaign_id: string
  person: DemoPerson
  customer: Record<string, string>
  placed_by: 'trigger' | 'queue'
  created_at: number
  /** `waiting` for one that is dialed again later, or waits in a paused campaign. */
  state: CallState
  /** When it is dialed again; null unless it waits for that. */
  due_at: number | null
  error: { code: string | null; reason: string } | null
  moves: PastMove[]
  attempts: PastAttempt[]
}

/** A campaign as the history needs it. */
export interface HistoryCampaign extends CampaignForCalls {
  name: string
}

/** The span between the last call and the end of the history, so that no call is under way at the end. */
export const marginMs = 90_000
/** The campaign whose script names what is to be paid. */
const paymentCampaign = 'Payment reminders'
/** Calls that wait in the paused campaign. */
const waitingInPaused = 7

/** Composes the calls of all campaigns that end before `until`, in the order of their creation. */
export function composeCalls(
  random: Random,
  {
    people,
    campaigns,
    until,
  }: { people: readonly DemoPerson[]; campaigns: readonly HistoryCampaign[]; until: Date },
): PastCall[] {
  const calls = patterns.flatMap((pattern) => {
    const campaign = campaigns.find(({ name }) => name === pattern.campaign)
    if (campaign === undefined) return []
    const own = random.branch(pattern.campaign)
    const called = pattern.talk === 'storm' ? people.filter(isNearStorm) : people
    const days = localDays(until, pattern.timeZone, historyDays)
    const times = days.flatMap((day) =>
      Array.from({ length: callsOn(own, pattern, day) }, () => timeOn(own, pattern, day)),
    )
    const last = until.getTime() - marginMs
    const composed = times
      .filter((at) => at < last && openingAt(ownHours(campaign.calling_hours), new Date(at)).isOpen)
      .map((at) => composeCall(own, { pattern, campaign, person: own.pick(called), at, last }))
    const waiting = campaign.status === 'paused' ? waitingCalls(own, campaign, called, last) : []
    return [...composed.filter((call) => call !== null), ...waiting]
  })
  return calls.sort((a, b) => a.created_at - b.created_at || (a._id < b._id ? -1 : 1))
}

interface CallPlan {
  pattern: CampaignPattern
  campaign: HistoryCampaign
  person: DemoPerson
  /** When the call is placed. */
  at: number
  /** No attempt ends after this instant. */
  last: number
  /** When it is first dialed, if it waits until then. */
  dialAt?: number
  /** Whether it is the row of a file, and so queued. */
  isFromFile?: boolean
}

/** Returns a call with its attempts; null where the first of them would not be over in time. */
export function composeCall(
  random: Random,
  { pattern, campaign, person, at, last, ...plan }: CallPlan,
): PastCall | null {
  const call = newCall(random, campaign, person, at)
  if (plan.isFromFile === true) call.placed_by = 'queue'
  let dialAt = plan.dialAt ?? at + random.whole(20, 90)
  let dueAt: number | null = null
  for (let number = 1; ; number++) {
    const ending = endingAt(random, localHour(dialAt, pattern.timeZone), campaign.machine_detection)
    const talk = ending === 'answered' || ending === 'voicemail' ? talkOf(random, pattern, call) : null
    const attempt = composeAttempt(random, { ending, talk, number, dialAt })
    const endsAt = attempt.ended_at
    // A retry that would not be over in time is left to the service, which dials it once the history is loaded.
    if (endsAt > last) return dueAt === null ? null : { ...call, due_at: dueAt }
    const isAtOnce = number === 1 && plan.dialAt === undefined
    const reason = isAtOnce ? 'started at once' : 'claimed from the queue'
    addMove(random, call, 'dialling', reason, dialAt)
    for (const { state, at: since } of attempt.reached) addMove(random, call, state, reported, since)
    call.attempts.push(attempt)
    const { end } = attempt
    // A rejection that is about the number is not tried again.
    const due =
      end === 'completed' || ending === 'rejected'
        ? null
        : retryAt(campaign, { end, attempts: number, endedAt: new Date(endsAt) })
    if (due === null) return endCall(random, call, attempt)
    const why = `${end}: attempt ${number} has ended, the campaign retries`
    addMove(random, call, 'waiting', why, endsAt + 150)
    dueAt = due.getTime()
    const opening = openingAt(ownHours(campaign.calling_hours), due)
    // A retry is due within the hours of a campaign that opens again, or there is none.
    const opensAt = opening.isOpen ? dueAt : opening.opensAt!.getTime()
    if (opensAt > last) return { ...call, due_at: dueAt }
    dialAt = opensAt + random.whole(100, 3_000)
  }
}

const reported = 'reported by the carrier'

function endCall(random: Random, call: PastCall, attempt: PastAttempt): PastCall {
  const state: CallEnd = attempt.end
  const reason = attempt.carrier_call_sid === null ? 'rejected by the carrier' : reported
  addMove(random, call, state, reason, attempt.ended_at + 150)
  if (attempt.error !== null) call.error = attempt.error
  return call
}

function newCall(random: Random, campaign: HistoryCampaign, person: DemoPerson, at: number): PastCall {
  const call: PastCall = {
    _id: random.idAt(at),
    campaign_id: campaign._id,
    person,
    customer: {
      phone_number: person.number,
      name: person.name,
      ...(person.email !== null && { email: person.email }),
      policy: person.policyNumber,
      ...(campaign.name === paymentCampaign && {
        amount: `${random.whole(24, 180)} dollars`,
        due_date: random.pick(['the first', 'the tenth', 'the fifteenth', 'Monday']),
      }),
    },
    placed_by: campaign.campaign_type === 'script' || random.isTrue(0.15) ? 'trigger' : 'queue',
    created_at: at,
    state: 'waiting',
    due_at: null,
    error: null,
    moves: [],
    attempts: [],
  }
  call.moves.push({ _id: random.idAt(at), from: null, to: 'waiting', reason: 'placed', at })
  return call
}

function addMove(random: Random, call: PastCall, to: CallState | AttemptState, reason: string, at: number) {
  const state = to as CallState // An attempt that was never placed is not composed.
  call.moves.push({ _id: random.idAt(at), from: call.state, to: state, reason, at })
  call.state = state
}

/** Calls that were queued when the campaign was paused, and wait since. */
function waitingCalls(
  random: Random,
  campaign: HistoryCampaign,
  people: readonly DemoPerson[],
  last: number,
): PastCall[] {
  return Array.from({ length: waitingInPaused }, (_, index) => {
    const at = last - (waitingInPaused - index) * random.whole(900_000, 1_500_000)
    return { ...newCall(random, campaign, random.pick(people), at), placed_by: 'queue' as const }
  })
}

function talkOf(random: Random, { talk }: CampaignPattern, { person, customer }: PastCall): Talk {
  switch (talk) {
    case 'renewal':
      return renewalTalk(random, person.name)
    case 'storm':
      return stormTalk(random, person.name)
    case 'welcome':
      return scriptTalk(
        random,
        `Hello ${person.name}, this is Acme Insurance. Thank you for joining us. Goodbye.`,
      )
    case 'payment':
      return scriptTalk(
        random,
        `Hello ${person.name}, this is Acme Insurance. Your payment of ${customer['amount']} was due on ` +
          `${customer['due_date']}. You can pay online or answer our message. Thank you, and goodbye.`,
      )
    default:
      return talk satisfies never
  }
}

/** Returns when the call last changed. */
export function changedAt({ moves }: PastCall): string {
  return isoOf(moves.at(-1)!.at)
}
