/**
 * When a delivery is tried: at once, then these times after each failure; with the first, ten tries in 75.6 hours (Rule
 * 170).
 */
const delaysMs = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
]

/** How many failures exhaust a delivery. */
export const failuresMax = delaysMs.length + 1

/**
 * Returns how long to wait after a failure, up to a tenth more or less, in milliseconds; null: the delivery is
 * exhausted.
 *
 * @param failures with this one.
 * @param random at least 0, below 1.
 */
export function delayAfter(failures: number, random: number): number | null {
  if (failures >= failuresMax) return null
  return Math.round(delaysMs[Math.max(0, failures - 1)]! * (0.9 + 0.2 * random))
}
