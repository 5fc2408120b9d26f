/**
 * Formats a row of CSV (RFC 4180), with the line end. A cell that a spreadsheet would run as a formula begins with an
 * apostrophe; a telephone number in E.164 is none.
 */
export function formatCsvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) && !/^\+\d+$/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
