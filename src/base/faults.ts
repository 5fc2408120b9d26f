import type { z } from 'zod'

/**
 * One thing that is wrong with an input: where, such as `steps.ask.next` (empty for the whole), and what is right
 * there.
 */
export interface Fault {
  path: string
  message: string
}

/** Names of fields and positions in lists, from the top of the input. */
export type FaultPath = readonly PropertyKey[]

/** A fault whose place is not formatted yet, so that it can be compared with others. */
export interface PlacedFault {
  path: FaultPath
  message: string
}

/** The first faults of an input, and how many there are. */
export interface FaultReport {
  faults: Fault[]
  count: number
}

const quotedCharactersMax = 100

/**
 * Returns a path as `organizations[0].name`, empty for the top. A name with other characters stands in brackets and
 * quotes.
 */
export function formatPath(path: FaultPath): string {
  let text = ''
  for (const part of path) {
    const name = String(part)
    if (typeof part === 'number') text += `[${part}]`
    else if (!/^[\w$-]+$/.test(name)) text += `[${JSON.stringify(name.slice(0, quotedCharactersMax))}]`
    else text += text === '' ? name : `.${name}`
  }
  return text
}

/** Returns a fault as `path: message`. */
export function formatFault({ path, message }: Fault): string {
  return path === '' ? message : `${path}: ${message}`
}

/** Returns the first faults, each once, and how many different ones there are. */
export function reportFaults(faults: readonly Fault[], max: number): FaultReport {
  const distinct = new Map(faults.map((fault) => [formatFault(fault), fault]))
  return { faults: [...distinct.values().take(max)], count: distinct.size }
}

/** Returns the faults of an issue: for unknown fields one at each of them, else one. */
export function faultsOfIssue(issue: z.core.$ZodIssue): PlacedFault[] {
  const { path, message } = issue
  if (issue.code !== 'unrecognized_keys') return [{ path, message }]
  return issue.keys.map((key) => ({ path: [...path, key], message }))
}
