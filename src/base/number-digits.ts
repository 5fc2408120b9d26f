/** Completes "`field` …" for a number that has lost digits. */
export const tooManyDigits = 'must be given as a string, since the number has too many digits'

/**
 * Returns whether a number is beyond the safe integers, where JSON.parse may lose digits, or String writes it with an
 * exponent.
 */
export function hasLostDigits(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER || String(value).includes('e')
}
