import { setImmediate as nextTurn } from 'node:timers/promises'
import { faultsOfIssue, formatPath } from '../../base/faults.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { guardRefusal } from '../../base/refusals/messages/guards.ts'
import type { Reader } from '../../db/queryable.ts'
import type { Guard } from '../../guards/guard.ts'
import { refusedNumber } from '../../guards/numbers/number-rules.ts'
import type { NumberRules } from '../../guards/numbers/number-rules.ts'
import { CustomerBody } from '../place/customer.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { selectActiveNumbers } from './batch-queries.ts'
import type { AcceptedRow, FaultKind, IncludableKind, RowFault } from './batch.ts'
import type { RowPlaces } from './place-rows.ts'
import { readRows } from './read-rows.ts'
import type { FileFormat, FileRow } from './read-rows.ts'

export interface FileCheck {
  rows: number
  accepted: number
  /** Rows by the first reason for which they were left out. */
  left_out: Record<FaultKind, number>
  /** Rows for which each reason holds, left out or not. */
  found: Record<FaultKind, number>
  /** At most `faultsKept`, in the order of the file. */
  faults: RowFault[]
  faults_count: number
  /** Rows that guards refuse, by guard, each with one of their numbers. */
  guarded: Map<Guard, { count: number; number: string }>
}

export interface CheckOptions {
  format: FileFormat
  defaultCountry: string | null
  /** The customer variables that the campaign speaks. */
  needed: readonly string[]
  include: ReadonlySet<IncludableKind>
  /** Where the callees of the rows may be; null: the campaign's hours don't hold there. */
  places: RowPlaces | null
  /** Returns those of the numbers that nobody of the organization may call. */
  selectListed: (db: Reader, numbers: readonly string[]) => Promise<ReadonlySet<string>>
  numberRules: NumberRules
}

/** The most faults of a file that are kept. */
export const faultsKept = 1_000
/** The most faults of one row. */
const rowFaultsMax = 5
const takenAtOnce = 500
/** Rows after which other work of the process may go on; they take about 5 ms. */
const turnRows = 100

/**
 * Checks every row of a file as a request for a call is checked, and passes on those that become calls, a group at a
 * time.
 *
 * @throws {UnusableFile} where the file can't be used as a whole.
 */
export async function checkFile(
  db: Reader,
  campaign: CampaignKey,
  bytes: Buffer,
  options: CheckOptions,
  take: (rows: AcceptedRow[]) => Promise<void>,
): Promise<FileCheck> {
  const check = emptyCheck()
  /** Where each number was first accepted; a row that is left out repeats nothing. */
  const lineOf = new Map<string, number>()
  let group: AcceptedRow[] = []
  const finish = async (): Promise<void> => {
    const numbers = group.map(({ phone_number }) => phone_number)
    const [active, listed, misplaced] = await Promise.all([
      selectActiveNumbers(db, campaign, numbers),
      options.selectListed(db, numbers),
      options.places === null ? [] : options.places.check(group),
    ])
    const accepted = group.filter((row, index) => {
      const fault = listed.has(row.phone_number) ? listedFault(row.line) : (misplaced[index] ?? null)
      if (fault !== null) {
        leaveOut(check, fault.kind, [fault])
        return false
      }
      const repeatedLine = lineOf.get(row.phone_number) ?? null
      const isActive = active.has(row.phone_number)
      if (!isAccepted(check, row, { repeatedLine, isActive }, options)) return false
      if (repeatedLine === null) lineOf.set(row.phone_number, row.line)
      return true
    })
    options.places?.count(accepted)
    group = []
    check.accepted += accepted.length
    if (accepted.length > 0) await take(accepted)
  }
  for await (const rows of readRows(bytes, options.format)) {
    for (const row of rows) {
      check.rows++
      if (check.rows % turnRows === 0) await nextTurn()
      const read = readRow(row, options)
      if ('faults' in read) {
        if (read.guarded !== undefined) addGuarded(check, read.guarded)
        leaveOut(check, read.faults[0]!.kind, read.faults)
        continue
      }
      group.push(read)
    }
    if (group.length >= takenAtOnce) await finish()
  }
  if (group.length > 0) await finish()
  // Rows of one group are looked at in two passes.
  check.faults.sort((one, other) => one.line - other.line)
  return check
}

