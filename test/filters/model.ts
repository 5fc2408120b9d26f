import { miss, countKeys, reachOfElement } from './model-path.ts'
import type { Reach } from './model-path.ts'
import { finderOf } from './model-pattern.ts'
import { equals, hasRemainder, inRange, isOfType, operandOf, typeNameOf } from './model-values.ts'
import { isObject, leafOf } from './shape.ts'
import type { Json, JsonObject, Leaf, Shape } from './shape.ts'

/** Whether a document matches a filter. */
export type Predicate = (document: JsonObject) => boolean
type ReachTest = (reach: Reach) => boolean

/**
 * A second implementation of filters, written from the query language's description. It works on documents as the API
 * shows them, without a database and without the compiler's code. Filters must be well-formed.
 */
export function predicateOf(filter: JsonObject, shape: Shape): Predicate {
  const parts = Object.entries(filter).map(([key, operand]): Predicate => {
    if (!key.startsWith('$')) return conditionOf(key, operand, shape)
    const inner = (operand as readonly JsonObject[]).map((part) => predicateOf(part, shape))
    if (key === '$and') return (document) => inner.every((part) => part(document))
    if (key === '$or') return (document) => inner.some((part) => part(document))
    if (key === '$nor') return (document) => !inner.some((part) => part(document))
    throw new Error(`no such operator here: ${key}`)
  })
  return (document) => parts.every((part) => part(document))
}

/** A cache, because thousands of filters with the same paths look at each document. */
const reaches = new WeakMap<JsonObject, Map<string, Reach>>()

function conditionOf(path: string, operand: Json, shape: Shape): Predicate {
  const segments = path.split('.')
  const leaf = leafOf(segments, shape)
  if (leaf === undefined) throw new Error(`no such path: ${path}`)
  const test = isOperators(operand) ? operatorsTest(operand, leaf) : equalTest(operand, leaf)
  return (document) => {
    let known = reaches.get(document)
    if (known === undefined) reaches.set(document, (known = new Map()))
    let reach = known.get(path)
    if (reach === undefined) known.set(path, (reach = countKeys(document, segments)))
    return test(reach)
  }
}

/** Returns whether an operand consists of operators and is not a literal. `$date` is a way to write a value. */
export function isOperators(operand: Json): operand is JsonObject {
  if (!isObject(operand)) return false
  const [first] = Object.keys(operand)
  return first !== undefined && first.startsWith('$') && first !== '$date'
}

/** All operators must match, each for some value of the path. */
function operatorsTest(operators: JsonObject, leaf: Leaf): ReachTest {
  const tests = Object.entries(operators)
    .filter(([operator]) => operator !== '$options')
    .map(([operator, operand]) => operatorTest(operator, operand, operators, leaf))
  return (reach) => tests.every((test) => test(reach))
}

function operatorTest(operator: string, operand: Json, beside: JsonObject, leaf: Leaf): ReachTest {
  switch (operator) {
    case '$eq':
      return equalTest(operand, leaf)
    case '$ne':
      return not(equalTest(operand, leaf))
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte': {
      const bound = operandOf(operand, leaf)
      return ({ opened }) => opened.some((value) => inRange(value, operator, bound))
    }
    case '$in':
      return inTest(operand, leaf)
    case '$nin':
      return not(inTest(operand, leaf))
    case '$exists': {
      const exists: ReachTest = ({ opened }) => opened.some((value) => value !== miss)
      return operand === true || operand === 1 ? exists : not(exists)
    }
    case '$type': {
      const types = [operand].flat().map((type) => typeNameOf(type) ?? '')
      return ({ opened }) => opened.some((value) => types.some((type) => isOfType(value, type, leaf)))
    }
    case '$regex': {
      const isFoundIn = finderOf(operand as string, (beside['$options'] ?? '') as string)
      return ({ opened }) => opened.some((value) => typeof value === 'string' && isFoundIn(value))
    }
    case '$mod': {
      const [divisor = 0, remainder = 0] = operand as readonly number[]
      return ({ opened }) => opened.some((value) => hasRemainder(value, divisor, remainder))
    }
    case '$not':
      return not(operatorsTest(operand as JsonObject, leaf))
    case '$all':
      return allTest(operand as readonly Json[], leaf)
    case '$elemMatch':
      return elementTest(operand as JsonObject, leaf)
    case '$size':
      return ({ ends }) => ends.some((value) => Array.isArray(value) && value.length === operand)
    default:
      throw new Error(`no such operator: ${operator}`)
  }
}

function not(test: ReachTest): ReachTest {
  return (reach) => !test(reach)
}

function equalTest(json: Json, leaf: Leaf): ReachTest {
  const operand = operandOf(json, leaf)
  return ({ opened }) => opened.some((value) => equals(value, operand))
}

function inTest(list: Json, leaf: Leaf): ReachTest {
  const tests = (list as readonly Json[]).map((json) => equalTest(json, leaf))
  return (reach) => tests.some((test) => test(reach))
}

function allTest(list: readonly Json[], leaf: Leaf): ReachTest {
  const tests = list.map((json) =>
    isObject(json) && '$elemMatch' in json
      ? elementTest(json['$elemMatch'] as JsonObject, leaf)
      : equalTest(json, leaf),
  )
  return (reach) => tests.length > 0 && tests.every((test) => test(reach))
}

/** One element satisfies all: operators test the element itself, anything else is a filter on it. */
function elementTest(operand: JsonObject, leaf: Leaf): ReachTest {
  const [first = ''] = Object.keys(operand)
  let holds: (element: Json) => boolean
  if (first.startsWith('$') && !['$and', '$or', '$nor'].includes(first)) {
    const test = operatorsTest(operand, leaf)
    holds = (element) => test(reachOfElement(element))
  } else {
    const predicate = predicateOf(operand, leaf.kind === 'elements' ? leaf.shape : 'open')
    holds = (element) => isObject(element) && predicate(element)
  }
  return ({ ends }) => ends.some((value) => Array.isArray(value) && value.some(holds))
}
