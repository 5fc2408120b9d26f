import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import { graphId } from './accounts.ts'
import type { WhatsappAccount } from './accounts.ts'
import type { Update } from './envelope.ts'
import { messageValue } from './envelope.ts'
import type { WhatsappExchange } from './exchange.ts'
import { bareNumber, unixSeconds, userIdForm } from './graph-values.ts'
import { newMessageId } from './messages.ts'

const phone_number_id = graphId
const business_account_id = graphId
const word = z.string().regex(/^\w{1,60}$/)
const ofTemplate = {
  business_account_id,
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
}

/** A change that Meta reports by webhook and that is no message. `raw` is any field with any value. */
export const WhatsappChange = z.discriminatedUnion('field', [
  z.strictObject({
    field: z.literal('user_preferences'),
    phone_number_id,
    number: z.string().regex(e164),
    value: z.enum(['stop', 'resume']),
  }),
  /** A person's user id changes because their number does. If they hide the number, only the id is reported. */
  z.strictObject({
    field: z.literal('user_changed_user_id'),
    phone_number_id,
    user_id: z.string().regex(userIdForm),
    new_user_id: z.string().regex(userIdForm),
    new_number: z.string().regex(e164).optional(),
  }),
  z.strictObject({
    field: z.literal('message_template_status_update'),
    ...ofTemplate,
    event: word,
    reason: word.default('NONE'),
    /** For example `FIRST_PAUSE`. */
    title: word.optional(),
  }),
  z.strictObject({
    field: z.literal('message_template_quality_update'),
    ...ofTemplate,
    new_quality_score: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']),
  }),
  z.strictObject({
    field: z.literal('template_category_update'),
    ...ofTemplate,
    new_category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  }),
  z.strictObject({
    field: z.literal('phone_number_quality_update'),
    phone_number_id,
    event: word,
    max_daily_conversations_per_business: word.default('TIER_250'),
    quality_rating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  }),
  /** `status` becomes the status of the account's numbers in reads. */
  z.strictObject({
    field: z.literal('account_update'),
    business_account_id,
    event: word,
    details: z.record(z.string(), z.unknown()).default({}),
    status: word.optional(),
  }),
  z.strictObject({
    field: z.literal('raw'),
    phone_number_id,
    raw_field: word,
    value: z.record(z.string(), z.unknown()),
  }),
])
export type WhatsappChange = z.infer<typeof WhatsappChange>
/** A change as a caller writes it; fields with a default are optional. */
export type WhatsappChangeInput = z.input<typeof WhatsappChange>

/**
 * Applies the change to this network and sends its webhook in the background.
 *
 * @throws RangeError if no number of the business account is registered
 */
export function makeChange(exchange: WhatsappExchange, change: WhatsappChange): void {
  const { account, field, value, number } = effect(exchange, change)
  const summary = { field, what: 'event' in change ? change.event : change.field, message_id: null }
  const update: Update = { account, field, value, number, summary }
  exchange.background.start(() => exchange.webhooks.send([update]))
}

type Effect = Omit<Update, 'summary'>

function effect(exchange: WhatsappExchange, change: WhatsappChange): Effect {
  switch (change.field) {
    case 'user_preferences':
      return preference(exchange, change)
    case 'user_changed_user_id':
      return userIdChange(exchange, change)
    case 'message_template_status_update':
    case 'message_template_quality_update':
    case 'template_category_update':
      return templateChange(exchange, change)
    case 'phone_number_quality_update': {
      const { phone_number_id, event, max_daily_conversations_per_business, quality_rating } = change
      const account = exchange.accounts.ofNumberId(phone_number_id)
      const isKnown = exchange.accounts.find(phone_number_id) !== null
      const messaging_limit = max_daily_conversations_per_business
      if (isKnown)
        exchange.accounts.put({
          ...account,
          messaging_limit,
          ...(quality_rating !== undefined && { quality_rating }),
        })
      const display_phone_number = bareNumber(account.display_phone_number)
      const value = { display_phone_number, event, max_daily_conversations_per_business }
      return { account, field: change.field, value, number: null }
    }
    case 'account_update': {
      const { business_account_id, event, details, status } = change
      const account = anyOf(exchange, business_account_id)
      if (status !== undefined)
        for (const each of exchange.accounts.ofBusiness(business_account_id))
          exchange.accounts.put({ ...each, status })
      return { account, field: change.field, value: { event, ...details }, number: null }
    }
    case 'raw': {
      const account = exchange.accounts.ofNumberId(change.phone_number_id)
      return { account, field: change.raw_field, value: change.value, number: null }
    }
  }
}

