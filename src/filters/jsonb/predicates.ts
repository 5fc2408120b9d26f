/** Predicates of SQL/JSON paths that hold never and always. */
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

/** By halves, since a chain of thousands would be as many calls deep in the database, whichever part decides it. */
function joined(predicates: readonly string[], operator: '||' | '&&'): string | undefined {
  if (predicates.length < 2) return predicates[0]
  const half = predicates.length >> 1
  const left = joined(predicates.slice(0, half), operator)
  return `(${left}) ${operator} (${joined(predicates.slice(half), operator)})`
}

/** A predicate that only a value from this literal on can satisfy. */
export interface Choice {
  from: string
  predicate: string
}

/**
 * That one of the choices holds, which ascend. The path language tries the parts of an `||` one after the other, a
 * thousand of them for each value of each row; halving the choices leaves it ten to go through. The value is known to be
 * of the literals' type.
 */
export function searchedFor(value: string, choices: readonly Choice[]): string {
  const half = choices.length >> 1
  const middle = choices[half]
  if (middle === undefined) return nothing
  if (half === 0) return middle.predicate
  const below = searchedFor(value, choices.slice(0, half))
  const above = searchedFor(value, choices.slice(half))
  return `(${value} < ${middle.from} && (${below})) || (${value} >= ${middle.from} && (${above}))`
}
