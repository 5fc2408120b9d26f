/** One thing that is wrong: on which line, in which field (empty for the line as a whole), and what would be right. */
export interface LineFault {
  line: number
  field: string
  message: string
}

/** The most faults told of one file; the file is read no further after them. */
export const faultsMax = 20

/** The first of the faults in order of line, as a command tells them: `line 17: start_time`. */
export function tellLineFaults(faults: readonly LineFault[]): { path: string; message: string }[] {
  return faults
    .toSorted((a, b) => a.line - b.line)
    .slice(0, faultsMax)
    .map(({ line, field, message }) => ({
      path: field === '' ? `line ${line}` : `line ${line}: ${field}`,
      message,
    }))
}
