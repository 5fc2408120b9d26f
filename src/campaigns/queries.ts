import type { Db } from '../db/database.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { areEventsWanted } from '../events/event-of.ts'
import {
  booleanField,
  fieldsOf,
  idField,
  numberField,
  objectField,
  textField,
  timestampField,
} from '../filters/fields.ts'
import { timeLimit } from '../guards/limits/limit-sql.ts'
import { numberRules } from '../guards/numbers/number-rules.ts'
import type { NumberRules } from '../guards/numbers/number-rules.ts'
import type { CampaignHours } from './campaign-hours.ts'

export const campaignStatuses = ['draft', 'running', 'paused', 'ended'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]
export const callDirections = ['outbound', 'inbound'] as const
export type CallDirection = (typeof callDirections)[number]
export const campaignTypes = ['workflow', 'script', 'agent'] as const
export type CampaignType = (typeof campaignTypes)[number]

/** The outcomes after which a campaign may dial again, in the order in which they are stored. */
export const retryOutcomes = ['no_answer', 'busy', 'failed', 'voicemail'] as const
export type RetryOutcome = (typeof retryOutcomes)[number]

const callerId = sql`(select number from caller_ids i where i.organization_id = c.organization_id and i._id = c.caller_id_id)`
const retry = sql`jsonb_build_object('max_attempts', c.retry_max_attempts, 'delay_minutes', c.retry_delay_minutes,
  'on', to_jsonb(c.retry_on))`
const given = { nullable: false }

/** The fields of campaigns for filters: all that a list shows. */
export const campaignFields = fieldsOf({
  _id: idField(sql`c._id`, given),
  name: textField(sql`c.name`, given),
  status: textField(sql`c.status`, given),
  call_direction: textField(sql`c.call_direction`, given),
  campaign_type: textField(sql`c.campaign_type`, given),
  caller_id: textField(callerId),
  workflow_id: idField(sql`c.workflow_id`),
  voice: textField(sql`c.voice`),
  calling_hours: objectField(sql`coalesce(c.calling_hours, 'null'::jsonb)`, {
    timezone: 'string',
    also_callee: 'boolean',
    windows: [{ days: ['string'], from: 'string', to: 'string' }],
    closed_dates: ['string'],
  }),
  slots: numberField(sql`c.slots`, given),
  ring_timeout_seconds: numberField(sql`c.ring_timeout_seconds`, given),
  machine_detection: booleanField(sql`c.machine_detection`, given),
  retry: objectField(retry, { max_attempts: 'number', delay_minutes: 'number', on: ['string'] }),
  ends_at: timestampField(sql`c.ends_at`),
  created_at: timestampField(sql`c.created_at`, given),
  updated_at: timestampField(sql`c.updated_at`, given),
})

/**
 * Returns one page of a project's campaigns, and how many there are. Index of the default order: campaigns_by_creation.
 */
export async function selectCampaigns(
  db: Db,
  organizationId: string,
  projectId: string,
  list: List,
): Promise<{ items: object[]; total: number }> {
  const columns = sql`c._id, c.name, c.status, c.call_direction, c.campaign_type, ${callerId} as caller_id, c.workflow_id,
    c.voice, c.calling_hours, c.slots, c.ring_timeout_seconds, c.machine_detection, ${retry} as retry, c.ends_at,
    c.created_at, c.updated_at`
  const from = sql`from campaigns c where c.organization_id = ${organizationId} and c.project_id = ${projectId}`
  return selectPage<object>(db, organizationId, { columns, from }, list)
}

