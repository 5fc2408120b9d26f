import type { Scalar } from './fields.ts'

/**
 * A validated filter: every name is a field, and every value has the type that its operator takes. Short forms are
 * expanded, and what depends on the type of a field (whole days, `$date`) is resolved, so a reader needs no knowledge
 * of the query language.
 */
export type Filter = Combination | Condition

/**
 * `and` without parts matches everything. `nor` matches when no part is true; a part that compares with null or a
 * missing value counts as not true.
 */
export interface Combination {
  kind: 'and' | 'or' | 'nor'
  parts: readonly Filter[]
}

/**
 * A test on the values that a path yields. Inside `elemFilter` the field is a member of the array element. `path` holds
 * the segments after the field, and `holds` the known type of the values at the end of the path.
 */
export interface Condition {
  kind: 'condition'
  field: string
  path: readonly string[]
  holds: Holds
  test: Test
}

/** `json` means any type: below an open object, or where an array may stand. */
export type Holds = Scalar | 'json'

/**
 * A test passes when at least one value of the path passes it. Only `not` and `every` combine other tests instead.
 * `$ne`, `$nin` and `$exists: false` become `not`. `$all` becomes `every`, or `never` for an empty list.
 */
export type Test =
  | { kind: 'equals'; operands: readonly Operand[] }
  | { kind: 'compares'; operator: Comparison; operand: Operand }
  | { kind: 'exists' }
  | { kind: 'type'; types: readonly TypeName[] }
  | { kind: 'regex'; pattern: string; multiline: boolean }
  | { kind: 'mod'; divisor: number; remainder: number }
  | { kind: 'size'; size: number }
  | { kind: 'elemTests'; tests: readonly Test[] }
  | { kind: 'elemFilter'; filter: Filter }
  | { kind: 'every'; tests: readonly Test[] }
  | { kind: 'not'; tests: readonly Test[] }
  | { kind: 'never' }

export type Comparison = 'gt' | 'gte' | 'lt' | 'lte'

/**
 * A value to compare with. Instants are milliseconds since 1970 UTC. A `day` runs from its first millisecond (`from`)
 * up to, but not including, the first of the next day (`to`). `json` is an array or object of plain JSON.
 */
export type Operand =
  | { kind: 'null' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'instant'; at: number }
  | { kind: 'day'; from: number; to: number }
  | { kind: 'json'; value: readonly unknown[] | Readonly<Record<string, unknown>> }

export type TypeName = (typeof typeNames)[number]

/**
 * The names that `$type` takes. `number` stands for `double`, `int` and `long`. JSON has no `decimal`, so that never
 * matches.
 */
export const typeNames = [
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
] as const
