import { z } from 'zod'
import { receivedText } from './received-text.ts'
import { Id, Instant, Items, Text, UserId } from './types.ts'
import { contactOf, indexContacts, personOf } from './webhook-contacts.ts'
import { digestId, namedId, reportedStatuses } from './webhook-event.ts'
import type { ContactEvent, EventError, StatusEvent, SystemEvent, WebhookEvent } from './webhook-event.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components */
const Value = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1) }),
  contacts: Items,
  messages: Items,
  statuses: Items,
  errors: Items,
})

const Status = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  timestamp: Instant,
  recipient_id: Id,
  recipient_type: Text,
  recipient_participant_id: Id,
  recipient_user_id: UserId,
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
  from_user_id: UserId,
  from_parent_user_id: UserId,
  group_id: Id,
  context: z.object({ id: Text }).nullable().catch(null),
  reaction: z.object({ message_id: Text }).nullable().catch(null),
  system: z
    .object({
      type: Text,
      wa_id: Id,
      new_wa_id: Id,
      user_id: UserId,
      parent_user_id: UserId,
      previous_user_id: UserId,
      previous_parent_user_id: UserId,
    })
    .nullable()
    .catch(null),
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

/** The most errors that are read of one message; Meta sends one. */
const errorsMax = 10

/** Returns the events of a change of the field `messages`; null if it does not have the expected shape. */
export function messageEvents(wabaId: string | null, raw: unknown): WebhookEvent[] | null {
  const value = Value.safeParse(raw).data
  if (value === undefined) return null
  const phoneNumberId = value.metadata.phone_number_id
  const contacts = indexContacts(value.contacts)
  const base = { wabaId, phoneNumberId }
  const events = [
    ...value.statuses.flatMap((item) => statusEvents(base, item) ?? [unreadable('statuses', wabaId, item)]),
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

/** Returns the event of a status, and a `contact` event if the status has a number together with a user id. */
function statusEvents(base: Base, raw: unknown): WebhookEvent[] | null {
  const status = Status.safeParse(raw).data
  if (status === undefined) return null
  const { waId, userId } = personOf(status.recipient_id, status.recipient_user_id)
  const event = statusEvent(base, status)
  if (waId === null || userId === null || status.recipient_type === 'group') return [event]
  const { phoneNumberId } = base
  const id = namedId('contact', phoneNumberId, waId, userId)
  const contact: ContactEvent = { kind: 'contact', id, ...base, waId, userId }
  return [event, contact]
}

function statusEvent(base: Base, status: z.infer<typeof Status>): WebhookEvent {
  // A message to a group has a status for each member.
  const participant = status.recipient_participant_id === null ? [] : [status.recipient_participant_id]
  const { waId, userId } = personOf(status.recipient_id, status.recipient_user_id)
  return {
    kind: 'status',
    id: namedId('status', status.id, status.status, ...participant),
    ...base,
    wamid: status.id,
    status: meaningOf(status.status),
    statusText: status.status,
    at: status.timestamp,
    recipientId: status.recipient_type === 'group' ? null : waId,
    recipientUserId: userId,
    callbackData: status.biz_opaque_callback_data,
    errors: readErrors(status.errors),
    pricing: status.pricing,
  }
}

/** Returns what a status says of its message. A voice message that was played was read; Meta may leave `read` out. */
function meaningOf(status: string): StatusEvent['status'] {
  return status === 'played' ? 'read' : (reportedStatuses.find((known) => known === status) ?? 'other')
}

function receivedEvent(
  base: Base,
  raw: unknown,
  contacts: ReturnType<typeof indexContacts>,
): WebhookEvent | null {
  const message = Message.safeParse(raw).data
  if (message === undefined) return null
  const { id: wamid, timestamp: at, type } = message
  if (type === 'system') return systemEvent(base, message, raw)
  const contact = contactOf(message, contacts)
  const { waId: from, userId } = personOf(
    message.from ?? contact?.wa_id ?? null,
    message.from_user_id ?? contact?.user_id ?? null,
  )
  return {
    kind: 'message',
    id: namedId('message', wamid),
    ...base,
    wamid,
    from,
    userId,
    parentUserId: message.from_parent_user_id ?? contact?.parent_user_id ?? null,
    profileName: contact?.profile?.name ?? null,
    username: contact?.profile?.username ?? null,
    at,
    type: type ?? 'unknown',
    text: receivedText(type ?? '', raw),
    contextId: message.context?.id ?? message.reaction?.message_id ?? null,
    groupId: message.group_id,
    raw,
  }
}

/** Returns the event of a system message, which has the person's old number and id and the new ones. */
function systemEvent(base: Base, message: z.infer<typeof Message>, raw: unknown): SystemEvent {
  const { id: wamid, timestamp: at, system } = message
  const { waId, userId } = personOf(system?.wa_id ?? system?.new_wa_id ?? null, system?.user_id ?? null)
  const { waId: from, userId: fromUserId } = personOf(message.from, message.from_user_id)
  return {
    kind: 'system',
    id: namedId('system', wamid),
    ...base,
    wamid,
    change: changes.get(system?.type ?? null) ?? 'other',
    from,
    waId,
    userId,
    parentUserId: system?.parent_user_id ?? null,
    previousUserId: system?.previous_user_id ?? (fromUserId === userId ? null : fromUserId),
    previousParentUserId: system?.previous_parent_user_id ?? null,
    at,
    raw,
  }
}

/** `customer_changed_number` is the name in API versions before 2022. */
const changes: ReadonlyMap<string | null, SystemEvent['change']> = new Map([
  ['user_changed_number', 'number'],
  ['customer_changed_number', 'number'],
  ['user_changed_user_id', 'user_id'],
  ['customer_identity_changed', 'identity'],
])

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
