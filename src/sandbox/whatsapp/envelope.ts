import { createHmac } from 'node:crypto'
import type { WhatsappAccount } from './accounts.ts'
import { bareNumber } from './graph-values.ts'
import type { UpdateSummary } from './log.ts'

/** An update for an app: the value of one change. */
export type Update = {
  readonly account: WhatsappAccount
  readonly field: string
  readonly value: Readonly<Record<string, unknown>>
  /** The person whom it concerns (E.164), or null. */
  readonly number: string | null
  readonly summary: UpdateSummary
}

/** Returns the value of a `messages` change: the common members and this content. */
export function messageValue(
  account: WhatsappAccount,
  content: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { display_phone_number, phone_number_id } = account
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: bareNumber(display_phone_number), phone_number_id },
    ...content,
  }
}

/** How several updates share one request: an entry each, a change each in one entry, or an item each in one change. */
export const batchForms = ['entries', 'changes', 'items'] as const
export type BatchForm = (typeof batchForms)[number]

type Change = { field: string; value: Readonly<Record<string, unknown>> }
type Entry = { id: string; time?: number; changes: Change[] }

/**
 * Returns the body of a webhook request. Like Meta, it escapes slashes and all characters that are not ASCII: the
 * signature of a body that was parsed and serialized again does not match.
 */
export function envelopeText(updates: readonly Update[], form: BatchForm, at: Date): string {
  const entries: Entry[] = []
  for (const { account, field, value } of updates) {
    const entry = entries.find(({ id }) => form !== 'entries' && id === account.business_account_id)
    if (entry !== undefined) addChange(entry.changes, { field, value }, form)
    else {
      const time = field === 'messages' ? {} : { time: Math.floor(at.getTime() / 1000) }
      entries.push({ id: account.business_account_id, ...time, changes: [{ field, value }] })
    }
  }
  const text = JSON.stringify({ object: 'whatsapp_business_account', entry: entries })
  const ascii = text.replaceAll(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  // A template's id is an integer, which may be too large for a JavaScript number.
  return ascii.replaceAll('/', '\\/').replaceAll(/"message_template_id":"(\d+)"/g, '"message_template_id":$1')
}

function addChange(changes: Change[], change: Change, form: BatchForm): void {
  const same = changes.findIndex(({ field, value }) => {
    return field === 'messages' && change.field === field && isSameSender(value, change.value)
  })
  const known = changes[same]
  if (form !== 'items' || known === undefined) changes.push(change)
  else changes[same] = { ...known, value: merged(known.value, change.value) }
}

function isSameSender(one: Change['value'], other: Change['value']): boolean {
  return JSON.stringify(one['metadata']) === JSON.stringify(other['metadata'])
}

/** Merges two values: concatenates their lists. All other members are equal in both. */
function merged(one: Change['value'], other: Change['value']): Change['value'] {
  const both: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const before = both[name]
    both[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  }
  return both
}

/** Returns the value of `X-Hub-Signature-256`. Provider: webhooks, validating payloads. */
export function hubSignature(appSecret: string, body: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body, 'utf8').digest('hex')}`
}
