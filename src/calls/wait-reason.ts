import { openingAt } from '../campaigns/calling-hours.ts'
import type { CallingHours } from '../campaigns/calling-hours.ts'

/** What stands between a waiting call and its dial. */
export const waitReasons = ['hours', 'slot', 'number', 'retry', 'carrier_rate'] as const
export type WaitReason = (typeof waitReasons)[number]

/** What is known of a waiting call. */
export interface WaitingCall {
  waits_for: 'turn' | 'number' | 'due'
  due_at: string | null
  /** The project is calling its number at this moment. */
  is_number_in_use: boolean
}

/** What stops or lets go a whole line. */
export interface LineStanding {
  calling_hours: CallingHours | null
  has_free_slot: boolean
  /** The carrier is left alone until then; null where it is not, or where the campaign has no carrier. */
  held_until: string | null
  /** The carrier's rate would take a call at once. */
  has_turn: boolean
}

/**
 * Why a call waits, from the facts of one moment: nothing of it is stored, because hours, slots and rate stop a line as a
 * whole. Several may hold at once; the first of them in the order of the dialler's own questions is told. `until` is the
 * instant at which the reason ends, null where that depends on other calls.
 */
export function waitReason(
  call: WaitingCall,
  line: LineStanding,
  now: Date,
): { reason: WaitReason; until: string | null } {
  if (call.due_at !== null && Date.parse(call.due_at) > now.getTime())
    return { reason: 'retry', until: openFrom(line.calling_hours, new Date(call.due_at)) }
  const opensAt = openFrom(line.calling_hours, now)
  if (opensAt !== now.toISOString()) return { reason: 'hours', until: opensAt }
  if (call.waits_for === 'number' || call.is_number_in_use) return { reason: 'number', until: null }
  if (!line.has_free_slot) return { reason: 'slot', until: null }
  if (line.held_until !== null && Date.parse(line.held_until) > now.getTime())
    return { reason: 'carrier_rate', until: line.held_until }
  return { reason: line.has_turn ? 'slot' : 'carrier_rate', until: null }
}

/**
 * The first instant from `at` on that the hours allow; null: none is near, or they can't be read, which is no leave to
 * dial. A retry's instant was moved into the hours when it was decided, but they may have been changed since.
 */
function openFrom(hours: CallingHours | null, at: Date): string | null {
  try {
    const opening = openingAt(hours, at)
    return (opening.isOpen ? at : opening.opensAt)?.toISOString() ?? null
  } catch {
    return null
  }
}
