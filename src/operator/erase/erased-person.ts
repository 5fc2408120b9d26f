import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { erasedWord } from '../../people/erasing.ts'

/** Where a person is: an id, and the project that has it. */
export interface ErasedPlace {
  organization_id: string
  project_id: string
  profile_id: string
}

/** A person as their rows are found. */
export interface ErasedPerson extends ErasedPlace {
  /** E.164. */
  numbers: string[]
  /** Numbers and ids on channels. */
  addresses: string[]
  /**
   * Texts that name the person wherever they stand, lower case: numbers as digits, email addresses and ids. A username
   * is often a common word, so it counts only as the member `username` of JSON.
   */
  words: string[]
  /** The profile and those that were merged into it. */
  profile_ids: string[]
  /** Rows that were made later belong to somebody who came after. ISO 8601. */
  until: string
}

/** Collects by what the rows of a person are found. The profile must be locked. */
export async function collectPerson(
  transaction: Transaction,
  place: ErasedPlace,
  until: Date,
): Promise<ErasedPerson> {
  const mine = sql`organization_id = ${place.organization_id} and profile_id = ${place.profile_id}`
  const [row] = await transaction.query<{
    numbers: string[]
    emails: string[]
    keys: string[]
    usernames: string[]
    merged: string[]
  }>(sql`
    select array(select normalized from profile_contacts where ${mine} and kind = 'phone') as numbers,
      array(select lower(value) from profile_contacts where ${mine} and kind = 'email') as emails,
      array(select identity_key from channel_identities where ${mine}) as keys,
      array(select lower(username) from channel_identities where ${mine} and username is not null) as usernames,
      array(select _id from merged_profiles
        where organization_id = ${place.organization_id} and survivor_id = ${place.profile_id}) as merged`)
  const { numbers, emails, keys, usernames, merged } = row!
  const known = await transaction.query<{ user_id: string; phone_number: string | null }>(sql`
    select user_id, phone_number from whatsapp_user_ids u
    where organization_id = ${place.organization_id} and project_id = ${place.project_id} and person_id in (
      select person_id from whatsapp_user_ids
      where organization_id = ${place.organization_id} and project_id = ${place.project_id}
        and (phone_number = any(${[...numbers, ...keys]}::text[]) or user_id = any(${keys}::text[])))`)
  const former = await selectFormerNumbers(transaction, place)
  const addresses = [...new Set([...numbers, ...keys, ...known.flatMap(addressesOfKnown), ...former])]
  const digits = addresses.filter(isNumber).map((number) => number.slice(1))
  const ids = addresses.filter((address) => !isNumber(address)).map((id) => id.toLowerCase())
  const members = usernames.map((username) => `"username": ${JSON.stringify(username)}`)
  return {
    ...place,
    numbers: addresses.filter(isNumber),
    addresses,
    words: [...new Set([...digits, ...emails, ...ids, ...members])].filter((word) => word.length >= wordMin),
    profile_ids: [place.profile_id, ...merged],
    until: until.toISOString(),
  }
}

/**
 * Returns the numbers of a profile's WhatsApp chats that nobody has any more, since WhatsApp has reported another one,
 * and that stand in no conversation of anybody else. Indexes: conversations_by_profile,
 * whatsapp_messages_by_conversation, conversations_by_caller.
 */
async function selectFormerNumbers(
  transaction: Transaction,
  { organization_id, project_id, profile_id }: ErasedPlace,
): Promise<string[]> {
  const rows = await transaction.query<{ number: string }>(sql`
    with chat as materialized (
      select _id, phone_number from conversations
      where organization_id = ${organization_id} and profile_id = ${profile_id} and channel_type = 'whatsapp'
    )
    select number from (
      select phone_number as number from chat where phone_number is not null
      union
      select recipient from whatsapp_messages where organization_id = ${organization_id}
        and conversation_id = any(array(select _id from chat)) and recipient like '+%') n
    where not exists (select from profile_contacts where organization_id = ${organization_id}
        and project_id = ${project_id} and kind = 'phone' and normalized = number)
      and not exists (select from channel_identities where organization_id = ${organization_id}
        and project_id = ${project_id} and channel_type in ('voice', 'whatsapp') and identity_key = number)
      and not exists (select from conversations where organization_id = ${organization_id}
        and project_id = ${project_id} and caller = number and profile_id is distinct from ${profile_id})`)
  return rows.map(({ number }) => number)
}

/** A shorter word stands in too many texts of others. */
const wordMin = 4

const isNumber = (address: string) => address.startsWith('+')

function addressesOfKnown({
  user_id,
  phone_number,
}: {
  user_id: string
  phone_number: string | null
}): string[] {
  return phone_number === null ? [user_id] : [user_id, phone_number]
}

/**
 * Returns a query for the ids of the person's conversations: those of the profile, and those with an address. It
 * returns each once, without a sort, so that a limit counts conversations and reads no more of them. Indexes:
 * conversations_by_profile, conversations_by_caller, conversations_by_user_id.
 */
export function talksOf({ organization_id, project_id, profile_id, addresses, until }: ErasedPerson): Sql {
  return sql`
    select _id from conversations where organization_id = ${organization_id} and profile_id = ${profile_id}
    union all
    select _id from conversations where organization_id = ${organization_id} and project_id = ${project_id}
      and caller = any(${addresses}::text[]) and profile_id is distinct from ${profile_id} and created_at <= ${until}
    union all
    select _id from conversations where organization_id = ${organization_id} and project_id = ${project_id}
      and whatsapp_user_id = any(${addresses}::text[]) and caller <> all(${addresses}::text[])
      and profile_id is distinct from ${profile_id} and created_at <= ${until}`
}

/**
 * Returns a query for the ids of the calls to the person, until their attempts are erased. Indexes:
 * call_attempts_by_number, calls_never_dialed.
 */
export function callsOf({ organization_id, project_id, numbers, until }: ErasedPerson): Sql {
  return sql`
    select call_id as _id from call_attempts where organization_id = ${organization_id}
      and phone_number = any(${numbers}::text[]) and project_id = ${project_id} and created_at <= ${until}
    union
    select _id from calls where organization_id = ${organization_id} and project_id = ${project_id}
      and phone_number = any(${numbers}::text[]) and attempts_count = 0
      and state in ('canceled', 'expired', 'failed') and created_at <= ${until}`
}

/** Returns a query for the ids of the attempts at calls to the person. Index: call_attempts_by_number. */
export function attemptsOf({ organization_id, project_id, numbers, until }: ErasedPerson): Sql {
  return sql`
    select _id from call_attempts where organization_id = ${organization_id}
      and phone_number = any(${numbers}::text[]) and project_id = ${project_id} and created_at <= ${until}`
}

/**
 * Returns a query for the ids of the sends to the person, until they are erased: those to an address, and those in the
 * chats of the profile, which may have gone to a number that is somebody else's now. Indexes:
 * whatsapp_messages_by_recipient, conversations_by_profile, whatsapp_messages_by_conversation.
 */
export function sendsOf({ organization_id, project_id, profile_id, addresses, until }: ErasedPerson): Sql {
  return sql`
    select _id from whatsapp_messages where organization_id = ${organization_id} and project_id = ${project_id}
      and recipient = any(${addresses}::text[]) and created_at <= ${until}
    union
    select _id from whatsapp_messages where organization_id = ${organization_id}
      and conversation_id = any(array(select _id from conversations
        where organization_id = ${organization_id} and profile_id = ${profile_id} and channel_type = 'whatsapp'))
      and recipient <> ${erasedWord} and created_at <= ${until}`
}
