import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** A number of a project that people can call. */
export interface CalledNumber {
  organization_id: string
  project_id: string
  /** E.164. */
  number: string
  voice_carrier_id: string
  /** The campaign that answers; null: nobody does. */
  inbound_campaign_id: string | null
  /** BCP 47. */
  language: string
}

/**
 * Returns the caller ID with this number that calls through a carrier account; null if the project of the account has
 * none.
 *
 * @param number E.164.
 */
export async function selectCalledNumber(
  db: Queryable,
  organizationId: string,
  carrierId: string,
  number: string,
): Promise<CalledNumber | null> {
  const [row] = await db.query<CalledNumber>(sql`
    select n.organization_id, n.project_id, n.number, n.voice_carrier_id, n.inbound_campaign_id, p.language
    from voice_carriers v
    join caller_ids n on n.organization_id = v.organization_id and n.project_id = v.project_id
      and n.number = ${number} and n.voice_carrier_id = v._id
    join projects p on p.organization_id = n.organization_id and p._id = n.project_id
    where v.organization_id = ${organizationId} and v._id = ${carrierId}`)
  return row ?? null
}

/** A number that an inbound campaign answers, with the account that has it. */
export interface AnsweredNumber {
  /** Organization, project and number. */
  place: string
  organization_id: string
  /** E.164. */
  number: string
  voice_carrier_id: string
  account_sid: string
  /** Encrypted. */
  auth_token: Buffer
  api_url: string | null
  api_url_given_by: string | null
}

/**
 * Returns the first numbers of all tenants that inbound campaigns answer, by organization, project and number. Only the
 * operator's own programs may call it.
 *
 * @param only an organization, or a number in E.164; null: any.
 */
export async function selectAnsweredNumbers(
  db: Queryable,
  only: { organizationId: string | null; number: string | null },
  limit: number,
): Promise<AnsweredNumber[]> {
  return db.query<AnsweredNumber>(sql`
    select o.name || ' / ' || p.name || ' / ' || n.number as place, n.organization_id, n.number, n.voice_carrier_id,
      v.account_sid, v.auth_token, v.api_url, v.api_url_given_by
    from caller_ids n
    join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
    join projects p on p.organization_id = n.organization_id and p._id = n.project_id
    join organizations o on o._id = n.organization_id
    where n.inbound_campaign_id is not null
      and (${only.organizationId}::uuid is null or n.organization_id = ${only.organizationId}::uuid)
      and (${only.number}::text is null or n.number = ${only.number}::text)
    order by o.name, p.name, n.number limit ${limit}`)
}
