import { countCallers } from '../../counters/count-changes.ts'
import { countRows } from '../../counters/row-counts.ts'
import type { Transaction } from '../../db/queryable.ts'
import { literal, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { displayIdOf } from '../../people/display-ids.ts'
import type { NumbersWanted } from '../../people/display-ids.ts'
import { searchWords } from '../../people/queries.ts'
import { faultsMax, foundFaults } from './line-fault.ts'
import type { FoundFaults } from './line-fault.ts'
import { identityInWords, metAsNamed, newIdAt } from './person-queries.ts'
import type { SamePerson } from './person-queries.ts'

/** Locks the campaigns that the file names until the transaction ends, with the lock of a foreign key. */
export async function holdCampaigns(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select from campaigns
    where (organization_id, _id) in (select distinct organization_id, campaign_id from staged where campaign_id is not null)
    order by organization_id, _id for key share`)
}

export async function selectUnknownCampaigns(transaction: Transaction): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; found: number }>(sql`
    select s.line, count(*) over () as found from staged s
    left join campaigns c
      on c.organization_id = s.organization_id and c.project_id = s.project_id and c._id = s.campaign_id
    where s.campaign_id is not null and c._id is null order by s.line limit ${faultsMax}`)
  return foundFaults(rows, 'campaign_id', () => 'there is no such campaign in this project')
}

/**
 * Creates `grouped` from the lines that have a number or name a profile: one row for each combination of number, named
 * profile and channel. The counts of people are summed over these rows, because they are fewer than the lines. No two
 * rows have the same first line.
 */
export async function createGrouped(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table grouped on commit drop as
    select organization_id, project_id, phone_number, given_profile_id, channel_type, min(line) as first_line,
      count(*) as conversations, min(start_time) as first_at, max(start_time) as last_at
    from staged where phone_number is not null or given_profile_id is not null group by 1, 2, 3, 4, 5`)
  await transaction.query(sql`analyze grouped`)
}

/**
 * Creates `met`: each number of the file once, with the profile that has it. If nobody has the number, its profile is
 * the first one that the file names beside it; null if it names none.
 */
