import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

export interface PersonFacts {
  /** The name that the person has chosen on WhatsApp, as last reported. */
  username: string | null
  open_tickets: number
}

/**
 * Returns what the page of a person shows beside their profile. Indexes: channel_identities_by_profile,
 * tickets_by_person.
 */
export async function selectPersonFacts(
  db: Queryable,
  { organization_id, profile_id }: { organization_id: string; project_id: string; profile_id: string },
): Promise<PersonFacts> {
  const [facts] = await db.query<PersonFacts>(sql`
    select
      (select username from channel_identities
        where organization_id = ${organization_id} and profile_id = ${profile_id} and username is not null
        order by last_seen_at desc limit 1) as username,
      (select count(*) from tickets
        where organization_id = ${organization_id} and profile_id = ${profile_id} and status = 'open') as open_tickets`)
  return facts!
}
