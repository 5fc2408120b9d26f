import { fault } from './fault.ts'
import type { Parameter } from './fault.ts'
import type { Field, Fields, Scalar } from './fields.ts'
import { charsOf, checkCharacters, checkName } from './json-text.ts'
import type { Holds } from './tree.ts'

const segmentsMax = 10
const pathCharsMax = 200

/**
 * Where a name is looked up: the fields of the resource, the members of an array's elements, below an open bag, or below
 * a scalar, where nothing is.
 */
export type Scope =
  | { kind: 'fields'; fields: Fields }
  | { kind: 'items'; items: ReadonlyMap<string, Scalar> }
  | { kind: 'open' }
  | { kind: 'closed' }

/** What a path leads to. `inside` is the scope for the elements of what stands there. */
export interface Target {
  field: string
  path: readonly string[]
  holds: Holds
  inside: Scope
}

const closed: Scope = { kind: 'closed' }
const open: Scope = { kind: 'open' }

/** The target of a dotted name, which every refusal calls by its place. */
export function resolvePath(parameter: Parameter, place: string, name: string, scope: Scope): Target {
  const [field, ...path] = splitPath(parameter, place, name, scope) as [string, ...string[]]
  switch (scope.kind) {
    case 'open':
      return { field, path, holds: 'json', inside: open }
    case 'closed':
      throw unknown(parameter, place, scope)
    case 'items': {
      const holds = scope.items.get(field)
      if (holds === undefined) throw unknown(parameter, place, scope)
      if (path.length > 0) throw belowScalar(parameter, place, scope)
      return { field, path, holds, inside: closed }
    }
    case 'fields': {
      const declared = scope.fields.get(field)
      if (declared === undefined) throw unknown(parameter, place, scope)
      return { field, path, ...belowField(parameter, place, declared, path, scope) }
    }
  }
}

function belowField(
  parameter: Parameter,
  place: string,
  field: Field,
  path: readonly string[],
  scope: Scope,
): Pick<Target, 'holds' | 'inside'> {
  if (field.kind === 'bag') return { holds: 'json', inside: open }
  if (field.kind !== 'array') {
    if (path.length > 0) throw belowScalar(parameter, place, scope)
    return { holds: field.kind, inside: closed }
  }
  const items: Scope = { kind: 'items', items: field.items }
  const [first, ...rest] = path
  // A projection goes into each element; it has no way to show one by its index.
  const byIndex = parameter !== 'projection' && first !== undefined && isIndex(first)
  const member = byIndex && !field.items.has(first) ? rest : path
  if (member.length === 0) return { holds: 'json', inside: items }
  const holds = field.items.get(member[0]!)
  if (holds === undefined) throw unknown(parameter, place, items)
  if (member.length > 1) throw belowScalar(parameter, place, items)
  return { holds, inside: closed }
}

function splitPath(parameter: Parameter, place: string, name: string, scope: Scope): string[] {
  checkCharacters(parameter, place, name)
  if (charsOf(name, pathCharsMax) > pathCharsMax)
    throw fault(parameter, place, `a path is longer than ${pathCharsMax} characters`)
  const segments = name.split('.')
  if (segments.length > segmentsMax)
    throw fault(parameter, place, `a path has more than ${segmentsMax} segments`)
  for (const segment of segments) {
    if (segment === '') throw fault(parameter, place, `a field's name is empty. ${listing(scope)}`)
    if (segment.startsWith('$'))
      throw fault(parameter, place, `a field's name begins with $. ${listing(scope)}`)
    checkName(parameter, place, segment)
  }
  return segments
}

/** Whether the segment is an index where it meets an array: written as numbers are, without zeros before. */
export function isIndex(segment: string): boolean {
  return /^(0|[1-9]\d*)$/.test(segment)
}

function unknown(parameter: Parameter, place: string, scope: Scope) {
  return fault(parameter, place, `unknown field. ${listing(scope)}`)
}

function belowScalar(parameter: Parameter, place: string, scope: Scope) {
  return fault(parameter, place, `the field has no fields below it. ${listing(scope)}`)
}

function listing(scope: Scope): string {
  switch (scope.kind) {
    case 'fields':
      return `Fields: ${[...scope.fields.keys()].join(', ')}`
    case 'items':
      return `Fields: ${[...scope.items.keys()].join(', ')}`
    case 'open':
      return 'Any other name is a field here'
    case 'closed':
      return 'There are no fields below a plain value'
  }
}