export async function createMet(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table met on commit drop as
    with number as (
      select organization_id, project_id, phone_number as number, min(first_line) as first_line,
        min(first_line) filter (where given_profile_id is not null) as naming_line
      from grouped where phone_number is not null group by 1, 2, 3)
    select u.organization_id, u.project_id, u.number, coalesce(f.phone_value, f.phone_number) as value,
      f.channel_type as source, u.first_line, g.given_profile_id as given_id,
      coalesce(c.profile_id, v.profile_id, w.profile_id, n.profile_id) as profile_id,
      case when c.profile_id is not null then c.met_as when v.profile_id is not null then v.met_as
        when w.profile_id is not null then w.met_as else nullif(n.given_id, n.profile_id) end as met_as
    from number u
    join staged f on f.line = u.first_line
    left join grouped g on g.first_line = u.naming_line
    left join profile_contacts c on c.organization_id = u.organization_id and c.project_id = u.project_id
      and c.kind = 'phone' and c.normalized = u.number
    left join channel_identities v on v.organization_id = u.organization_id and v.project_id = u.project_id
      and v.channel_type = 'voice' and v.identity_key = u.number
    left join channel_identities w on w.organization_id = u.organization_id and w.project_id = u.project_id
      and w.channel_type = 'whatsapp' and w.identity_key = u.number
    left join named n on n.organization_id = u.organization_id and n.project_id = u.project_id
      and n.given_id = g.given_profile_id`)
  await transaction.query(sql`analyze met`)
}

export async function lookUpMet(transaction: Transaction): Promise<void> {
  const first = (column: Sql) => sql`(
      select ${column} from (
        select 1 as place, profile_id, met_as from profile_contacts
        where organization_id = m.organization_id and project_id = m.project_id and kind = 'phone'
          and normalized = m.number
        union all
        select 2, profile_id, met_as from channel_identities
        where organization_id = m.organization_id and project_id = m.project_id
          and channel_type in ('voice', 'whatsapp') and identity_key = m.number
        union all
        select 3, profile_id, nullif(given_id, profile_id) from named
        where organization_id = m.organization_id and project_id = m.project_id and given_id = m.given_id) k
      where profile_id is not null order by place limit 1)`
  await transaction.query(sql`
    update met m set profile_id = ${first(sql`profile_id`)}, met_as = ${first(sql`met_as`)}
    where profile_id is null`)
}

export async function selectNumbersWanted(transaction: Transaction): Promise<NumbersWanted[]> {
  return transaction.query<NumbersWanted>(sql`
    select organization_id, project_id, count(*) as wanted, 0 as highest
    from met where profile_id is null group by 1, 2 order by 1, 2`)
}

/**
 * Creates `people`: each number with its profile, new ones included. After this, conversations can be linked.
 *
 * New ids are in the order of the numbers. Contacts and identities are inserted in the same order, so that their
 * indexes by profile grow at one end.
 */
export async function createPeople(transaction: Transaction, now: Date): Promise<void> {
  await transaction.query(sql`
    create temp table people on commit drop as
    select m.organization_id, m.project_id, m.number, m.value, m.source, m.first_line, m.profile_id is null as is_new,
      m.met_as,
      coalesce(m.profile_id, ${newIdAt(now, sql`row_number() over (order by m.organization_id, m.project_id, m.number)`)})
        as profile_id,
      t.after + row_number() over (partition by m.organization_id, m.project_id, m.profile_id is null order by m.first_line)
        as display_number
    from met m left join taken t on t.organization_id = m.organization_id and t.project_id = m.project_id`)
  await transaction.query(sql`analyze people`)
}

/**
 * Creates `tallies` (what each profile gains), `seen` (on which channels and when each number was met) and `called`
 * (how many conversations each caller has). A conversation whose profile the file names counts only for that profile.
 */
export async function createTallies(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table tallies on commit drop as
    select s.organization_id, coalesce(n.profile_id, p.profile_id) as profile_id,
      bool_or(n.profile_id is null and p.is_new) as is_new, sum(s.conversations)::bigint as conversations,
      coalesce(sum(s.conversations) filter (where s.channel_type = 'voice'), 0)::bigint as calls, max(s.last_at) as last_at
    from ${linked(sql`grouped`)} where coalesce(n.profile_id, p.profile_id) is not null group by 1, 2`)
  await transaction.query(sql`
    create temp table seen on commit drop as
    select p.organization_id, p.project_id, m.channel_type, p.number, p.profile_id, p.met_as, p.is_new, m.first_at,
      m.last_at
    from (
      select p.first_line, s.channel_type, min(s.first_at) as first_at, max(s.last_at) as last_at
      from ${linked(sql`grouped`)}
      where s.channel_type in ('voice', 'whatsapp') and (n.profile_id is null or n.profile_id = p.profile_id)
        and p.profile_id is not null
      group by 1, 2) m
    join people p on p.first_line = m.first_line`)
  await transaction.query(sql`
    create temp table called on commit drop as
    select c.*, k.caller is not null as is_known
    from (
      select organization_id, project_id, caller, sum(times)::bigint as times
      from (
        select s.organization_id, s.project_id, coalesce(${numberOf(sql`s`)}, n.profile_id::text, p.profile_id::text) as caller,
          s.conversations as times
        from ${linked(sql`grouped`)} where coalesce(s.phone_number, n.profile_id::text) is not null
        union all
        select s.organization_id, s.project_id, s._id::text, 1 from staged s ${joinNamed}
        where s.phone_number is null and n.profile_id is null) c
      group by 1, 2, 3) c
    left join conversation_callers k using (organization_id, project_id, caller)`)
  await transaction.query(sql`analyze tallies, seen, called`)
}

/** Returns the number of a row; null if it has a WhatsApp id instead. */
const numberOf = (as: Sql) => sql`case when ${as}.phone_number like '+%' then ${as}.phone_number end`

const joinNamed = sql`
    left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
      and n.given_id = s.given_profile_id`

/** Selects rows of the file, each with the profile that it names and the profile of its number. */
const linked = (rows: Sql) => sql`${rows} s ${joinNamed}
    left join people p on p.organization_id = s.organization_id and p.project_id = s.project_id
      and p.number = s.phone_number`

