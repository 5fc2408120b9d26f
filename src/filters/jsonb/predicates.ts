/** Predicates of SQL/JSON paths that are always false and always true. */
export const nothing = '1 == 0'
export const anything = '1 == 1'

export function anyOf(predicates: readonly string[]): string {
  return joined(predicates, '||') ?? nothing
}

export function allOf(predicates: readonly string[]): string {
  return (
    joined(
      predicates.filter((predicate) => predicate !== anything),
      '&&',
    ) ?? anything
  )
}

/** Nests the operators as a balanced tree. A flat chain of thousands would recurse as deep in the database. */
function joined(predicates: readonly string[], operator: '||' | '&&'): string | undefined {
  if (predicates.length < 2) return predicates[0]
  const half = predicates.length >> 1
  const left = joined(predicates.slice(0, half), operator)
  return `(${left}) ${operator} (${joined(predicates.slice(half), operator)})`
}

/** A predicate that only values greater than or equal to the literal `from` can satisfy. */
export interface Choice {
  from: string
  predicate: string
}

/**
 * Returns a predicate that one of the choices holds. The choices are in ascending order, and the value is known to have
 * their type. SQL/JSON paths evaluate the parts of an `||` one after another, up to a thousand for each value of each
 * row; a binary search evaluates about ten.
 */
export function binarySearch(value: string, choices: readonly Choice[]): string {
  const half = choices.length >> 1
  const middle = choices[half]
  if (middle === undefined) return nothing
  if (half === 0) return middle.predicate
  const below = binarySearch(value, choices.slice(0, half))
  const above = binarySearch(value, choices.slice(half))
  return `(${value} < ${middle.from} && (${below})) || (${value} >= ${middle.from} && (${above}))`
}
