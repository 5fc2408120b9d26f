import { countRows } from '../counters/row-counts.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { genericPlanParam, shared, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { eventsIf } from '../events/event-of.ts'
import type { PersonContact } from './contact.ts'
import { displayIdFor } from './display-ids.ts'
import { factsOfNewProfile, publishCreated, publishUpdated } from './profile-events.ts'
import type { ProfileField } from './profile-events.ts'

/** A profile that has one of a person's contacts, or their identity. */
export interface ContactOwner {
  via: 'identity' | 'phone' | 'email'
  profile_id: string
  created_at: string
  has_name: boolean
}

/**
 * Returns the profiles that have a person's contacts and identity. Indexes: the primary keys of the three tables.
 *
 * `offset 0` makes PostgreSQL look the profile up instead of joining, whatever the statistics of the tables were when
 * it made the plan. The parameters for the phone, email and identity are typed without a value: if PostgreSQL knew that
 * one is null, it would leave that part out and make a new plan for each person.
 */
export async function selectContactOwners(db: Queryable, met: PersonContact): Promise<ContactOwner[]> {
  return db.query<ContactOwner>(contactOwners(met))
}

/** Returns the query of `selectContactOwners`, for a statement that reads more. */
export function contactOwners(met: PersonContact): Sql {
  const { phone, email, identity } = met
  const organization_id = shared(met.organization_id, 'uuid')
  const project_id = shared(met.project_id, 'uuid')
  const keys = keysOf(met)
  return sql`
    select o.via, p._id as profile_id, p.created_at, p.name is not null as has_name
    from (
      select 'identity' as via, profile_id from channel_identities
      where organization_id = ${organization_id} and project_id = ${project_id}
        and channel_type = ${genericPlanParam(identity?.channel_type ?? null, 'text')} and identity_key = any(array(select unnest(${keys}::text[])))
      union all
      select kind, profile_id from profile_contacts
      where organization_id = ${organization_id} and project_id = ${project_id} and kind = 'phone'
        and normalized = ${genericPlanParam(phone?.normalized ?? null, 'text')}
      union all
      select kind, profile_id from profile_contacts
      where organization_id = ${organization_id} and project_id = ${project_id} and kind = 'email'
        and normalized = ${genericPlanParam(email?.normalized ?? null, 'text')}) o
    cross join lateral (
      select _id, created_at, name from profiles
      where organization_id = ${organization_id} and _id = o.profile_id offset 0) p`
}

