import { instant } from '../db/instant.ts'
import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

export const checkStates = ['accepted', 'refused', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** What the carrier said about an account and its credentials. */
export interface CarrierCheck {
  state: CheckState
  /** Null where it accepts the account. */
  reason: string | null
  /** Since when every check has said so, of this revision of the account. */
  since: string
  checked_at: string
}

/** A carrier account of a project, as a check needs it. */
export interface CheckedAccount {
  _id: string
  account_sid: string
  auth_token: Buffer
  api_url: string | null
  api_url_given_by: string | null
  revision: number
}

/** Returns a carrier account of the project; null where the project has none with this id. */
export async function selectCheckedAccount(
  db: Reader,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  carrierId: string,
): Promise<CheckedAccount | null> {
  const [account] = await db.query<CheckedAccount>(sql`
    select _id, account_sid, auth_token, api_url, api_url_given_by, revision from voice_carriers
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${carrierId}`)
  return account ?? null
}

/** Stores the result of a check and returns it with the instant since when it holds. */
export async function upsertCarrierCheck(
  db: Queryable,
  organizationId: string,
  { _id, revision }: Pick<CheckedAccount, '_id' | 'revision'>,
  { state, reason, now }: { state: CheckState; reason: string | null; now: Date },
): Promise<CarrierCheck> {
  const [check] = await db.write<CarrierCheck>(sql`
    insert into voice_carrier_checks as c (organization_id, voice_carrier_id, state, reason, since, checked_at, revision)
    values (${organizationId}, ${_id}, ${state}, ${reason}, ${now}, ${now}, ${revision})
    on conflict (organization_id, voice_carrier_id) do update set
      since = case when c.state = excluded.state and c.revision = excluded.revision then c.since else excluded.since end,
      state = excluded.state, reason = excluded.reason, checked_at = excluded.checked_at, revision = excluded.revision
    returning state, reason, since, checked_at`)
  if (check === undefined) throw new Error('an upsert returned no row')
  return check
}

/** A carrier account with its last check, null where its present revision was not checked, and its pause. */
export interface CarrierStanding {
  _id: string
  last_check: CarrierCheck | null
  /** Until when it takes no calls, after it refused or could not be reached; null: it takes them. */
  held_until: string | null
}

/** Returns how carrier accounts stand. Indexes: the primary keys. */
export async function selectCarrierStandings(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<CarrierStanding[]> {
  const rows = await db.query<CarrierStanding & { last_check: CarrierCheck | null }>(sql`
    select v._id, case when r.held_until > clock_timestamp() then r.held_until end as held_until,
      case when c.state is not null then jsonb_build_object('state', c.state, 'reason', c.reason,
        'since', ${instant(sql`c.since`)}, 'checked_at', ${instant(sql`c.checked_at`)}) end as last_check
    from voice_carriers v
    left join carrier_rate_limits r on r.organization_id = v.organization_id and r.voice_carrier_id = v._id
    left join voice_carrier_checks c on c.organization_id = v.organization_id and c.voice_carrier_id = v._id
      and c.revision = v.revision
    where v.organization_id = ${organizationId} and v._id = any(${ids}::uuid[])`)
  return rows
}
