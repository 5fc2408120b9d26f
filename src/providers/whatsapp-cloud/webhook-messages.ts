import { z } from 'zod'
import { readableText } from './readable-text.ts'
import { Id, Instant, Items, Text } from './types.ts'
import { digestId, namedId, reportedStatuses } from './webhook-event.ts'
import type { EventError, SystemEvent, WebhookEvent } from './webhook-event.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components */
const Value = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1) }),
  contacts: Items,
  messages: Items,
  statuses: Items,
  errors: Items,
})

const Contact = z.object({
  wa_id: Id,
  user_id: Text,
  profile: z.object({ name: Text }).nullable().catch(null),
})

const Status = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  timestamp: Instant,
  recipient_id: Id,
  recipient_type: Text,
  recipient_participant_id: Id,
  recipient_user_id: Text,
  biz_opaque_callback_data: Text,
  errors: Items,
  pricing: z
    .object({ billable: z.boolean().nullable().catch(null), type: Text, category: Text })
    .nullable()
    .catch(null),
})

const Message = z.object({
  id: z.string().min(1),
  type: Text,
  timestamp: Instant,
  from: Id,
  from_user_id: Text,
  group_id: Id,
  context: z.object({ id: Text }).nullable().catch(null),
  reaction: z.object({ message_id: Text }).nullable().catch(null),
  system: z.object({ type: Text, wa_id: Id, new_wa_id: Id, user_id: Text }).nullable().catch(null),
})

const WebhookError = z.object({
  code: z.union([z.int().transform(String), z.string().min(1)]),
  title: Text,
  message: Text,
  error_data: z
    .union([z.object({ details: Text }), z.string().transform((details) => ({ details }))])
    .nullable()
    .catch(null),
})

/** Of one message; Meta gives one. */
const errorsMax = 10

/** The events of one change of the field `messages`; null where it is not of the shape. */
export function messageEvents(wabaId: string | null, raw: unknown): WebhookEvent[] | null {
  const value = Value.safeParse(raw).data
  if (value === undefined) return null
  const phoneNumberId = value.metadata.phone_number_id
  const contacts = indexContacts(value.contacts)
  const base = { wabaId, phoneNumberId }
  const events = [
    ...value.statuses.map((item) => statusEvent(base, item) ?? unreadable('statuses', wabaId, item)),
    ...value.messages.map(
      (item) => receivedEvent(base, item, contacts) ?? unreadable('messages', wabaId, item),
    ),
  ]
  const errors = readErrors(value.errors)
  if (errors.length > 0)
    events.push({ kind: 'errors', id: digestId('errors', [phoneNumberId, value.errors]), ...base, errors })
  return events.length === 0 ? null : events
}

interface Base {
  wabaId: string | null
  phoneNumberId: string
}

function unreadable(list: string, wabaId: string | null, raw: unknown): WebhookEvent {
  return {
    kind: 'unknown',
    id: digestId('unknown', [wabaId, list, raw]),
    wabaId,
    field: `messages.${list}`,
    raw,
  }
}

function statusEvent(base: Base, raw: unknown): WebhookEvent | null {
  const status = Status.safeParse(raw).data
  if (status === undefined) return null
  // Each member of a group tells for itself how far the message got.
  const participant = status.recipient_participant_id === null ? [] : [status.recipient_participant_id]
  return {
    kind: 'status',
    id: namedId('status', status.id, status.status, ...participant),
    ...base,
    wamid: status.id,
    status: reportedStatuses.find((known) => known === status.status) ?? 'other',
    statusText: status.status,
    at: status.timestamp,
    recipientId: status.recipient_type === 'group' ? null : status.recipient_id,
    recipientUserId: status.recipient_user_id,
    callbackData: status.biz_opaque_callback_data,
    errors: readErrors(status.errors),
    pricing: status.pricing,
  }
}

function receivedEvent(
  base: Base,
  raw: unknown,
  contacts: ReturnType<typeof indexContacts>,
): WebhookEvent | null {
  const message = Message.safeParse(raw).data
  if (message === undefined) return null
  const { id: wamid, from, timestamp: at, type, system } = message
  if (type === 'system')
    return {
      kind: 'system',
      id: namedId('system', wamid),
      ...base,
      wamid,
      change: changes.get(system?.type ?? null) ?? 'other',
      from,
      waId: system?.wa_id ?? system?.new_wa_id ?? null,
      userId: system?.user_id ?? null,
      at,
      raw,
    }
  const contact = contactOf(message, contacts)
  return {
    kind: 'message',
    id: namedId('message', wamid),
    ...base,
    wamid,
    from,
    userId: message.from_user_id ?? contact?.user_id ?? null,
    profileName: contact?.profile?.name ?? null,
    at,
    type: type ?? 'unknown',
    text: readableText(type ?? '', raw),
    contextId: message.context?.id ?? message.reaction?.message_id ?? null,
    groupId: message.group_id,
    raw,
  }
}

/** The second is what versions before 2022 say. */
const changes: ReadonlyMap<string | null, SystemEvent['change']> = new Map([
  ['user_changed_number', 'number'],
  ['customer_changed_number', 'number'],
  ['user_changed_user_id', 'user_id'],
  ['customer_identity_changed', 'identity'],
])

/**
 * Beside messages stand the people who wrote them. They are found by key, since each of many messages has one of many
 * people.
 */
function indexContacts(items: readonly unknown[]) {
  const contacts = items.flatMap((item) => Contact.safeParse(item).data ?? [])
  return {
    byNumber: new Map(contacts.map((contact) => [contact.wa_id, contact])),
    byUser: new Map(contacts.map((contact) => [contact.user_id, contact])),
    only: contacts.length === 1 ? contacts[0] : undefined,
  }
}

/** One alone needn't bear the number, which a person can hide. */
function contactOf(
  { from, from_user_id }: { from: string | null; from_user_id: string | null },
  { byNumber, byUser, only }: ReturnType<typeof indexContacts>,
): z.infer<typeof Contact> | undefined {
  const known =
    (from === null ? undefined : byNumber.get(from)) ??
    (from_user_id === null ? undefined : byUser.get(from_user_id))
  return known ?? (from === null || only?.wa_id === null ? only : undefined)
}

function readErrors(items: readonly unknown[]): EventError[] {
  return items.slice(0, errorsMax).flatMap((item) => {
    const error = WebhookError.safeParse(item).data
    if (error === undefined) return []
    return {
      code: error.code,
      title: error.title ?? error.message,
      details: error.error_data?.details ?? null,
    }
  })
}
