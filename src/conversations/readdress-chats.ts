import { countCallers } from '../counters/count-changes.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { endChat } from './chat-queries.ts'

interface Chat {
  _id: string
  whatsapp_sender_id: string | null
  status: string
  has_new_address: boolean
  last_message_at: string | null
}

/**
 * Moves the chats of a person to another address: to their number, which was unknown until now, or to a new number or
 * WhatsApp id. Chats with a number that the person no longer has move only if they are open. Where the person then has
 * several open chats with one sender, only one stays open: the one that had the new address already, else the latest.
 * The caller must hold the locks (`lockChat`) of the new and the old addresses.
 *
 * @param addresses.from WhatsApp ids, and numbers that the person no longer has (E.164).
 * @param addresses.to a number (E.164), or a WhatsApp id.
 */
export async function readdressChats(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  const isNumber = (address: string) => address.startsWith('+')
  const [number, userId] = isNumber(to) ? [to, null] : [null, to]
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const oldNumbers = from.filter(isNumber)
  const ofOldNumbers = sql` or (caller = any(${oldNumbers}::text[]) and status = 'live' and channel_type = 'whatsapp')`
  const chats = await transaction.query<Chat>(sql`
    select _id, whatsapp_sender_id, status, false as has_new_address, last_message_at from conversations
    where ${mine} and (whatsapp_user_id = any(${from}::text[])${oldNumbers.length > 0 ? ofOldNumbers : sql``})
    order by _id for update`)
  if (chats.length === 0) return
  const open = await transaction.query<Chat>(sql`
    select _id, whatsapp_sender_id, status, true as has_new_address, last_message_at from conversations
    where ${mine} and status = 'live' and channel_type = 'whatsapp'
      and (phone_number = ${number} or whatsapp_user_id = ${userId}) order by _id for update`)
  for (const _id of chatsToEnd([...chats, ...open])) await endChat(transaction, organization_id, _id, null)
  await transaction.query(sql`
    with old as materialized (
      select organization_id, project_id, caller, coalesce(${number}::text, profile_id::text, _id::text) as caller_then
      from conversations where ${mine} and _id = any(${chats.map(({ _id }) => _id)}::uuid[])
    ), ${countCallers(sql`
      select organization_id, project_id, c.caller, sum(c.times)::bigint as times
      from old, lateral (values (old.caller, -1), (old.caller_then, 1)) c (caller, times)
      where old.caller <> old.caller_then group by 1, 2, 3`)}
    update conversations set phone_number = ${number}, whatsapp_user_id = ${userId}
    where ${mine} and _id = any(${chats.map(({ _id }) => _id)}::uuid[])`)
}

/** Returns all but one of the open chats with each sender. */
function chatsToEnd(chats: readonly Chat[]): string[] {
  const open = chats.filter(
    ({ status, whatsapp_sender_id }) => status === 'live' && whatsapp_sender_id !== null,
  )
  const rank = ({ has_new_address, last_message_at }: Chat) =>
    `${has_new_address ? 1 : 0} ${last_message_at ?? ''}`
  return [...Map.groupBy(open, ({ whatsapp_sender_id }) => whatsapp_sender_id).values()].flatMap((ofSender) =>
    ofSender
      .toSorted((a, b) => (rank(a) > rank(b) ? -1 : 1))
      .slice(1)
      .map(({ _id }) => _id),
  )
}
