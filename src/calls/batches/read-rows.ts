import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { readLines } from '../../base/read-lines.ts'

/** The most rows of a file. */
export const rowsMax = 100_000
/** The most bytes of a file: 335 for each of `rowsMax` rows. */
export const fileBytesMax = 33_554_432

export const fileFormats = ['csv', 'ndjson'] as const
export type FileFormat = (typeof fileFormats)[number]

/** A row before its values are checked. */
export interface FileRow {
  /** The line of the file on which it begins, from 1. */
  line: number
  /** What the body of a request for a call would be; null if the row can't be read. */
  customer: unknown
  /** Why it can't be read; null if it can. */
  fault: string | null
}

/** The file as a whole can't be used. `line` is 0 if no line is to blame. */
export class UnusableFile extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const chunkBytes = 65_536
/** A row with 100 variables of the greatest length. */
const rowBytesMax = 1_048_576
const columnsMax = 200
const separators = [',', ';', '\t'] as const

/** Returns the format by what the file begins with: an object is NDJSON, anything else CSV. */
export function formatOf(bytes: Buffer): FileFormat {
  const start = bytes
    .subarray(0, 1_024)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  return start.startsWith('{') ? 'ndjson' : 'csv'
}

/**
 * Yields the rows of a file in small groups. The rows are never in memory all at once.
 *
 * @throws {UnusableFile} where no row of it can be trusted: no UTF-8, no column for the number, an open quote, too many
 * rows.
 */
export async function* readRows(bytes: Buffer, format: FileFormat): AsyncGenerator<FileRow[]> {
  if (bytes.length === 0) throw new UnusableFile(0, 'the file is empty')
  if (mostLines(bytes) > rowsMax) await refuseTooManyRows(bytes, format)
  let count = 0
  for await (const group of groupsOf(bytes, format)) {
    count = countWith(count, group)
    yield group
  }
  if (count === 0) throw new UnusableFile(0, 'the file has no rows')
}

function groupsOf(bytes: Buffer, format: FileFormat): AsyncGenerator<FileRow[]> {
  return format === 'ndjson' ? readNdjson(bytes) : readCsv(bytes)
}

/**
 * Returns how many lines the file has at most. All its rows end in the same way: by LF, CR LF or, from old programs,
 * CR.
 */
function mostLines(bytes: Buffer): number {
  return Math.max(countOf(bytes, '\n'), countOf(bytes, '\r'))
}

function countOf(bytes: Buffer, end: string): number {
  let count = 0
  for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, at + 1)) count++
  return count
}

/** Counts the rows before anything is done with them. A quoted value may have several lines. */
async function refuseTooManyRows(bytes: Buffer, format: FileFormat): Promise<void> {
  let count = 0
  for await (const group of groupsOf(bytes, format)) count = countWith(count, group)
}

/**
 * Returns the count with the rows of the group.
 *
 * @throws {UnusableFile} if they are too many.
 */
function countWith(before: number, group: readonly FileRow[]): number {
  const count = before + group.length
  if (count > rowsMax)
    throw new UnusableFile(group.at(-1)!.line, `the file has more than ${rowsMax} rows; split it`)
  return count
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes)
}

async function* readNdjson(bytes: Buffer): AsyncGenerator<FileRow[]> {
  for await (const lines of readLines(chunksOf(bytes)))
    yield lines.map(({ number: line, text, fault }) => {
      if (text === null) return { line, customer: null, fault }
      try {
        return { line, customer: JSON.parse(text) as unknown, fault: null }
      } catch {
        return {
          line,
          customer: null,
          fault: 'must be one JSON object, such as {"phone_number":"+14155550123"}',
        }
      }
    })
}

const groupRows = 100

async function* readCsv(bytes: Buffer): AsyncGenerator<FileRow[]> {
  if (!isUtf8(bytes))
    throw new UnusableFile(0, 'the file must be UTF-8; save it as “CSV UTF-8” or export it in UTF-8')
  const parser = parse({
    bom: true,
    info: true,
    delimiter: separatorOf(bytes),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowBytesMax,
  })
  const source = Readable.from(chunksOf(bytes), { objectMode: false })
  source.pipe(parser)
  let columns: string[] | null = null
  let group: FileRow[] = []
  try {
    for await (const parsed of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const { record, info } = parsed
      const line = info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      if (columns === null) columns = columnsOf(record, line)
      else group.push(rowOf(columns, record, line))
      if (group.length < groupRows) continue
      yield group
      group = []
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnusableFile(Number(error['lines'] ?? 0), meanings[error.code] ?? notCsv)
  } finally {
    source.destroy()
    parser.destroy()
  }
  if (columns === null) throw new UnusableFile(0, 'the file has no first line with the names of the columns')
  if (group.length > 0) yield group
}

/** Returns the separator that the first line has most often; a comma if it has none. */
function separatorOf(bytes: Buffer): string {
  const [first] = bytes
    .subarray(0, chunkBytes)
    .toString('utf8')
    .split(/[\r\n]/, 1) as [string]
  const countOf = (separator: string) => first.split(separator).length
  return [...separators].sort((one, other) => countOf(other) - countOf(one))[0]!
}

function columnsOf(record: readonly string[], line: number): string[] {
  const columns = record.map((name) => name.trim())
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new UnusableFile(line, `two columns are called ${JSON.stringify(repeated.slice(0, 64))}`)
  if (columns.length > columnsMax) throw new UnusableFile(line, `there are more than ${columnsMax} columns`)
  if (columns.includes('phone_number')) return columns
  const shown = columns.slice(0, 8).map((name) => JSON.stringify(name.slice(0, 64)))
  throw new UnusableFile(
    line,
    `the first line must name the columns, one of them phone_number; it has ${shown.join(', ')}`,
  )
}

/** Returns the cells by their columns' names. An empty cell is a value that the row does not have. */
function rowOf(columns: readonly string[], record: readonly string[], line: number): FileRow {
  if (record.length > columns.length)
    return {
      line,
      customer: null,
      fault: `has ${record.length} cells, and the first line names ${columns.length} columns; a value with a separator must be in quotes`,
    }
  const cells: [string, string][] = []
  record.forEach((cell, index) => {
    const name = columns[index]!
    if (name !== '' && cell.trim() !== '') cells.push([name, name === 'phone_number' ? cell.trim() : cell])
  })
  return { line, customer: Object.fromEntries(cells), fault: null }
}

const notCsv = 'the file is not valid CSV here'
const meanings: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed; a quote inside of a value is written twice',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted value ends in the middle; a quote inside of a value is written twice',
  INVALID_OPENING_QUOTE:
    'a quote stands inside of a value without quotes; put the value in quotes and write the quote twice',
  CSV_MAX_RECORD_SIZE: `a row has more than ${rowBytesMax} bytes, perhaps because a quote is never closed`,
}
