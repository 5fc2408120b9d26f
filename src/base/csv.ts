/** A cell: text, a number, or null for nothing. */
export type CsvCell = string | number | null

/** Spreadsheets take UTF-8 without it for another encoding. */
const byteOrderMark = '\uFEFF'

/** Returns rows as CSV (RFC 4180) in UTF-8, with a byte order mark. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map(formatCsvRow).join('')
}

/**
 * Formats a row of CSV, with the line end. Text that a spreadsheet would run as a formula begins with an apostrophe, as
 * OWASP advises (https://owasp.org/www-community/attacks/CSV_Injection); a telephone number in E.164 is none. Numbers
 * are left as they are.
 */
export function formatCsvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/** Returns the text of a cell that `formatCsvRow` has written: without the apostrophe before a formula. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell
}

/** Apostrophes before a formula are part of it: writing adds one more, and reading takes only that one off. */
function isFormula(text: string): boolean {
  return /^'*\s*[=+\-@\t\r＝＋－＠]/.test(text) && !/^\+\d+$/.test(text)
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
