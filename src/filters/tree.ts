import type { Scalar } from './fields.ts'

/**
 * A filter that was checked: every name in it is a field's, every value has the form that its operator takes. What it
 * matches can be read off it without knowing the language: no operator has a short form any more, and what differs by
 * the field's type (whole days, `$date`) is resolved.
 */
export type Filter = Combination | Condition

/** `and` of nothing holds always. `nor`: none of the parts holds, which a part over null or nothing does not. */
export interface Combination {
  kind: 'and' | 'or' | 'nor'
  parts: readonly Filter[]
}

/**
 * A test on what the path reaches. Inside `elemFilter` the field is the first segment below the element. `path` is what
 * follows the field; `holds` what is known to stand at its end.
 */
export interface Condition {
  kind: 'condition'
  field: string
  path: readonly string[]
  holds: Holds
  test: Test
}

/** `json`: anything, as below an open bag or where an array stands. */
export type Holds = Scalar | 'json'

/**
 * What must hold for some value that the path yields, `not` and `every` apart, which join such tests. `$ne`, `$nin` and
 * `$exists: false` are `not`; `$all` is `every`, of nothing `never`.
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
 * A value to compare with. Instants are milliseconds since 1970 UTC; a `day` is from its first one to before the next
 * day's. `json` is an array or object of plain JSON.
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

/** What `$type` takes by name. `number` is any of `double`, `int`, `long`; JSON has no `decimal` of its own. */
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
