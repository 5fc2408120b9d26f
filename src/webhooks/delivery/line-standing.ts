export const windowMax = 10
const dayMs = 24 * 3_600_000
/** An endpoint that fails for so long is disabled. */
const disabledAfterMs = 5 * dayMs
/**
 * It counts as failing once two failures lie this far apart without a success between them, and at most a day, or a day
 * after the end of the time for which it asked to be left alone.
 */
const failingAfterMs = dayMs / 2
/** The longest `Retry-After` that is kept. */
export const retryAfterMsMax = dayMs

/** How an endpoint stands, by the answers that it gave. */
export interface LineStanding {
  send_window: number
  failures: number
  first_failure_at: Date | null
  failing_since: Date | null
  recovering: boolean
  last_success_at: Date | null
  held_until: Date | null
}

/** What an endpoint did with a delivery. */
export type LineOutcome =
  | { kind: 'accepted' }
  /** `retryAfterMs`: how long it asked to be left alone; null: it did not. */
  | { kind: 'failed'; retryAfterMs: number | null }
  /** It wants no deliveries any more: 410. */
  | { kind: 'gone' }

export const disabledWhys = ['gone', 'failing', 'turned_off'] as const
export type DisabledWhy = (typeof disabledWhys)[number]

/** Returns how an endpoint stands after an outcome, and why it is to be disabled (Rule 171); null: it is not. */
export function standingAfter(
  line: LineStanding,
  outcome: LineOutcome,
  now: Date,
): { line: LineStanding; disabled: DisabledWhy | null } {
  if (outcome.kind === 'accepted') {
    const isBack = line.failures > 0
    return {
      line: {
        send_window: Math.min(windowMax, line.send_window * 2),
        failures: 0,
        first_failure_at: null,
        failing_since: null,
        recovering: line.recovering || isBack,
        last_success_at: now,
        // Nothing is sent while it is held, so this request began before the endpoint asked to be left alone.
        held_until: line.held_until,
      },
      disabled: null,
    }
  }
  const sinceFirstMs = line.first_failure_at === null ? null : now.getTime() - line.first_failure_at.getTime()
  const openSince = laterOf(line.first_failure_at, line.held_until)
  const isPast = openSince !== null && now.getTime() - openSince.getTime() > dayMs
  const isFirst = sinceFirstMs === null || (line.failing_since === null && isPast)
  const first_failure_at = isFirst ? now : line.first_failure_at
  const counts = !isFirst && sinceFirstMs >= failingAfterMs
  const failing_since = line.failing_since ?? (counts ? first_failure_at : null)
  const asked = outcome.kind === 'failed' ? outcome.retryAfterMs : null
  const heldUntil = asked === null ? null : new Date(now.getTime() + Math.min(asked, retryAfterMsMax))
  const failed: LineStanding = {
    ...line,
    send_window: 1,
    failures: line.failures + 1,
    first_failure_at,
    failing_since,
    recovering: false,
    held_until: laterOf(line.held_until, heldUntil),
  }
  if (outcome.kind === 'gone') return { line: failed, disabled: 'gone' }
  const failingMs = failing_since === null ? 0 : now.getTime() - failing_since.getTime()
  return { line: failed, disabled: failingMs >= disabledAfterMs ? 'failing' : null }
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
