/** Prints figures as the table in docs/benchmarks.md. */
export function table(title: string, columns: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  console.log([`${title}\n`, line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n'))
}

/** Returns the percentile of the values by nearest rank; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
