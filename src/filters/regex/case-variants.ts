let table: ReadonlyMap<string, readonly string[]> | null = null

/**
 * Returns the other characters that JavaScript's flags `i` and `u` treat as equal to this one. The table is built from
 * JavaScript's own at first use (about 20 ms), so the result depends on no locale of the database.
 */
export function caseVariants(character: string): readonly string[] {
  table ??= makeTable()
  return table.get(character) ?? []
}

/** Returns all characters that have case variants. */
export function casedCharacters(): Iterable<string> {
  table ??= makeTable()
  return table.keys()
}

/** All cased letters are below this code point. */
const codePointsEnd = 0x20000

function makeTable(): Map<string, string[]> {
  const cased: string[] = []
  for (let code = 1; code < codePointsEnd; code++) {
    const character = String.fromCodePoint(code)
    if (/\p{Changes_When_Casemapped}/u.test(character)) cased.push(character)
  }
  const neighbors = new Map<string, Set<string>>()
  for (const from of cased)
    for (const to of [from.toLowerCase(), from.toUpperCase()]) {
      connect(neighbors, from, to)
      connect(neighbors, to, from)
    }
  const variants = new Map<string, string[]>()
  for (const from of cased) {
    const same = new RegExp(`^${from}$`, 'iu')
    const found = [...reach(neighbors, from)].filter((to) => to !== from && same.test(to))
    if (found.length > 0) variants.set(from, found)
  }
  return variants
}

function connect(neighbors: Map<string, Set<string>>, from: string, to: string): void {
  const known = neighbors.get(from)
  if (known === undefined) neighbors.set(from, new Set([to]))
  else known.add(to)
}

function reach(neighbors: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const seen = new Set([from])
  for (const character of seen) for (const next of neighbors.get(character) ?? []) seen.add(next)
  return seen
}
