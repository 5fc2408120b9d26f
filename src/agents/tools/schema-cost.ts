import { RE2JS } from 're2js'
import { expandedLength } from '../../base/expanded-length.ts'
import { isMapping, memberOf } from '../../base/unknown-shape.ts'

/**
 * The most evaluations of a schema with its references written out: a part counts once for each reference that leads to
 * it.
 */
export const evaluationsMax = 2_000
/**
 * The most pieces of all patterns of a schema, with their repetitions written out. Compiling as many takes some 50 ms.
 */
export const patternPiecesMax = 2_000
/** The most steps that checking arguments may take. As many take 300 ms at worst, where each is a fault of its own. */
const stepsMax = 100_000

/** How many instructions of patterns, each for one character, and how many compared values cost as much as a step. */
const patternInstructionsPerStep = 20
const comparedValuesPerStep = 10

export type ToolParameters = Readonly<Record<string, unknown>>

/** A schema that is cheap enough to compile. */
export interface BoundedSchema {
  parameters: ToolParameters
  patterns: ReadonlyMap<string, RE2JS>
  evaluations: number
}

/** `fault`: completes "`parameters` …" for the operator. */
export type SchemaBounds = { kind: 'bounded'; schema: BoundedSchema } | { kind: 'fault'; message: string }

type SchemaObject = Readonly<Record<string, unknown>>

/** Where the value stands to which a part of a schema applies; `here` is the value itself. */
type Place =
  | { at: 'here' }
  | { at: 'each' }
  | { at: 'key' }
  | { at: 'member'; name: string }
  | { at: 'item'; index: number }

interface Part {
  place: Place
  schema: unknown
}

/** Names and anchors would let a reference lead elsewhere than its pointer says. */
const movingKeywords = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef']

const partsHere = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']
const partsOfEach = [
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
]

class SchemaFault extends Error {}

/**
 * Reads how costly a schema is before it is compiled: a validator evaluates a part once for each reference to it, so
 * that references to references may double the work with each level. Compiles the patterns.
 */
export function boundSchema(parameters: ToolParameters): SchemaBounds {
  try {
    refuseMoving(parameters, true)
    const patterns = new Set<string>()
    let evaluations = 0
    const visit = (schema: unknown, around: readonly object[], here: readonly object[]): void => {
      evaluations++
      if (isMapping(schema)) {
        if (here.includes(schema)) throw new SchemaFault('refers to itself without a field between')
        if (around.includes(schema)) return
        evaluations += comparedValuesOf(schema) / comparedValuesPerStep
        for (const pattern of patternsOf(schema)) patterns.add(pattern)
      }
      if (evaluations > evaluationsMax)
        throw new SchemaFault(
          `is too costly: with its references written out it has more than ${evaluationsMax} parts`,
        )
      if (!isMapping(schema)) return
      for (const { place, schema: part } of partsOf(schema, parameters))
        visit(part, [...around, schema], place.at === 'here' ? [...here, schema] : [])
    }
    visit(parameters, [], [])
    return { kind: 'bounded', schema: { parameters, patterns: compilePatterns(patterns), evaluations } }
  } catch (error) {
    if (error instanceof SchemaFault) return { kind: 'fault', message: error.message }
    throw error
  }
}

/**
 * Returns whether arguments can be checked within the bound of time, counting every part that a validator may evaluate.
 */
export function isCheapToCheck(
  { parameters, patterns, evaluations }: BoundedSchema,
  value: unknown,
): boolean {
  let steps = 0
  const costOfPattern = (pattern: string, text: string) =>
    ((patterns.get(pattern)?.programSize() ?? 0) * text.length) / patternInstructionsPerStep
  /** Returns false as soon as there are too many steps. */
  const visit = (schema: unknown, data: unknown): boolean => {
    steps++
    if (!isMapping(schema)) return steps <= stepsMax
    const { pattern, patternProperties, required, properties, uniqueItems } = schema
    steps += comparedValuesOf(schema) / comparedValuesPerStep
    for (const named of [required, properties]) if (isComposite(named)) steps += Object.keys(named).length
    if (typeof data === 'string') {
      steps += data.length / 1_000
      if (typeof pattern === 'string') steps += costOfPattern(pattern, data)
    } else if (isComposite(data)) {
      const keys = Object.keys(data)
      steps += keys.length / comparedValuesPerStep
      // Each key is matched once for the pattern, and once to see whether it is an additional one.
      if (isMapping(patternProperties))
        for (const each of Object.keys(patternProperties))
          for (const key of keys) steps += 2 * costOfPattern(each, key)
      if ('unevaluatedProperties' in schema) steps += (keys.length * evaluations) / comparedValuesPerStep
      if (uniqueItems === true && Array.isArray(data))
        steps += (data.length * valuesIn(data)) / comparedValuesPerStep
    }
    if (steps > stepsMax) return false
    return partsOf(schema, parameters).every(({ place, schema: part }) =>
      valuesAt(place, data).every((each) => visit(part, each)),
    )
  }
  return visit(parameters, value)
}

