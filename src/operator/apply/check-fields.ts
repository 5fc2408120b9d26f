import { z } from 'zod'
import { faultsOfIssue } from '../../base/faults.ts'
import type { PlacedFault } from '../../base/faults.ts'
import { Declaration } from './declaration.ts'

/** Returns the declaration with its defaults, or the faults of its fields. */
export function checkFields(
  value: unknown,
): { ok: true; declaration: Declaration } | { ok: false; faults: PlacedFault[] } {
  const result = Declaration.safeParse(value, { error: messageOf, reportInput: false })
  if (result.success) return { ok: true, declaration: result.data }
  const faults = new Map<string, PlacedFault>()
  for (const fault of result.error.issues.flatMap(fieldFaults)) {
    // Only the first fault of a field is reported.
    const place = JSON.stringify(fault.path)
    if (!faults.has(place)) faults.set(place, fault)
  }
  return { ok: false, faults: [...faults.values()] }
}

/** Returns the faults of the fields that no schema has. */
export function unknownFields(value: unknown): PlacedFault[] {
  const { error } = Declaration.safeParse(value, { error: messageOf, reportInput: false })
  const issues = error?.issues ?? []
  return issues.filter(({ code }) => code === 'unrecognized_keys').flatMap(fieldFaults)
}

/** The most unknown fields reported of one mapping. */
const unknownFieldsMax = 20

function fieldFaults(issue: z.core.$ZodIssue): PlacedFault[] {
  // A whole number beyond 2^53 also breaks the bound of integers; the field's own bound says more.
  if (issue.code === 'too_big' && issue.origin === 'int') return []
  return faultsOfIssue(issue).slice(0, unknownFieldsMax)
}

/** Returns what is right at the place of an issue, in the words of a declaration. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(String(issue.expected), issue.input)
    case 'too_small':
      return sizeMessage(
        issue.origin,
        issue.inclusive === false ? '>' : '>=',
        'at least',
        Number(issue.minimum),
      )
    case 'too_big':
      return sizeMessage(
        issue.origin,
        issue.inclusive === false ? '<' : '<=',
        'at most',
        Number(issue.maximum),
      )
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject
        ? `unknown field; the fields here are ${Object.keys(issue.inst.shape).join(', ')}`
        : 'unknown field'
    default:
      return 'is not valid'
  }
}

function typeMessage(expected: string, input: unknown): string {
  const quotable = typeof input === 'number' || typeof input === 'boolean'
  switch (expected) {
    case 'string':
      return quotable ? 'must be text: put it in quotes' : 'must be text'
    case 'int':
      return 'must be a whole number'
    case 'array':
      return 'must be a list'
    case 'object':
      return 'must be a mapping of fields'
    default:
      return `must be a ${expected}`
  }
}

function sizeMessage(origin: string, sign: string, words: string, bound: number): string {
  if (origin === 'string') return bound === 1 ? 'must not be empty' : `must have ${words} ${bound} characters`
  if (origin === 'array') return bound === 1 ? 'must not be empty' : `must have ${words} ${bound} entries`
  return `must be ${sign} ${bound}`
}
