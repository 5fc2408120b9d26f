import { reportFaults } from '../../base/faults.ts'
import type { Fault, FaultReport } from '../../base/faults.ts'

/** A fault in a line of a file; its path is the field, empty for the whole line. */
export interface LineFault extends Fault {
  line: number
}

/** Faults that one check found: the first of them, and how many there are in all. */
export interface FoundFaults {
  first: readonly LineFault[]
  count: number
}

/** The most faults reported of one file. The others are counted. */
export const faultsMax = 20

/**
 * Returns the faults that a statement found: it returns the first rows, each with the number of all rows as `found`.
 */
export function foundFaults<Row extends { line: number; found: number }>(
  rows: readonly Row[],
  field: string,
  messageOf: (row: Row) => string,
): FoundFaults {
  return {
    first: rows.map((row) => ({ line: row.line, path: field, message: messageOf(row) })),
    count: rows[0]?.found ?? 0,
  }
}

/** Returns the first faults of all checks by line, with paths such as `line 17: start_time`. */
export function reportLineFaults(found: readonly FoundFaults[]): FaultReport {
  const sorted = found
    .flatMap(({ first }) => first)
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, path, message }) => ({
      path: path === '' ? `line ${line}` : `line ${line}: ${path}`,
      message,
    }))
  return {
    faults: reportFaults(sorted, faultsMax).faults,
    count: found.reduce((sum, { count }) => sum + count, 0),
  }
}
