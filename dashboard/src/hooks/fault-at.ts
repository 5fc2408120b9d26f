import type { Fault } from '../api/errors.ts'

/** Returns the sentences for the faults at a path and below it: `hours` takes those of `hours.windows[1].to` too. */
export function faultAt(faults: readonly Fault[], path: string): string | undefined {
  const found = faults.filter(
    (fault) => fault.path === path || fault.path.startsWith(`${path}.`) || fault.path.startsWith(`${path}[`),
  )
  return found.length === 0 ? undefined : found.map(({ message }) => sentenceOf(message)).join(' ')
}

/** The server goes on from the name of the field: "must have at least 12 characters". */
export function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
