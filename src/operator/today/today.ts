import type { Clock } from '../../base/clock.ts'
import { refusals } from '../../base/refusals.ts'
import { isPaused, missingForAnswers, missingForCalls } from '../../campaigns/readiness.ts'
import { selectTotalsByKind } from '../../counters/kind-totals.ts'
import { selectHold } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import {
  noticedIdsMax,
  noticedMax,
  selectCampaignReadiness,
  selectFailedSources,
  selectFirstSteps,
  selectPausedCarriers,
  selectPlanUse,
  selectRefusedCarriers,
  selectSendersAtFault,
  selectStoppedTemplates,
  selectUnresolvedCalls,
  selectUnresolvedMessages,
} from './queries.ts'
import type { CampaignReadiness, FirstSteps, Noticed, PlanUse, ProjectKey } from './queries.ts'

/** What can need a person. */
export const needCodes = [
  'database_held',
  'calls_unresolved',
  'messages_unresolved',
  'campaigns_paused',
  'campaigns_not_ready',
  'templates_stopped',
  'sources_failed',
  'carriers_refused',
  'carriers_paused',
  'senders_at_fault',
  'plan_inactive',
  'sends_nearly_used',
  'links_nearly_used',
] as const
export type NeedCode = (typeof needCodes)[number]

export interface Need {
  code: NeedCode
  /** At most `noticedMax`. */
  count: number
  is_more: boolean
  since: string | null
  ids: string[]
}

/** From this part of the plan on it is nearly used. */
const nearlyUsed = 0.8

/**
 * Returns what needs a person in a project, and its conversations of today beside those of the same weekday before,
 * until the same time of day. Days are those of the project's time zone.
 */
export async function readToday({ db, clock }: { db: Db; clock: Clock }, project: ProjectKey) {
  const now = clock.now()
  const [hold, plan, steps, campaigns, ...noticed] = await Promise.all([
    selectHold(db),
    selectPlanUse(db, project),
    selectFirstSteps(db, project),
    selectCampaignReadiness(db, project),
    selectUnresolvedCalls(db, project),
    selectUnresolvedMessages(db, project),
    selectStoppedTemplates(db, project),
    selectFailedSources(db, project),
    selectRefusedCarriers(db, project),
    selectPausedCarriers(db, project),
    selectSendersAtFault(db, project),
  ])
  if (plan === null) throw refusals.projectNotFound()
  const codes = [
    'calls_unresolved',
    'messages_unresolved',
    'templates_stopped',
    'sources_failed',
    'carriers_refused',
    'carriers_paused',
    'senders_at_fault',
  ] as const
  const found = new Map<NeedCode, Noticed>(codes.map((code, place) => [code, noticed[place]!]))
  found.set('campaigns_paused', noticedOf(campaigns.filter(isPaused)))
  found.set(
    'campaigns_not_ready',
    noticedOf(campaigns.filter((one) => one.status === 'running' && lacks(one))),
  )
  if (hold !== null) found.set('database_held', { count: 1, since: hold.since, ids: null })
  for (const code of planNeeds(plan)) found.set(code, { count: 1, since: null, ids: null })
  const needs = needCodes.flatMap((code): Need[] => {
    const { count = 0, since = null, ids = null } = found.get(code) ?? {}
    if (count === 0) return []
    // Campaigns are read before it is known what they lack, so that others may be among those that were not read.
    const isCut = code.startsWith('campaigns_') && campaigns.length > noticedMax
    const is_more = count > noticedMax || isCut
    return [{ code, count: Math.min(count, noticedMax), is_more, since, ids: ids ?? [] }]
  })
  const { today, before } = daysOf(now, plan.timezone)
  const count = async ([from, to]: readonly [Date, Date]) => ({
    from: from.toISOString(),
    to: to.toISOString(),
    conversations: await selectTotalsByKind(db, project.organization_id, project.project_id, {
      from: from.getTime(),
      to: to.getTime(),
    }),
  })
  const [counted, countedBefore] = await Promise.all([count(today), count(before)])
  const { timezone, ...used } = plan
  return {
    at: now.toISOString(),
    timezone,
    needs,
    first_steps: stepsOf(steps),
    demo: steps.places_calls === null ? null : { places_calls: steps.places_calls },
    today: counted,
    week_before: countedBefore,
    plan: used,
  }
}

/** Returns the steps to a first call and to a first message. */
function stepsOf(steps: FirstSteps) {
  const { has_carrier, has_caller_id, has_campaign, has_call } = steps
  const { has_sender, has_template, has_broadcast, has_message } = steps
  return {
    voice: { carrier: has_carrier, caller_id: has_caller_id, campaign: has_campaign, call: has_call },
    whatsapp: {
      sender: has_sender,
      template: has_template,
      broadcast: has_broadcast,
      message: has_message,
    },
  }
}

function lacks(campaign: CampaignReadiness): boolean {
  const missing = campaign.call_direction === 'inbound' ? missingForAnswers : missingForCalls
  return missing(campaign) !== null
}

function noticedOf(campaigns: readonly CampaignReadiness[]): Noticed {
  const ids = campaigns.slice(0, noticedIdsMax).map(({ _id }) => _id)
  return { count: campaigns.length, since: campaigns[0]?.held_since ?? null, ids }
}

function planNeeds({ plan_status, sends, sends_used, links, links_used }: PlanUse): NeedCode[] {
  return [
    ...(plan_status === 'active' ? [] : (['plan_inactive'] as const)),
    ...(sends > 0 && sends_used >= nearlyUsed * sends ? (['sends_nearly_used'] as const) : []),
    ...(links > 0 && links_used >= nearlyUsed * links ? (['links_nearly_used'] as const) : []),
  ]
}

/** Returns today until now, and the same weekday before until the same time of day, in a zone. */
function daysOf(now: Date, timezone: string): { today: [Date, Date]; before: [Date, Date] } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const before = zoned.subtract({ weeks: 1 })
  const dateOf = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds)
  return {
    today: [dateOf(zoned.startOfDay()), now],
    before: [dateOf(before.startOfDay()), dateOf(before)],
  }
}