/** Makes other transactions that extend, merge or separate profiles of the project wait until this one ends. */
export async function lockLinking(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended(${`people ${projectId}`}, 0))`)
}

/**
 * Makes other transactions that extend or merge profiles of the project wait until this one ends, and locks the rows
 * that lead to this person. The order is identity, contacts, then (later) profiles, as when an interaction is recorded.
 * Inserting the profile of a new person takes none of these locks, and holds nothing that this function waits for.
 */
export async function lockPeople(transaction: Transaction, met: PersonContact): Promise<void> {
  const { organization_id, project_id, phone, email, identity } = met
  await Promise.all([
    lockLinking(transaction, project_id),
    transaction.query(sql`
      select from channel_identities
      where organization_id = ${organization_id} and project_id = ${project_id}
        and channel_type = ${identity?.channel_type ?? null} and identity_key = any(${keysOf(met)}::text[])
      order by identity_key for update`),
    transaction.query(sql`
      select from profile_contacts
      where organization_id = ${organization_id} and project_id = ${project_id}
        and (kind, normalized) in (('phone', ${phone?.normalized ?? null}), ('email', ${email?.normalized ?? null}))
      order by kind, normalized for update`),
  ])
}

/**
 * Inserts a profile for a person who has none, with contacts, identity and search text. Returns false, with nothing
 * written, if another transaction has inserted all of them meanwhile. If it has inserted some, the transaction is
 * run again: it must not wait for a merge while it holds the others.
 *
 * @param number of the display id, from `takeNumber`.
 */
export async function insertProfile(
  transaction: Transaction,
  met: PersonContact,
  { profileId, number }: { profileId: string; number: number },
): Promise<boolean> {
  const { organization_id, project_id, metAt } = met
  const given = countKeys(met)
  const displayId = displayIdFor(number)
  const facts = factsOfNewProfile(sql`select from profile`, met, { profileId, displayId })
  const [row] = await transaction.query<{ reached: number }>(sql`
    with ${insertedKeys(met, profileId, sql`null::uuid`)}, profile as (
      insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
      select ${organization_id}::uuid, ${project_id}::uuid, ${profileId}::uuid, ${met.name},
        ${displayId}, ${metAt}::timestamptz, ${metAt}::timestamptz
      from reached where reached > 0 or ${given === 0}
      returning organization_id, project_id, name, display_id
    ), counted as (${countRows('profiles', sql`select organization_id, project_id, 1 as rows from profile`)}
    ), search as (
      insert into profile_search (organization_id, project_id, profile_id, words, digits)
      select ${organization_id}::uuid, ${project_id}::uuid, ${profileId}::uuid,
        ${searchWords(sql`name`, sql`${met.email?.value ?? null}::text`, sql`display_id`, sql`${handlesOf(met)}::text`)},
        ${met.phone === null ? '' : digitsOf([met.phone.normalized, met.phone.value])}
      from profile
    )${eventsIf(facts === null ? false : met.events_wanted, met, () => facts!)}
    select reached from reached where conflict_unless(reached in (0, ${given}))`)
  if (row?.reached !== given) return false
  if (facts === null) await publishCreated(transaction, met, [profileId], metAt)
  return true
}

/** Returns how many contacts and identities a person has. */
export function countKeys(met: PersonContact): number {
  return [met.phone, met.email].filter((given) => given !== null).length + keysOf(met).length
}

/**
 * Returns the person's contacts and identities in words, such as `email:ada@example.com`. An identity that is the
 * number is not named twice.
 */
export function namesOfKeys(met: PersonContact): string[] {
  const { phone, email, identity } = met
  return [
    ...(phone === null ? [] : [`phone:${phone.normalized}`]),
    ...(email === null ? [] : [`email:${email.normalized}`]),
    ...keysOf(met)
      .filter((key) => key !== phone?.normalized)
      .map((key) => `${key.startsWith('+') ? 'phone' : identity!.channel_type}:${key}`),
  ]
}

/** Returns all keys of the person on the channel of the identity, each once, the identity's own first. */
function keysOf({ identity, aliases = [] }: PersonContact): string[] {
  return identity === null ? [] : [...new Set([identity.identity_key, ...aliases])]
}

/**
 * Returns the WhatsApp ids of the person, one a line; null if there are none. Numbers are searched by their digits.
 */
function handlesOf(met: PersonContact): string | null {
  if (met.identity?.channel_type !== 'whatsapp') return null
  return (
    keysOf(met)
      .filter((key) => !key.startsWith('+'))
      .join('\n') || null
  )
}

/** Returns the text that the search compares words with. `handles` are ids and usernames on a channel. */
export function searchWords(name: Sql, addresses: Sql, displayId: Sql, handles = sql`null::text`): Sql {
  return sql`search_form(concat_ws(E'\\n', ${name}, ${addresses}, ${displayId}, ${handles}))`
}

/** Returns the digits of each distinct number, one a line. */
export function digitsOf(numbers: readonly string[]): string {
  return [...new Set(numbers.map((number) => number.replace(/\D/g, '')))].join('\n')
}

/**
 * Returns a query for the merged profile that the person is met as: that of their identity, number or address,
 * whichever the profile has first. No row or null: they are met as the profile itself.
 */
function metAsOf(met: PersonContact, profileId: string): Sql {
  const { organization_id, project_id, phone, email, identity } = met
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id} and profile_id = ${profileId}`
  return sql`
    select met_as from (
      select (identity_key <> ${identity?.identity_key ?? null})::integer as place, met_as from channel_identities
      where ${mine} and channel_type = ${identity?.channel_type ?? null} and identity_key = any(${keysOf(met)}::text[])
      union all
      select 2, met_as from profile_contacts where ${mine} and kind = 'phone' and normalized = ${phone?.normalized ?? null}
      union all
      select 3, met_as from profile_contacts where ${mine} and kind = 'email' and normalized = ${email?.normalized ?? null}) k
    order by place limit 1`
}

/**
 * Inserts the person's contacts (`contact`) and identities (`identity`) that nobody has; `reached` counts the inserted
 * rows.
 */
