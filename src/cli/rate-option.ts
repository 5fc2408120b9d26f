import { InvalidArgumentError } from 'commander'
import { faultsOfIssue, formatFault, formatPath } from '../base/faults.ts'
import { DeclaredRate, rateOf } from '../keys/limits/rates.ts'
import type { KeyRate } from '../keys/limits/rates.ts'
import { messageOf } from '../operator/apply/check-fields.ts'

/**
 * Returns the rate of an option: `none`, or fields of a declared rate such as `requests_per_second=50,burst=250`. Null:
 * there is no limit. What is left out has the default of the declaration.
 *
 * @throws {InvalidArgumentError} if a field is unknown, repeated or out of its bounds.
 */
export function readRate(text: string): KeyRate | null {
  const result = DeclaredRate.safeParse(text === 'none' ? text : fieldsOf(text), {
    error: messageOf,
    reportInput: false,
  })
  if (result.success) return rateOf(result.data)
  const faults = result.error.issues
    .flatMap(faultsOfIssue)
    .map(({ path, message }) => formatFault({ path: formatPath(path), message }))
  throw new InvalidArgumentError(faults.join('; '))
}

function fieldsOf(text: string): Record<string, number> {
  const fields = new Map<string, number>()
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*(\w+)=(\d{1,9})\s*$/.exec(part) ?? []
    if (name === undefined)
      throw new InvalidArgumentError(
        'must be none, or such as requests_per_second=50,burst=250,writes_per_second=20,write_burst=100',
      )
    if (fields.has(name)) throw new InvalidArgumentError(`${name}: must not be given twice`)
    fields.set(name, Number(value))
  }
  return Object.fromEntries(fields)
}
