import type { Random } from '../faults/random.ts'
import { bagKeys, documentFields, numbers, repeat } from './documents.ts'
import { randomBound, randomList, randomOperand } from './generate-operand.ts'
import { randomOptions, randomPattern } from './generate-pattern.ts'
import { isIndex, isObject, leafOf } from './shape.ts'
import type { FieldKind, Json, JsonObject, Leaf, Shape } from './shape.ts'

/** The objects that a filter is made for, and what they may hold. */
interface Ground {
  random: Random
  shape: Shape
  objects: readonly JsonObject[]
}

/** A path, the type of its end, and the value of one of the objects there. */
interface Place {
  path: string
  leaf: Leaf
  found: Json
}

/** The most levels of `$and`, `$or`, `$nor`, `$not` and `$elemMatch` that are allowed. */
const levelsMax = 10
/**
 * The most characters of a filter. They bound the time and the number of conditions, of which a hundred are allowed.
 */
const charactersMax = 2000

/** Returns a well-formed filter on documents of `documentFields`: most are small, some nest as deep as is allowed. */
export function randomFilter(random: Random, documents: readonly JsonObject[]): JsonObject {
  const ground = { random, shape: documentFields, objects: documents }
  for (;;) {
    const filter = random.chance(0.01)
      ? nested(ground, 0)
      : filterOn(ground, 0, random.pick([0, 0, 0, 0, 1, 1, 2, 3]))
    if (JSON.stringify(filter).length <= charactersMax) return filter
  }
}

/** Returns a path with an operand and a list of operands for it. */
export function randomComparison(
  random: Random,
  documents: readonly JsonObject[],
): { path: string; operand: Json; list: Json[] } {
  const { path, leaf, found } = randomPlace({ random, shape: documentFields, objects: documents })
  return { path, operand: randomOperand(random, leaf, found), list: randomList(random, leaf, found) }
}

/**
 * Returns one to four fields to sort by. No path has an index, because the order of an array at an index is not
 * specified.
 */
export function randomSort(random: Random, documents: readonly JsonObject[]): Record<string, 1 | -1> {
  const ground = { random, shape: documentFields, objects: documents }
  const paths = repeat(random.integer(1, 4), () => randomPlace(ground).path)
  const named = paths.filter((path) => !path.split('.').some(isIndex))
  if (named.length === 0) return randomSort(random, documents)
  return Object.fromEntries(named.map((path) => [path, random.chance(0.5) ? 1 : -1]))
}

function nested(ground: Ground, level: number): JsonObject {
  if (level === levelsMax) return filterOn(ground, level, 0)
  return { [ground.random.pick(['$and', '$or', '$nor'])]: [nested(ground, level + 1)] }
}

/** Returns a filter for this level, with up to `inside` levels of `$and`, `$or` and `$nor` inside. */
function filterOn(ground: Ground, level: number, inside: number): JsonObject {
  const { random } = ground
  if (random.chance(0.01)) return {}
  if (inside === 0) return conditions(ground, level)
  if (random.chance(0.1)) return equalities(ground)
  const parts = repeat(random.pick([1, 2, 2, 3]), () => filterOn(ground, level + 1, inside - 1))
  const logical = { [random.pick(['$and', '$or', '$or', '$nor'])]: parts }
  return random.chance(0.25) ? { ...conditions(ground, level), ...logical } : logical
}

/** Returns equalities on one path, of which any, none or all must hold. */
function equalities(ground: Ground): JsonObject {
  const { random } = ground
  const { path, leaf, found } = randomPlace(ground)
  const compared = (operator: string) =>
    [randomOperand(random, leaf, found), ...randomList(random, leaf, found)].map((operand) => ({
      [path]: { [operator]: operand },
    }))
  return random.chance(0.4)
    ? { $and: compared(random.pick(['$eq', '$ne', '$ne'])) }
    : { [random.pick(['$or', '$nor'])]: compared('$eq') }
}

