import type { Fault } from '../../base/faults.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'

/** The most faults of one request that are shown. */
export const faultsMax = 100

/** Completes "the number …". */
export function expectedNumber(country: string | null): string {
  const where = country === null ? '' : `, unless it is of ${country}`
  return `must be a telephone number with its country code${where}, such as +14155550123`
}

/**
 * Reads the numbers of a request, in any spelling, each once. Every number is checked; a fault names its place in the
 * list.
 *
 * @param country ISO 3166-1 alpha-2, for numbers without a country code.
 */
export function readNumbers(
  given: readonly string[],
  country: string | null,
): { numbers: string[]; faults: Fault[] } {
  const numbers = new Set<string>()
  const faults: Fault[] = []
  for (const [index, text] of given.entries()) {
    const number = normalizePhoneNumber(text, country)
    if (number !== null) numbers.add(number)
    else faults.push({ path: `numbers[${index}]`, message: expectedNumber(country) })
  }
  return { numbers: [...numbers], faults }
}
