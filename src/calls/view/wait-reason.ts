import { openingAt } from '../../campaigns/calling-hours.ts'
import type { CallingHours, Opening } from '../../campaigns/calling-hours.ts'

/** What stands between a waiting call and its dial. */
export const waitReasons = ['hours', 'slot', 'number', 'retry', 'carrier_rate'] as const
export type WaitReason = (typeof waitReasons)[number]

/** What is known of a waiting call. */
export interface WaitingCall {
  waits_for: 'turn' | 'number' | 'due'
  due_at: string | null
  /** The project is calling its number at this moment. */
  is_number_in_use: boolean
  /** The carrier did not take its number, which is left alone until then; null where it was taken, or never refused. */
  number_paused_until: string | null
}

/** What stops or lets go a whole line. */
export interface QueueStanding {
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
  line: QueueStanding,
  now: Date,
): { reason: WaitReason; until: string | null } {
  const due = call.due_at === null ? now : new Date(call.due_at)
  const isPaused = call.number_paused_until !== null && Date.parse(call.number_paused_until) >= due.getTime()
  if (due > now && !isPaused) {
    // It was moved into the hours when it was decided, but they may have been changed since.
    const opening = openingOf(line.calling_hours, due)
    return { reason: 'retry', until: isoOf(opening.isOpen ? due : opening.opensAt) }
  }
  const opening = openingOf(line.calling_hours, now)
  if (!opening.isOpen) return { reason: 'hours', until: isoOf(opening.opensAt) }
  if (call.waits_for === 'number' || call.is_number_in_use) return { reason: 'number', until: null }
  const pausedUntil = later(isPaused ? call.number_paused_until : null, line.held_until)
  const isLeftAlone = pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()
  if (isLeftAlone && due > now) return { reason: 'carrier_rate', until: pausedUntil }
  if (!line.has_free_slot) return { reason: 'slot', until: null }
  if (isLeftAlone) return { reason: 'carrier_rate', until: pausedUntil }
  return { reason: line.has_turn ? 'slot' : 'carrier_rate', until: null }
}

/** Hours that can't be read are no leave to dial. */
function openingOf(hours: CallingHours | null, at: Date): Opening {
  try {
    return openingAt(hours, at)
  } catch {
    return { isOpen: false, opensAt: null }
  }
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) > Date.parse(other) ? one : other
}

function isoOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null
}
