import { z } from 'zod'
import { Id, isUserId, Text, UserId } from './types.ts'

const Contact = z.object({
  wa_id: Id,
  user_id: UserId,
  parent_user_id: UserId,
  profile: z.object({ name: Text, username: Text }).nullable().catch(null),
})

/**
 * Indexes the contacts of a webhook, which are the senders of its messages. With an index, many messages by many people
 * take linear time.
 */
export function indexContacts(items: readonly unknown[]) {
  const contacts = items.flatMap((item) => Contact.safeParse(item).data ?? [])
  return {
    byNumber: new Map(contacts.map((contact) => [contact.wa_id, contact])),
    byUser: new Map(contacts.map((contact) => [contact.user_id, contact])),
    only: contacts.length === 1 ? contacts[0] : undefined,
  }
}

/**
 * Returns the contact of a message. A single contact also matches if it or the message has no number, as of a person
 * who hides theirs, unless the user ids say that they are two people.
 */
export function contactOf(
  { from, from_user_id }: { from: string | null; from_user_id: string | null },
  { byNumber, byUser, only }: ReturnType<typeof indexContacts>,
): z.infer<typeof Contact> | undefined {
  const known =
    (from === null ? undefined : byNumber.get(from)) ??
    (from_user_id === null ? undefined : byUser.get(from_user_id))
  if (known !== undefined || only === undefined || (from !== null && only.wa_id !== null)) return known
  const { userId } = personOf(from, from_user_id)
  return userId === null || only.user_id === null || userId === only.user_id ? only : undefined
}

/** Returns the number and the user id of a person. Meta may write the user id in the field of the number. */
export function personOf(
  waId: string | null,
  userId: string | null,
): { waId: string | null; userId: string | null } {
  return waId !== null && isUserId(waId) ? { waId: null, userId: userId ?? waId } : { waId, userId }
}
