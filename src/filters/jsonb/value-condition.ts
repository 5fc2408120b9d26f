import { formatInstant } from '../instants.ts'
import type { Comparison, Holds, Operand, Test, TypeName } from '../tree.ts'
import { equalsOneOf } from './equality.ts'
import { anyOf, nothing, binarySearch } from './predicates.ts'

/** A test on a single value. */
export type LeafTest = Extract<Test, { kind: 'equals' | 'compares' | 'type' | 'regex' | 'mod' | 'size' }>

/**
 * Returns a test on one value of a document as a predicate of SQL/JSON paths. `value` is a path to at most one value.
 * The predicate is false, not unknown, when there is no value or it has another type.
 */
export function valueTest(test: LeafTest, holds: Holds, value: string): string {
  switch (test.kind) {
    case 'equals':
      return equalsAny(value, test.operands, holds)
    case 'compares':
      return compares(value, test.operator, test.operand, holds)
    case 'type':
      return anyOf(test.types.map((type) => hasType(value, type, holds)))
    case 'regex': {
      // Flag s lets the dot match line breaks, as in PostgreSQL's own patterns; flag m is for ^ and $.
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

const signs: Record<Comparison, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** Strings are compared by UTF-8 bytes. Timestamps are strings of one form, so their order is the same. */
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
        ? nothing
        : `${value}.type() == "string" && ${value} ${sign} ${JSON.stringify(operand.value)}`
    case 'instant':
      return timestamp ? compareInstant(value, sign, operand.at) : nothing
    case 'day': {
      if (!timestamp) return nothing
      const edge = operator === 'gt' || operator === 'lte' ? operand.to - 1 : operand.from
      return compareInstant(value, sign, edge)
    }
    case 'null':
    case 'json':
      return nothing
  }
}

function compareInstant(value: string, sign: string, ms: number): string {
  return `${value}.type() == "string" && ${value} ${sign} "${formatInstant(ms)}"`
}

/** Matches a single value, or any time of a day. Instants and days can only equal timestamps. */
function equalsAny(value: string, operands: readonly Operand[], holds: Holds): string {
  const members = operands.map((operand) => memberOf(operand, holds)).filter((member) => member !== undefined)
  const days = operands.filter((operand) => operand.kind === 'day' && holds === 'timestamp') as Day[]
  const ways = members.length > 0 ? [equalsOneOf(value, members)] : []
  return anyOf(days.length > 0 ? [...ways, withinOneOf(value, days)] : ways)
}

/** Returns the operand as the document would hold it; undefined when it can't be a single value there. */
function memberOf(operand: Operand, holds: Holds): unknown {
  switch (operand.kind) {
    case 'null':
      return null
    case 'boolean':
    case 'number':
    case 'json':
      return operand.value
    case 'string':
      return holds === 'timestamp' ? undefined : operand.value
    case 'instant':
      return holds === 'timestamp' ? formatInstant(operand.at) : undefined
    case 'day':
      return undefined
  }
}

type Day = Extract<Operand, { kind: 'day' }>

function withinOneOf(value: string, days: readonly Day[]): string {
  const choices = days
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to }) => ({
      from: `"${formatInstant(from)}"`,
      predicate: `${value} >= "${formatInstant(from)}" && ${value} <= "${formatInstant(to - 1)}"`,
    }))
  return `${value}.type() == "string" && (${binarySearch(value, choices)})`
}

function hasType(value: string, type: TypeName, holds: Holds): string {
  const is = (name: string) => `${value}.type() == "${name}"`
  const whole = `${value}.floor() == ${value}`
  const in32Bits = `(${value} >= -2147483648 && ${value} <= 2147483647)`
  switch (type) {
    case 'string':
      return holds === 'timestamp' ? nothing : is('string')
    case 'date':
      return holds === 'timestamp' ? is('string') : nothing
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
      return nothing
  }
}