function valuesAt(place: Place, data: unknown): unknown[] {
  if (place.at === 'here') return [data]
  if (!isComposite(data)) return []
  if (place.at === 'each') return Object.values(data)
  if (place.at === 'key') return Object.keys(data)
  if (place.at === 'item') return Array.isArray(data) ? data.slice(place.index, place.index + 1) : []
  return Object.hasOwn(data, place.name) ? [(data as SchemaObject)[place.name]] : []
}

/**
 * Returns the parts of a schema that apply to a value or to what it contains; of a reference that to which it leads.
 */
function partsOf(schema: SchemaObject, root: ToolParameters): Part[] {
  const parts: Part[] = []
  const add = (place: Place, part: unknown) => parts.push({ place, schema: part })
  const { $ref, prefixItems, properties, patternProperties, propertyNames } = schema
  if (typeof $ref === 'string') add({ at: 'here' }, targetOf($ref, root))
  for (const keyword of partsHere)
    if (Object.hasOwn(schema, keyword)) for (const part of [schema[keyword]].flat()) add({ at: 'here' }, part)
  for (const keyword of ['dependentSchemas', 'dependencies'])
    for (const part of membersOf(schema[keyword])) add({ at: 'here' }, part)
  for (const keyword of partsOfEach) if (Object.hasOwn(schema, keyword)) add({ at: 'each' }, schema[keyword])
  for (const part of membersOf(patternProperties)) add({ at: 'each' }, part)
  if (propertyNames !== undefined) add({ at: 'key' }, propertyNames)
  if (isMapping(properties))
    for (const [name, part] of Object.entries(properties)) add({ at: 'member', name }, part)
  if (Array.isArray(prefixItems))
    for (const [index, part] of prefixItems.entries()) add({ at: 'item', index }, part)
  return parts
}

/**
 * Follows a reference, such as `#/$defs/address`. A pointer with `%25` or what no name has could be read in two ways.
 */
function targetOf(reference: string, root: ToolParameters): unknown {
  const fault = () =>
    new SchemaFault(
      `can't resolve reference ${reference.slice(0, 100)}: it must lead to a part of the schema, such as #/$defs/address`,
    )
  if (reference === '#' || reference === '#/') return root
  if (!/^#\/(?:[^#%\\\s]|%(?!25)[\dA-F]{2})+$/i.test(reference)) throw fault()
  let target: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const name = unescaped(part)
    target = name === null ? undefined : memberOf(target, name)
    if (target === undefined) throw fault()
  }
  return target
}

function unescaped(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch (error) {
    // The escapes are not UTF-8.
    if (error instanceof URIError) return null
    throw error
  }
}

function refuseMoving(value: unknown, isRoot: boolean): void {
  if (!isComposite(value)) return
  for (const keyword of movingKeywords)
    if (typeof memberOf(value, keyword) === 'string')
      if (!isRoot || keyword.endsWith('Ref')) throw new SchemaFault(`must not have \`${keyword}\` within it`)
  for (const each of Object.values(value)) refuseMoving(each, false)
}

function patternsOf({ pattern, patternProperties }: SchemaObject): string[] {
  const own = typeof pattern === 'string' ? [pattern] : []
  return isMapping(patternProperties) ? [...own, ...Object.keys(patternProperties)] : own
}

function compilePatterns(patterns: ReadonlySet<string>): Map<string, RE2JS> {
  const pieces = [...patterns].reduce((sum, pattern) => sum + expandedLength(pattern), 0)
  if (pieces > patternPiecesMax)
    throw new SchemaFault('has too costly patterns: repeat less, or use fewer Unicode classes')
  return new Map([...patterns].map((pattern) => [pattern, RE2JS.compile(pattern)]))
}

/**
 * Returns how many values a value is compared with; names that are required count, since each may be a fault of its
 * own.
 */
function comparedValuesOf(schema: SchemaObject): number {
  const { enum: values, const: value, required, dependentRequired } = schema
  return [values, value, required, dependentRequired].reduce<number>(
    (sum, each) => sum + (each === undefined ? 0 : valuesIn(each)),
    0,
  )
}

function valuesIn(value: unknown): number {
  return isComposite(value) ? Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 1) : 1
}

function membersOf(value: unknown): unknown[] {
  return isMapping(value) ? Object.values(value) : []
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
