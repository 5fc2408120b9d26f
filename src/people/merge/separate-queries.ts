import { countCallers } from '../../counters/count-changes.ts'
import { countRows } from '../../counters/row-counts.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/** A profile and one that was merged into it, of one project. */
export interface SeparatedPair {
  organization_id: string
  project_id: string
  survivor_id: string
  merged_id: string
}

/** An identity as it was when the profiles were merged. */
export interface KeptIdentity {
  channel_type: string
  identity_key: string
  is_alias: boolean
}

/** A merged profile with what its merge has changed. */
export interface MergedRow {
  _id: string
  into_id: string | null
  merged_at: string
  gave: string[] | null
  /** What it had, each value as JSON text: a number of many digits stays as it is. */
  properties: Record<string, string>
  /** What was said to agents, by the name of the property: each a row as JSON text. */
  said: Record<string, string>
  /** Null for a merge that was made before this was kept. */
  kept: {
    name: string | null
    display_id: string
    created_at: string
    last_interaction_at: string | null
    identities: KeptIdentity[]
    survivor_identities: KeptIdentity[]
    survivor_last_interaction_at: string | null
  } | null
}

/** Returns the profiles that were merged into this one, directly or by way of others, in the order of their merges. */
export async function selectMergedTree(
  transaction: Transaction,
  organizationId: string,
  survivorId: string,
): Promise<MergedRow[]> {
  return transaction.query<MergedRow>(sql`
    select _id, into_id, merged_at, gave, kept - array['properties', 'said'] as kept,
      ${textsOf(sql`kept -> 'properties'`)} as properties, (
        select coalesce(jsonb_object_agg(s ->> 'name', s::text), '{}') from jsonb_array_elements(kept -> 'said') s) as said
    from merged_profiles
    where organization_id = ${organizationId} and survivor_id = ${survivorId} order by merged_at, _id`)
}

/** Returns the values of a JSON object as texts. */
function textsOf(object: Sql): Sql {
  return sql`(select coalesce(jsonb_object_agg(key, value::text), '{}') from jsonb_each(${object}))`
}

/** What a profile is known by, each property and each row of what was said as JSON text. */
export type KnownFacts = Pick<MergedRow, 'properties' | 'said'> & { name: string | null }

/** Returns what a profile is known by now. */
export async function selectFacts(
  transaction: Transaction,
  { organization_id, survivor_id }: SeparatedPair,
): Promise<KnownFacts> {
  const [facts] = await transaction.query<KnownFacts>(sql`
    select name, ${textsOf(sql`properties`)} as properties, (
      select coalesce(jsonb_object_agg(s.name, to_jsonb(s)::text), '{}') from (
        select name, value, conversation_id, turn, said_at from said_properties
        where organization_id = ${organization_id} and profile_id = ${survivor_id}) s) as said
    from profiles where organization_id = ${organization_id} and _id = ${survivor_id}`)
  return facts!
}

/**
 * Makes the profile of a merged person again, without counts. Its display id is a new one if somebody has got the old.
 */
export async function insertSeparated(
  transaction: Transaction,
  { organization_id, project_id, merged_id }: SeparatedPair,
  profile: { name: string | null; displayId: string; properties: string; created_at: string },
  now: Date,
): Promise<void> {
  const { name, displayId, properties, created_at } = profile
  await transaction.query(sql`
    with made as (
      insert into profiles (organization_id, project_id, _id, name, display_id, properties, created_at, updated_at)
      values (${organization_id}, ${project_id}, ${merged_id}, ${name}, ${displayId}, ${properties}::jsonb, ${created_at},
        ${now})
      returning organization_id, project_id
    )
    ${countRows('profiles', sql`select organization_id, project_id, 1 as rows from made`)}`)
}

/** Returns whether a profile of the project has this display id. */
export async function isDisplayIdTaken(
  transaction: Transaction,
  { organization_id, project_id }: SeparatedPair,
  displayId: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    select from profiles
    where organization_id = ${organization_id} and project_id = ${project_id} and display_id = ${displayId}`)
  return rows.length > 0
}

/** Stores what a survivor is known by now. */
export async function updateFacts(
  transaction: Transaction,
  { organization_id, survivor_id }: SeparatedPair,
  { name, properties }: { name: string | null; properties: string },
): Promise<void> {
  await transaction.query(sql`
    update profiles set name = ${name}, properties = ${properties}::jsonb
    where organization_id = ${organization_id} and _id = ${survivor_id}`)
}

/** Stores what a merged profile had, and gave to the one that it was merged into, after another has left it. */
export async function updateKept(
  transaction: Transaction,
  organizationId: string,
  node: { _id: string; name: string | null; properties: string; said: string; gave: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    update merged_profiles set gave = ${node.gave}::text[],
      kept = kept || jsonb_build_object('name', ${node.name}::text, 'properties', ${node.properties}::jsonb,
        'said', ${node.said}::jsonb)
    where organization_id = ${organizationId} and _id = ${node._id}`)
}

