import { openingAt } from '../../campaigns/calling-hours.ts'
import { ownHours } from '../../campaigns/campaign-hours.ts'
import { hasEnded, isPaused, missingForCalls } from '../../campaigns/readiness.ts'
import type { Queryable } from '../../db/queryable.ts'
import { findUnknownCustomerFields } from '../apply/customer-fields.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { campaignFieldsOf, needsOf } from './campaign-fields.ts'
import {
  countAttemptsOfCarrier,
  countBroadcastsWith,
  countCalls,
  countCampaignsWith,
} from './effects-queries.ts'
import type { CallCounts } from './effects-queries.ts'

export const effectCodes = [
  'calls_dialled',
  'calls_wait_for_release',
  'calls_wait_for_hours',
  'calls_expire',
  'calls_fail',
  'calls_go_on',
  'calls_beyond_slots',
  'callbacks_refused',
  'campaigns_follow',
  'campaigns_call_from',
  'broadcasts_stop',
  'broadcasts_go_on',
  'webhooks_refused',
  'plan_stops',
  'plan_resumes',
  'sends_refused',
  'links_beyond_plan',
  'customer_fields_unknown',
  'campaigns_dial_nothing',
] as const

/** What an edit does beyond the record itself. */
export interface Effect {
  code: (typeof effectCodes)[number]
  /** In English, such as `12 waiting calls are dialed at once`. */
  sentence: string
  /** How many calls or campaigns it concerns; never 0. */
  count: number
  /** When the calls that wait for calling hours begin, in UTC; null if never, and for other effects. */
  opens_at: string | null
  /** The values that no recent call had, such as `customer.plan`; empty for other effects. */
  names: string[]
}

/** An effect before it is put into words, so that those of several campaigns can be added up. */
export interface CountedEffect {
  code: Effect['code']
  count: number
  /** What follows a count of 1, and a larger one. */
  one: string
  many: string
  opensAt?: Date | null
  names?: string[]
}

/** Puts effects into words; equal ones are added up. */
export function describeEffects(effects: readonly CountedEffect[]): Effect[] {
  const groups = Map.groupBy(effects, ({ code, many }) => `${code} ${many}`)
  return [...groups.values()].map((group) => {
    const { code, one, many, opensAt = null, names = [] } = group[0]!
    const count = group.reduce((sum, each) => sum + each.count, 0)
    const sentence = `${count} ${count === 1 ? one : many}`
    return { code, count, sentence, opens_at: opensAt?.toISOString() ?? null, names }
  })
}

/** Returns what an edit does to calls and other records, at this moment. */
export async function effectsOf(
  db: Queryable,
  { before, after, now }: { before: ConfiguredRow | null; after: ConfiguredRow; now: Date },
): Promise<CountedEffect[]> {
  if (before === null) return []
  const { organization_id, _id, revision } = after
  switch (after.kind) {
    case 'campaign': {
      const counts = await countCalls(db, organization_id, [_id])
      return effectsOnCalls(standingOf(before, now), standingOf(after, now), counts)
    }
    case 'voice_carrier': {
      const isSame =
        before.secrets['auth_token']?.equals(after.secrets['auth_token']!) === true &&
        before.fields['account_sid'] === after.fields['account_sid']
      if (isSame) return []
      const count = await countAttemptsOfCarrier(db, organization_id, _id)
      const end = "reported with the old token's signature, which is refused"
      return effect('callbacks_refused', count, `call under way is ${end}`, `calls under way are ${end}`)
    }
    case 'workflow':
      return before.revision === revision ? [] : effectsOnCampaigns(db, after)
    case 'agent': {
      if (before.revision === revision) return []
      return [...(await effectsOnCampaigns(db, after)), ...(await effectsOfCustomerFields(db, after))]
    }
    case 'whatsapp_sender':
      return effectsOnSender(before, after, await countBroadcastsWith(db, organization_id, _id))
    case 'caller_id': {
      if (before.revision === revision) return []
      const count = await countCampaignsWith(db, organization_id, _id)
      return effect('campaigns_call_from', count, `campaign calls from it`, `campaigns call from it`)
    }
    default:
      return []
  }
}

async function effectsOnCampaigns(
  db: Queryable,
  { organization_id, _id, revision }: ConfiguredRow,
): Promise<CountedEffect[]> {
  const count = await countCampaignsWith(db, organization_id, _id)
  const end = `revision ${revision} in calls that are dialed from now on`
  return effect('campaigns_follow', count, `campaign follows ${end}`, `campaigns follow ${end}`)
}

async function effectsOfCustomerFields(db: Queryable, agent: ConfiguredRow): Promise<CountedEffect[]> {
  const unknown = await findUnknownCustomerFields(db, agent)
  if (unknown === null) return []
  const names = unknown.names.map((name) => `customer.${name}`)
  const end = `read that no recent call of its campaigns had: ${names.join(', ')}`
  const found = effect('customer_fields_unknown', names.length, `value is ${end}`, `values are ${end}`)
  return found.map((each) => ({ ...each, names }))
}

