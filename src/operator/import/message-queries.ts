import { countMessages } from '../../counters/count-changes.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { faultsMax, foundFaults } from './line-fault.ts'
import type { FoundFaults } from './line-fault.ts'
import { metAsNamed } from './person-queries.ts'

/** Locks the conversations that the file names until the transaction ends, with the lock of a foreign key. */
export async function holdConversations(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select count(*) from (
      select from conversations
      where (organization_id, _id) in (
        select distinct organization_id, conversation_id from staged where conversation_id is not null)
      order by organization_id, _id for key share) held`)
}

export async function selectUnknownConversations(transaction: Transaction): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; found: number }>(sql`
    select s.line, count(*) over () as found from staged s
    left join conversations c
      on c.organization_id = s.organization_id and c.project_id = s.project_id and c._id = s.conversation_id
    where s.conversation_id is not null and c._id is null order by s.line limit ${faultsMax}`)
  return foundFaults(rows, 'conversation_id', () => 'there is no such conversation in this project')
}

/** Creates `named_conversations`: the conversations that the file names, with their profiles. */
export async function createNamedConversations(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table named_conversations on commit drop as
    select distinct s.organization_id, s.conversation_id, c.profile_id, c.met_as from staged s
    join conversations c on c.organization_id = s.organization_id and c._id = s.conversation_id`)
  await transaction.query(sql`analyze named_conversations`)
}

export async function lookUpNamedConversations(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    update named_conversations t set profile_id = c.profile_id, met_as = c.met_as from conversations c
    where t.profile_id is null and c.organization_id = t.organization_id and c._id = t.conversation_id`)
}

/** The profile that the file names has precedence over that of the conversation. */
const linked = sql`staged s
    left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
      and n.given_id = s.given_profile_id
    left join named_conversations t on t.organization_id = s.organization_id and t.conversation_id = s.conversation_id`

export async function insertMessages(
  transaction: Transaction,
  { above, upTo }: { above: number; upTo: number },
): Promise<void> {
  await transaction.query(sql`
    with made as (
      insert into messages (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, direction,
        text, created_at)
      select s.organization_id, s.project_id, s._id, s.conversation_id, coalesce(n.profile_id, t.profile_id),
      ${metAsNamed(sql`t.met_as`)},
        s.channel_type, s.direction, s.text, s.created_at
      from ${linked} where s.line > ${above} and s.line <= ${upTo} order by s.line
      returning organization_id, project_id, channel_type, direction, created_at
    ), ${countMessages(sql`made`)}
    select`)
}

export async function insertTickets(
  transaction: Transaction,
  { above, upTo }: { above: number; upTo: number },
): Promise<void> {
  await transaction.query(sql`
    insert into tickets (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, subject,
      status, created_at)
    select s.organization_id, s.project_id, s._id, s.conversation_id, coalesce(n.profile_id, t.profile_id),
      ${metAsNamed(sql`t.met_as`)},
      s.channel_type, s.subject, s.status, s.created_at
    from ${linked} where s.line > ${above} and s.line <= ${upTo} order by s.line`)
}

/**
 * Updates when people were met last: a message is an interaction with its person. Rows are locked in the order of the
 * key, as everywhere.
 */
export async function updateLastInteractions(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    with last as (
      select s.organization_id, coalesce(n.profile_id, t.profile_id) as profile_id, max(s.created_at) as last_at
      from ${linked} where coalesce(n.profile_id, t.profile_id) is not null group by 1, 2
    ), held as materialized (
      select p.organization_id, p._id from profiles p
      where (p.organization_id, p._id) in (select organization_id, profile_id from last)
      order by p.organization_id, p._id for no key update)
    update profiles p set last_interaction_at = greatest(p.last_interaction_at, l.last_at)
    from held h join last l on l.organization_id = h.organization_id and l.profile_id = h._id
    where p.organization_id = h.organization_id and p._id = h._id`)
}
