import { fault } from './fault.ts'
import type { Parameter } from './fault.ts'
import type { Fields, ObjectShape, Shape } from './fields.ts'
import { charsOf, checkCharacters, checkName } from './json-text.ts'
import type { Holds } from './tree.ts'

const segmentsMax = 10
const pathCharsMax = 200

/**
 * Where a name is looked up: among a resource's fields, among an object's members, in an open object, or below a
 * scalar, which has no members.
 */
export type Scope =
  | { kind: 'fields'; fields: Fields }
  | { kind: 'members'; members: ObjectShape['members'] }
  | { kind: 'open' }
  | { kind: 'closed' }

/** What a path leads to. `inside` is the scope for elements of the value there. */
export interface Target {
  field: string
  path: readonly string[]
  holds: Holds
  inside: Scope
}

const closed: Scope = { kind: 'closed' }
const open: Scope = { kind: 'open' }

/** Resolves a dotted name. Refusals name the place. */
export function resolvePath(parameter: Parameter, place: string, name: string, scope: Scope): Target {
  const [field, ...path] = splitPath(parameter, place, name, scope) as [string, ...string[]]
  switch (scope.kind) {
    case 'open':
      return { field, path, holds: 'json', inside: open }
    case 'closed':
      throw unknown(parameter, place, scope)
    case 'members': {
      const shape = scope.members.get(field)
      if (shape === undefined) throw unknown(parameter, place, scope)
      return { field, path, ...below(parameter, place, shape, path, scope) }
    }
    case 'fields': {
      const declared = scope.fields.get(field)
      if (declared === undefined) throw unknown(parameter, place, scope)
      const shape = declared.kind === 'document' ? declared.shape : declared.kind
      return { field, path, ...below(parameter, place, shape, path, scope) }
    }
  }
}

/** Returns where the rest of a path leads, starting at a shape. `scope` is the one in which the shape was found. */
function below(
  parameter: Parameter,
  place: string,
  shape: Shape,
  path: readonly string[],
  scope: Scope,
): Pick<Target, 'holds' | 'inside'> {
  if (shape === 'open') return { holds: 'json', inside: open }
  const [first, ...rest] = path
  if (first === undefined) return { holds: holdsOf(shape), inside: insideOf(shape) }
  if (typeof shape === 'string') throw belowScalar(parameter, place, scope)
  if (shape.kind === 'list') {
    // A projection applies to every element; it can't select one by index.
    const byIndex = parameter !== 'projection' && isIndex(first) && !hasMember(shape.each, first)
    return below(parameter, place, shape.each, byIndex ? rest : path, scope)
  }
  const here: Scope = { kind: 'members', members: shape.members }
  const member = shape.members.get(first)
  if (member === undefined) throw unknown(parameter, place, here)
  return below(parameter, place, member, rest, here)
}

function hasMember(shape: Shape, name: string): boolean {
  return typeof shape === 'object' && shape.kind === 'object' && shape.members.has(name)
}

/**
 * Returns the type of a field. For a list of scalars it is that of its elements. A list as an operand is not converted
 * to that type.
 */
function holdsOf(shape: Exclude<Shape, 'open'>): Holds {
  if (typeof shape === 'string') return shape
  return shape.kind === 'list' && typeof shape.each === 'string' && shape.each !== 'open'
    ? shape.each
    : 'json'
}

function insideOf(shape: Shape): Scope {
  if (shape === 'open') return open
  if (typeof shape === 'string') return closed
  return shape.kind === 'list' ? insideOf(shape.each) : { kind: 'members', members: shape.members }
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

/** Returns whether the segment can be an array index: digits without leading zeros. */
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
    case 'members':
      return `Fields: ${[...scope.members.keys()].join(', ')}`
    case 'open':
      return 'Any other name is a field here'
    case 'closed':
      return 'There are no fields below a plain value'
  }
}
