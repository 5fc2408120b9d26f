import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** A campaign that was paused or resumed, by its id and with the slots of its queue. */
export interface ChangedCampaign {
  _id: string
  slots: number
}

/** Which campaigns are paused or resumed; null: all of the project. */
interface CampaignsPlace {
  organization_id: string
  project_id: string
  campaign_id: string | null
}

/** Pauses campaigns that are neither paused nor ended. Returns those. */
export async function updateCampaignsPaused(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CampaignsPlace,
  now: Date,
): Promise<ChangedCampaign[]> {
  return transaction.query<ChangedCampaign>(sql`
    update campaigns set held_status = status, status = 'paused', revision = revision + 1, updated_at = ${now}
    where organization_id = ${organization_id} and project_id = ${project_id}
      and (${campaign_id}::uuid is null or _id = ${campaign_id}::uuid) and status in ('draft', 'running')
    returning _id, slots`)
}

/** Gives paused campaigns the status that they had before, `running` where that is not known. Returns those. */
export async function updateCampaignsResumed(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CampaignsPlace,
  now: Date,
): Promise<ChangedCampaign[]> {
  return transaction.query<ChangedCampaign>(sql`
    update campaigns set status = coalesce(held_status, 'running'), held_status = null, revision = revision + 1,
      updated_at = ${now}
    where organization_id = ${organization_id} and project_id = ${project_id}
      and (${campaign_id}::uuid is null or _id = ${campaign_id}::uuid) and status = 'paused'
    returning _id, slots`)
}

/** Returns the ids of a project's campaigns; with `campaign_id` that one alone, if the project has it. */
export async function selectCampaignIds(
  db: Queryable,
  { organization_id, project_id, campaign_id }: CampaignsPlace,
): Promise<string[]> {
  const rows = await db.query<{ _id: string }>(sql`
    select _id from campaigns where organization_id = ${organization_id} and project_id = ${project_id}
      and (${campaign_id}::uuid is null or _id = ${campaign_id}::uuid) order by _id`)
  return rows.map(({ _id }) => _id)
}
