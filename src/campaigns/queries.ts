import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

export type CampaignStatus = 'draft' | 'running' | 'paused' | 'ended'
export type CallDirection = 'outbound' | 'inbound'
export type CampaignType = 'workflow' | 'script'

/** A campaign as the API lists it. */
export interface CampaignRow {
  _id: string
  name: string
  status: CampaignStatus
  call_direction: CallDirection
  campaign_type: CampaignType
  created_at: string
}

/** One page of a project's campaigns, newest first, and how many there are. Index: campaigns_by_creation. */
export async function selectCampaigns(
  db: Queryable,
  organizationId: string,
  projectId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: CampaignRow[]; total: number }> {
  const from = sql`from campaigns where organization_id = ${organizationId} and project_id = ${projectId}`
  const [items, counts] = await Promise.all([
    db.query<CampaignRow>(sql`
      select _id, name, status, call_direction, campaign_type, created_at ${from}
      order by created_at desc, _id limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** A campaign with what a call on it needs: its rules, what it speaks, and the carrier of its caller ID. */
export interface CampaignForCalls {
  _id: string
  status: CampaignStatus
  call_direction: CallDirection
  campaign_type: CampaignType
  script: string | null
  voice: string | null
  workflow_id: string | null
  /** The revision that a call placed at this moment follows; null without a workflow. */
  workflow_revision: number | null
  ring_timeout_seconds: number
  ends_at: string | null
  /** E.164; null where the campaign has no caller ID. */
  caller_id_number: string | null
  voice_carrier_id: string | null
}

/**
 * The campaign of this organization and project, and the project's own defaults; null where the project does not
 * exist, `campaign` null where the project has no such campaign. One look-up by primary keys.
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
      c.workflow_id, w.revision as workflow_revision, c.ring_timeout_seconds, c.ends_at,
      n.number as caller_id_number, n.voice_carrier_id
    from projects p
    left join campaigns c
      on c.organization_id = p.organization_id and c.project_id = p._id and c._id = ${campaignId}::uuid
    left join workflows w on w.organization_id = c.organization_id and w._id = c.workflow_id
    left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
    where p.organization_id = ${organizationId} and p._id = ${projectId}`)
  if (row === undefined) return null
  const { default_country, found, ...campaign } = row
  return { default_country, campaign: found === null ? null : campaign }
}

/** A carrier account, its token still sealed. */
export interface CarrierAccount {
  _id: string
  kind: 'twilio'
  account_sid: string
  auth_token: Buffer
  api_url: string | null
  unknown_grace_seconds: number
}

/** @throws where there is none: every attempt's carrier exists, a foreign key sees to it. */
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
