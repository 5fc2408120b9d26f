import { allOf, anyOf, binarySearch } from './predicates.ts'

/**
 * Returns a predicate that the value equals one of the members: it has the same type and the same content. SQL/JSON
 * paths don't compare arrays and objects, so these are compared element by element. Each type is tested once for all
 * members that have it, and strings and numbers are found by binary search, so that long lists stay fast.
 */
export function equalsOneOf(value: string, members: readonly unknown[]): string {
  return rowIsOneOf(
    [value],
    members.map((member) => [member]),
  )
}

/** The values required at several paths together. */
type Row = readonly unknown[]

/**
 * Returns a predicate that the values at the paths equal one of the rows. A column with the same value in all rows is
 * tested once.
 */
function rowIsOneOf(paths: readonly string[], rows: readonly Row[]): string {
  const [first = []] = rows
  const columns = [...paths.keys()]
  const varying = columns.filter(
    (column) => new Set(rows.map((row) => JSON.stringify(row[column]))).size !== 1,
  )
  const same = columns.filter((column) => !varying.includes(column))
  const tests = same.map((column) => equals(paths[column]!, first[column]))
  if (varying.length === 0) return allOf(tests)
  const rest = rows.map((row) => varying.map((column) => row[column]))
  const [path, ...others] = varying.map((column) => paths[column]!) as [string, ...string[]]
  const byType = [...Map.groupBy(rest, ([member]) => typeOf(member))]
  const ofType = byType.map(([type, some]) =>
    allOf([isOfType(path, type), rowOfTypeIsOneOf(path, others, some)]),
  )
  return allOf([...tests, anyOf(ofType)])
}

/** Returns a predicate for rows whose first members have one type. The first value is already known to have it. */
function rowOfTypeIsOneOf(path: string, others: readonly string[], rows: readonly Row[]): string {
  const [member] = rows[0]!
  if (member === null) return rowIsOneOf(others, tailsOf(rows))
  if (Array.isArray(member)) {
    const size = `${path}.size()`
    return isChoice(size, rows, lengthOf, (length, group) => {
      const inside = Array.from({ length: Number(length) }, (_, index) => `${path}[${index}]`)
      const opened = group.map(([array, ...tail]) => [...(array as readonly unknown[]), ...tail])
      return rowIsOneOf([...inside, ...others], opened)
    })
  }
  if (!isObject(member))
    return isChoice(
      path,
      rows,
      (scalar) => scalar,
      (_, group) => rowIsOneOf(others, tailsOf(group)),
    )
  const byKeys = Map.groupBy(rows, ([object]) => JSON.stringify(keysOf(object)))
  return anyOf(
    [...byKeys.values()].map((group) => {
      const keys = keysOf(group[0]![0])
      const inside = keys.map((key) => keyOf(path, key))
      const opened = group.map(([object, ...tail]) => [
        ...keys.map((key) => (object as typeof member)[key]),
        ...tail,
      ])
      return allOf([rowIsOneOf([...inside, ...others], opened), noOther(path, keys)])
    }),
  )
}

function tailsOf(rows: readonly Row[]): Row[] {
  return rows.map(([, ...tail]) => tail)
}

function lengthOf(array: unknown): number {
  return (array as readonly unknown[]).length
}

function keysOf(object: unknown): string[] {
  return Object.keys(object as object).sort()
}

/**
 * Groups the rows by a scalar of their first member, and finds the group whose scalar equals the value by binary
 * search. `restOf` returns the predicate for the remaining conditions of a group.
 */
function isChoice(
  value: string,
  rows: readonly Row[],
  scalarOf: (first: unknown) => unknown,
  restOf: (scalar: unknown, rows: readonly Row[]) => string,
): string {
  const groups = [...Map.groupBy(rows, ([first]) => scalarOf(first))].toSorted(([a], [b]) => order(a, b))
  const choices = groups.map(([scalar, group]) => {
    const literal = JSON.stringify(scalar)
    return { from: literal, predicate: allOf([`${value} == ${literal}`, restOf(scalar, group)]) }
  })
  return binarySearch(value, choices)
}

/** Compares in the order of SQL/JSON paths: strings by UTF-8 bytes, false before true. */
function order(left: unknown, right: unknown): number {
  return typeof left === 'string' && typeof right === 'string'
    ? Buffer.compare(Buffer.from(left), Buffer.from(right))
    : Number(left) - Number(right)
}

function equals(path: string, member: unknown): string {
  const type = isOfType(path, typeOf(member))
  if (member === null) return type
  if (Array.isArray(member)) {
    const inner = member.map((value, index) => equals(`${path}[${index}]`, value))
    return allOf([type, `${path}.size() == ${member.length}`, ...inner])
  }
  if (isObject(member)) {
    const keys = Object.keys(member)
    const inner = keys.map((key) => equals(keyOf(path, key), member[key]))
    return allOf([type, ...inner, noOther(path, keys)])
  }
  return allOf([type, `${path} == ${JSON.stringify(member)}`])
}

function isObject(member: unknown): member is Readonly<Record<string, unknown>> {
  return typeof member === 'object' && member !== null
}

/** Returns the type's name in SQL/JSON paths. */
function typeOf(member: unknown): string {
  if (member === null) return 'null'
  return Array.isArray(member) ? 'array' : typeof member
}

function isOfType(path: string, type: string): string {
  return `${path}.type() == "${type}"`
}

function keyOf(path: string, key: string): string {
  return `${path}.${JSON.stringify(key)}`
}

/** Returns a predicate that the object has only these keys. It is the slowest of the object's tests and comes last. */
function noOther(path: string, keys: readonly string[]): string {
  const other = allOf(keys.map((key) => `@.key != ${JSON.stringify(key)}`))
  return `!exists(${path}.keyvalue() ? (${other}))`
}