/** A campaign with what its calls need: its rules, what is spoken, and the carrier of its caller ID. */
export interface CampaignForCalls {
  _id: string
  status: CampaignStatus
  call_direction: CallDirection
  campaign_type: CampaignType
  script: string | null
  voice: string | null
  workflow_id: string | null
  /** The revision that a call placed now follows; null without a workflow. */
  workflow_revision: number | null
  /** The agent that leads its calls, or to which its workflow hands them; null without one. */
  agent_id: string | null
  /** The revision of that agent for a call placed now; null without an agent. */
  agent_revision: number | null
  ring_timeout_seconds: number
  machine_detection: boolean
  /** Null: always open. */
  calling_hours: CampaignHours | null
  slots: number
  /** The most attempts of a call, retries included. */
  retry_max_attempts: number
  retry_delay_minutes: number
  retry_on: readonly RetryOutcome[]
  ends_at: string | null
  /** E.164; null if the campaign has no caller ID. */
  caller_id_number: string | null
  voice_carrier_id: string | null
  /** Whether somebody wants the project's events. */
  events_wanted: boolean
  /**
   * After which a call ends, whatever happens: what its agent may take and a farewell, else the organization's limit.
   */
  time_limit_seconds: number
  /** Is said to callers outside the calling hours; Liquid. Null: a text of the service. */
  closed_message: string | null
  /** Is said to callers while all slots are taken; Liquid. Null: a text of the service. */
  busy_message: string | null
}

/** A project's defaults, and one of its campaigns. */
export interface FoundForCalls {
  default_country: string | null
  number_rules: NumberRules
  campaign: CampaignForCalls | null
  /** The carrier account of the campaign's caller ID; null if it has none. */
  account: SealedAccount | null
}

/** How much longer than its agent may speak a call lasts at most, in seconds. */
const endingSeconds = sql`30`

/** The longest time of a call of a campaign `c`, in seconds (Rule 114). */
export const campaignTimeLimit = timeLimit(
  sql`c.organization_id`,
  sql`(select (v.definition #>> '{limits,seconds}')::integer + ${endingSeconds} from agents g
      join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
      where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id)`,
)

const placeOfProject = { organization_id: sql`p.organization_id`, project_id: sql`p._id` }

/**
 * Returns a campaign, and the defaults of its project with what its organization may ring. Null if the project does not
 * exist; `campaign` is null if the project has no such campaign. One query by primary keys.
 */
export async function selectCampaignForCalls(
  db: Queryable,
  organizationId: string,
  projectId: string,
  campaignId: string | null,
): Promise<FoundForCalls | null> {
  const [row] = await db.query<
    CampaignForCalls & Omit<FoundForCalls, 'campaign' | 'account'> & SealedAccount & { found: string | null }
  >(sql`
    select p.default_country, ${numberRules} as number_rules, c._id as found, c._id, c.status, c.call_direction,
      c.campaign_type, c.script, c.voice, c.workflow_id, w.revision as workflow_revision, a._id as agent_id,
      a.revision as agent_revision, c.ring_timeout_seconds, c.machine_detection, c.calling_hours, c.slots,
      c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ends_at, c.closed_message, c.busy_message,
      n.number as caller_id_number, n.voice_carrier_id, k.account_sid, k.auth_token, k.api_url, k.api_url_given_by,
      k.unknown_grace_seconds, ${campaignTimeLimit} as time_limit_seconds,
      ${areEventsWanted(placeOfProject)} as events_wanted
    from projects p
    left join campaigns c
      on c.organization_id = p.organization_id and c.project_id = p._id and c._id = ${campaignId}::uuid
    left join workflows w on w.organization_id = c.organization_id and w._id = c.workflow_id
    left join workflow_revisions v
      on v.organization_id = w.organization_id and v.workflow_id = w._id and v.revision = w.revision
    left join agents a on a.organization_id = c.organization_id and a._id = coalesce(c.agent_id, v.agent_id)
    left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
    left join voice_carriers k on k.organization_id = n.organization_id and k._id = n.voice_carrier_id
    where p.organization_id = ${organizationId} and p._id = ${projectId}`)
  if (row === undefined) return null
  const {
    default_country,
    number_rules,
    found,
    account_sid,
    auth_token,
    api_url,
    api_url_given_by,
    unknown_grace_seconds,
    ...campaign
  } = row
  const account = { account_sid, auth_token, api_url, api_url_given_by, unknown_grace_seconds }
  return {
    default_country,
    number_rules,
    campaign: found === null ? null : campaign,
    account: campaign.voice_carrier_id === null ? null : account,
  }
}

