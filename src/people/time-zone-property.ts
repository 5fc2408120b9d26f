import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Returns an expression for the property `timezone` of the person with a number, as JSON; null if nobody has the
 * number, or they have no such property. Indexes: the primary keys of the three tables.
 */
export function timeZoneOfNumber({
  organization_id,
  project_id,
  phone_number,
}: Record<'organization_id' | 'project_id' | 'phone_number', Sql>): Sql {
  return sql`(select p.properties -> 'timezone' from profiles p
    where p.organization_id = ${organization_id} and p._id = coalesce(
      (select i.profile_id from channel_identities i where i.organization_id = ${organization_id}
        and i.project_id = ${project_id} and i.channel_type = 'voice' and i.identity_key = ${phone_number}),
      (select k.profile_id from profile_contacts k where k.organization_id = ${organization_id}
        and k.project_id = ${project_id} and k.kind = 'phone' and k.normalized = ${phone_number})))`
}