function emptyCheck(): FileCheck {
  const none = { invalid: 0, number: 0, do_not_call: 0, repeated: 0, waiting: 0, incomplete: 0 }
  return {
    rows: 0,
    accepted: 0,
    left_out: { ...none },
    found: { ...none },
    faults: [],
    faults_count: 0,
    guarded: new Map(),
  }
}

function addGuarded(check: FileCheck, { guard, number }: { guard: Guard; number: string }): void {
  check.guarded.set(guard, { count: (check.guarded.get(guard)?.count ?? 0) + 1, number })
}

function leaveOut(check: FileCheck, kind: FaultKind, faults: readonly RowFault[]): void {
  check.found[kind]++
  addFaults(check, kind, faults)
}

function addFaults(check: FileCheck, kind: FaultKind, faults: readonly RowFault[]): void {
  check.left_out[kind]++
  check.faults_count += faults.length
  check.faults.push(...faults.slice(0, faultsKept - check.faults.length))
}

/** What is known of a row's number. */
interface NumberUse {
  /** The accepted row before it that has the number; null if there is none. */
  repeatedLine: number | null
  /** A call of the campaign to it waits or is under way. */
  isActive: boolean
}

/** Checks a row by itself: its values, then its number. */
function readRow(
  row: FileRow,
  { defaultCountry, numberRules }: CheckOptions,
): AcceptedRow | { faults: RowFault[]; guarded?: { guard: Guard; number: string } } {
  const { line, customer: given, fault } = row
  if (fault !== null) return { faults: [{ line, kind: 'invalid', field: null, message: fault }] }
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const noNumber = isObject && !('phone_number' in given)
  if (noNumber) return numberFault(line, 'is missing; a row needs the number to call')
  const parsed = CustomerBody.safeParse(given)
  if (!parsed.success)
    return {
      faults: parsed.error.issues
        .slice(0, rowFaultsMax)
        .flatMap(faultsOfIssue)
        .map(({ path, message }) => ({ line, kind: 'invalid', field: formatPath(path) || null, message })),
    }
  const given_number = parsed.data.phone_number
  const phone_number = normalizePhoneNumber(given_number, defaultCountry)
  if (phone_number === null) return numberFault(line, expectedNumber(given_number, defaultCountry))
  const refused = refusedNumber(numberRules, phone_number)
  if (refused !== null) {
    const { message } = guardRefusal({ ...refused, number: phone_number })
    const guarded = { guard: refused.guard, number: phone_number }
    return { ...numberFault(line, `is refused by the guard ${refused.guard}: ${message}`), guarded }
  }
  return { line, phone_number, given_number, customer: { ...parsed.data, phone_number } }
}

function numberFault(line: number, message: string): { faults: RowFault[] } {
  return { faults: [{ line, kind: 'number', field: 'phone_number', message }] }
}

function listedFault(line: number): RowFault {
  return { line, kind: 'do_not_call', field: 'phone_number', message: 'is on the do-not-call list' }
}

function expectedNumber(given: string, defaultCountry: string | null): string {
  if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(given.trim()))
    return 'was shortened by a spreadsheet; format the column as text and fill it in again'
  const where = defaultCountry === null ? '' : `, unless it is of ${defaultCountry}`
  return `must be a telephone number with its country code${where}, such as +14155550123`
}

/** Checks a row against the rows before it, the queue, and what the campaign speaks. Notes what is found. */
function isAccepted(
  check: FileCheck,
  { line, customer }: AcceptedRow,
  { repeatedLine, isActive }: NumberUse,
  options: CheckOptions,
): boolean {
  const missing = options.needed.filter((name) => !Object.hasOwn(customer, name))
  const found: RowFault[] = []
  const add = (kind: IncludableKind, field: string, message: string) =>
    found.push({ line, kind, field, message })
  if (repeatedLine !== null) add('repeated', 'phone_number', `is the number of line ${repeatedLine} too`)
  if (isActive) add('waiting', 'phone_number', 'a call of this campaign to it waits already, or is under way')
  if (missing.length > 0) add('incomplete', missing[0]!, `is spoken by the campaign, and missing here`)
  for (const { kind } of found) check.found[kind]++
  const first = found.find(({ kind }) => !options.include.has(kind as IncludableKind))
  if (first === undefined) return true
  const faults =
    first.kind === 'incomplete'
      ? missing.slice(0, rowFaultsMax).map((field) => ({ ...first, field }))
      : [first]
  addFaults(check, first.kind, faults)
  return false
}
