import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { displayIdOf } from '../../people/display-ids.ts'
import type { NumbersWanted } from '../../people/display-ids.ts'
import { refreshSearch, searchWords } from '../../people/queries.ts'
import { faultsMax, foundFaults } from './line-fault.ts'
import type { FoundFaults } from './line-fault.ts'
import { identityInWords } from './person-queries.ts'
import type { SamePerson } from './person-queries.ts'

/** Whether the line `s` has a contact or identity of the stored profile `p`, so that they will be merged (Rule 21). */
const isOfStored = sql`(
  exists (
    select from jsonb_to_recordset(s.contacts) as r (kind text, normalized text)
    join profile_contacts c on c.organization_id = s.organization_id and c.project_id = s.project_id
      and c.kind = r.kind and c.normalized = r.normalized
    where c.profile_id = p._id)
  or exists (
    select from jsonb_to_recordset(s.identities) as r (channel_type text, identity_key text)
    join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
      and i.channel_type = r.channel_type and i.identity_key = r.identity_key
    where i.profile_id = p._id))`

/** Whether the lines `s` and `f` have a contact or identity in common. */
const isOfFirst = sql`(
  exists (
    select from jsonb_to_recordset(s.contacts) as a (kind text, normalized text)
    join jsonb_to_recordset(f.contacts) as b (kind text, normalized text) using (kind, normalized))
  or exists (
    select from jsonb_to_recordset(s.identities) as a (channel_type text, identity_key text)
    join jsonb_to_recordset(f.identities) as b (channel_type text, identity_key text) using (channel_type, identity_key)))`

/** Lines `s` with the stored profile `p` that has their display id. */
const storedDisplayIds = sql`staged s join profiles p
  on p.organization_id = s.organization_id and p.project_id = s.project_id and p.display_id = s.display_id`

/** Lines `s` that repeat a display id, with `f`, the first line that has it. */
const repeatedDisplayIds = sql`(
    select min(line) as first, organization_id, project_id, display_id from staged
    where display_id is not null group by 2, 3, 4 having count(*) > 1) d
  join staged f on f.line = d.first
  join staged s on s.organization_id = d.organization_id and s.project_id = d.project_id
    and s.display_id = d.display_id and s.line > d.first`

/**
 * Returns faults for lines that repeat the display id of another person. One person may appear twice with the same
 * display id.
 */
export async function selectRepeatedDisplayIds(transaction: Transaction): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; first: number; found: number }>(sql`
    select s.line, d.first, count(*) over () as found from ${repeatedDisplayIds}
    where not ${isOfFirst} and not exists (
      select from profiles p
      where p.organization_id = s.organization_id and p.project_id = s.project_id and p.display_id = s.display_id
        and ${isOfStored})
    order by s.line limit ${faultsMax}`)
  return foundFaults(rows, 'display_id', ({ first }) => `is on line ${first} already`)
}

/** Returns faults for lines with the display id of a stored profile, unless that is the same person. */
export async function selectStoredDisplayIds(transaction: Transaction): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; found: number }>(sql`
    select s.line, count(*) over () as found from ${storedDisplayIds}
    where not ${isOfStored} order by s.line limit ${faultsMax}`)
  return foundFaults(rows, 'display_id', () => 'another profile has it already')
}

/**
 * Creates `aside`: display ids that a stored profile or an earlier line has. Their lines get generated display ids
 * until they are merged with that person, as lines without a display id do.
 */
export async function setDisplayIdsAside(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table aside on commit drop as
    select s.line, s.organization_id, s.project_id, s._id as profile_id, s.display_id from ${storedDisplayIds}
    union
    select s.line, s.organization_id, s.project_id, s._id, s.display_id from ${repeatedDisplayIds}`)
  await transaction.query(sql`update staged s set display_id = null from aside a where a.line = s.line`)
}

/**
 * Gives profiles their display ids from the file, if the line's profile was the older one and so survived the merge.
 */
export async function giveDisplayIdsBack(transaction: Transaction): Promise<void> {
  const given = await transaction.query<{ organization_id: string; ids: string[] }>(sql`
    with given as (
      update profiles p set display_id = a.display_id from aside a
      where p.organization_id = a.organization_id and p._id = a.profile_id and not exists (
        select from profiles o
        where o.organization_id = a.organization_id and o.project_id = a.project_id and o.display_id = a.display_id)
      returning p.organization_id, p._id)
    select organization_id, array_agg(_id) as ids from given group by 1`)
  for (const { organization_id, ids } of given) await refreshSearch(transaction, organization_id, ids)
}

/**
 * Returns how many display ids each project needs, and the highest given display id that has the form of a generated
 * one.
 */
export async function selectNumbersWanted(
  transaction: Transaction,
): Promise<(NumbersWanted & { highest: number })[]> {
  return transaction.query<NumbersWanted & { highest: number }>(sql`
    select organization_id, project_id, count(*) filter (where display_id is null) as wanted,
      coalesce(max(substr(display_id, 6)::bigint) filter (where display_id ~ '^CUST-(\\d{6}|[1-9]\\d{6,11})$'), 0)
        as highest
    from staged group by 1, 2 order by 1, 2`)
}

/** Creates `reach` (the contacts of the file's profiles) and `seen` (their identities), each once. */
export async function createReach(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table reach on commit drop as
    select s.line, s.organization_id, s.project_id, s._id as profile_id, s.created_at, c.kind, c.normalized, c.value,
      c.source
    from staged s,
      jsonb_to_recordset(s.contacts) as c (kind text, normalized text, value text, source text)`)
  await transaction.query(sql`
    create temp table seen on commit drop as
    select s.line, s.organization_id, s.project_id, s._id as profile_id, i.channel_type, i.identity_key,
      i.first_seen_at, i.last_seen_at
    from staged s, jsonb_to_recordset(s.identities)
      as i (channel_type text, identity_key text, first_seen_at timestamptz, last_seen_at timestamptz)`)
  await transaction.query(sql`analyze reach, seen`)
}

