import type { SenderDetails } from './sender-queries.ts'

export const senderStandings = [
  'ready',
  'unchecked',
  'no_webhook',
  'low_quality',
  'limited',
  'rate_limited',
  'fault',
  'unreachable',
  'restricted',
  'refused',
  'disconnected',
] as const

/** How a sender stands: whether it can send, and what keeps it from that. */
export interface SenderStanding {
  code: (typeof senderStandings)[number]
  /** Null: not known. */
  since: string | null
  /** When it ends by itself; null: not known, or only when somebody mends it. */
  until: string | null
  /** In English, or Meta's own word; null where the code says it all. */
  reason: string | null
}

/** An error about the sender counts this long, unless a later check finds the number well. */
const faultMs = 24 * 3_600_000

/** Returns how a sender stands, by its last report: the most severe of what it says. */
export function senderStanding(
  status: string,
  details: Omit<SenderDetails, '_id'>,
  now: Date,
): SenderStanding {
  const { checked_at, check_result: check } = details
  const standing = (code: SenderStanding['code'], since: string | null, reason: string | null = null) => ({
    code,
    since,
    until: null,
    reason,
  })
  if (status !== 'connected') return standing('disconnected', null)
  if (check?.kind === 'refused') return standing('refused', checked_at, check.reason)
  const health = check?.kind === 'found' ? check.health : null
  if (check?.kind === 'found' && (check.status ?? 'CONNECTED') !== 'CONNECTED')
    return standing('restricted', checked_at, check.status)
  if (health === 'BLOCKED') return standing('restricted', checked_at, health)
  return (
    faultOf(details, now) ??
    (check?.kind === 'unavailable' ? standing('unreachable', checked_at, check.reason) : null) ??
    (health === 'LIMITED' ? standing('limited', checked_at, health) : null) ??
    (check?.kind === 'found' && check.quality === 'RED'
      ? standing('low_quality', checked_at, check.quality)
      : null) ??
    (details.last_webhook_at === null ? standing('no_webhook', null) : null) ??
    (check === null ? standing('unchecked', null) : null) ??
    standing('ready', checked_at)
  )
}

/** Returns the standing by the newest error about the sender; null where it is past. */
function faultOf(
  {
    last_fault_at: at,
    last_fault_reason: reason,
    last_fault_until: until,
    checked_at,
    check_result,
  }: Omit<SenderDetails, '_id'>,
  now: Date,
): SenderStanding | null {
  if (at === null) return null
  if (until !== null)
    return Date.parse(until) > now.getTime() ? { code: 'rate_limited', since: at, until, reason } : null
  const isMended =
    check_result?.kind === 'found' && checked_at !== null && Date.parse(checked_at) > Date.parse(at)
  if (isMended || now.getTime() - Date.parse(at) > faultMs) return null
  return { code: 'fault', since: at, until: null, reason }
}
