import { createHash } from 'node:crypto'

/** The fields of every event. */
interface EventBase {
  /** At most 200 characters; a repetition of the event has the same id. */
  id: string
  /** The WhatsApp Business Account. */
  wabaId: string | null
}

export interface EventError {
  /** `meaningOf` has our words for it; the other fields are Meta's text. */
  code: string
  title: string | null
  details: string | null
}

export const reportedStatuses = ['sent', 'delivered', 'read', 'failed'] as const

/** A status of a message that we sent. Statuses arrive in any order, repeatedly, and some are missing. */
export interface StatusEvent extends EventBase {
  kind: 'status'
  phoneNumberId: string
  wamid: string
  /** `read` is also `played`; `other` is `deleted` or an unknown status. */
  status: (typeof reportedStatuses)[number] | 'other'
  /** Meta's own word. */
  statusText: string
  at: Date | null
  /** Digits without `+`; null for a group, and for a person who hides their number. */
  recipientId: string | null
  recipientUserId: string | null
  /** The callback data of the send; Meta does not promise them for `failed`. */
  callbackData: string | null
  /** The errors of a `failed` status. */
  errors: EventError[]
  /** Null if absent. `billable` is deprecated; `type` and `category` contain the same information. */
  pricing: { billable: boolean | null; type: string | null; category: string | null } | null
}

/** A message from a person. It opens the messaging window of 24 hours, even if its type is unknown. */
export interface ReceivedMessageEvent extends EventBase {
  kind: 'message'
  phoneNumberId: string
  wamid: string
  /** Digits without `+`; null for a person who hides their number. */
  from: string | null
  /** The user id for this business. */
  userId: string | null
  /** The user id for linked businesses. */
  parentUserId: string | null
  profileName: string | null
  /** The person's user name on WhatsApp, which they may change at any time. */
  username: string | null
  at: Date | null
  /** Meta's own word, such as `text`, `button`, `interactive`, `image`, `unsupported`. */
  type: string
  /** The text of the message as people read it; null if it has none. */
  text: string | null
  /** The id of the message that it answers, quotes or reacts to. */
  contextId: string | null
  /** Set for a message to a group, which opens no window. */
  groupId: string | null
  /** The message as received. */
  raw: unknown
}

/** A notice that a person has another number or id. It is no message from the person. */
export interface SystemEvent extends EventBase {
  kind: 'system'
  phoneNumberId: string
  wamid: string
  change: 'number' | 'user_id' | 'identity' | 'other'
  from: string | null
  /** The new number, digits without `+`. */
  waId: string | null
  /** The new ids, and those that they replace. */
  userId: string | null
  parentUserId: string | null
  previousUserId: string | null
  previousParentUserId: string | null
  at: Date | null
  raw: unknown
}

/**
 * The number and the user id of one person, from the status of a message. Every status with this pair gives the same
 * event.
 */
export interface ContactEvent extends EventBase {
  kind: 'contact'
  phoneNumberId: string
  /** Digits without `+`. */
  waId: string
  userId: string
}

/** A person stopped or resumed marketing messages. */
export interface UserPreferenceEvent extends EventBase {
  kind: 'user_preference'
  phoneNumberId: string | null
  waId: string | null
  userId: string | null
  value: 'stop' | 'resume'
  at: Date | null
}

/** Errors that belong to no message. */
export interface ErrorsEvent extends EventBase {
  kind: 'errors'
  phoneNumberId: string
  errors: EventError[]
}

interface TemplateEventBase extends EventBase {
  /** All digits, also beyond 2^53. */
  templateId: string | null
  name: string | null
  /** Written with an underscore. */
  language: string | null
  at: Date | null
}

export interface TemplateStatusEvent extends TemplateEventBase {
  kind: 'template_status'
  /** `APPROVED`, `REJECTED`, `PAUSED`, … */
  event: string
  reason: string | null
  category: string | null
  /** Meta's text for the operator. */
  explanation: string | null
}

export interface TemplateCategoryEvent extends TemplateEventBase {
  kind: 'template_category'
  /** The current category, also if the event announces another. */
  category: string
  /** Null if nothing has changed yet. */
  previousCategory: string | null
  /** The future category; null if the change has taken effect. */
  announcedCategory: string | null
}

/** The text or the buttons of a template were edited, so its variables may have changed. */
export interface TemplateComponentsEvent extends TemplateEventBase {
  kind: 'template_components'
}

/** The quality rating of a template or a number. */
export interface QualityEvent extends TemplateEventBase {
  kind: 'quality'
  of: 'template' | 'phone_number'
  displayPhoneNumber: string | null
  /** For a template `GREEN`, `YELLOW`, `RED` or `UNKNOWN`; for a number an event such as `ONBOARDING`. */
  quality: string | null
  /** The limit of persons a day, such as `TIER_10K`. */
  limit: string | null
}

/** A notice about the account or its numbers, for the operator. */
export interface AccountEvent extends EventBase {
  kind: 'account'
  field: string
  /** The event or the decision, in Meta's words. */
  event: string | null
  /** The number that it is about; null if it is about the account. */
  displayPhoneNumber: string | null
  at: Date | null
  raw: unknown
}

/** Any other event, as received. */
export interface UnknownEvent extends EventBase {
  kind: 'unknown'
  field: string | null
  raw: unknown
}

export type WebhookEvent =
  | StatusEvent
  | ReceivedMessageEvent
  | SystemEvent
  | ContactEvent
  | UserPreferenceEvent
  | ErrorsEvent
  | TemplateStatusEvent
  | TemplateCategoryEvent
  | TemplateComponentsEvent
  | QualityEvent
  | AccountEvent
  | UnknownEvent

const idLengthMax = 200

/** Returns an event id made of Meta's ids, or of their digest if it would be too long. */
export function namedId(kind: string, ...parts: string[]): string {
  const id = [kind, ...parts].join(':')
  return id.length <= idLengthMax ? id : digestId(kind, parts)
}

/** Returns the ids of all status events that a message can have, whether or not they have arrived. */
export function statusEventIds(wamid: string): string[] {
  return [...reportedStatuses, 'played'].map((status) => namedId('status', wamid, status))
}

/**
 * Returns an event id that is a digest of the content, for events without an id. The order of members does not matter.
 */
export function digestId(kind: string, content: unknown): string {
  const text = JSON.stringify(inOrder(content))
  return `${kind}:${createHash('sha256').update(text).digest('hex')}`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const members = Object.entries(value).map(([name, inner]) => [name, inOrder(inner)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
