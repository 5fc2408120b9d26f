import { instant } from '../db/instant.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Returns the contacts of `profiles p` as the API shows them, oldest first. */
export function contactsOf(kind: 'phone' | 'email'): Sql {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
      order by created_at, normalized)
    from profile_contacts k
    where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = ${kindOf[kind]}), '[]')`
}

/** Written into the text, so that the planner sees it. */
const kindOf = { phone: sql`'phone'`, email: sql`'email'` }

/** The identities of `profiles p` as the API shows them, oldest first. */
export const identities = sql`coalesce((
    select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
        'first_seen_at', ${instant(sql`first_seen_at`)}, 'last_seen_at', ${instant(sql`last_seen_at`)})
      order by first_seen_at, channel_type, identity_key)
    from channel_identities i
    where i.organization_id = p.organization_id and i.profile_id = p._id), '[]')`
