import type { EventType } from '../../events/event-types.ts'
import { payloadOf } from '../../events/payload.ts'

/** The event of a delivery, as it is stored. */
export interface DeliveredEvent {
  _id: string
  organization_id: string
  project_id: string
  type: EventType
  /** The instant of the fact, ISO 8601. */
  at: string
  data: Record<string, unknown>
  /** Members of `data` that hold texts; null: none. */
  texts: Record<string, unknown> | null
}

/**
 * Returns the body of a delivery: the event as receivers get it, with its texts where the endpoint asked for them.
 *
 * @param version the day on which the endpoint was made, as `2026-11-22`.
 */
export function deliveryBody(
  event: DeliveredEvent,
  { content, version }: { content: 'ids' | 'full'; version: string },
): string {
  return JSON.stringify(payloadOf(event, event, content, version))
}
