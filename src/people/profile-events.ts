import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { instant, publishEvents } from '../events/event-of.ts'
import type { EventPlace } from '../events/event-of.ts'
import { rowsOfMerges } from './merge/merge-queries.ts'
import type { Merge } from './merge/merge-queries.ts'
import { contactsOf, identities } from './profile-parts.ts'

/** The fields of a profile that `profile.updated` names. */
export type ProfileField = 'name' | 'phone_numbers' | 'emails' | 'channel_identities' | 'properties'

/** Returns the facts of `eventsOf` for profiles. `profiles`: rows of `profiles` with `more` (jsonb), in their order. */
function factsOfProfiles(
  profiles: Sql,
  type: 'profile.created' | 'profile.updated' | 'profile.merged' | 'profile.separated',
  at: Date,
): Sql {
  return sql`
    select ${type}::text as type, p._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', p._id,
        'name', p.name, 'display_id', p.display_id, 'phone_numbers', ${contactsOf('phone')}, 'emails', ${contactsOf('email')},
        'channel_identities', ${identities}, 'conversation_count', p.conversation_count, 'call_count', p.call_count,
        'chat_count', p.chat_count, 'last_interaction_at', ${instant(sql`p.last_interaction_at`)},
        'created_at', ${instant(sql`p.created_at`)}, 'updated_at', ${instant(sql`p.updated_at`)}) || p.more as data,
      jsonb_build_object('properties', p.properties) as texts
    from (${profiles}) p`
}

/** Writes the events of new profiles, in the transaction that has inserted them. */
export async function publishCreated(
  transaction: Transaction,
  place: EventPlace,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const [first, ...more] = ids
  // A plan by a list of unknown length is made anew each time, which costs more than the event.
  const made =
    more.length === 0
      ? sql`select p.*, '{}'::jsonb as more from profiles p where p.organization_id = ${place.organization_id} and p._id = ${first ?? null}`
      : sql`
    select p.*, '{}'::jsonb as more from unnest(${ids}::uuid[]) with ordinality as n (_id, place)
    join profiles p on p.organization_id = ${place.organization_id} and p._id = n._id order by n.place`
  await publishEvents(transaction, place, factsOfProfiles(made, 'profile.created', at))
}

/** Writes the event of a profile with the fields that have other values, in the transaction that has written them. Without any, nothing. */
export async function publishUpdated(
  transaction: Transaction,
  place: EventPlace,
  profileId: string,
  changed_fields: readonly ProfileField[],
  at: Date,
): Promise<void> {
  if (changed_fields.length === 0) return
  const updated = sql`
    select p.*, ${JSON.stringify({ changed_fields })}::jsonb as more from profiles p
    where p.organization_id = ${place.organization_id} and p._id = ${profileId}`
  await publishEvents(transaction, place, factsOfProfiles(updated, 'profile.updated', at))
}

/** Writes the events of each profile that was merged into another, in the transaction that has merged them. */
export async function publishMerged(
  transaction: Transaction,
  place: EventPlace,
  merges: readonly Merge[],
  at: Date,
): Promise<void> {
  const survivors = sql`
    select p.*, jsonb_build_object('merged_id', m._id) as more from (${rowsOfMerges(merges)}) m
    join profiles p on p.organization_id = ${place.organization_id} and p._id = m.survivor_id`
  await publishEvents(transaction, place, factsOfProfiles(survivors, 'profile.merged', at))
}

/** Writes the event that a profile was separated from one that was merged into it, in the transaction that has separated the two. */
export async function publishSeparated(
  transaction: Transaction,
  place: EventPlace,
  { survivor_id, merged_id }: { survivor_id: string; merged_id: string },
  at: Date,
): Promise<void> {
  const survivor = sql`
    select p.*, jsonb_build_object('separated_id', ${merged_id}::text) as more from profiles p
    where p.organization_id = ${place.organization_id} and p._id = ${survivor_id}`
  await publishEvents(transaction, place, factsOfProfiles(survivor, 'profile.separated', at))
}
