import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Parts of a statement that makes conversations: `seen`, the identities they are with, and `person`, the profiles with
 * their counts.
 *
 * The identity's row names the profile and is locked by being written, before the profile is: whoever merges profiles
 * goes the same way, so a conversation never lands on one that is being merged away.
 *
 * @param made a row for each: organization_id, project_id, channel_type, identity_key, met_at. One for an identity.
 */
export function interactions(made: Sql): Sql {
  return sql`
    seen as (
      update channel_identities i set first_seen_at = least(i.first_seen_at, m.met_at),
        last_seen_at = greatest(i.last_seen_at, m.met_at)
      from ${made} m
      where i.organization_id = m.organization_id and i.project_id = m.project_id
        and i.channel_type = m.channel_type and i.identity_key = m.identity_key
      returning i.organization_id, i.channel_type, i.identity_key, i.profile_id, m.met_at
    ), person as (
      update profiles p set conversation_count = p.conversation_count + 1,
        call_count = p.call_count + (s.channel_type = 'voice')::integer,
        chat_count = p.chat_count + (s.channel_type <> 'voice')::integer,
        last_interaction_at = greatest(p.last_interaction_at, s.met_at)
      from seen s
      where p.organization_id = s.organization_id and p._id = s.profile_id
    )`
}

/** `person`: takes conversations that were deleted from their profiles' counts; `gone` has organization_id, profile_id, channel_type. */
export function interactionsUndone(gone: Sql): Sql {
  return sql`
    person as (
      update profiles p set conversation_count = p.conversation_count - 1,
        call_count = p.call_count - (g.channel_type = 'voice')::integer,
        chat_count = p.chat_count - (g.channel_type <> 'voice')::integer
      from ${gone} g
      where p.organization_id = g.organization_id and p._id = g.profile_id
    )`
}