/** Returns the id of the project's campaign with this name or id; null if it has none. */
export async function selectCampaignByName(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  nameOrId: string,
): Promise<string | null> {
  const [row] = await db.query<{ _id: string }>(sql`
    select _id from campaigns where organization_id = ${organization_id} and project_id = ${project_id}
      and (name = ${nameOrId} or _id::text = lower(${nameOrId})) limit 1`)
  return row?._id ?? null
}

/** A carrier account, with its token encrypted. */
export interface CarrierAccount {
  _id: string
  kind: 'twilio'
  account_sid: string
  auth_token: Buffer
  api_url: string | null
  /** The organization whose own people gave `api_url`; null: an operator did, or nobody. */
  api_url_given_by: string | null
  unknown_grace_seconds: number
}

/** A carrier account with its token encrypted, without its id. */
export type SealedAccount = Omit<CarrierAccount, '_id' | 'kind'>

/** Returns a carrier account; null if the organization has none with this id. */
export async function findCarrierAccount(
  db: Queryable,
  organizationId: string,
  carrierId: string,
): Promise<CarrierAccount | null> {
  const [account] = await db.query<CarrierAccount>(sql`
    select _id, kind, account_sid, auth_token, api_url, api_url_given_by, unknown_grace_seconds from voice_carriers
    where organization_id = ${organizationId} and _id = ${carrierId}`)
  return account ?? null
}

/** Returns a carrier account. Throws if there is none, which a foreign key prevents for the carriers of attempts. */
export async function selectCarrierAccount(
  db: Queryable,
  organizationId: string,
  carrierId: string,
): Promise<CarrierAccount> {
  const account = await findCarrierAccount(db, organizationId, carrierId)
  if (account === null) throw new Error(`carrier account ${carrierId} is missing`)
  return account
}

/** A carrier account as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredVoiceCarrierRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  kind: string
  account_sid: string
  /** Encrypted. The stored bytes if the token has not changed, because encrypting it again gives different bytes. */
  auth_token: Buffer
  api_url: string | null
  /** Who gives `api_url`, if it is another one than the stored. */
  api_url_given_by: string | null
  calls_per_second: number
  unknown_grace_seconds: number
}

/**
 * Inserts or updates the project's carrier account of this id. Returns its id, or null if nothing differs: then nothing
 * is written and `updated_at` stays.
 */
export async function upsertVoiceCarrier(
  transaction: Transaction,
  row: DeclaredVoiceCarrierRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into voice_carriers as v
      (organization_id, project_id, _id, name, kind, account_sid, auth_token, api_url, api_url_given_by, calls_per_second,
       unknown_grace_seconds, auth_token_set_at, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.kind}, ${row.account_sid},
      ${row.auth_token}, ${row.api_url}, ${row.api_url_given_by}, ${row.calls_per_second}, ${row.unknown_grace_seconds}, ${now}, ${now},
      ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, kind = excluded.kind, account_sid = excluded.account_sid, auth_token = excluded.auth_token,
      api_url = excluded.api_url,
      api_url_given_by = case when v.api_url is distinct from excluded.api_url then excluded.api_url_given_by
        else v.api_url_given_by end,
      calls_per_second = excluded.calls_per_second,
      unknown_grace_seconds = excluded.unknown_grace_seconds,
      auth_token_set_at = case when v.auth_token = excluded.auth_token then v.auth_token_set_at
        else excluded.updated_at end,
      revision = v.revision + 1, updated_at = excluded.updated_at
    where (v.name, v.kind, v.account_sid, v.auth_token, v.api_url, v.calls_per_second, v.unknown_grace_seconds)
      is distinct from (excluded.name, excluded.kind, excluded.account_sid, excluded.auth_token, excluded.api_url,
        excluded.calls_per_second, excluded.unknown_grace_seconds)
    returning _id`)
  return written?._id ?? null
}

/** A caller ID as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredCallerIdRow {
  organization_id: string
  project_id: string
  _id: string
  /** E.164. */
  number: string
  voice_carrier_id: string
  /** The campaign that answers calls to it; it may be inserted later in the transaction. Null: nobody answers. */
  inbound_campaign_id: string | null
}

/** Inserts or updates the project's caller ID of this id. Returns its id, or null if nothing differs. */
export async function upsertCallerId(
  transaction: Transaction,
  row: DeclaredCallerIdRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into caller_ids as n
      (organization_id, project_id, _id, number, voice_carrier_id, inbound_campaign_id, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.number}, ${row.voice_carrier_id},
      ${row.inbound_campaign_id}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      number = excluded.number, voice_carrier_id = excluded.voice_carrier_id,
      inbound_campaign_id = excluded.inbound_campaign_id, revision = n.revision + 1, updated_at = excluded.updated_at
    where (n.number, n.voice_carrier_id, n.inbound_campaign_id)
      is distinct from (excluded.number, excluded.voice_carrier_id, excluded.inbound_campaign_id)
    returning _id`)
  return written?._id ?? null
}