function insertedKeys(met: PersonContact, profileId: string, metAs: Sql): Sql {
  const { organization_id, project_id, phone, email, identity, metAt } = met
  return sql`
    contact as (
      insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, met_as,
        created_at)
      select ${organization_id}::uuid, ${project_id}::uuid, kind, normalized, value, ${met.source}, ${profileId}::uuid,
        ${metAs}, ${metAt}::timestamptz
      from (values ('phone', ${phone?.normalized ?? null}, ${phone?.value ?? null}),
        ('email', ${email?.normalized ?? null}, ${email?.value ?? null})) given (kind, normalized, value)
      where normalized is not null
      on conflict (organization_id, project_id, kind, normalized) do nothing
      returning kind
    ), identity as (
      insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, met_as,
        first_seen_at, last_seen_at, is_alias)
      select ${organization_id}::uuid, ${project_id}::uuid, ${identity?.channel_type ?? null}, key, ${profileId}::uuid,
        ${metAs}, ${metAt}::timestamptz, ${metAt}::timestamptz, key <> ${identity?.identity_key ?? null}
      from unnest(${keysOf(met)}::text[]) key order by key
      on conflict (organization_id, project_id, channel_type, identity_key) do nothing
      returning identity_key
    ), reached as (
      select (select count(*) from contact) + (select count(*) from identity) as reached
    )`
}

/**
 * Adds a person's new contacts and identities to their profile, and the name if the profile has none. Returns how
 * many contacts and identities were added. These are fewer than expected if another profile has got one of them
 * meanwhile.
 */
export async function extendProfile(
  transaction: Transaction,
  met: PersonContact,
  profileId: string,
): Promise<number> {
  const { organization_id, metAt } = met
  const [row] = await transaction.query<{ reached: number; changed: ProfileField[] }>(sql`
    with known as materialized (${metAsOf(met, profileId)}),
    ${insertedKeys(met, profileId, sql`(select met_as from known)`)}, was as (
      select name from profiles where organization_id = ${organization_id} and _id = ${profileId}
    ), profile as (
      update profiles set name = coalesce(name, ${met.name}), updated_at = greatest(updated_at, ${metAt})
      where organization_id = ${organization_id} and _id = ${profileId}
    )
    select reached, array_remove(array[
        case when ${met.name}::text is not null and exists (select from was where name is null) then 'name' end,
        case when exists (select from contact where kind = 'phone') then 'phone_numbers' end,
        case when exists (select from contact where kind = 'email') then 'emails' end,
        case when exists (select from identity) then 'channel_identities' end], null) as changed
    from reached`)
  await refreshSearch(transaction, organization_id, [profileId])
  await publishUpdated(transaction, met, profileId, row?.changed ?? [], metAt)
  return row?.reached ?? 0
}

/** Updates the search text of these profiles. */
export async function refreshSearch(
  transaction: Transaction,
  organizationId: string,
  profileIds: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    insert into profile_search as s (organization_id, project_id, profile_id, words, digits)
    select p.organization_id, p.project_id, p._id,
      ${searchWords(sql`p.name`, sql`c.addresses`, sql`p.display_id`, sql`i.handles`)}, coalesce(c.digits, '')
    from profiles p
    left join lateral (
      select string_agg(distinct value, E'\\n') filter (where kind = 'email') as addresses,
        string_agg(distinct line, E'\\n') filter (where kind = 'phone') as digits
      from profile_contacts,
        lateral (values (regexp_replace(normalized, '\\D', '', 'g')), (regexp_replace(value, '\\D', '', 'g'))) d (line)
      where organization_id = p.organization_id and profile_id = p._id) c on true
    left join lateral (
      select string_agg(handle, E'\\n' order by handle) as handles
      from channel_identities,
        lateral (values (case when identity_key not like '+%' then identity_key end), (username)) h (handle)
      where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
    where p.organization_id = ${organizationId} and p._id = any(${profileIds}::uuid[])
    on conflict (organization_id, profile_id) do update set words = excluded.words, digits = excluded.digits
      where (s.words, s.digits) is distinct from (excluded.words, excluded.digits)`)
}

/** Keeps the profile from being merged away until the transaction ends. Returns false if it no longer exists. */
export async function lockProfile(
  transaction: Transaction,
  organizationId: string,
  profileId: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    select _id from profiles where organization_id = ${organizationId} and _id = ${profileId} for key share`)
  return rows.length === 1
}