/** Points the ids of profiles that were merged into this one before at it again, and forgets its own merge. */
export async function forgetMerge(
  transaction: Transaction,
  { organization_id, merged_id }: SeparatedPair,
  descendants: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    update merged_profiles set survivor_id = ${merged_id}
    where organization_id = ${organization_id} and _id = any(${descendants}::uuid[])`)
  await transaction.query(sql`
    delete from merged_profiles where organization_id = ${organization_id} and _id = ${merged_id}`)
}

/** How many rows of each kind went from one profile to the other. */
export interface MovedRows {
  contacts: number
  identities: number
  conversations: number
  messages: number
  tickets: number
}

/**
 * Moves what was linked to the merged profile, or to those that were merged into it, back to it: contacts, identities,
 * conversations, messages and tickets. Conversations without a number are counted with the profile as their caller, so
 * these counts move too.
 *
 * @param metAs the ids of the merged profile and of those that were merged into it.
 */
export async function moveBack(
  transaction: Transaction,
  { organization_id, survivor_id, merged_id }: SeparatedPair,
  metAs: readonly string[],
): Promise<MovedRows> {
  const back = (table: Sql) => sql`
    update ${table} t set profile_id = ${merged_id}, met_as = nullif(t.met_as, ${merged_id}::uuid)
    where t.organization_id = ${organization_id} and t.profile_id = ${survivor_id} and t.met_as = any(${metAs}::uuid[])`
  const [row] = await transaction.query<MovedRows>(sql`
    with contact as (${back(sql`profile_contacts`)} returning 1),
    identity as (${back(sql`channel_identities`)} returning 1),
    conversation as (${back(sql`conversations`)} returning t.organization_id, t.project_id, t.caller),
    message as (${back(sql`messages`)} returning 1),
    ticket as (${back(sql`tickets`)} returning 1),
    ${countCallers(sql`
      select organization_id, project_id, c.caller, sum(c.times)::bigint as times
      from conversation v, lateral (values (${survivor_id}::text, -1), (${merged_id}::text, 1)) c (caller, times)
      where v.caller = ${merged_id}::text group by 1, 2, 3`)}
    select (select count(*) from contact) as contacts, (select count(*) from identity) as identities,
      (select count(*) from conversation) as conversations, (select count(*) from message) as messages,
      (select count(*) from ticket) as tickets`)
  return row!
}

/** Which of the two has a contact after the separation. */
export type ContactSide = 'survivor' | 'merged'

/**
 * Moves contacts to the side that the caller has chosen, each with the identities that have the same number. Returns
 * those that neither of the two has.
 */
export async function placeContacts(
  transaction: Transaction,
  { organization_id, survivor_id, merged_id }: SeparatedPair,
  chosen: Readonly<Record<string, ContactSide>>,
): Promise<string[]> {
  const names = Object.keys(chosen)
  const kinds = names.map((name) => name.slice(0, Math.max(0, name.indexOf(':'))))
  const keys = names.map((name) => name.slice(name.indexOf(':') + 1))
  const given = sql`
    select name, kind, key, side from unnest(${names}::text[], ${kinds}::text[], ${keys}::text[],
      ${names.map((name) => (chosen[name] === 'survivor' ? survivor_id : merged_id))}::uuid[]) g (name, kind, key, side)`
  const both = sql`t.organization_id = ${organization_id}
      and t.profile_id in (${survivor_id}::uuid, ${merged_id}::uuid)`
  const rows = await transaction.query<{ name: string }>(sql`
    with given as materialized (${given}), contact as (
      update profile_contacts t set profile_id = g.side, met_as = null from given g
      where ${both} and t.kind = g.kind and t.normalized = g.key
      returning g.name
    ), identity as (
      update channel_identities t set profile_id = g.side, met_as = null from given g
      where ${both} and (t.channel_type = g.kind or g.kind = 'phone') and t.identity_key = g.key
      returning g.name
    )
    select g.name from given g
    where g.name not in (select name from contact union all select name from identity)`)
  return rows.map(({ name }) => name)
}

/** Replaces what a profile has said to agents. */
export async function replaceSaid(
  transaction: Transaction,
  { organization_id, project_id }: SeparatedPair,
  profileId: string,
  said: string,
): Promise<void> {
  await transaction.query(sql`
    delete from said_properties where organization_id = ${organization_id} and profile_id = ${profileId}`)
  await transaction.query(sql`
    insert into said_properties (organization_id, project_id, profile_id, name, value, conversation_id, turn, said_at)
    select ${organization_id}::uuid, ${project_id}::uuid, ${profileId}::uuid, name, value, conversation_id, turn, said_at
    from jsonb_to_recordset(${said}::jsonb)
      s (name text, value jsonb, conversation_id uuid, turn integer, said_at timestamptz)`)
}

/**
 * Gives each of the two profiles its lead of each channel back: the identity that was none's other key before the
 * merge. Takes back from every identity the time of the keys that the other profile has.
 *
 * @param identities those of both as they were, each once.
 */
export async function restoreLeads(
  transaction: Transaction,
  { organization_id, project_id, survivor_id, merged_id }: SeparatedPair,
  identities: readonly KeptIdentity[],
): Promise<void> {
  const before = JSON.stringify(identities)
  const mine = sql`t.organization_id = ${organization_id} and t.project_id = ${project_id}
      and t.profile_id in (${survivor_id}::uuid, ${merged_id}::uuid)`
  const sameLine = sql`o.organization_id = t.organization_id and o.profile_id = t.profile_id
        and o.channel_type = t.channel_type`
  await transaction.query(sql`
    update channel_identities t set first_seen_at = least(t.own_first_seen_at, own.seen_at), earlier_keys = own.keys
    from channel_identities k, lateral (
      select min(coalesce(o.own_first_seen_at, o.first_seen_at)) as seen_at, array_agg(o.identity_key) as keys
      from channel_identities o
      where o.organization_id = k.organization_id and o.profile_id = k.profile_id and o.channel_type = k.channel_type
        and o.identity_key = any(k.earlier_keys)) own
    where ${mine} and t.earlier_keys is not null and k.organization_id = t.organization_id
      and k.project_id = t.project_id and k.channel_type = t.channel_type and k.identity_key = t.identity_key`)
  await transaction.query(sql`
    update channel_identities t set is_alias = b.is_alias or exists (
      select from channel_identities o where ${sameLine} and o.identity_key <> t.identity_key and not o.is_alias)
    from jsonb_to_recordset(${before}::jsonb) b (channel_type text, identity_key text, is_alias boolean)
    where ${mine} and t.is_alias and t.channel_type = b.channel_type and t.identity_key = b.identity_key`)
}

/**
 * Counts the conversations of the two profiles again, and computes when each was met last. That is the latest of what
 * is linked to it, and not before `floors`, which may come from an import without any row.
 */
export async function recountProfiles(
  transaction: Transaction,
  { organization_id }: SeparatedPair,
  floors: readonly { _id: string; lastInteractionAt: string | null }[],
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update profiles p set conversation_count = c.conversations, call_count = c.calls,
      chat_count = c.conversations - c.calls, updated_at = ${now},
      last_interaction_at = greatest(f.last_at, c.last_at, (
        select max(created_at) from messages m where m.organization_id = ${organization_id} and m.profile_id = f._id))
    from unnest(${floors.map(({ _id }) => _id)}::uuid[],
      ${floors.map(({ lastInteractionAt }) => lastInteractionAt)}::timestamptz[]) f (_id, last_at)
    cross join lateral (
      select count(*) as conversations, count(*) filter (where channel_type = 'voice') as calls,
        max(greatest(start_time, last_message_at)) as last_at
      from conversations where organization_id = ${organization_id} and profile_id = f._id offset 0) c
    where p.organization_id = ${organization_id} and p._id = f._id`)
}

/** Stores that these profiles were separated, and what the answer said. */
export async function insertSeparations(
  transaction: Transaction,
  { organization_id, project_id, survivor_id, merged_id }: SeparatedPair,
  { others, moved, by, now }: { others: readonly string[]; moved: object; by: string; now: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into profile_separations (organization_id, project_id, one_id, other_id, separated_at, separated_by, moved)
    select ${organization_id}::uuid, ${project_id}::uuid, one_id, ${merged_id}::uuid, ${now}::timestamptz, ${by},
      case when one_id = ${survivor_id}::uuid then ${JSON.stringify(moved)}::jsonb end
    from unnest(${[survivor_id, ...others]}::uuid[]) o (one_id)
    on conflict (organization_id, one_id, other_id) do update set separated_at = excluded.separated_at,
      separated_by = excluded.separated_by, moved = excluded.moved`)
}
