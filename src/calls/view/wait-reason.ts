import { openingAt } from '../../campaigns/calling-hours.ts'
import type { CallingHours, Opening } from '../../campaigns/calling-hours.ts'

/** Why a call waits. */
export const waitReasons = ['paused', 'hours', 'slot', 'number', 'retry', 'carrier_rate'] as const
export type WaitReason = (typeof waitReasons)[number]

/** The facts about a waiting call that decide why it waits. */
export interface WaitingCall {
  waits_for: 'turn' | 'number' | 'due'
  due_at: string | null
  /** The project is calling its number at the moment. */
  is_number_in_use: boolean
  /** The end of the number's pause after the carrier refused it; null without a pause. */
  number_paused_until: string | null
}

/** The facts about a queue that decide why its calls wait. */
export interface QueueStanding {
  /** The campaign is on hold. */
  is_paused: boolean
  calling_hours: CallingHours | null
  has_free_slot: boolean
  /** The end of the carrier account's pause; null without a pause, or without a carrier. */
  paused_until: string | null
  /** Whether the carrier's rate admits a call now. */
  is_within_rate: boolean
}

/**
 * Returns why a call waits, from the facts at one moment. Reasons are not stored, because hours, slots and rate stop a whole
 * queue. If there are several, the first in the order of the worker's own checks is returned. `until` is the instant at
 * which the reason ends; null if that depends on other calls, or on the release of the campaign (Rule 80).
 */
export function waitReason(
  call: WaitingCall,
  queue: QueueStanding,
  now: Date,
): { reason: WaitReason; until: string | null } {
  if (queue.is_paused) return { reason: 'paused', until: null }
  const due = call.due_at === null ? now : new Date(call.due_at)
  const isPaused = call.number_paused_until !== null && Date.parse(call.number_paused_until) >= due.getTime()
  if (due > now && !isPaused) {
    // `due_at` was within the calling hours when it was set, but they may have changed since.
    const opening = openingOf(queue.calling_hours, due)
    return { reason: 'retry', until: isoOf(opening.isOpen ? due : opening.opensAt) }
  }
  const opening = openingOf(queue.calling_hours, now)
  if (!opening.isOpen) return { reason: 'hours', until: isoOf(opening.opensAt) }
  if (call.waits_for === 'number' || call.is_number_in_use) return { reason: 'number', until: null }
  const pausedUntil = later(isPaused ? call.number_paused_until : null, queue.paused_until)
  const isPauseOn = pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()
  if (isPauseOn && due > now) return { reason: 'carrier_rate', until: pausedUntil }
  if (!queue.has_free_slot) return { reason: 'slot', until: null }
  if (isPauseOn) return { reason: 'carrier_rate', until: pausedUntil }
  return { reason: queue.is_within_rate ? 'slot' : 'carrier_rate', until: null }
}

/** Returns whether the campaign is open. Hours that can not be read count as closed. */
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