function conditions(ground: Ground, level: number): JsonObject {
  const { random } = ground
  return Object.fromEntries(
    repeat(random.pick([1, 1, 1, 2]), () => {
      const place = randomPlace(ground)
      const literal = random.chance(0.25)
      return [
        place.path,
        literal ? randomOperand(random, place.leaf, place.found) : operatorsAt(ground, place, level),
      ]
    }),
  )
}

function operatorsAt(ground: Ground, place: Place, level: number): JsonObject {
  const several = repeat(ground.random.pick([1, 1, 1, 1, 2]), () => operatorAt(ground, place, level))
  return Object.assign({}, ...several) as JsonObject
}

/** The operators, each as often as it is to be chosen. */
const operators =
  '$eq $eq $ne $ne $gt $gte $lt $lte $in $in $nin $exists $type $regex $mod $not $not $all $elemMatch $elemMatch $size'.split(
    ' ',
  )

function operatorAt(ground: Ground, place: Place, level: number): JsonObject {
  const { random } = ground
  const { leaf, found } = place
  const operator = random.pick(operators)
  switch (operator) {
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return { [operator]: randomBound(random, leaf, member(random, found)) }
    case '$in':
    case '$nin':
      return { [operator]: randomList(random, leaf, found) }
    case '$all':
      return { $all: allList(ground, place, level) }
    case '$exists':
      return { $exists: random.pick<Json>([true, false, 0, 1]) }
    case '$type':
      return { $type: randomTypes(random) }
    case '$size':
      return {
        $size: Array.isArray(found) && random.chance(0.7) ? found.length : random.pick([0, 1, 2, 2147483647]),
      }
    case '$mod':
      return { $mod: randomMod(random, member(random, found)) }
    case '$regex':
      if (leaf.kind === 'timestamp') return { $exists: true }
      return random.chance(0.4)
        ? { $regex: randomPattern(random), $options: randomOptions(random) }
        : { $regex: randomPattern(random) }
    case '$not':
      return level < levelsMax - 3 ? { $not: operatorsAt(ground, place, level + 1) } : { $exists: true }
    case '$elemMatch':
      return level < levelsMax - 3
        ? { $elemMatch: elementCondition(ground, place, level + 1) }
        : { $exists: true }
    default:
      return { [operator]: randomOperand(random, leaf, found) }
  }
}

/** Returns a member if the value is an array, half of the time; else the value. The operand is then made for it. */
function member(random: Random, found: Json): Json {
  return Array.isArray(found) && found.length > 0 && random.chance(0.7) ? random.pick(found) : found
}

function allList(ground: Ground, place: Place, level: number): Json[] {
  const { random } = ground
  if (level < levelsMax - 3 && random.chance(0.25))
    return repeat(random.pick([1, 2]), () => ({ $elemMatch: elementCondition(ground, place, level + 1) }))
  return randomList(random, place.leaf, place.found)
}

/** Returns a condition on elements: operators on the element itself, or a filter on elements that are objects. */
function elementCondition(ground: Ground, place: Place, level: number): JsonObject {
  const { random } = ground
  const { leaf } = place
  const elements: readonly Json[] = Array.isArray(place.found) ? place.found : [place.found]
  const objects = elements.filter(isObject)
  const scalar = leaf.kind !== 'open' && leaf.kind !== 'elements'
  if (!scalar && (objects.length > 0 || leaf.kind === 'elements') && random.chance(0.75)) {
    const shape = leaf.kind === 'elements' ? leaf.shape : 'open'
    const within: Ground = { random, shape, objects: objects.length > 0 ? objects : [{}] }
    return filterOn(within, level, random.pick([0, 0, 0, 1]))
  }
  const found = elements.length > 0 ? random.pick(elements) : null
  // An element with declared fields holds no elements of its own, so `$elemMatch` there has no fields to name.
  const inside = leaf.kind === 'elements' ? levelsMax : level
  return operatorsAt(ground, { path: place.path, leaf, found }, inside)
}

