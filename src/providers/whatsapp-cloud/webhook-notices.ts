import { z } from 'zod'
import { Id, Instant, languageCode, Text, UserId } from './types.ts'
import { personOf } from './webhook-contacts.ts'
import { digestId, namedId } from './webhook-event.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** A change of an entry that is not of the field `messages`. */
export interface Notice {
  wabaId: string | null
  /** The time of the entry. */
  at: Date | null
  field: string | null
  /** The change as received: some notices have members beside their value. */
  raw: unknown
  value: unknown
}

const TemplateValue = z.object({
  message_template_id: Id,
  message_template_name: Text,
  message_template_language: Text.transform((text) => (text === null ? null : languageCode(text))),
})

const Explanation = z
  .object({
    rejection_info: z.object({ reason: Text, recommendation: Text }).nullable().catch(null),
    other_info: z.object({ title: Text, description: Text }).nullable().catch(null),
  })
  .catch({ rejection_info: null, other_info: null })

const TemplateStatus = TemplateValue.extend({
  event: z.string().min(1),
  reason: Text.transform((reason) => (reason === 'NONE' ? null : reason)),
  message_template_category: Text,
})
const TemplateCategory = TemplateValue.extend({
  new_category: z.string().min(1),
  previous_category: Text,
  correct_category: Text,
})
const TemplateQuality = TemplateValue.extend({ new_quality_score: z.string().min(1) })
const NumberQuality = z.object({
  display_phone_number: Text,
  event: Text,
  current_limit: Text,
  max_daily_conversations_per_business: Id,
})
const Account = z.object({ event: Text, decision: Text, display_phone_number: Text })
const Preferences = z.object({
  metadata: z.object({ phone_number_id: Text }).nullable().catch(null),
  user_preferences: z.array(z.unknown()),
})
const Preference = z.object({
  wa_id: Id,
  user_id: UserId,
  category: Text,
  value: z.enum(['stop', 'resume']),
  timestamp: Instant,
})

const accountFields: ReadonlySet<string> = new Set([
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'phone_number_name_update',
])

/** Returns the events of a change; null if its shape is unknown. Meta: "Webhooks reference", by field. */
export function noticeEvents(notice: Notice): WebhookEvent[] | null {
  if (notice.field === 'user_preferences') return preferenceEvents(notice)
  const event = templateQuality(notice) ?? eventOf(notice)
  return event === null ? null : [event]
}

function eventOf(notice: Notice): WebhookEvent | null {
  switch (notice.field) {
    case 'message_template_status_update':
      return templateStatus(notice)
    case 'template_category_update':
      return templateCategory(notice)
    case 'message_template_components_update':
      return templateComponents(notice)
    case 'phone_number_quality_update':
      return numberQuality(notice)
    default:
      return accountEvent(notice)
  }
}

/**
 * Returns the common fields of a notice's event. The id contains the time of the entry: two pauses of a template differ
 * in nothing else. If Meta repeats a notice with another time, the event is processed twice, which is better than
 * losing one.
 */
function baseOf<K extends string>(kind: K, { wabaId, at, field, raw }: Notice) {
  return { kind, id: digestId(kind, [wabaId, at, field, raw]), wabaId, at }
}

function templateOf(value: z.infer<typeof TemplateValue>) {
  return {
    templateId: value.message_template_id,
    name: value.message_template_name,
    language: value.message_template_language,
  }
}

function templateStatus(notice: Notice): WebhookEvent | null {
  const value = TemplateStatus.safeParse(notice.value).data
  if (value === undefined) return null
  const [inside, beside] = [Explanation.parse(notice.value), Explanation.parse(notice.raw)]
  const rejection = inside.rejection_info ?? beside.rejection_info
  const other = inside.other_info ?? beside.other_info
  const texts = [rejection?.reason, rejection?.recommendation, other?.title, other?.description]
  return {
    ...baseOf('template_status', notice),
    ...templateOf(value),
    event: value.event,
    reason: value.reason,
    category: value.message_template_category,
    explanation: texts.filter((text) => typeof text === 'string').join(': ') || null,
  }
}

function templateCategory(notice: Notice): WebhookEvent | null {
  const value = TemplateCategory.safeParse(notice.value).data
  if (value === undefined) return null
  return {
    ...baseOf('template_category', notice),
    ...templateOf(value),
    category: value.new_category,
    previousCategory: value.previous_category,
    announcedCategory: value.correct_category,
  }
}

function templateComponents(notice: Notice): WebhookEvent | null {
  const value = TemplateValue.safeParse(notice.value).data
  return value === undefined ? null : { ...baseOf('template_components', notice), ...templateOf(value) }
}

/**
 * Returns the event of a template's quality. Recognized by its members, since Meta sometimes sends it under another
 * field.
 */
function templateQuality(notice: Notice): WebhookEvent | null {
  const value = TemplateQuality.safeParse(notice.value).data
  if (value === undefined) return null
  const quality = {
    of: 'template',
    quality: value.new_quality_score,
    displayPhoneNumber: null,
    limit: null,
  } as const
  return { ...baseOf('quality', notice), ...templateOf(value), ...quality }
}

function numberQuality(notice: Notice): WebhookEvent | null {
  const value = NumberQuality.safeParse(notice.value).data
  if (value === undefined) return null
  return {
    ...baseOf('quality', notice),
    of: 'phone_number',
    templateId: null,
    name: null,
    language: null,
    displayPhoneNumber: value.display_phone_number,
    quality: value.event,
    limit: value.max_daily_conversations_per_business ?? value.current_limit,
  }
}

function accountEvent(notice: Notice): WebhookEvent | null {
  const { field } = notice
  const value = Account.safeParse(notice.value).data
  if (field === null || !accountFields.has(field) || value === undefined) return null
  return {
    ...baseOf('account', notice),
    field,
    event: value.event ?? value.decision,
    displayPhoneNumber: value.display_phone_number,
    raw: notice.value,
  }
}

function preferenceEvents({ wabaId, field, value }: Notice): WebhookEvent[] | null {
  const preferences = Preferences.safeParse(value).data
  if (preferences === undefined || preferences.user_preferences.length === 0) return null
  return preferences.user_preferences.map((raw) => {
    const item = Preference.safeParse(raw).data
    // A preference of another category does not concern marketing messages.
    if (item === undefined || (item.category ?? 'marketing_messages') !== 'marketing_messages')
      return { kind: 'unknown', id: digestId('unknown', [wabaId, field, raw]), wabaId, field, raw }
    const { waId, userId } = personOf(item.wa_id, item.user_id)
    const at = item.timestamp
    const phoneNumberId = preferences.metadata?.phone_number_id ?? null
    const parts = [wabaId, phoneNumberId, waId, userId, item.value, at?.getTime()].map(String)
    return {
      kind: 'user_preference',
      id: namedId('user_preference', ...parts),
      wabaId,
      phoneNumberId,
      waId,
      userId,
      value: item.value,
      at,
    }
  })
}
