import { recordUnreadOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import type { RecordOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import { endChat } from '../../conversations/chat-queries.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { hashCounts } from '../../guards/limits/erased-counts.ts'
import { lockErasures } from '../../people/erasing.ts'
import { erasedWord } from '../../people/erasing.ts'
import { lockProfilesToMerge } from '../../people/merge/merge-queries.ts'
import { maySeparate } from '../../people/merge/separation-lock.ts'
import { selectSurvivor } from '../../people/merge/separation-queries.ts'
import { lockLinking } from '../../people/queries.ts'
import { attemptsOf, callsOf, collectPerson, sendsOf, talksOf } from './erased-person.ts'
import type { ErasedPerson } from './erased-person.ts'
import { insertErasure, selectErasure, selectErasureOfMerged } from './erasure-queries.ts'
import type { ErasedCounts, Erasure } from './erasure-queries.ts'
import { keepWishes } from './keep-wishes.ts'

interface EraseContext {
  db: Db
  newId: NewId
  secretBox: SecretBox
  recordOptOut: RecordOptOut
}

export interface EraseRequest {
  organization_id: string
  project_id: string
  profile_id: string
  actor: Actor
  /** Whether nothing is changed, and only the counts are found. */
  dryRun: boolean
}

export type EraseOutcome =
  | { kind: 'counted'; profile_id: string; counts: ErasedCounts }
  | { kind: 'begun'; profile_id: string; counts: ErasedCounts }
  /** It was requested before. `counts`: what is erased by now. */
  | { kind: 'known'; profile_id: string; counts: ErasedCounts; isDone: boolean }
  | { kind: 'no_profile' }
  | { kind: 'import_runs' }
  /** Calls that are not over and messages whose outcome is not known yet, by id. */
  | { kind: 'in_use'; calls: string[]; messages: string[] }

/**
 * Begins to erase a person. At once the profile has neither name, contacts nor properties, and nobody finds it by them;
 * a call or message that comes later makes a new profile. No row of a file that waits becomes a call to them from now
 * on. The rows are erased step by step by a job.
 */
export function beginErasure(context: EraseContext, request: EraseRequest, now: Date): Promise<EraseOutcome> {
  return context.db.transaction((transaction) => begin(context, transaction, request, now))
}

async function begin(
  context: EraseContext,
  transaction: Transaction,
  { organization_id, project_id, profile_id, actor, dryRun }: EraseRequest,
  now: Date,
): Promise<EraseOutcome> {
  const { newId, secretBox } = context
  const place = { organization_id, project_id }
  if (!(await maySeparate(transaction, project_id))) return { kind: 'import_runs' }
  // A count changes nothing, so calls and messages of the organization don't wait for it.
  if (!dryRun) await lockErasures(transaction, organization_id)
  await lockLinking(transaction, project_id)
  const earlier = await selectErasure(transaction, { ...place, profile_id })
  const found = await selectSurvivor(transaction, place, profile_id)
  const mine = { ...place, profile_id: found ?? profile_id }
  const known = mine.profile_id === profile_id ? earlier : await selectErasure(transaction, mine)
  // A profile that exists though the erasure of its id has ended was made with that id since.
  if (known !== null && (found === null || known.ended_at === null)) return knownOf(known)
  if (found === null) {
    const merged = await selectErasureOfMerged(transaction, mine)
    return merged === null ? { kind: 'no_profile' } : knownOf(merged)
  }
  await lockProfilesToMerge(transaction, organization_id, [found])
  const person = await collectPerson(transaction, mine, now)
  const inUse = await selectInUse(transaction, person)
  if (inUse.calls.length + inUse.messages.length > 0 && !dryRun) return { kind: 'in_use', ...inUse }
  const counts = await countRows(transaction, person)
  if (dryRun) return { kind: 'counted', profile_id: found, counts }
  await endChats(context, transaction, person, now)
  const kept = await keepWishes(context, transaction, person, now)
  await hashCounts(secretBox, transaction, organization_id, person.numbers, now)
  await insertErasure(transaction, person, { erased: {}, by: actor.name, now })
  await hideProfile(transaction, person, now)
  await recordChange(
    transaction,
    { now, newId, actor },
    {
      ...place,
      kind: 'customer_profile',
      record_id: found,
      record_name: erasedWord,
      action: 'erased',
      revision: null,
      fields: [{ path: 'kept_wishes', before: null, after: kept }],
    },
  )
  return { kind: 'begun', profile_id: found, counts }
}

function knownOf({ profile_id, erased, ended_at }: Erasure): EraseOutcome {
  return { kind: 'known', profile_id, counts: erased, isDone: ended_at !== null }
}

/** Returns the calls that are not over and the sends that are not settled, at most 10 of each. */
async function selectInUse(
  transaction: Transaction,
  { organization_id, project_id, numbers, addresses }: ErasedPerson,
): Promise<{ calls: string[]; messages: string[] }> {
  const [row] = await transaction.query<{ calls: string[]; messages: string[] }>(sql`
    select array(select _id from calls where organization_id = ${organization_id} and project_id = ${project_id}
        and phone_number = any(${numbers}::text[])
        and state in ('waiting', 'dialling', 'unresolved', 'ringing', 'live') limit 10) as calls,
      array(select _id from whatsapp_messages where organization_id = ${organization_id} and project_id = ${project_id}
        and recipient = any(${addresses}::text[]) and status in ('processing', 'unresolved') limit 10) as messages`)
  return row!
}

/** Counts what an erasure would remove or make unrecognizable. */
async function countRows(transaction: Transaction, person: ErasedPerson): Promise<ErasedCounts> {
  const { organization_id, profile_id } = person
  const [counts] = await transaction.query<ErasedCounts>(sql`
    with talk as materialized (${talksOf(person)})
    select (select count(*) from talk) as conversations,
      (select count(*) from messages where organization_id = ${organization_id} and profile_id = ${profile_id}) as messages,
      (select count(*) from conversation_lines where organization_id = ${organization_id}
        and conversation_id in (select _id from talk)) as transcript_lines,
      (select count(*) from agent_turns where organization_id = ${organization_id}
        and conversation_id in (select _id from talk)) as agent_turns,
      (select count(*) from tickets where organization_id = ${organization_id} and profile_id = ${profile_id}) as tickets,
      (select count(*) from (${callsOf(person)}) c) as calls,
      (select count(*) from (${attemptsOf(person)}) a) as call_attempts,
      (select count(*) from (${sendsOf(person)}) s) as sends,
      (select count(*) from profile_contacts where organization_id = ${organization_id}
        and profile_id = ${profile_id}) as contacts,
      (select count(*) from channel_identities where organization_id = ${organization_id}
        and profile_id = ${profile_id}) as identities`)
  return counts!
}

/**
 * Ends the chats that go on. A person who writes again begins a new one. What waits for an agent in them is read for
 * the wish to get no more messages, because no turn reads it any more (Rule 96).
 */
async function endChats(
  { newId, recordOptOut }: EraseContext,
  transaction: Transaction,
  { organization_id, profile_id }: ErasedPerson,
  now: Date,
): Promise<void> {
  const open = await transaction.query<{ _id: string }>(sql`
    select _id from conversations where organization_id = ${organization_id} and profile_id = ${profile_id}
      and status = 'live' and channel_type in ('whatsapp', 'web')`)
  for (const { _id } of open) {
    await endChat(transaction, organization_id, _id, now)
    const key = { organization_id, conversation_id: _id }
    await recordUnreadOptOut({ now, newId, recordOptOut }, transaction, key)
  }
}

/** Removes by what the person is found, and what the profile says of them. */
async function hideProfile(transaction: Transaction, person: ErasedPerson, now: Date): Promise<void> {
  const { organization_id, profile_id, profile_ids } = person
  const ofProfile = sql`organization_id = ${organization_id} and profile_id = ${profile_id}`
  await Promise.all([
    transaction.query(sql`delete from channel_identities where ${ofProfile}`),
    transaction.query(sql`delete from profile_contacts where ${ofProfile}`),
    transaction.query(sql`delete from profile_search where ${ofProfile}`),
    transaction.query(sql`delete from said_properties where ${ofProfile}`),
    transaction.query(sql`
      delete from merged_profiles where organization_id = ${organization_id} and survivor_id = ${profile_id}`),
    transaction.query(sql`
      delete from profile_separations where organization_id = ${organization_id}
        and (one_id = any(${profile_ids}::uuid[]) or other_id = any(${profile_ids}::uuid[]))`),
    transaction.query(sql`
      update profiles set name = null, properties = '{}', updated_at = ${now}
      where organization_id = ${organization_id} and _id = ${profile_id}`),
  ])
}
