import { z } from 'zod'
import { parseExactJson } from './exact-json.ts'
import { Id, Instant, Text } from './types.ts'
import { digestId } from './webhook-event.ts'
import type { WebhookEvent } from './webhook-event.ts'
import { messageEvents } from './webhook-messages.ts'
import { noticeEvents } from './webhook-notices.ts'

/** `fault` says what the body must be and quotes nothing of it. Each id is listed once, in order of appearance. */
export type ParsedWebhook =
  | { ok: true; phoneNumberIds: string[]; wabaIds: string[]; events: WebhookEvent[] }
  | { ok: false; fault: string }

const Body = z.object({ object: Text, entry: z.array(z.unknown()) })
/** Notices use the `time` of their entry; messages have a time of their own. */
const Entry = z.object({ id: Id, time: Instant, changes: z.array(z.unknown()) })
const Change = z.object({ field: Text, value: z.record(z.string(), z.unknown()) })

const OfNumber = z.object({
  value: z.object({ metadata: z.object({ phone_number_id: z.string().min(1) }) }),
})

/** Meta sends up to 1,000 updates, each with a contact. */
const updatesMax = 2_000
/** The most members and items of a body: a hundred for each of 1,000 updates. More would take too long to parse. */
const valuesMax = 100_000

/**
 * Parses the body of a webhook. The caller has checked its size and signature.
 *
 * A body has many events of many numbers, which are parsed one by one. An event of an unknown kind or shape becomes an
 * `unknown` event and does not affect the others. Only a body that is no list of events is a fault.
 */
export function parseWebhook(rawBody: Buffer): ParsedWebhook {
  if (hasMoreValues(rawBody, valuesMax)) return fault(`the body must hold at most ${valuesMax} values`)
  const json = parseExactJson(rawBody.toString('utf8'))
  if (json === undefined) return fault('the body must be JSON, nested at most 100 levels deep')
  const body = Body.safeParse(json).data
  if (body === undefined) return fault('the body must be an object with a list named entry')
  if (hasTooManyUpdates(body.entry)) return fault(`the body must hold at most ${updatesMax} updates`)
  const events: WebhookEvent[] = []
  const phoneNumberIds = new Set<string>()
  const wabaIds = new Set<string>()
  for (const raw of body.entry) {
    const entry = body.object === 'whatsapp_business_account' ? Entry.safeParse(raw).data : undefined
    if (entry === undefined) {
      events.push(unknownEvent(null, body.object, raw))
      continue
    }
    if (entry.id !== null) wabaIds.add(entry.id)
    for (const change of entry.changes) {
      events.push(...changeEvents(entry, change))
      const phoneNumberId = OfNumber.safeParse(change).data?.value.metadata.phone_number_id
      if (phoneNumberId !== undefined) phoneNumberIds.add(phoneNumberId)
    }
  }
  return { ok: true, phoneNumberIds: [...phoneNumberIds], wabaIds: [...wabaIds], events }
}

function fault(text: string): ParsedWebhook {
  return { ok: false, fault: text }
}

function changeEvents({ id: wabaId, time: at }: z.infer<typeof Entry>, raw: unknown): WebhookEvent[] {
  const change = Change.safeParse(raw).data
  if (change === undefined) return [unknownEvent(wabaId, null, raw, at)]
  const { field, value } = change
  const known =
    field === 'messages' ? messageEvents(wabaId, value) : noticeEvents({ wabaId, at, field, raw, value })
  return known ?? [unknownEvent(wabaId, field, raw, at)]
}

function unknownEvent(
  wabaId: string | null,
  field: string | null,
  raw: unknown,
  at: Date | null = null,
): WebhookEvent {
  return { kind: 'unknown', id: digestId('unknown', [wabaId, at, field, raw]), wabaId, field, raw }
}

const [quote, backslash, comma, colon] = Buffer.from('"\\,:')

/** Returns whether a JSON text has more than `max` members and items. Counts commas and colons, without parsing. */
function hasMoreValues(text: Buffer, max: number): boolean {
  let count = 0
  let isInString = false
  for (let index = 0; index < text.length && count <= max; index++) {
    const byte = text[index]
    if (isInString && byte === backslash) index++
    else if (byte === quote) isInString = !isInString
    else if (!isInString && (byte === comma || byte === colon)) count++
  }
  return count > max
}

/** Returns whether a body has too many updates, before any of them is parsed. Counts the outer lists first. */
function hasTooManyUpdates(entries: readonly unknown[]): boolean {
  if (entries.length > updatesMax) return true
  const changes = entries.flatMap(itemsOf)
  if (changes.length > updatesMax) return true
  return changes.flatMap((change) => itemsOf(Change.safeParse(change).data?.value)).length > updatesMax
}

/** Returns the items of all lists among the members of a value. */
function itemsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray).flat() : []
}
