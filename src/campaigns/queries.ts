import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import { sql } from '../db/sql.ts'
import {
  booleanField,
  fieldsOf,
  idField,
  numberField,
  objectField,
  textField,
  timestampField,
} from '../filters/fields.ts'
import type { CallingHours } from './calling-hours.ts'

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

/** Returns one page of a project's campaigns, and how many there are. Index of the default order: campaigns_by_creation. */
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
  agent_id: string | null
  /** The revision of the agent that leads a call placed now; null without an agent. */
  agent_revision: number | null
  ring_timeout_seconds: number
  machine_detection: boolean
  /** Null: always open. */
  calling_hours: CallingHours | null
  slots: number
  /** The most attempts of a call, retries included. */
  retry_max_attempts: number
  retry_delay_minutes: number
  retry_on: readonly RetryOutcome[]
  ends_at: string | null
  /** E.164; null if the campaign has no caller ID. */
  caller_id_number: string | null
  voice_carrier_id: string | null
}

/**
 * Returns a campaign, and the defaults of its project. Null if the project does not exist; `campaign` is null if the project
 * has no such campaign. One query by primary keys.
 */
export async function selectCampaignForCalls(
  db: Queryable,
  organizationId: string,
  projectId: string,
  campaignId: string | null,
): Promise<{ default_country: string | null; campaign: CampaignForCalls | null } | null> {
  const [row] = await db.query<
    CampaignForCalls & { default_country: string | null; found: string | null }
  >(sql`
    select p.default_country, c._id as found, c._id, c.status, c.call_direction, c.campaign_type, c.script, c.voice,
      c.workflow_id, w.revision as workflow_revision, c.agent_id, a.revision as agent_revision, c.ring_timeout_seconds, c.machine_detection, c.calling_hours,
      c.slots, c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ends_at,
      n.number as caller_id_number, n.voice_carrier_id
    from projects p
    left join campaigns c
      on c.organization_id = p.organization_id and c.project_id = p._id and c._id = ${campaignId}::uuid
    left join workflows w on w.organization_id = c.organization_id and w._id = c.workflow_id
    left join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
    left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
    where p.organization_id = ${organizationId} and p._id = ${projectId}`)
  if (row === undefined) return null
  const { default_country, found, ...campaign } = row
  return { default_country, campaign: found === null ? null : campaign }
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
  unknown_grace_seconds: number
}

/** Returns a carrier account. Throws if there is none, which a foreign key prevents for the carriers of attempts. */
export async function selectCarrierAccount(
  db: Queryable,
  organizationId: string,
  carrierId: string,
): Promise<CarrierAccount> {
  const [account] = await db.query<CarrierAccount>(sql`
    select _id, kind, account_sid, auth_token, api_url, unknown_grace_seconds from voice_carriers
    where organization_id = ${organizationId} and _id = ${carrierId}`)
  if (account === undefined) throw new Error(`carrier account ${carrierId} is missing`)
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
  calls_per_second: number
  unknown_grace_seconds: number
}

/**
 * Inserts or updates the project's carrier account of this id. Returns its id, or null if nothing differs: then nothing is
 * written and `updated_at` stays.
 */
export async function upsertVoiceCarrier(
  transaction: Transaction,
  row: DeclaredVoiceCarrierRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into voice_carriers as v
      (organization_id, project_id, _id, name, kind, account_sid, auth_token, api_url, calls_per_second,
       unknown_grace_seconds, auth_token_set_at, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.kind}, ${row.account_sid},
      ${row.auth_token}, ${row.api_url}, ${row.calls_per_second}, ${row.unknown_grace_seconds}, ${now}, ${now},
      ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, kind = excluded.kind, account_sid = excluded.account_sid, auth_token = excluded.auth_token,
      api_url = excluded.api_url, calls_per_second = excluded.calls_per_second,
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
}