/** A campaign as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredCampaignRow extends Omit<
  CampaignForCalls,
  | 'workflow_revision'
  | 'agent_revision'
  | 'caller_id_number'
  | 'voice_carrier_id'
  | 'ends_at'
  | 'time_limit_seconds'
  | 'events_wanted'
> {
  organization_id: string
  project_id: string
  name: string
  caller_id_id: string | null
  /** Always in the same order, so that the same outcomes compare as equal. */
  retry_on: readonly RetryOutcome[]
  ends_at: Date | null
}

/**
 * Inserts or updates the project's campaign of this id. Returns its id, or null if nothing differs. A campaign that
 * this pauses remembers its status, so that a release can restore it.
 */
export async function upsertCampaign(
  transaction: Transaction,
  row: DeclaredCampaignRow,
  now: Date,
): Promise<string | null> {
  const hours = row.calling_hours === null ? null : JSON.stringify(row.calling_hours)
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into campaigns as c
      (organization_id, project_id, _id, name, status, call_direction, campaign_type, workflow_id, agent_id, script, voice,
       caller_id_id, calling_hours, slots, retry_max_attempts, retry_delay_minutes, retry_on, ring_timeout_seconds,
       machine_detection, ends_at, closed_message, busy_message, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.status}, ${row.call_direction},
      ${row.campaign_type}, ${row.workflow_id}, ${row.agent_id}, ${row.script}, ${row.voice}, ${row.caller_id_id}, ${hours}::jsonb,
      ${row.slots}, ${row.retry_max_attempts}, ${row.retry_delay_minutes}, ${row.retry_on},
      ${row.ring_timeout_seconds}, ${row.machine_detection}, ${row.ends_at},
      ${row.closed_message}, ${row.busy_message}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      held_status = case when excluded.status <> 'paused' then null when c.status = 'paused' then c.held_status
        else c.status end,
      name = excluded.name, status = excluded.status, call_direction = excluded.call_direction, campaign_type = excluded.campaign_type,
      workflow_id = excluded.workflow_id, agent_id = excluded.agent_id, script = excluded.script, voice = excluded.voice,
      caller_id_id = excluded.caller_id_id, calling_hours = excluded.calling_hours, slots = excluded.slots,
      retry_max_attempts = excluded.retry_max_attempts, retry_delay_minutes = excluded.retry_delay_minutes,
      retry_on = excluded.retry_on, ring_timeout_seconds = excluded.ring_timeout_seconds,
      machine_detection = excluded.machine_detection, ends_at = excluded.ends_at,
      closed_message = excluded.closed_message, busy_message = excluded.busy_message, revision = c.revision + 1,
      updated_at = excluded.updated_at
    where (c.name, c.status, c.call_direction, c.campaign_type, c.workflow_id, c.agent_id, c.script, c.voice, c.caller_id_id,
        c.calling_hours, c.slots, c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ring_timeout_seconds,
        c.machine_detection, c.ends_at, c.closed_message, c.busy_message)
      is distinct from (excluded.name, excluded.status, excluded.call_direction, excluded.campaign_type, excluded.workflow_id,
        excluded.agent_id, excluded.script, excluded.voice, excluded.caller_id_id, excluded.calling_hours, excluded.slots,
        excluded.retry_max_attempts, excluded.retry_delay_minutes, excluded.retry_on,
        excluded.ring_timeout_seconds, excluded.machine_detection, excluded.ends_at, excluded.closed_message,
        excluded.busy_message)
    returning _id`)
  return written?._id ?? null
}
