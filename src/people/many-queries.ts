import { countRows } from '../counters/row-counts.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { CalledPerson } from './contact.ts'
import { displayIdOf } from './display-ids.ts'
import { publishCreated } from './profile-events.ts'
import { digitsOf, searchWords } from './queries.ts'
import type { ContactOwner } from './queries.ts'

/**
 * Returns the profiles that have these people's contacts and identities, by the person's position in the list: what
 * `selectContactOwners` returns for one. Indexes: the primary keys of the three tables.
 */
export async function selectOwnersOfMany(
  transaction: Transaction,
  people: readonly CalledPerson[],
): Promise<Map<number, ContactOwner[]>> {
  const { organization_id, project_id } = people[0]!
  const rows = await transaction.query<ContactOwner & { place: number }>(sql`
    select k.place - 1 as place, o.via, p._id as profile_id, p.created_at, p.name is not null as has_name
    from unnest(${people.map(({ identity }) => identity.channel_type)}::text[],
      ${people.map(({ identity }) => identity.identity_key)}::text[],
      ${people.map(({ phone }) => phone.normalized)}::text[],
      ${people.map(({ email }) => email?.normalized ?? null)}::text[])
      with ordinality k (channel_type, identity_key, phone, email, place)
    cross join lateral (
      (select 'identity' as via, profile_id from channel_identities
       where organization_id = ${organization_id} and project_id = ${project_id}
         and channel_type = k.channel_type and identity_key = k.identity_key offset 0)
      union all
      (select kind, profile_id from profile_contacts
       where organization_id = ${organization_id} and project_id = ${project_id} and kind = 'phone'
         and normalized = k.phone offset 0)
      union all
      (select kind, profile_id from profile_contacts
       where organization_id = ${organization_id} and project_id = ${project_id} and kind = 'email'
         and normalized = k.email offset 0)) o
    cross join lateral (
      select _id, created_at, name from profiles
      where organization_id = ${organization_id} and _id = o.profile_id offset 0) p`)
  const owners = new Map<number, ContactOwner[]>()
  for (const { place, ...owner } of rows) owners.set(place, [...(owners.get(place) ?? []), owner])
  return owners
}

/** A profile to insert. */
export interface NewProfile {
  person: CalledPerson
  profileId: string
  /** The number of the display id, from `takeNumbers`. */
  number: number
}

/**
 * Inserts profiles for people who have none and share no contact, with contacts, identities and search texts: what
 * `insertProfile` does for one. If another transaction has inserted a contact of theirs meanwhile, the transaction is
 * run again.
 */
export async function insertProfiles(
  transaction: Transaction,
  profiles: readonly NewProfile[],
): Promise<void> {
  const people = profiles.map(({ person }) => person)
  const { organization_id, project_id, source, metAt } = people[0]!
  const given = people.reduce((sum, { email }) => sum + (email === null ? 2 : 3), 0)
  await transaction.query(sql`
    with given as materialized (
      select *
      from unnest(${profiles.map(({ profileId }) => profileId)}::uuid[],
        ${profiles.map(({ number }) => number)}::bigint[], ${people.map(({ name }) => name)}::text[],
        ${people.map(({ phone }) => phone.normalized)}::text[], ${people.map(({ phone }) => phone.value)}::text[],
        ${people.map(({ email }) => email?.normalized ?? null)}::text[],
        ${people.map(({ email }) => email?.value ?? null)}::text[],
        ${people.map(({ identity }) => identity.channel_type)}::text[],
        ${people.map(({ identity }) => identity.identity_key)}::text[],
        ${people.map(({ phone }) => digitsOf([phone.normalized, phone.value]))}::text[])
        g (profile_id, number, name, phone, phone_value, email, email_value, channel_type, identity_key, digits)
    ), contact as (
      insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
      select ${organization_id}::uuid, ${project_id}::uuid, c.kind, c.normalized, c.value, ${source}, g.profile_id,
        ${metAt}::timestamptz
      from given g, lateral (values ('phone', g.phone, g.phone_value), ('email', g.email, g.email_value))
        c (kind, normalized, value)
      where c.normalized is not null order by c.kind, c.normalized
      on conflict (organization_id, project_id, kind, normalized) do nothing
      returning kind
    ), identity as (
      insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id,
        first_seen_at, last_seen_at, is_alias)
      select ${organization_id}::uuid, ${project_id}::uuid, channel_type, identity_key, profile_id,
        ${metAt}::timestamptz, ${metAt}::timestamptz, false
      from given order by channel_type, identity_key
      on conflict (organization_id, project_id, channel_type, identity_key) do nothing
      returning identity_key
    ), profile as (
      insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
      select ${organization_id}::uuid, ${project_id}::uuid, profile_id, name, ${displayIdOf(sql`number`)},
        ${metAt}::timestamptz, ${metAt}::timestamptz
      from given order by number
      returning organization_id, project_id, _id, name, display_id
    ), counted as (${countRows('profiles', sql`select organization_id, project_id, count(*) as rows from profile group by 1, 2`)}
    ), search as (
      insert into profile_search (organization_id, project_id, profile_id, words, digits)
      select p.organization_id, p.project_id, p._id, ${searchWords(sql`p.name`, sql`g.email_value`, sql`p.display_id`)},
        g.digits
      from profile p join given g on g.profile_id = p._id
    )
    select conflict_unless((select count(*) from contact) + (select count(*) from identity) = ${given})`)
  const ids = profiles.map(({ profileId }) => profileId)
  await publishCreated(transaction, { organization_id, project_id }, ids, metAt)
}
