import type { CallSettings } from '../call-settings.ts'
import type { LimitGuard } from '../guard.ts'
import { minutePrice } from '../numbers/number-rules.ts'

/**
 * Returns whether the guard holds the call on every day: it may last longer, or cost more, than a whole day allows.
 *
 * @param call its number, E.164, and how long it may last.
 */
export function exceedsDay(
  settings: Pick<CallSettings, 'minutes_a_day' | 'spend_a_day' | 'rates'>,
  guard: LimitGuard,
  { number, seconds }: { number: string; seconds: number },
): boolean {
  const { minutes_a_day, spend_a_day } = settings
  if (guard === 'minutes_a_day') return seconds > 60 * minutes_a_day
  if (guard !== 'spend_a_day' || spend_a_day === null) return false
  // In millionths, as the database counts: 3 × 0.1 is more than 0.3 in binary fractions.
  const millionths = (amount: number) => Math.round(amount * 1e6)
  return millionths(minutePrice(settings, number) ?? 0) * Math.ceil(seconds / 60) > millionths(spend_a_day)
}
