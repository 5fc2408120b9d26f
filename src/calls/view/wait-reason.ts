import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { openingOrClosed } from '../../campaigns/common-opening.ts'
import type { CommonOpening } from '../../campaigns/common-opening.ts'
import type { LimitGuard } from '../../guards/guard.ts'
import { guardTimes } from '../../guards/limits/guard-times.ts'

/** Why a call waits. */
export const waitReasons = ['paused', 'hours', 'slot', 'number', 'retry', 'carrier_rate', 'guard'] as const
export type WaitReason = (typeof waitReasons)[number]

/** The facts about a waiting call that decide why it waits. */
export interface WaitingCall {
  waits_for: 'turn' | 'number' | 'due'
  due_at: string | null
  /** The project is calling its number at the moment. */
  is_number_in_use: boolean
  /** The end of the number's pause after the carrier refused it; null without a pause. */
  number_paused_until: string | null
  /** The guard that holds it until `due_at`; null if none does. */
  held_by: LimitGuard | null
  /** The guard holds it on every day: the call costs more than may be spent in a whole day. */
  is_too_dear: boolean
  /** For a call that waits for a time: the zone whose calling hours it waits for; null: it waits for something else. */
  held_timezone: string | null
  /** Until when the calling hours are open where its callee is, as they were looked at last; null: they were not. */
  open_until: string | null
  /** Where its callee may be, if the calling hours hold there; none: nobody knows. */
  callee_zones: readonly string[]
}

/** The facts about a queue that decide why its calls wait. */
export interface QueueStanding {
  /** The campaign is on hold. */
  is_paused: boolean
  calling_hours: CampaignHours | null
  has_free_slot: boolean
  /** The end of the carrier account's pause; null without a pause, or without a carrier. */
  paused_until: string | null
  /** Whether the carrier's rate admits a call now. */
  is_within_rate: boolean
  /** The guard that holds all calls of the organization; null if none does. */
  guard: LimitGuard | null
  /** No day lets its calls go: each may last longer, or cost more, than the guards allow in a whole day. */
  exceeds_every_day: boolean
}

/**
 * Returns why a call waits, from the facts at one moment. Reasons are not stored, because hours, slots and rate stop a
 * whole queue. If there are several, the first in the order of the worker's own checks is returned. `until` is the
 * instant at which the reason ends; null if that depends on other calls, on the release of the campaign (Rule 80), or
 * on wider guards.
 * `timezone` is the zone of the calling hours that it waits for, the last one to open; null for other reasons.
 */
export function waitReason(
  call: WaitingCall,
  queue: QueueStanding,
  now: Date,
): { reason: WaitReason; until: string | null; timezone: string | null; guard: LimitGuard | null } {
  const { reason, until, timezone = null, guard = null } = reasonOf(call, queue, now)
  return { reason, until, timezone, guard }
}

function reasonOf(
  call: WaitingCall,
  queue: QueueStanding,
  now: Date,
): { reason: WaitReason; until: string | null; timezone?: string; guard?: LimitGuard } {
  if (queue.is_paused) return { reason: 'paused', until: null }
  const due = call.due_at === null ? now : new Date(call.due_at)
  const isHeldByNumberPause =
    call.number_paused_until !== null && Date.parse(call.number_paused_until) >= due.getTime()
  if (due > now && call.held_by !== null)
    return {
      reason: 'guard',
      until: call.is_too_dear || queue.exceeds_every_day ? null : due.toISOString(),
      guard: call.held_by,
    }
  if (due > now && call.held_timezone !== null)
    return { reason: 'hours', until: isoOf(due), timezone: call.held_timezone }
  if (due > now && !isHeldByNumberPause) {
    // `due_at` was within the calling hours when it was set, but they may have changed since.
    const opening = openingOf(queue.calling_hours, call, due)
    return { reason: 'retry', until: isoOf(opening.isOpen ? due : opening.opensAt) }
  }
  const opening = openingOf(queue.calling_hours, call, now)
  if (!opening.isOpen) return { reason: 'hours', until: isoOf(opening.opensAt), timezone: opening.heldBy }
  if (call.waits_for === 'number' || call.is_number_in_use) return { reason: 'number', until: null }
  const pausedUntil = later(isHeldByNumberPause ? call.number_paused_until : null, queue.paused_until)
  const isAnyPauseOn = pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()
  if (isAnyPauseOn && due > now) return { reason: 'carrier_rate', until: pausedUntil }
  // By the next day at the latest; earlier where other calls end.
  if (queue.guard !== null) {
    const until = queue.exceeds_every_day ? null : guardTimes(now).nextDay.toISOString()
    return { reason: 'guard', until, guard: queue.guard }
  }
  if (!queue.has_free_slot) return { reason: 'slot', until: null }
  if (isAnyPauseOn) return { reason: 'carrier_rate', until: pausedUntil }
  return { reason: queue.is_within_rate ? 'slot' : 'carrier_rate', until: null }
}

/**
 * Returns whether the campaign may call somebody. Hours that can not be read count as closed; hours that hold where the
 * callee is count as open as long as they were found open.
 */
function openingOf(
  hours: CampaignHours | null,
  { open_until, callee_zones }: WaitingCall,
  at: Date,
): CommonOpening {
  if (isAtCallee(hours) && open_until !== null && Date.parse(open_until) > at.getTime())
    return { isOpen: true, closesAt: new Date(open_until) }
  return openingOrClosed(hours, callee_zones, at)
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) > Date.parse(other) ? one : other
}

function isoOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null
}
