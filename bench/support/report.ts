/** Prints figures as the table that docs/benchmarks.md shows. */
export function table(title: string, columns: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  console.log([`${title}\n`, line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n'))
}

/** The value below which so many of the values lie, by nearest rank; NaN where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