function randomTypes(random: Random): Json {
  const names = [
    'double',
    'string',
    'object',
    'array',
    'bool',
    'date',
    'null',
    'int',
    'long',
    'decimal',
    'number',
  ]
  const codes = [1, 2, 3, 4, 8, 9, 10, 16, 18, 19]
  const type = (): Json => (random.chance(0.8) ? random.pick(names) : random.pick(codes))
  return random.chance(0.75) ? type() : repeat(random.integer(1, 3), type)
}

function randomMod(random: Random, found: Json): Json {
  const divisor = random.pick([1, 2, 3, 4, 10, 60, -4, 4.7, 7, 1e10, 2147483648])
  const value =
    typeof found === 'number' && Math.abs(found) < 2 ** 53 ? found : random.pick(numbers.slice(0, 12))
  const remainder = Math.trunc(value) % Math.trunc(divisor)
  return [divisor, random.chance(0.75) ? remainder + 0 : random.pick([0, 1, -1, -3, 0.5, 2])]
}

function randomPlace(ground: Ground): Place {
  const { random, shape } = ground
  const object = random.pick(ground.objects)
  const path: string[] = []
  let found: Json
  if (shape === 'open') {
    found = descend(random, object, path, 1)
  } else {
    const names = Object.keys(shape)
    const bag = names.includes('properties') && random.chance(0.5)
    const name = bag ? 'properties' : random.pick(names)
    path.push(name)
    found = descendInto(random, object[name] ?? null, path, shape[name]!)
  }
  return { path: path.join('.'), leaf: leafOf(path, shape)!, found }
}

/** Descends into a value, mostly along its keys, and pushes the segments onto `path`; at least `least` segments. */
function descend(random: Random, start: Json, path: string[], least: number): Json {
  let value = start
  for (let steps = 0; steps < 5; steps++) {
    const further = typeof value === 'object' && value !== null
    if (steps >= least && random.chance(further ? 0.4 : 0.95)) break
    const segment = nextSegment(random, value)
    path.push(segment)
    value = below(value, segment)
  }
  return value
}

function nextSegment(random: Random, value: Json): string {
  if (random.chance(0.08)) return random.pick(['0', '1', '2', '00', '2147483648', '99999999999999999999'])
  if (random.chance(0.1) || typeof value !== 'object' || value === null) return random.pick(bagKeys)
  const keys = Array.isArray(value)
    ? [...value.keys().map(String), ...value.filter(isObject).flatMap((element) => Object.keys(element))]
    : Object.keys(value)
  return keys.length > 0 ? random.pick(keys) : random.pick(bagKeys)
}

/** Returns one of the values that the segment leads to. */
function below(value: Json, segment: string): Json {
  if (isObject(value)) return Object.hasOwn(value, segment) ? value[segment]! : null
  if (!Array.isArray(value)) return null
  const holder = value.find((element: Json) => isObject(element) && Object.hasOwn(element, segment)) as
    | JsonObject
    | undefined
  return holder?.[segment] ?? (value[Number(segment)] as Json | undefined) ?? null
}

/** Descends into a value along its declared fields. */
function descendInto(random: Random, start: Json, path: string[], kind: FieldKind): Json {
  if (kind === 'bag') return descend(random, start, path, random.chance(0.97) ? 1 : 0)
  if (typeof kind === 'string') return start
  let value = start
  if (kind.type !== 'object' && random.chance(0.2)) {
    const index = random.pick(['0', '1', '2', '5', '99999999999'])
    path.push(index)
    value = below(value, index)
  }
  if (kind.type === 'list' || random.chance(0.25)) return value
  const fields = kind.type === 'array' ? kind.items : kind.fields
  const name = random.pick(Object.keys(fields))
  path.push(name)
  return descendInto(random, below(value, name), path, fields[name]!)
}
