import { join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { Scalar, ScalarField } from './fields.ts'
import { formatInstant } from './instants.ts'
import type { Comparison, Operand, Test, TypeName } from './tree.ts'

const always = sql`true`
const never = sql`false`

/**
 * Returns the SQL condition for a test on a scalar column. For a null column the condition may be null, which `where`
 * treats as false; only `not` has to distinguish null from false. A test whose operand can't have the column's type
 * becomes `false` here.
 */
export function columnCondition(test: Test, field: ScalarField): Sql {
  const { sql: column } = field
  switch (test.kind) {
    case 'equals':
      return equalsAny(test.operands, field)
    case 'compares':
      return compares(test.operator, test.operand, field)
    case 'exists':
      return always
    case 'type':
      return either(test.types.map((type) => hasType(type, field)))
    case 'regex':
      return matches(test, field)
    case 'mod':
      return field.kind === 'number'
        ? sql`trunc(${column})::text::numeric % ${test.divisor}::text::numeric = ${test.remainder}::text::numeric`
        : never
    case 'every':
      return sql`(${join(
        test.tests.map((part) => columnCondition(part, field)),
        sql` and `,
      )})`
    case 'not':
      return negation(test.tests, field)
    case 'size':
    case 'elemTests':
    case 'elemFilter':
    case 'never':
      return never
  }
}

/** Negates the tests. A column that is not nullable gets the simplest forms, which indexes can serve. */
function negation(tests: readonly Test[], field: ScalarField): Sql {
  const [test] = tests
  const operands = tests.length === 1 && test?.kind === 'equals' ? test.operands : []
  const [operand] = operands
  if (operand?.kind === 'null' && operands.length === 1) return sql`${field.sql} is not null`
  const all = join(
    tests.map((part) => columnCondition(part, field)),
    sql` and `,
  )
  if (field.nullable) return sql`((${all}) is not true)`
  const value = operands.length === 1 && operand !== undefined ? boundValue(operand, field.kind) : null
  return value === null ? sql`(not (${all}))` : sql`${field.sql} <> ${value}`
}

/** Compares with all single values in one `any`, so that the statement's text does not depend on how many there are. */
function equalsAny(operands: readonly Operand[], field: ScalarField): Sql {
  const { sql: column, kind } = field
  const [only] = operands
  if (operands.length === 1 && only !== undefined) {
    const value = boundValue(only, kind)
    if (value !== null) return sql`${column} = ${value}`
  }
  const choices: Sql[] = []
  const values = operands.map((operand) => valueOf(operand, kind)).filter((value) => value !== null)
  if (values.length > 0) choices.push(sql`${column} = any(${values}${arrayCasts[kind]})`)
  if (operands.some((operand) => operand.kind === 'null')) choices.push(sql`${column} is null`)
  for (const operand of operands)
    if (operand.kind === 'day' && kind === 'timestamp') choices.push(within(column, operand))
  return either(choices)
}

function within(column: Sql, { from, to }: { from: number; to: number }): Sql {
  return sql`(${column} >= ${formatInstant(from)}::timestamptz and ${column} < ${formatInstant(to)}::timestamptz)`
}

function either(choices: readonly Sql[]): Sql {
  const [first] = choices
  if (first === undefined) return never
  return choices.length === 1 ? first : sql`(${join(choices, sql` or `)})`
}

const signs: Record<Comparison, Sql> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }

function compares(operator: Comparison, operand: Operand, { sql: column, kind }: ScalarField): Sql {
  const sign = signs[operator]
  if (operand.kind === 'day') {
    if (kind !== 'timestamp') return never
    // `$gt` a day means from its end on, and `$lte` means before its end.
    const edge = operator === 'gt' || operator === 'lte' ? operand.to : operand.from
    const beyond = operator === 'gt' || operator === 'gte' ? signs.gte : signs.lt
    return sql`${column} ${beyond} ${formatInstant(edge)}::timestamptz`
  }
  if (operand.kind === 'string' && (kind === 'string' || (kind === 'id' && !isUuid(operand.value)))) {
    const text = kind === 'id' ? sql`${column}::text` : column
    return sql`${text} collate "C" ${sign} ${operand.value}`
  }
  const value = boundValue(operand, kind)
  return value === null ? never : sql`${column} ${sign} ${value}`
}

function hasType(type: TypeName, { sql: column, kind }: ScalarField): Sql {
  if (type === 'null') return sql`${column} is null`
  const present = sql`${column} is not null`
  switch (kind) {
    case 'string':
    case 'id':
      return type === 'string' ? present : never
    case 'boolean':
      return type === 'bool' ? present : never
    case 'timestamp':
      return type === 'date' ? present : never
    case 'number':
      return hasNumberType(type, column)
  }
}

function hasNumberType(type: TypeName, column: Sql): Sql {
  const whole = sql`${column} = trunc(${column})`
  const in32Bits = sql`${column} between -2147483648 and 2147483647`
  if (type === 'number') return sql`${column} is not null`
  if (type === 'int') return sql`(${whole} and ${in32Bits})`
  if (type === 'long') return sql`(${whole} and not (${in32Bits}))`
  return type === 'double' ? sql`${column} <> trunc(${column})` : never
}

function matches({ pattern, multiline }: Extract<Test, { kind: 'regex' }>, field: ScalarField): Sql {
  if (field.kind !== 'string' && field.kind !== 'id') return never
  const text = field.kind === 'id' ? sql`${field.sql}::text` : field.sql
  return sql`${text} collate "C" ~ ${multiline ? `(?w)${pattern}` : pattern}`
}

/**
 * Returns the operand as a parameter of the column's type, or null when it has another type or is not a single value.
 */
function boundValue(operand: Operand, kind: Scalar): Sql | null {
  const value = valueOf(operand, kind)
  return value === null ? null : sql`${value}${casts[kind]}`
}

function valueOf(operand: Operand, kind: Scalar): string | boolean | null {
  switch (kind) {
    case 'string':
      return operand.kind === 'string' ? operand.value : null
    case 'id':
      return operand.kind === 'string' && isUuid(operand.value) ? operand.value : null
    case 'number':
      return operand.kind === 'number' ? String(operand.value) : null
    case 'boolean':
      return operand.kind === 'boolean' ? operand.value : null
    case 'timestamp':
      return operand.kind === 'instant' ? formatInstant(operand.at) : null
  }
}

/** Returns whether the text is a UUID in the form of the API. A UUID in any other form equals no id. */
function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

/** Numbers are sent as text, which keeps all their digits, and compared as doubles, which is what JSON numbers are. */
const casts: Record<Scalar, Sql> = {
  string: sql``,
  id: sql`::uuid`,
  number: sql`::text::float8`,
  boolean: sql`::boolean`,
  timestamp: sql`::timestamptz`,
}

const arrayCasts: Record<Scalar, Sql> = {
  string: sql`::text[]`,
  id: sql`::uuid[]`,
  number: sql`::text[]::float8[]`,
  boolean: sql`::boolean[]`,
  timestamp: sql`::timestamptz[]`,
}
