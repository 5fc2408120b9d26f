import type { Fault } from '../../base/faults.ts'
import { campaignTimeLimit } from '../../campaigns/queries.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { exceedsEveryDay, selectLimits } from '../../guards/limits/limit-sql.ts'
import type { RecordDifference } from '../configured/record-differences.ts'
import type { AppliedOrganization } from './write-organization.ts'

/** A campaign that dials nothing: each call may last longer, or cost more, than the guards allow in a whole day. */
export interface CampaignBeyondDay {
  _id: string
  guard: 'minutes_a_day' | 'spend_a_day'
  /** How many minutes a call may last. */
  minutes: number
}

/** Returns the campaigns of an organization that dial nothing for this reason; none where a limit of the day is 0. */
export async function selectCampaignsBeyondDay(
  db: Queryable,
  organizationId: string,
): Promise<CampaignBeyondDay[]> {
  return db.query<CampaignBeyondDay>(sql`
    select c._id, case when t.seconds > l.seconds_a_day then 'minutes_a_day' else 'spend_a_day' end as guard,
      ceil(t.seconds / 60.0)::integer as minutes
    from campaigns c cross join (${selectLimits(sql`${organizationId}::uuid`)}) l
    cross join lateral (select ${campaignTimeLimit} as seconds) t
    where c.organization_id = ${organizationId} and c.call_direction = 'outbound' and c.status <> 'ended'
      and l.dials_a_day > 0 and l.seconds_a_day > 0 and l.spend_a_day is distinct from 0
      and ${exceedsEveryDay(sql`t.seconds`)}`)
}

/** Returns a warning for each campaign that dials nothing for this reason, in the organizations that were changed. */
export async function warnOfCallsBeyondDay(
  db: Queryable,
  organizations: readonly AppliedOrganization[],
  differences: readonly RecordDifference[],
): Promise<Fault[]> {
  const changed = new Set(differences.map(({ record }) => record.organization_id))
  const warnings: Fault[] = []
  for (const [o, { _id: organizationId, projects }] of organizations.entries()) {
    if (!changed.has(organizationId)) continue
    const beyond = new Map(
      (await selectCampaignsBeyondDay(db, organizationId)).map((campaign) => [campaign._id, campaign]),
    )
    for (const [p, { campaigns }] of projects.entries())
      for (const [c, { _id }] of campaigns.entries()) {
        const campaign = beyond.get(_id)
        if (campaign === undefined) continue
        const path = `organizations[${o}].projects[${p}].campaigns[${c}]`
        warnings.push({ path, message: describe(campaign) })
      }
  }
  return warnings
}

function describe({ guard, minutes }: CampaignBeyondDay): string {
  const than = guard === 'minutes_a_day' ? 'more than' : 'which cost more than'
  return (
    `dials nothing: a call may last ${minutes} minutes, ${than} calls.${guard} of the organization allows in a whole day; ` +
    'raise it, or lower calls.minutes_a_call, or limits.seconds of the agent'
  )
}
