/** One thing that is wrong: where, as in `organizations[0].projects[0].name` (empty for the whole), and what would be right there. */
export interface DeclarationFault {
  path: string
  message: string
}

/** Names of fields and positions in lists, from the top of the declaration. */
export type Path = readonly (string | number)[]

/** A fault whose place can still be compared with others'. */
export interface PlacedFault {
  path: Path
  /** Where below `path`, in the words of whoever checked that part; they come in order of place. */
  below?: string
  message: string
}

/** The most faults told of one declaration. */
export const faultsMax = 1_000

/** The faults as they are told: in order of place in the declaration, each once, at most `faultsMax`. */
export function formatFaults(value: unknown, faults: readonly PlacedFault[]): DeclarationFault[] {
  const ranked = faults.map((fault) => ({ fault, rank: rankOf(value, fault.path) }))
  ranked.sort((a, b) => compareRanks(a.rank, b.rank))
  const told = new Map<string, DeclarationFault>()
  for (const { fault } of ranked) {
    const path = formatPath(fault.path) + formatBelow(fault.below ?? '')
    const key = `${path}: ${fault.message}`
    if (!told.has(key)) told.set(key, { path, message: fault.message })
    if (told.size === faultsMax) break
  }
  return [...told.values()]
}

/** `organizations[0].name`; a field that is no plain word stands in brackets. The top itself is empty. */
export function formatPath(path: Path): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (!/^[A-Za-z_][\w-]*$/.test(part)) text += `[${JSON.stringify(part.slice(0, 100))}]`
    else text += text === '' ? part : `.${part}`
  }
  return text
}

function formatBelow(below: string): string {
  return below === '' || below.startsWith('[') ? below : `.${below}`
}

/** For each part of the path its position in the mapping or list that holds it; a field that is absent comes last. */
function rankOf(value: unknown, path: Path): number[] {
  let holder = value
  return path.map((part) => {
    const position = typeof part === 'number' ? part : memberNames(holder).indexOf(part)
    holder = memberOf(holder, part)
    return position === -1 ? Number.MAX_SAFE_INTEGER : position
  })
}

function compareRanks(a: number[], b: number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = a[index]! - b[index]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function memberNames(holder: unknown): string[] {
  return typeof holder === 'object' && holder !== null ? Object.keys(holder) : []
}

/** An own member of a mapping or list whose shape is not known; undefined where there is none. */
export function memberOf(holder: unknown, name: string | number): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  return Reflect.get(holder, name)
}
