import { countRows } from '../../counters/row-counts.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/**
 * Locks profiles for a merge, after the identities and contacts that lead to them. Recording an interaction locks in
 * the same order: identity before profile. Returns the profiles that still exist, oldest first.
 */
export async function lockProfilesToMerge(
  transaction: Transaction,
  organizationId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const [, , rows] = await Promise.all([
    transaction.query(sql`
      select from channel_identities where organization_id = ${organizationId} and profile_id = any(${profileIds}::uuid[])
      order by channel_type, identity_key for update`),
    transaction.query(sql`
      select from profile_contacts where organization_id = ${organizationId} and profile_id = any(${profileIds}::uuid[])
      order by kind, normalized for update`),
    transaction.query<{ _id: string; created_at: string }>(sql`
      select _id, created_at from profiles where organization_id = ${organizationId} and _id = any(${profileIds}::uuid[])
      order by _id for update`),
  ])
  return rows.sort((a, b) => (a.created_at + a._id < b.created_at + b._id ? -1 : 1)).map(({ _id }) => _id)
}

/** A profile to merge away, and the one that survives. */
export interface Merge {
  _id: string
  survivor_id: string
  /** The contacts by which the two are one person, such as `email:ada@example.com`. */
  shared: readonly string[]
}

/** How many of the contacts that joined two profiles are kept: a call names a few, a file may connect thousands. */
const sharedMax = 20

/** Returns merges as rows: `_id`, `survivor_id`. */
export function rowsOfMerges(merges: readonly Merge[]): Sql {
  return sql`
    select _id, survivor_id
    from unnest(${merges.map(({ _id }) => _id)}::uuid[], ${merges.map(({ survivor_id }) => survivor_id)}::uuid[])
      as m (_id, survivor_id)`
}

/**
 * Moves contacts, identities, counts and properties of locked profiles to the survivors, and deletes the profiles.
 * Their ids lead to the survivors from then on (Rules 21 and 56). If both have a property, the older profile's wins.
 * The conversations must have been moved before.
 *
 * @param merges older before younger if several profiles have the same survivor.
 */
