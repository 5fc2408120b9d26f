import { createHash } from 'node:crypto'

/** What every event has. */
interface EventBase {
  /** The same for a repetition of the event, within 200 characters. */
  id: string
  /** The WhatsApp Business Account. */
  wabaId: string | null
}

export interface EventError {
  /** To be worded by `meaningOf`; the rest is Meta's text. */
  code: string
  title: string | null
  details: string | null
}

export const reportedStatuses = ['sent', 'delivered', 'read', 'failed'] as const

/** How far a message of ours got. Comes in any order, repeatedly, and not for each step. */
export interface StatusEvent extends EventBase {
  kind: 'status'
  phoneNumberId: string
  wamid: string
  /** `other` is `played`, `deleted` or one that is not known. */
  status: (typeof reportedStatuses)[number] | 'other'
  /** Meta's own word. */
  statusText: string
  at: Date | null
  /** Digits without `+`; null for a group and for a person who hides their number. */
  recipientId: string | null
  recipientUserId: string | null
  /** What the message was sent with; not promised for `failed`. */
  callbackData: string | null
  /** For `failed`. */
  errors: EventError[]
  /** Null where it is not told. `billable` is to go away: `type` and `category` say as much. */
  pricing: { billable: boolean | null; type: string | null; category: string | null } | null
}

/** What a person wrote, tapped or sent. It opens the window of 24 hours, also where its type is not known. */
export interface ReceivedMessageEvent extends EventBase {
  kind: 'message'
  phoneNumberId: string
  wamid: string
  /** Digits without `+`; null for a person who hides their number. */
  from: string | null
  /** Scoped to the business. */
  userId: string | null
  /** The same of linked businesses together. */
  parentUserId: string | null
  profileName: string | null
  /** The name that the person has taken on WhatsApp, which they may change at any time. */
  username: string | null
  at: Date | null
  /** Meta's own word, such as `text`, `button`, `interactive`, `image`, `unsupported`. */
  type: string
  /** What a person would read in it; null where that is nothing. */
  text: string | null
  /** The message that it answers, quotes or reacts to. */
  contextId: string | null
  /** Not null for a message to a group, which opens no window. */
  groupId: string | null
  /** The message as it came. */
  raw: unknown
}

/** A person got another number or id. Nobody wrote anything. */
export interface SystemEvent extends EventBase {
  kind: 'system'
  phoneNumberId: string
  wamid: string
  change: 'number' | 'user_id' | 'identity' | 'other'
  from: string | null
  /** The number from here on, digits without `+`. */
  waId: string | null
  /** The ids from here on, and those that they replace. */
  userId: string | null
  parentUserId: string | null
  previousUserId: string | null
  previousParentUserId: string | null
  at: Date | null
  raw: unknown
}

/** A number and an id of one person, told beside the status of a message. The same for each such status. */
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

/** Faults without a message that they belong to. */
export interface ErrorsEvent extends EventBase {
  kind: 'errors'
  phoneNumberId: string
  errors: EventError[]
}

interface TemplateEventBase extends EventBase {
  /** Exact, however long. */
  templateId: string | null
  name: string | null
  /** With an underscore. */
  language: string | null
  at: Date | null
}

export interface TemplateStatusEvent extends TemplateEventBase {
  kind: 'template_status'
  /** `APPROVED`, `REJECTED`, `PAUSED`, … */
  event: string
  reason: string | null
  category: string | null
  /** Meta's text, for an operator. */
  explanation: string | null
}

export interface TemplateCategoryEvent extends TemplateEventBase {
  kind: 'template_category'
  /** At present, also where the event announces another. */
  category: string
  /** Null where nothing has changed yet. */
  previousCategory: string | null
  /** What it will be; null where it has changed. */
  announcedCategory: string | null
}

/** The text or the buttons were edited, so that what is known of its variables can be wrong. */
export interface TemplateComponentsEvent extends TemplateEventBase {
  kind: 'template_components'
}

/** How people take a template or a number. */
export interface QualityEvent extends TemplateEventBase {
  kind: 'quality'
  of: 'template' | 'phone_number'
  displayPhoneNumber: string | null
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN` for a template; for a number what happened, such as `ONBOARDING`. */
  quality: string | null
  /** How many persons a day, such as `TIER_10K`. */
  limit: string | null
}

/** Something happened to the account or its numbers, for an operator to know. */
export interface AccountEvent extends EventBase {
  kind: 'account'
  field: string
  /** What happened, or what was decided. */
  event: string | null
  at: Date | null
  raw: unknown
}

/** Anything else, kept as it came. */
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

/** An id of parts that Meta gave away; of their digest where they are longer than ids are. */
export function namedId(kind: string, ...parts: string[]): string {
  const id = [kind, ...parts].join(':')
  return id.length <= idLengthMax ? id : digestId(kind, parts)
}

/** The ids of the events that tell how far a message got, which are events whether they have come or not. */
export function statusEventIds(wamid: string): string[] {
  return reportedStatuses.map((status) => namedId('status', wamid, status))
}

/** An id of all that was told, for what has none of its own. The order of members plays no part. */
export function digestId(kind: string, told: unknown): string {
  const text = JSON.stringify(inOrder(told))
  return `${kind}:${createHash('sha256').update(text).digest('hex')}`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const members = Object.entries(value).map(([name, inner]) => [name, inOrder(inner)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