/**
 * Inserts a profile for each line, with its search text. No other session sees these profiles or waits for them yet.
 */
export async function insertProfiles(transaction: Transaction, now: Date): Promise<void> {
  await transaction.query(sql`
    insert into profiles (organization_id, project_id, _id, name, display_id, properties, last_interaction_at, created_at,
      updated_at)
    select s.organization_id, s.project_id, s._id, s.name,
      coalesce(s.display_id, ${displayIdOf(sql`(t.after + row_number() over (
        partition by s.organization_id, s.project_id, s.display_id is null order by s.line))`)}),
      s.properties, s.last_interaction_at, s.created_at, ${now}::timestamptz
    from staged s join taken t on t.organization_id = s.organization_id and t.project_id = s.project_id
    order by s.line`)
  await transaction.query(sql`
    insert into profile_search (organization_id, project_id, profile_id, words, digits)
    select p.organization_id, p.project_id, p._id,
      ${searchWords(sql`p.name`, sql`c.addresses`, sql`p.display_id`, sql`i.handles`)}, coalesce(c.digits, '')
    from staged s
    join profiles p on p.organization_id = s.organization_id and p._id = s._id
    left join (
      select line, string_agg(distinct value, E'\\n') filter (where kind = 'email') as addresses,
        string_agg(distinct digits, E'\\n') filter (where kind = 'phone') as digits
      from reach, lateral (
        values (regexp_replace(normalized, '\\D', '', 'g')), (regexp_replace(value, '\\D', '', 'g'))) d (digits)
      group by line) c on c.line = s.line
    left join (
      select line, string_agg(distinct identity_key, E'\\n') as handles from seen where ${isUserId} group by line) i
      on i.line = s.line`)
}

/** Matches identities that are WhatsApp ids, of people whose number may be unknown. */
const isUserId = sql`channel_type = 'whatsapp' and identity_key not like '+%'`

/**
 * Stores which WhatsApp ids belong to which number, for lines with ids and one number: that of the WhatsApp identity,
 * else the only number. What a webhook has reported of an id before is kept.
 */
export async function insertUserIds(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
    select distinct on (s.organization_id, s.project_id, s.identity_key) s.organization_id, s.project_id, s.identity_key,
      coalesce((select person_id from whatsapp_user_ids u where u.organization_id = s.organization_id
        and u.project_id = s.project_id and u.phone_number = n.number limit 1),
        first_value(gen_random_uuid()) over (partition by s.organization_id, s.project_id, n.number)),
      s.identity_key, n.number
    from seen s join (
      select line, coalesce(case when count(distinct own) = 1 then min(own) end,
        case when count(own) = 0 and count(distinct phone) = 1 then min(phone) end) as number
      from (
        select line, identity_key as own, null as phone from seen where channel_type = 'whatsapp' and identity_key like '+%'
        union all
        select line, null, normalized from reach where kind = 'phone') k
      group by line) n on n.line = s.line and n.number is not null
    where ${isUserId} order by s.organization_id, s.project_id, s.identity_key, s.line
    on conflict (organization_id, project_id, user_id) do nothing`)
}

/**
 * Inserts contacts that nobody has, in the order in which linking a person locks them: numbers, addresses, identities.
 */
export async function insertReach(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
    select organization_id, project_id, kind, normalized, value, source, profile_id, created_at
    from reach order by kind desc, organization_id, project_id, normalized, line
    on conflict (organization_id, project_id, kind, normalized) do nothing`)
  await transaction.query(sql`
    insert into channel_identities as i (organization_id, project_id, channel_type, identity_key, profile_id,
      first_seen_at, last_seen_at, is_alias)
    select organization_id, project_id, channel_type, identity_key, (array_agg(profile_id order by line))[1],
      min(first_seen_at), max(last_seen_at), bool_and(is_alias)
    from (
      select *, ${isUserId} and bool_or(channel_type = 'whatsapp' and identity_key like '+%') over (partition by line)
        as is_alias
      from seen) s
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization_id, project_id, channel_type, identity_key) do update set
      first_seen_at = least(i.first_seen_at, excluded.first_seen_at),
      own_first_seen_at = case when i.own_first_seen_at is not null
        then least(i.own_first_seen_at, excluded.first_seen_at) end,
      last_seen_at = greatest(i.last_seen_at, excluded.last_seen_at)`)
}

/**
 * Returns pairs of profiles that are one person: a line, and another line or a stored profile with the same contact or
 * identity.
 */
export async function selectSamePeople(transaction: Transaction): Promise<SamePerson[]> {
  return transaction.query<SamePerson>(sql`
    select organization_id, project_id, one, other, min(contact) as contact from (
    select r.organization_id, r.project_id, r.profile_id as one, c.profile_id as other,
      r.kind || ':' || r.normalized as contact
    from reach r
    join profile_contacts c on c.organization_id = r.organization_id and c.project_id = r.project_id
      and c.kind = r.kind and c.normalized = r.normalized
    where c.profile_id <> r.profile_id
    union all
    select s.organization_id, s.project_id, s.profile_id, i.profile_id,
      ${identityInWords(sql`s.channel_type`, sql`s.identity_key`)}
    from seen s
    join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
      and i.channel_type = s.channel_type and i.identity_key = s.identity_key
    where i.profile_id <> s.profile_id) p
    group by 1, 2, 3, 4`)
}