/** Returns what a change of a sender does to its broadcasts, and to the webhooks that the old secrets belong to. */
function effectsOnSender(before: ConfiguredRow, after: ConfiguredRow, broadcasts: number): CountedEffect[] {
  const [was, is] = [before.fields['status'], after.fields['status']]
  const stops = is === 'disconnected' && was !== is ? broadcasts : 0
  const goesOn = is === 'connected' && was !== is ? broadcasts : 0
  const isSameApp = before.secrets['app_secret']?.equals(after.secrets['app_secret']!) === true
  const end = 'replaced: what WhatsApp signs with the old one is refused'
  return [
    ...effect('broadcasts_stop', stops, 'broadcast sends no more', 'broadcasts send no more'),
    ...effect('broadcasts_go_on', goesOn, 'broadcast can send again', 'broadcasts can send again'),
    ...effect('webhooks_refused', isSameApp ? 0 : 1, `app secret is ${end}`, `app secrets are ${end}`),
  ]
}

/** What the queue of a campaign does at a moment; the first that applies, as where the queue is served. */
export type Standing =
  | { kind: 'ended' }
  | { kind: 'paused' }
  | { kind: 'unready'; lacks: string }
  | { kind: 'closed'; opensAt: Date | null; timezone: string }
  | { kind: 'open'; slots: number }

function standingOf(row: ConfiguredRow, now: Date): Standing {
  const campaign = campaignFieldsOf(row)
  if (hasEnded(campaign, now)) return { kind: 'ended' }
  if (isPaused(campaign)) return { kind: 'paused' }
  const lacks = missingForCalls(needsOf(campaign))
  if (lacks !== null) return { kind: 'unready', lacks }
  // Where each callee is, is decided call by call.
  const hours = ownHours(campaign.calling_hours)
  const opening = openingAt(hours, now)
  if (opening.isOpen) return { kind: 'open', slots: campaign.slots }
  return { kind: 'closed', opensAt: opening.opensAt, timezone: hours?.timezone ?? 'UTC' }
}

/** Returns what a change of a campaign does to its calls. */
function effectsOnCalls(before: Standing, after: Standing, counts: CallCounts): CountedEffect[] {
  const { waiting, under_way } = counts
  const isSame = before.kind === after.kind
  const wait = (code: Effect['code'], one: string, many: string) =>
    effect(code, waiting, `waiting call ${one}`, `waiting calls ${many}`)
  const goOn = effect('calls_go_on', under_way, 'call under way goes on', 'calls under way go on')
  switch (after.kind) {
    case 'ended':
      return isSame ? [] : [...wait('calls_expire', 'ends as expired', 'end as expired'), ...goOn]
    case 'unready': {
      const end = `failed: ${after.lacks}`
      return isSame ? [] : [...wait('calls_fail', `ends as ${end}`, `end as ${end}`), ...goOn]
    }
    case 'paused': {
      const end = 'until the campaign is released'
      return isSame ? [] : [...wait('calls_wait_for_release', `waits ${end}`, `wait ${end}`), ...goOn]
    }
    case 'closed': {
      const wasUntil = before.kind === 'closed' ? before.opensAt?.getTime() : undefined
      if (isSame && wasUntil === after.opensAt?.getTime()) return []
      const until =
        after.opensAt === null ? 'for good' : `until ${formatOpening(after.opensAt, after.timezone)}`
      const held = wait('calls_wait_for_hours', `waits ${until}`, `wait ${until}`).map((each) => ({
        ...each,
        opensAt: after.opensAt,
      }))
      return isSame ? held : [...held, ...goOn]
    }
    case 'open':
      return effectsOfSlots(before.kind === 'open' ? before.slots : null, after.slots, counts)
  }
}

/** @param before null: the campaign dialed nothing. */
function effectsOfSlots(
  before: number | null,
  after: number,
  { ready, under_way }: CallCounts,
): CountedEffect[] {
  const free = (slots: number) => Math.max(0, Math.min(ready, slots - under_way))
  const more = free(after) - (before === null ? 0 : free(before))
  const beyond = before !== null && before > after ? under_way - after : 0
  const end = 'more than the slots allow, and'
  return [
    ...effect('calls_dialled', more, 'waiting call is dialed at once', 'waiting calls are dialed at once'),
    ...effect(
      'calls_beyond_slots',
      beyond,
      `call under way is ${end} goes on`,
      `calls under way are ${end} go on`,
    ),
  ]
}

/** Returns the effect, or nothing where it concerns nothing. */
function effect(code: Effect['code'], count: number, one: string, many: string): CountedEffect[] {
  return count <= 0 ? [] : [{ code, count, one, many }]
}

/** Returns an instant such as `Mon 23 Nov, 09:00 (America/New_York)`. */
function formatOpening(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')}, ${part('hour')}:${part('minute')} (${timeZone})`
}
