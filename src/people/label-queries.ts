import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** What a person is called by where they are one of many: in lists of conversations and tickets. */
export interface PersonLabel {
  _id: string
  name: string | null
  display_id: string
  /** The number that was known first; null where none is known. */
  phone_number: string | null
  /** The name that the person has chosen on WhatsApp. */
  username: string | null
  /** The id by which WhatsApp knows a person for the business; null for people who are known by their number alone. */
  whatsapp_id: string | null
}

/**
 * Returns the labels of profiles, by their ids. Indexes: the primary key, profile_contacts_by_profile,
 * channel_identities_by_profile.
 */
export async function selectPersonLabels(
  db: Reader,
  organizationId: string,
  profileIds: readonly string[],
): Promise<Map<string, PersonLabel>> {
  if (profileIds.length === 0) return new Map()
  const rows = await db.query<PersonLabel>(sql`
    select p._id, p.name, p.display_id, k.phone_number, i.username, i.whatsapp_id
    from profiles p
    left join lateral (
      select normalized as phone_number from profile_contacts
      where organization_id = p.organization_id and profile_id = p._id and kind = 'phone'
      order by created_at, normalized limit 1) k on true
    left join lateral (
      select (array_agg(username order by last_seen_at desc) filter (where username is not null))[1] as username,
        (array_agg(identity_key order by is_alias, last_seen_at desc) filter (where identity_key not like '+%'))[1]
          as whatsapp_id
      from channel_identities
      where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
    where p.organization_id = ${organizationId} and p._id = any(${[...new Set(profileIds)]}::uuid[])`)
  return new Map(rows.map((row) => [row._id, row]))
}
