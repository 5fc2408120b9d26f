/**
 * Whether the tests run at their full length, as `npm run test:long` does: more random cases and kills, and all looks
 * at each screen. `npm test` takes fewer, so that it ends within minutes.
 */
export const isLong = process.env['TEST_LENGTH'] === 'long'

/**
 * Returns how many cases a test takes: so many in `npm test`, so many at full length, or what a variable of the
 * environment says.
 *
 * @throws {Error} if the variable is no positive integer.
 */
export function countOf(variable: string, { short, long }: { short: number; long: number }): number {
  const given = process.env[variable]
  const count = given === undefined ? (isLong ? long : short) : Number(given)
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${variable}: must be a positive integer`)
  return count
}
