/** One thing that is wrong: on which line, in which field (empty for the line as a whole), and what would be right. */
export interface LineFault {
  line: number
  field: string
  message: string
}

/** Faults of one sort: the first of them, and how many there are in all. */
export interface FoundFaults {
  first: readonly LineFault[]
  count: number
}

/** The most faults told of one file. The rest is counted. */
export const faultsMax = 20

/** What a statement found: the first rows, each with the number of all as `found`. */
export function foundFaults<Row extends { line: number; found: number }>(
  rows: readonly Row[],
  field: string,
  messageOf: (row: Row) => string,
): FoundFaults {
  return {
    first: rows.map((row) => ({ line: row.line, field, message: messageOf(row) })),
    count: rows[0]?.found ?? 0,
  }
}

/** All sorts together, as a command tells them: the first by line, such as `line 17: start_time`. */
export function formatLineFaults(found: readonly FoundFaults[]): {
  faults: { path: string; message: string }[]
  count: number
} {
  const faults = found
    .flatMap(({ first }) => first)
    .toSorted((a, b) => a.line - b.line)
    .slice(0, faultsMax)
    .map(({ line, field, message }) => ({
      path: field === '' ? `line ${line}` : `line ${line}: ${field}`,
      message,
    }))
  return { faults, count: found.reduce((sum, { count }) => sum + count, 0) }
}
