import { instant } from '../db/instant.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { publishEvents } from '../events/event-of.ts'
import type { EventPlace } from '../events/event-of.ts'
import type { Contact, Identity, PersonContact } from './contact.ts'
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

/**
 * Returns the fact of `eventsOf` for the profile of a person of whom nothing else is known. So PostgreSQL neither reads
 * nor builds it. Null if the person has several keys on the channel, which PostgreSQL sorts.
 *
 * @param profiles its row, or none.
 */
export function factsOfNewProfile(
  profiles: Sql,
  { phone, email, identity, aliases = [], name, source, metAt }: PersonContact,
  { profileId, displayId }: { profileId: string; displayId: string },
): Sql | null {
  if (aliases.length > 0) return null
  const at = metAt.toISOString()
  const contacts = (contact: Contact | null) =>
    contact === null ? [] : [{ value: contact.value, normalized: contact.normalized, source }]
  const met = (one: Identity) => ({
    channel_type: one.channel_type,
    identity_key: one.identity_key,
    first_seen_at: at,
    last_seen_at: at,
  })
  const data = {
    _id: profileId,
    name,
    display_id: displayId,
    phone_numbers: contacts(phone),
    emails: contacts(email),
    channel_identities: identity === null ? [] : [met(identity)],
    conversation_count: 0,
    call_count: 0,
    chat_count: 0,
    last_interaction_at: null,
    created_at: at,
    updated_at: at,
  }
  // Half of a surrogate pair is no character of JSON; as a parameter it becomes U+FFFD, which the profile has.
  const json = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
  return sql`
    select 'profile.created' as type, ${profileId}::uuid as subject_id, ${metAt}::timestamptz as at, ${json}::jsonb as data,
      '{"properties": {}}'::jsonb as texts
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

/**
 * Writes the event of a profile with the fields that have other values, in the transaction that has written them.
 * Without any, nothing.
 */
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

/**
 * Writes the event that a profile was separated from one that was merged into it, in the transaction that has separated
 * the two.
 */
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