export async function mergeProfiles(
  transaction: Transaction,
  names: { organization_id: string; project_id: string },
  merges: readonly Merge[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const { organization_id, project_id } = names
  const ids = merges.map(({ _id }) => _id)
  const pointAtSurvivor = (table: Sql) =>
    transaction.query(sql`
      update ${table} t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id)
      from (${rowsOfMerges(merges)}) m
      where t.organization_id = ${organization_id} and t.profile_id = m._id`)
  await Promise.all([
    transaction.query(sql`
      update merged_profiles t set survivor_id = m.survivor_id, into_id = coalesce(t.into_id, m._id) from (${rowsOfMerges(merges)}) m
      where t.organization_id = ${organization_id} and t.survivor_id = m._id`),
    keepMerged(transaction, names, merges, { by, now }),
    pointAtSurvivor(sql`profile_contacts`),
    pointAtSurvivor(sql`channel_identities`),
    ...roundsOf(merges).map((round) =>
      transaction.query(sql`
        with gave as (
          update merged_profiles g set gave = array(
              select '.' || k from jsonb_object_keys(m.properties) k where not s.properties ? k)
            || case when s.name is null and m.name is not null then array['name'] else '{}' end
          from (${rowsOfMerges(round)}) r, profiles m, profiles s
          where g.organization_id = ${organization_id} and g._id = r._id
            and m.organization_id = ${organization_id} and m._id = r._id
            and s.organization_id = ${organization_id} and s._id = r.survivor_id
        )
        update profiles s set name = coalesce(s.name, m.name), properties = m.properties || s.properties,
          conversation_count = s.conversation_count + m.conversation_count, call_count = s.call_count + m.call_count,
          chat_count = s.chat_count + m.chat_count,
          last_interaction_at = greatest(s.last_interaction_at, m.last_interaction_at),
          updated_at = greatest(s.updated_at, ${now})
        from (${rowsOfMerges(round)}) r, profiles m
        where s.organization_id = ${organization_id} and s._id = r.survivor_id
          and m.organization_id = ${organization_id} and m._id = r._id`),
    ),
    // A said value moves with its property if the survivor takes that property from the merged profile.
    transaction.query(sql`
      with gone as (
        delete from said_properties t using (${rowsOfMerges(merges)}) m
        where t.organization_id = ${organization_id} and t.profile_id = m._id returning t.*, m.survivor_id
      )
      insert into said_properties (organization_id, project_id, profile_id, name, value, conversation_id, turn, said_at)
      select s.organization_id, s.project_id, s.survivor_id, s.name, s.value, s.conversation_id, s.turn, s.said_at
      from gone s join merged_profiles g on g.organization_id = s.organization_id and g._id = s.profile_id
      where '.' || s.name = any(g.gave)
      on conflict (organization_id, profile_id, name) do update set value = excluded.value,
        conversation_id = excluded.conversation_id, turn = excluded.turn, said_at = excluded.said_at`),
    transaction.query(sql`
      delete from profiles where organization_id = ${organization_id} and _id = any(${ids}::uuid[])`),
    transaction.query(
      countRows(
        'profiles',
        sql`
          select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id,
            -${merges.length}::bigint as rows`,
      ),
    ),
  ])
}

/**
 * Stores each merge with all that it changes, so that it can be undone. Must run before anything moves. Its time is
 * later than that of earlier merges in its tree, even for a late message: merges are undone by the order of these
 * times.
 */
async function keepMerged(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  merges: readonly Merge[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const shared = JSON.stringify(merges.map((merge) => merge.shared.slice(0, sharedMax)))
  const identitiesOf = (profileId: Sql) => sql`(
    select coalesce(jsonb_agg(to_jsonb(i)), '[]') from (
      select channel_type, identity_key, is_alias from channel_identities
      where organization_id = ${organization_id} and profile_id = ${profileId}) i)`
  await transaction.query(sql`
    insert into merged_profiles (organization_id, project_id, _id, survivor_id, into_id, merged_at, merged_by, shared, kept)
    select ${organization_id}::uuid, ${project_id}::uuid, m._id, m.survivor_id, m.survivor_id,
      greatest(${now}::timestamptz, (
        select max(g.merged_at) + interval '1 millisecond' from merged_profiles g
        where g.organization_id = ${organization_id} and g.survivor_id in (m._id, m.survivor_id)))
        + (row_number() over (partition by m.survivor_id order by m.place) - 1) * interval '1 millisecond', ${by},
      array(select jsonb_array_elements_text(m.shared)),
      jsonb_build_object(
        'name', p.name, 'display_id', p.display_id, 'properties', p.properties, 'created_at', p.created_at,
        'last_interaction_at', p.last_interaction_at, 'identities', ${identitiesOf(sql`p._id`)},
        'said', (
          select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
            select name, value, conversation_id, turn, said_at from said_properties
            where organization_id = ${organization_id} and profile_id = p._id) t),
        'survivor_identities', ${identitiesOf(sql`m.survivor_id`)}, 'survivor_last_interaction_at', s.last_interaction_at)
    from (
      select r._id, r.survivor_id, w.shared, place
      from unnest(${merges.map(({ _id }) => _id)}::uuid[], ${merges.map(({ survivor_id }) => survivor_id)}::uuid[])
        with ordinality r (_id, survivor_id, place)
      join jsonb_array_elements(${shared}::jsonb) with ordinality w (shared, place) using (place)) m
    join profiles p on p.organization_id = ${organization_id} and p._id = m._id
    join profiles s on s.organization_id = ${organization_id} and s._id = m.survivor_id`)
}

/**
 * Splits merges into rounds with each survivor at most once, in order, so that each merge sees the result of the older
 * ones.
 */
function roundsOf(merges: readonly Merge[]): Merge[][] {
  const rounds: Merge[][] = []
  const taken = new Map<string, number>()
  for (const merge of merges) {
    const round = taken.get(merge.survivor_id) ?? 0
    taken.set(merge.survivor_id, round + 1)
    ;(rounds[round] ??= []).push(merge)
  }
  return rounds
}