function preference(
  exchange: WhatsappExchange,
  { field, phone_number_id, number, value }: Extract<WhatsappChange, { field: 'user_preferences' }>,
): Effect {
  const account = exchange.accounts.ofNumberId(phone_number_id)
  exchange.relations.notePreference(phone_number_id, number, value)
  const person = exchange.people.shown(number, { waId: bareNumber(number), isByNumber: false })
  const content = {
    contacts: [{ profile: exchange.people.profileOf(number), ...person }],
    user_preferences: [
      {
        ...person,
        detail: `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: Math.floor(exchange.clock.now().getTime() / 1000),
      },
    ],
  }
  return { account, field, value: messageValue(account, content), number }
}

function userIdChange(
  exchange: WhatsappExchange,
  change: Extract<WhatsappChange, { field: 'user_changed_user_id' }>,
): Effect {
  const { phone_number_id, user_id: previous_user_id, new_user_id: user_id, new_number = null } = change
  const { number: from } = exchange.people.find(previous_user_id)
  const person = exchange.people.replaceUserId(previous_user_id, user_id, new_number)
  const account = exchange.accounts.ofNumberId(phone_number_id)
  const isShown = person.hide_number !== true
  const system = isShown
    ? { type: 'user_changed_number', wa_id: bareNumber(person.number), user_id, previous_user_id }
    : { type: 'user_changed_user_id', user_id, previous_user_id }
  const message = {
    ...(isShown && { from: bareNumber(from) }),
    from_user_id: user_id,
    id: newMessageId(),
    timestamp: unixSeconds(exchange.clock.now()),
    type: 'system',
    system: { body: `User ${person.name} changed`, ...system },
  }
  return {
    account,
    field: 'messages',
    value: messageValue(account, { messages: [message] }),
    number: person.number,
  }
}

type TemplateChange = Extract<WhatsappChange, { language: string }>

function templateChange(exchange: WhatsappExchange, change: TemplateChange): Effect {
  const { business_account_id, name, language } = change
  const account = anyOf(exchange, business_account_id)
  const template = exchange.templates.find(business_account_id, name, language)
  const about = {
    message_template_id: template?.id ?? '1689556908129832',
    message_template_name: name,
    // Webhooks write the language with a hyphen, sends with an underscore.
    message_template_language: language.replace('_', '-'),
  }
  const made = (value: object): Effect => ({
    account,
    field: change.field,
    value: { ...value, ...about },
    number: null,
  })
  switch (change.field) {
    case 'message_template_status_update': {
      const { event, reason, title } = change
      // A template that is used again is approved, as before.
      const status = event === 'REINSTATED' || event === 'UNARCHIVED' ? 'APPROVED' : event
      if (template !== null && event !== 'FLAGGED') exchange.templates.put({ ...template, status })
      return made({
        event,
        reason,
        message_template_category: template?.category ?? 'UTILITY',
        ...(title !== undefined && { other_info: { title, description: title } }),
      })
    }
    case 'message_template_quality_update': {
      const { new_quality_score } = change
      const previous_quality_score = template?.quality_score ?? 'UNKNOWN'
      if (template !== null) exchange.templates.put({ ...template, quality_score: new_quality_score })
      return made({ previous_quality_score, new_quality_score })
    }
    case 'template_category_update': {
      const { new_category } = change
      const previous_category = template?.category ?? 'UTILITY'
      if (template !== null) exchange.templates.put({ ...template, category: new_category })
      return made({ previous_category, new_category })
    }
  }
}

function anyOf(exchange: WhatsappExchange, businessAccountId: string): WhatsappAccount {
  const [account] = exchange.accounts.ofBusiness(businessAccountId)
  if (account === undefined)
    throw new RangeError('no number of that business account is registered: POST /sandbox/accounts')
  return account
}
