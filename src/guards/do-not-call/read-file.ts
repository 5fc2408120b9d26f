import { parse } from 'csv-parse'
import { textOfCell } from '../../base/csv.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { momentForm, parseUntil } from '../../filters/instants.ts'
import { whyCharactersMax } from './entry.ts'
import { expectedNumber } from './read-numbers.ts'

/** A row of a file of numbers. */
export interface FileEntry {
  line: number
  /** E.164. */
  number: string
  why: string | null
  until: Date | null
}

export type FileRow = { entry: FileEntry } | { line: number; fault: string }

/**
 * Yields the rows of a file of numbers: CSV whose first line names the columns, one of them `number` or `phone_number`,
 * and maybe `why` and `until` (ISO 8601); or one number a line, without names. What `export` writes is such a file.
 * Rows are read as they arrive.
 *
 * @param country ISO 3166-1 alpha-2, for numbers without a country code.
 * @throws {CsvError} where the file is no CSV.
 */
export async function* readNumberFile(
  bytes: AsyncIterable<Buffer>,
  country: string | null,
): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  const fed = feed(bytes, parser)
  let columns: Columns | null = null
  for await (const parsed of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    const { record } = parsed
    const { lines: line } = parsed.info
    if (columns === null) {
      columns = columnsOf(record)
      if (columns.isNamed) continue
    }
    yield readRow(record, line, columns, country)
  }
  await fed
}

async function feed(bytes: AsyncIterable<Buffer>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const chunk of bytes)
      if (!parser.write(chunk)) await new Promise((resolve) => void parser.once('drain', resolve))
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Where the values stand; -1: nowhere. */
interface Columns {
  isNamed: boolean
  number: number
  why: number
  until: number
}

function columnsOf(first: readonly string[]): Columns {
  const names = first.map((name) => name.toLowerCase())
  const number = names.findIndex((name) => name === 'number' || name === 'phone_number')
  if (number === -1) return { isNamed: false, number: 0, why: -1, until: -1 }
  return { isNamed: true, number, why: names.indexOf('why'), until: names.indexOf('until') }
}

function readRow(record: readonly string[], line: number, columns: Columns, country: string | null): FileRow {
  const number = normalizePhoneNumber(record[columns.number] ?? '', country)
  if (number === null) return { line, fault: `the number ${expectedNumber(country)}` }
  const why = textOfCell(record[columns.why] ?? '') || null
  if (why !== null && why.length > whyCharactersMax)
    return { line, fault: `why must have at most ${whyCharactersMax} characters` }
  const untilText = record[columns.until] || null
  const until = untilText === null ? null : parseUntil(untilText)
  if (until === null && untilText !== null) return { line, fault: `until ${momentForm}` }
  return { entry: { line, number, why, until } }
}
