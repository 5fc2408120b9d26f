import { formatPath, reportFaults } from '../../base/faults.ts'
import type { Fault, FaultPath, PlacedFault } from '../../base/faults.ts'
import { memberOf } from '../../base/unknown-shape.ts'

/** A fault of a declaration, which may lie within a workflow definition. */
export interface DeclarationFault extends PlacedFault {
  /** The place below `path`, as the check of workflow definitions formats it. These faults come in order of place. */
  below?: string
}

/** The most faults reported of one declaration. */
export const faultsMax = 1_000

/** Returns the faults in the order of their places in the declaration, each once, at most `faultsMax`. */
export function sortFaults(value: unknown, faults: readonly DeclarationFault[]): Fault[] {
  const ranked = faults.map((fault) => ({ fault, rank: rankOf(value, fault.path) }))
  ranked.sort((a, b) => compareRanks(a.rank, b.rank))
  const sorted = ranked.map(({ fault: { path, below = '', message } }) => ({
    path: formatPath(path) + formatBelow(below),
    message,
  }))
  return reportFaults(sorted, faultsMax).faults
}

function formatBelow(below: string): string {
  return below === '' || below.startsWith('[') ? below : `.${below}`
}

/** Returns the position of each part of the path in the mapping or list that holds it. Absent fields come last. */
function rankOf(value: unknown, path: FaultPath): number[] {
  let holder = value
  return path.map((part) => {
    const position = typeof part === 'number' ? part : memberNames(holder).indexOf(String(part))
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