/** Inserts the profiles of new numbers, with their counts. No other session sees them or waits for them yet. */
export async function insertNewPeople(transaction: Transaction, now: Date): Promise<number> {
  const [row] = await transaction.query<{ made: number }>(sql`
    with made as (
      insert into profiles (organization_id, project_id, _id, display_id, conversation_count, call_count, chat_count,
        last_interaction_at, created_at, updated_at)
      select p.organization_id, p.project_id, p.profile_id, ${displayIdOf(sql`p.display_number`)},
        coalesce(t.conversations, 0), coalesce(t.calls, 0), coalesce(t.conversations - t.calls, 0), t.last_at,
        ${now}::timestamptz, ${now}::timestamptz
      from people p left join tallies t on t.organization_id = p.organization_id and t.profile_id = p.profile_id
      where p.is_new order by p.first_line
      returning 1)
    select count(*) as made from made`)
  await transaction.query(sql`
    insert into profile_search (organization_id, project_id, profile_id, words, digits)
    select organization_id, project_id, profile_id,
      ${searchWords(sql`null::text`, sql`null::text`, displayIdOf(sql`display_number`), sql`case when number not like '+%' then number end`)},
      case when number like '+%'
        then concat_ws(E'\\n', substr(number, 2), nullif(regexp_replace(value, '\\D', '', 'g'), substr(number, 2))) else '' end
    from people where is_new order by first_line`)
  return row?.made ?? 0
}

/** Returns the number of pages of `staged`, in which its lines lie in order. */
export async function countPages(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ pages: number }>(sql`
    select (pg_relation_size('staged') / current_setting('block_size')::integer)::integer as pages`)
  return row?.pages ?? 0
}

/** A range of pages of `staged`, whose lines one statement writes. */
export interface Pages {
  from: number
  /** The first page after the range. */
  to: number
}

/** Inserts the conversations of a range of pages, in the order of the lines. Pages need no index. */
export async function insertConversations(
  transaction: Transaction,
  { from, to }: Pages,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      whatsapp_user_id, campaign_id, profile_id, met_as, start_time, end_time, duration_seconds, created_at)
    select s.organization_id, s.project_id, s._id, s.channel_type, s.conversation_type, s.status, ${numberOf(sql`s`)},
      case when s.phone_number not like '+%' then s.phone_number end, s.campaign_id, coalesce(n.profile_id, p.profile_id),
      ${metAsNamed(sql`p.met_as`)}, s.start_time, s.end_time, s.duration_seconds,
      ${literal(now.toISOString())}::timestamptz(3)
    from ${linked(sql`staged`)}
    where s.ctid >= ${literal(`(${from},0)`)}::tid and s.ctid < ${literal(`(${to},0)`)}::tid order by s.line`)
}

/** Inserts the transcripts. Each line of a transcript becomes a turn of its own. */
export async function insertTranscripts(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
    select s.organization_id, s._id, place - 1, 0, said ->> 'role', said ->> 'text', (said ->> 'said_at')::timestamptz
    from staged s, jsonb_array_elements(s.transcript) with ordinality as lines (said, place)
    where s.transcript is not null`)
}

