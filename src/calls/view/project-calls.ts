import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { List } from '../../db/page.ts'
import type { VoiceProvider } from '../../providers/voice-carrier.ts'
import type { CallState } from '../call.ts'
import { noZones, readCalleeZones } from './callee-zones-of-calls.ts'
import { fieldsOf, readCall, waitOf } from './list-calls.ts'
import { moveReasonCode } from './move-reason.ts'
import {
  selectCallPlace,
  selectCarrierEvents,
  selectProjectCalls,
  selectQueueStandings,
  selectStatesOfSpan,
} from './project-queries.ts'
import type { LastAttempt, ShownCalls, StateCount } from './project-queries.ts'
import type { WaitReason } from './wait-reason.ts'

interface Project {
  organization_id: string
  project_id: string
}

interface ReadContext {
  db: Db
  clock: Clock
}

/** Knows what the codes of carriers are about. */
type Subjects = Pick<VoiceProvider, 'subjectOfCode'>

/** Returns one page of the calls of all campaigns of a project, and how many there are. */
export async function listProjectCalls(
  { db, clock, voiceProvider }: ReadContext & { voiceProvider: Subjects },
  project: Project,
  shown: ShownCalls,
  list: List,
) {
  const { items, total } = await selectProjectCalls(db, project, shown, list)
  const campaignIds = [...new Set(items.map(({ campaign_id }) => campaign_id))]
  const now = clock.now()
  const standings = campaignIds.length === 0 ? [] : await selectQueueStandings(db, project, campaignIds, now)
  const standingOf = new Map(standings.map((standing) => [standing.campaign_id, standing]))
  const atCallee = items.filter(({ campaign_id }) =>
    isAtCallee(standingOf.get(campaign_id)?.calling_hours ?? null),
  )
  const zones = atCallee.length === 0 ? noZones : await readCalleeZones(db, project, atCallee)
  return {
    items: items.map((call) => {
      const standing = standingOf.get(call.campaign_id)
      const fields = fieldsOf(call)
      return {
        ...fields,
        error: withSubject(fields.error, voiceProvider),
        campaign_name: standing?.name ?? '',
        batch_id: call.batch_id,
        customer_name: call.customer_name,
        place: call.place,
        last_attempt: call.last_attempt && shownAttempt(call.last_attempt),
        waiting: standing === undefined ? null : waitOf(call, standing, now, zones),
      }
    }),
    total,
  }
}

/** Adds what the carrier's code is about, which decides the advice. */
function withSubject(error: ReturnType<typeof fieldsOf>['error'], { subjectOfCode }: Subjects) {
  if (error === null) return null
  return { ...error, about: error.code === null ? null : subjectOfCode(error.code) }
}

/** Timestamps in JSON of PostgreSQL get the form that they have everywhere else here. */
function shownAttempt({ created_at, answered_at, ended_at, ...attempt }: LastAttempt): LastAttempt {
  const instant = (text: string) => new Date(text).toISOString()
  return {
    ...attempt,
    created_at: instant(created_at),
    answered_at: answered_at && instant(answered_at),
    ended_at: ended_at && instant(ended_at),
  }
}

/** What ends a wait: a word that stays, and a sentence. */
const ends: Record<WaitReason, string> = {
  paused: 'The campaign is released.',
  hours: 'The calling hours open.',
  slot: 'A slot of the campaign gets free, and the calls before it have gone.',
  number: 'The other call to this number ends.',
  retry: 'The delay before the next attempt is over.',
  carrier_rate: 'The carrier account takes calls again.',
  guard: 'The guard counts anew, other calls end, or an owner of the organization widens it.',
}

/**
 * Returns a call of any campaign of the project: what `getCall` returns, and what its page needs besides.
 *
 * @throws {Refusal} 404 where the project has no such call.
 */
export async function readProjectCall(
  context: ReadContext & { voiceProvider: Subjects },
  project: Project,
  callId: string,
) {
  const place = isUuid(callId) ? await selectCallPlace(context.db, project, callId) : null
  if (place === null) throw refusals.callNotFound()
  const { organization_id } = project
  const [call, events] = await Promise.all([
    readCall(context, { ...project, campaign_id: place.campaign_id }, callId),
    selectCarrierEvents(context.db, organization_id, callId),
  ])
  const ringingAt = (attemptId: string) => {
    const rang = events.find((event) => event.attempt_id === attemptId && event.call_status === 'ringing')
    return rang === undefined ? null : (rang.occurred_at ?? rang.received_at)
  }
  const { waiting, moves, attempts, error, ...fields } = call
  return {
    ...fields,
    error: withSubject(error, context.voiceProvider),
    campaign: { _id: place.campaign_id, name: place.campaign_name, status: place.campaign_status },
    customer_profile_id: place.customer_profile_id,
    waiting: waiting && { ...waiting, ends_when: ends[waiting.reason] },
    moves: moves.map((move) => ({ ...move, reason_code: moveReasonCode(move) })),
    attempts: attempts.map((attempt) => {
      const ringing_at = ringingAt(attempt._id)
      const answered = attempt.answered_at ?? attempt.ended_at
      return {
        ...attempt,
        error: withSubject(attempt.error, context.voiceProvider),
        ringing_at,
        /** From the ringing to the answer, or to the end if nobody answered. */
        rang_seconds: ringing_at && answered ? Math.max(0, secondsBetween(ringing_at, answered)) : null,
      }
    }),
  }
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000
}

/** @throws {Refusal} 404 where the project has no such call. */
export async function readCarrierEvents({ db }: ReadContext, project: Project, callId: string) {
  const place = isUuid(callId) ? await selectCallPlace(db, project, callId) : null
  if (place === null) throw refusals.callNotFound()
  return selectCarrierEvents(db, project.organization_id, callId)
}

const dayMs = 86_400_000

/** Calls that were placed in 24 hours, by what they are now. */
export interface SpanFigures {
  from: string
  to: string
  calls: number
  by_state: Partial<Record<CallState, number>>
}

/**
 * Returns the calls of a campaign that were placed in the last 24 hours, and in the same 24 hours a week before.
 *
 * @throws {Refusal} 404 where the project has no such campaign.
 */
export async function readCampaignFigures(
  { db, clock }: ReadContext,
  project: Project,
  campaignId: string,
): Promise<{ last_24_hours: SpanFigures; week_before: SpanFigures }> {
  const { organization_id, project_id } = project
  const found = isUuid(campaignId)
    ? await selectCampaignForCalls(db, organization_id, project_id, campaignId)
    : null
  if (!found?.campaign) throw refusals.campaignNotFound()
  const now = clock.now().getTime()
  const figuresUntil = async (to: number): Promise<SpanFigures> => {
    const span = [new Date(to - dayMs), new Date(to)] as const
    const counts = await selectStatesOfSpan(db, { organization_id, campaign_id: campaignId }, ...span)
    return figuresOf(counts, ...span)
  }
  const [last_24_hours, week_before] = await Promise.all([figuresUntil(now), figuresUntil(now - 7 * dayMs)])
  return { last_24_hours, week_before }
}

function figuresOf(counts: readonly StateCount[], from: Date, to: Date): SpanFigures {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    calls: counts.reduce((sum, { calls }) => sum + calls, 0),
    by_state: Object.fromEntries(counts.map(({ state, calls }) => [state, calls])),
  }
}
