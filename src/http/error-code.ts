import { refusalTable } from '../base/refusals/refusal.ts'
import type { Refusal } from '../base/refusals/refusal.ts'
import type { RefusalTable } from '../base/refusals/tables/refusal-table.ts'

const table: RefusalTable = refusalTable
/** A longer path is left out. */
const fieldCharactersMax = 200

/**
 * Returns the value of the header `Error-Code` (Rule 69), a structured field (RFC 9651): the code, with the parameters
 * `retryable` and `field`, the place of the first fault. A place with other characters than ASCII is left out.
 */
export function errorCodeOf({ code, faults }: Pick<Refusal, 'code' | 'faults'>): string {
  const field = faults.find(({ path }) => path !== '')?.path
  const isWritable = field !== undefined && field.length <= fieldCharactersMax && /^[\x20-\x7e]+$/.test(field)
  const retryable = table[code]!.isRetryable === true ? ';retryable' : ''
  return `${code}${retryable}${isWritable ? `;field="${field.replaceAll(/["\\]/g, String.raw`\$&`)}"` : ''}`
}
