import { z } from 'zod'
import { Id, isUserId, Text, UserId } from './types.ts'

const Contact = z.object({
  wa_id: Id,
  user_id: UserId,
  parent_user_id: UserId,
  profile: z.object({ name: Text, username: Text }).nullable().catch(null),
})

/**
 * Beside messages stand the people who wrote them. They are found by key, since each of many messages has one of many
 * people.
 */
export function indexContacts(items: readonly unknown[]) {
  const contacts = items.flatMap((item) => Contact.safeParse(item).data ?? [])
  return {
    byNumber: new Map(contacts.map((contact) => [contact.wa_id, contact])),
    byUser: new Map(contacts.map((contact) => [contact.user_id, contact])),
    only: contacts.length === 1 ? contacts[0] : undefined,
  }
}

/** One alone needn't bear the number, which a person can hide. */
export function contactOf(
  { from, from_user_id }: { from: string | null; from_user_id: string | null },
  { byNumber, byUser, only }: ReturnType<typeof indexContacts>,
): z.infer<typeof Contact> | undefined {
  const known =
    (from === null ? undefined : byNumber.get(from)) ??
    (from_user_id === null ? undefined : byUser.get(from_user_id))
  return known ?? (from === null || only?.wa_id === null ? only : undefined)
}

/** Number and id of a person, where an id may also stand in the place of the number. */
export function personOf(
  waId: string | null,
  userId: string | null,
): { waId: string | null; userId: string | null } {
  return waId !== null && isUserId(waId) ? { waId: null, userId: userId ?? waId } : { waId, userId }
}