/** Inserts or updates the project's caller ID of this id. Returns its id, or null if nothing differs. */
export async function upsertCallerId(
  transaction: Transaction,
  row: DeclaredCallerIdRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into caller_ids as n (organization_id, project_id, _id, number, voice_carrier_id, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.number}, ${row.voice_carrier_id}, ${now},
      ${now})
    on conflict (organization_id, _id) do update set
      number = excluded.number, voice_carrier_id = excluded.voice_carrier_id, revision = n.revision + 1,
      updated_at = excluded.updated_at
    where (n.number, n.voice_carrier_id) is distinct from (excluded.number, excluded.voice_carrier_id)
    returning _id`)
  return written?._id ?? null
}

/** A campaign as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredCampaignRow extends Omit<
  CampaignForCalls,
  'workflow_revision' | 'agent_revision' | 'caller_id_number' | 'voice_carrier_id' | 'ends_at'
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
 * Inserts or updates the project's campaign of this id. Returns its id, or null if nothing differs. A campaign that this
 * pauses remembers its status, so that a release can restore it.
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
       machine_detection, ends_at, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.status}, ${row.call_direction},
      ${row.campaign_type}, ${row.workflow_id}, ${row.agent_id}, ${row.script}, ${row.voice}, ${row.caller_id_id}, ${hours}::jsonb,
      ${row.slots}, ${row.retry_max_attempts}, ${row.retry_delay_minutes}, ${row.retry_on},
      ${row.ring_timeout_seconds}, ${row.machine_detection}, ${row.ends_at}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      held_status = case when excluded.status <> 'paused' then null when c.status = 'paused' then c.held_status
        else c.status end,
      name = excluded.name, status = excluded.status, call_direction = excluded.call_direction, campaign_type = excluded.campaign_type,
      workflow_id = excluded.workflow_id, agent_id = excluded.agent_id, script = excluded.script, voice = excluded.voice,
      caller_id_id = excluded.caller_id_id, calling_hours = excluded.calling_hours, slots = excluded.slots,
      retry_max_attempts = excluded.retry_max_attempts, retry_delay_minutes = excluded.retry_delay_minutes,
      retry_on = excluded.retry_on, ring_timeout_seconds = excluded.ring_timeout_seconds,
      machine_detection = excluded.machine_detection, ends_at = excluded.ends_at, revision = c.revision + 1,
      updated_at = excluded.updated_at
    where (c.name, c.status, c.call_direction, c.campaign_type, c.workflow_id, c.agent_id, c.script, c.voice, c.caller_id_id,
        c.calling_hours, c.slots, c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ring_timeout_seconds,
        c.machine_detection, c.ends_at)
      is distinct from (excluded.name, excluded.status, excluded.call_direction, excluded.campaign_type, excluded.workflow_id,
        excluded.agent_id, excluded.script, excluded.voice, excluded.caller_id_id, excluded.calling_hours, excluded.slots,
        excluded.retry_max_attempts, excluded.retry_delay_minutes, excluded.retry_on,
        excluded.ring_timeout_seconds, excluded.machine_detection, excluded.ends_at)
    returning _id`)
  return written?._id ?? null
}

/** A campaign that is held or released, by its keys and with the slots of its queue. */
export interface HeldCampaign {
  _id: string
  slots: number
}

/** Which campaigns are held or released; null: all of the project. */
interface HeldPlace {
  organization_id: string
  project_id: string
  campaign_id: string | null
}

/** Pauses campaigns that are neither paused nor ended. Returns those. */
export async function updateCampaignsHeld(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: HeldPlace,
  now: Date,
): Promise<HeldCampaign[]> {
  return transaction.query<HeldCampaign>(sql`
    update campaigns set held_status = status, status = 'paused', revision = revision + 1, updated_at = ${now}
    where organization_id = ${organization_id} and project_id = ${project_id}
      and (${campaign_id}::uuid is null or _id = ${campaign_id}::uuid) and status in ('draft', 'running')
    returning _id, slots`)
}

/** Gives paused campaigns the status that they had before, `running` where that is not known. Returns those. */
export async function updateCampaignsReleased(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: HeldPlace,
  now: Date,
): Promise<HeldCampaign[]> {
  return transaction.query<HeldCampaign>(sql`
    update campaigns set status = coalesce(held_status, 'running'), held_status = null, revision = revision + 1,
      updated_at = ${now}
    where organization_id = ${organization_id} and project_id = ${project_id}
      and (${campaign_id}::uuid is null or _id = ${campaign_id}::uuid) and status = 'paused'
    returning _id, slots`)
}

/** Returns the ids of a project's campaigns; with `campaign_id` that one alone, if the project has it. */
export async function selectCampaignIds(
  db: Queryable,
  { organization_id, project_id, campaign_id }: HeldPlace,
): Promise<string[]> {
  const rows = await db.query<{ _id: string }>(sql`
    select _id from campaigns where organization_id = ${organization_id} and project_id = ${project_id}
      and (${campaign_id}::uuid is null or _id = ${campaign_id}::uuid) order by _id`)
  return rows.map(({ _id }) => _id)
}
