let table: ReadonlyMap<string, readonly string[]> | null = null

/**
 * The characters that JavaScript's `i` and `u` flags take for the same as this one, itself left out. Made from
 * JavaScript's own tables at the first use (some 20 ms), so that it hangs on no locale of the database.
 */
export function caseVariants(character: string): readonly string[] {
  table ??= makeTable()
  return table.get(character) ?? []
}

/** All characters with variants, for ranges. */
export function casedCharacters(): Iterable<string> {
  table ??= makeTable()
  return table.keys()
}

/** Cased letters end below this one. */
const codePointsEnd = 0x20000

function makeTable(): Map<string, string[]> {
  const cased: string[] = []
  for (let code = 1; code < codePointsEnd; code++) {
    const character = String.fromCodePoint(code)
    if (/\p{Changes_When_Casemapped}/u.test(character)) cased.push(character)
  }
  const neighbours = new Map<string, Set<string>>()
  for (const from of cased)
    for (const to of [from.toLowerCase(), from.toUpperCase()]) {
      connect(neighbours, from, to)
      connect(neighbours, to, from)
    }
  const variants = new Map<string, string[]>()
  for (const from of cased) {
    const same = new RegExp(`^${from}$`, 'iu')
    const found = [...reach(neighbours, from)].filter((to) => to !== from && same.test(to))
    if (found.length > 0) variants.set(from, found)
  }
  return variants
}

function connect(neighbours: Map<string, Set<string>>, from: string, to: string): void {
  const known = neighbours.get(from)
  if (known === undefined) neighbours.set(from, new Set([to]))
  else known.add(to)
}

function reach(neighbours: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const seen = new Set([from])
  for (const character of seen) for (const next of neighbours.get(character) ?? []) seen.add(next)
  return seen
}
