import { isMapping } from '../base/unknown-shape.ts'
import { eventVersion } from './catalog.ts'
import type { EventType } from './event-types.ts'
import type { LogEvent } from './read-log.ts'

/** The body of a delivery has at most this many bytes; a larger one is cut to ids. */
export const payloadBytesMax = 65_536

/** Whether an event is shown with its texts. */
export const eventContents = ['ids', 'full'] as const
export type EventContent = (typeof eventContents)[number]

/** An event as receivers get it. */
export interface EventPayload {
  _id: string
  type: EventType
  timestamp: string
  version: string
  organization_id: string
  project_id: string
  data: Record<string, unknown>
  /** Present where `data` was cut to ids because it was too large. */
  truncated?: true
}

/**
 * Returns an event as receivers get it. Where it has more than 64 KiB as JSON, `data` has only its ids, and `truncated`
 * is true.
 *
 * @param version the shape that the receiver wants; the present one by default.
 */
export function payloadOf(
  { _id, type, at, data, texts }: Pick<LogEvent, '_id' | 'type' | 'at' | 'data' | 'texts'>,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  content: EventContent,
  version = eventVersion,
): EventPayload {
  const shown = content === 'full' && texts !== null ? merged(data, texts) : data
  const payload = { _id, type, timestamp: at, version, organization_id, project_id, data: shown }
  if (Buffer.byteLength(JSON.stringify(payload)) <= payloadBytesMax) return payload
  return { ...payload, data: idsOf(data), truncated: true }
}

/** Returns the data with the texts at their places; a mapping is merged member by member. */
function merged(
  data: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const whole: [string, unknown][] = Object.entries(data)
  for (const [name, text] of Object.entries(texts)) {
    const own = Object.hasOwn(data, name) ? data[name] : undefined
    whole.push([name, isMapping(own) && isMapping(text) ? merged(own, text) : text])
  }
  return Object.fromEntries(whole)
}

/** An id, with room for those that providers make. */
const idCharactersMax = 200
const idsMax = 100

/** Returns the members whose name is an id's, such as `_id` and `campaign_id`. */
function idsOf(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => /(^|_)id$/.test(name) && isId(value))
      .slice(0, idsMax),
  )
}

function isId(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length <= idCharactersMax)
}
