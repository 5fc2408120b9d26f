import { formatInstant } from './instants.ts'
import type { Comparison, Holds, Operand, Test, TypeName } from './tree.ts'

/** A test that one value passes or not. */
export type LeafTest = Extract<Test, { kind: 'equals' | 'compares' | 'type' | 'regex' | 'mod' | 'size' }>

/**
 * The test on one value of a document, as a predicate of SQL/JSON paths. `value` is a path to at most one value; the
 * predicate is false, not unknown, where there is none or it has another type.
 */
export function valueTest(test: LeafTest, holds: Holds, value: string): string {
  switch (test.kind) {
    case 'equals':
      return test.operands.length === 0 ? '1 == 0' : either(test.operands.map((x) => equals(value, x, holds)))
    case 'compares':
      return compares(value, test.operator, test.operand, holds)
    case 'type':
      return either(test.types.map((type) => hasType(value, type, holds)))
    case 'regex': {
      // The flag s has the dot take line breaks, as PostgreSQL's own patterns do; m is for ^ and $.
      const flags = test.multiline ? 'sm' : 's'
      return `${value}.type() == "string" && ${value} like_regex ${JSON.stringify(test.pattern)} flag "${flags}"`
    }
    case 'mod': {
      const left = (whole: string) => `${value}.${whole}() % (${test.divisor}) == (${test.remainder})`
      return `${value}.type() == "number" && ((${value} >= 0 && ${left('floor')}) || (${value} < 0 && ${left('ceiling')}))`
    }
    case 'size':
      return `${value}.type() == "array" && ${value}.size() == ${test.size}`
  }
}

function either(predicates: readonly string[]): string {
  return predicates.map((predicate) => `(${predicate})`).join(' || ')
}

const signs: Record<Comparison, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** Strings compare by UTF-8 bytes there, and timestamps, all written alike, are strings. */
function compares(value: string, operator: Comparison, operand: Operand, holds: Holds): string {
  const sign = signs[operator]
  const timestamp = holds === 'timestamp'
  switch (operand.kind) {
    case 'number':
      return `${value}.type() == "number" && ${value} ${sign} ${operand.value}`
    case 'boolean':
      return `${value}.type() == "boolean" && ${value} ${sign} ${operand.value}`
    case 'string':
      return timestamp
        ? '1 == 0'
        : `${value}.type() == "string" && ${value} ${sign} ${JSON.stringify(operand.value)}`
    case 'instant':
      return timestamp ? compareInstant(value, sign, operand.at) : '1 == 0'
    case 'day': {
      if (!timestamp) return '1 == 0'
      const edge = operator === 'gt' || operator === 'lte' ? operand.to - 1 : operand.from
      return compareInstant(value, sign, edge)
    }
    case 'null':
    case 'json':
      return '1 == 0'
  }
}

function compareInstant(value: string, sign: string, ms: number): string {
  return `${value}.type() == "string" && ${value} ${sign} "${formatInstant(ms)}"`
}

function equals(value: string, operand: Operand, holds: Holds): string {
  const timestamp = holds === 'timestamp'
  switch (operand.kind) {
    case 'null':
      return equalsJson(value, null)
    case 'boolean':
    case 'number':
    case 'json':
      return equalsJson(value, operand.value)
    case 'string':
      return timestamp ? '1 == 0' : equalsJson(value, operand.value)
    case 'instant':
      return timestamp ? equalsJson(value, formatInstant(operand.at)) : '1 == 0'
    case 'day':
      return timestamp
        ? `${compareInstant(value, '>=', operand.from)} && ${compareInstant(value, '<=', operand.to - 1)}`
        : '1 == 0'
  }
}

/** Same type and equal by value, member by member: the path language compares no arrays and objects by itself. */
function equalsJson(value: string, json: unknown): string {
  if (json === null) return `${value}.type() == "null"`
  if (Array.isArray(json)) {
    const members = json.map((member, index) => `(${equalsJson(`${value}[${index}]`, member)})`)
    return [`${value}.type() == "array"`, `${value}.size() == ${json.length}`, ...members].join(' && ')
  }
  if (typeof json === 'object') {
    const members = Object.entries(json)
    const others = members.map(([key]) => `@.key != ${JSON.stringify(key)}`).join(' && ')
    const noOther = `!exists(${value}.keyvalue()${others === '' ? '' : ` ? (${others})`})`
    const equal = members.map(([key, member]) => `(${equalsJson(`${value}.${JSON.stringify(key)}`, member)})`)
    return [`${value}.type() == "object"`, noOther, ...equal].join(' && ')
  }
  return `${value}.type() == "${typeof json}" && ${value} == ${JSON.stringify(json)}`
}

function hasType(value: string, type: TypeName, holds: Holds): string {
  const is = (name: string) => `${value}.type() == "${name}"`
  const whole = `${value}.floor() == ${value}`
  const in32Bits = `(${value} >= -2147483648 && ${value} <= 2147483647)`
  switch (type) {
    case 'string':
      return holds === 'timestamp' ? '1 == 0' : is('string')
    case 'date':
      return holds === 'timestamp' ? is('string') : '1 == 0'
    case 'bool':
      return is('boolean')
    case 'object':
    case 'array':
    case 'null':
    case 'number':
      return is(type)
    case 'double':
      return `${is('number')} && ${value}.floor() != ${value}`
    case 'int':
      return `${is('number')} && ${whole} && ${in32Bits}`
    case 'long':
      return `${is('number')} && ${whole} && !(${in32Bits})`
    case 'decimal':
      return '1 == 0'
  }
}