/** Inserts the changes of the counters, added up: the same rows that `countChange` inserts one by one. */
export async function insertCountChanges(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
      campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, count(*), count(duration_seconds), coalesce(sum(duration_seconds::numeric), 0)
    from staged group by 1, 2, 3, 4, 5, 6, 7`)
}

/**
 * Returns the `on conflict` clause if other transactions may have taken numbers since they were looked up; else
 * nothing. Without the clause such a conflict fails the statement.
 */
const unlessContended = (isContended: boolean, onConflict: Sql) => (isContended ? onConflict : sql``)

/**
 * Inserts the numbers as contacts if nobody has them. If a call links the same number at the same time, the later of
 * the two waits for the earlier. Rows are inserted in the order of the key, and contacts before identities, as
 * everywhere that a person is linked. Returns older profiles that got a contact.
 *
 * @param isContended whether other transactions may have taken numbers of new people. If they may, the insert takes
 *   twice as long; the same holds for identities and callers.
 */
export async function insertContacts(
  transaction: Transaction,
  now: Date,
  isContended: boolean,
): Promise<{ organization_id: string; profile_id: string }[]> {
  const doNothing = sql`on conflict (organization_id, project_id, kind, normalized) do nothing`
  const insertWhere = (which: Sql) => sql`
    insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, met_as,
      created_at)
    select organization_id, project_id, 'phone', number, value, source, profile_id, met_as, ${now}::timestamptz
    from people where ${which} and number like '+%' order by organization_id, project_id, number`
  await transaction.query(sql`${insertWhere(sql`is_new`)} ${unlessContended(isContended, doNothing)}`)
  return transaction.query(sql`
    with added as (${insertWhere(sql`not is_new`)} ${doNothing} returning organization_id, profile_id)
    select distinct organization_id, profile_id from added`)
}

export async function upsertIdentities(transaction: Transaction, isContended: boolean): Promise<void> {
  const widen = sql`
    on conflict (organization_id, project_id, channel_type, identity_key) do update set
      first_seen_at = least(i.first_seen_at, excluded.first_seen_at),
      own_first_seen_at = case when i.own_first_seen_at is not null
        then least(i.own_first_seen_at, excluded.first_seen_at) end,
      last_seen_at = greatest(i.last_seen_at, excluded.last_seen_at)`
  const insertWhere = (which: Sql) => sql`
    insert into channel_identities as i (organization_id, project_id, channel_type, identity_key, profile_id,
      met_as, first_seen_at, last_seen_at)
    select organization_id, project_id, channel_type, number, profile_id, met_as, first_at, last_at
    from seen where ${which} order by organization_id, project_id, channel_type, number`
  await transaction.query(sql`${insertWhere(sql`is_new`)} ${unlessContended(isContended, widen)}`)
  await transaction.query(sql`${insertWhere(sql`not is_new`)} ${widen}`)
}

/** Adds the conversations to the counts of older profiles, in the order of the key. */
export async function updateOlderPeople(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    with held as materialized (
      select p.organization_id, p._id from profiles p
      where (p.organization_id, p._id) in (select organization_id, profile_id from tallies where not is_new)
      order by p.organization_id, p._id for no key update)
    update profiles p set conversation_count = p.conversation_count + t.conversations,
      call_count = p.call_count + t.calls, chat_count = p.chat_count + t.conversations - t.calls,
      last_interaction_at = greatest(p.last_interaction_at, t.last_at)
    from held h join tallies t on t.organization_id = h.organization_id and t.profile_id = h._id
    where p.organization_id = h.organization_id and p._id = h._id`)
}

export async function upsertCallers(transaction: Transaction, isContended: boolean): Promise<void> {
  if (!isContended)
    await transaction.query(sql`
      with made as (
        insert into conversation_callers (organization_id, project_id, caller, conversations)
        select organization_id, project_id, caller, times from called where not is_known
        order by organization_id, project_id, caller
        returning organization_id, project_id)
      ${countRows('callers', sql`select organization_id, project_id, count(*) as rows from made group by 1, 2`)}`)
  const known = sql`select organization_id, project_id, caller, times from called`
  await transaction.query(sql`
    with ${countCallers(isContended ? known : sql`${known} where is_known`)}
    select`)
}

/** Returns the pairs of profiles that are one person: a number whose contact or identity belongs to another profile. */
export async function selectSamePeople(transaction: Transaction): Promise<SamePerson[]> {
  return transaction.query<SamePerson>(sql`
    select organization_id, project_id, one, other, min(contact) as contact from (
    select p.organization_id, p.project_id, p.profile_id as one, c.profile_id as other, 'phone:' || p.number as contact
    from people p
    join profile_contacts c on c.organization_id = p.organization_id and c.project_id = p.project_id
      and c.kind = 'phone' and c.normalized = p.number
    where c.profile_id <> p.profile_id
    union all
    select s.organization_id, s.project_id, s.profile_id, i.profile_id,
      ${identityInWords(sql`s.channel_type`, sql`s.number`)}
    from seen s
    join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
      and i.channel_type = s.channel_type and i.identity_key = s.number
    where i.profile_id <> s.profile_id) p
    group by 1, 2, 3, 4`)
}
