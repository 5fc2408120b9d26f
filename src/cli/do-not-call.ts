import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { CsvError } from 'csv-parse'
import type { Config } from '../base/config.ts'
import { formatCsvRow } from '../base/csv.ts'
import type { Fault } from '../base/faults.ts'
import { uuidv7 } from '../base/ids.ts'
import { isKnownCountry, normalizePhoneNumber } from '../base/phone-number.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { stopCallsTo } from '../calls/cancel/stop-calls.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { momentForm, parseUntil } from '../filters/instants.ts'
import { addNumbers } from '../guards/do-not-call/add-numbers.ts'
import type { DoNotCallContext } from '../guards/do-not-call/add-numbers.ts'
import { endNumber } from '../guards/do-not-call/end-number.ts'
import { numbersMax, whyCharactersMax } from '../guards/do-not-call/entry.ts'
import { selectEntries, selectNumbersAfter } from '../guards/do-not-call/list-queries.ts'
import type { ShownEntry } from '../guards/do-not-call/list-queries.ts'
import { readNumberFile } from '../guards/do-not-call/read-file.ts'
import type { FileEntry } from '../guards/do-not-call/read-file.ts'
import { expectedNumber } from '../guards/do-not-call/read-numbers.ts'
import { createHintPublisher } from '../hints/publish-hints.ts'
import { selectOrganizationByName } from '../users/queries.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import type { MigratedDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'
import { checkedText } from './text-option.ts'

interface ListOptions {
  organization: string
  json?: true
}
interface NumberOptions extends ListOptions {
  number: string
  country?: string
  why?: string
  until?: Date
}
interface ImportOptions extends ListOptions {
  country?: string
  why?: string
  dryRun?: true
}

export function addDoNotCall(program: Command, config: () => Config): void {
  const list = program.command('do-not-call').description('numbers that nobody of an organization may call')
  ofNumber(list.command('add'))
    .description('add a number; once the command ends, no call to it begins')
    .option('--why <text>', 'why; kept with it')
    .option(
      '--until <instant>',
      'when it may be called again, or the last day on which it may not; never by itself without it',
      instantOf,
    )
    .option('--json', 'print one JSON document')
    .action((options: NumberOptions) => add(config(), options))
  ofNumber(list.command('remove'))
    .description('end the entry of a number, so that it may be called again')
    .option('--why <text>', 'why; kept with it')
    .option('--json', 'print one JSON document')
    .action((options: NumberOptions) => remove(config(), options))
  ofOrganization(list.command('import'))
    .description('add the numbers of a file, once every row of it is found to be right')
    .argument('<file>', 'CSV with a column number, and maybe why and until; or one number a line')
    .option('--country <code>', 'the country of numbers without a country code, such as US', countryOf)
    .option('--why <text>', 'why, for rows without a reason of their own')
    .option('--dry-run', 'only check the file')
    .option('--json', 'print one JSON document')
    .action((file: string, options: ImportOptions) => importFile(config(), file, options))
  ofOrganization(list.command('export'))
    .description('print the list as CSV, which import reads')
    .action((options: ListOptions) => exportList(config(), options))
  ofOrganization(list.command('list'))
    .description('list the entries, the newest first')
    .option('--search <text>', 'a number, or some of its digits')
    .option('--all', 'those that have ended too')
    .option('--json', 'print one JSON document')
    .action((options: ListOptions & { search?: string; all?: true }) => printList(config(), options))
}

function ofOrganization(command: Command): Command {
  return command.requiredOption('--organization <name or id>', 'the organization')
}

function ofNumber(command: Command): Command {
  return ofOrganization(command)
    .requiredOption('--number <number>', 'the number, with its country code unless --country says it')
    .option('--country <code>', 'the country of a number without a country code, such as US', countryOf)
}

function countryOf(text: string): string {
  if (!isKnownCountry(text))
    throw new InvalidArgumentError('must be a country by its two letters, such as US')
  return text
}

function instantOf(text: string): Date {
  const instant = parseUntil(text)
  if (instant === null) throw new InvalidArgumentError(momentForm)
  return instant
}

function contextOf({ db, clock }: MigratedDatabase) {
  // Nobody watches a command; it says itself what it did.
  const log = { debug: () => {}, warn: () => {}, error: () => {} }
  const stops = { db, clock, newId: uuidv7, hints: createHintPublisher({ db, log }) }
  const context: DoNotCallContext = {
    ...stops,
    stopCallsTo: (organizationId, numbers, options) => stopCallsTo(stops, organizationId, numbers, options),
  }
  return { context, flush: () => stops.hints.flush() }
}

async function findOrganization(db: Db, { organization }: ListOptions): Promise<string> {
  const found = await selectOrganizationByName(db, organization)
  if (found === null) throw new CommandFault(`there is no organization ${organization}`)
  return found._id
}

function numberOf({ number, country }: NumberOptions): string {
  const normalized = normalizePhoneNumber(number, country ?? null)
  if (normalized === null) throw new CommandFault(`--number ${expectedNumber(country ?? null)}`)
  return normalized
}

function whyOf({ why }: { why?: string }): string | null {
  return why === undefined ? null : checkedText('--why', why, whyCharactersMax)
}

async function add(config: Config, options: NumberOptions): Promise<void> {
  const number = numberOf(options)
  const until = options.until ?? null
  await using opened = await openMigrated(config)
  if (until !== null && until <= opened.clock.now()) throw new CommandFault('--until must be later than now')
  const organization_id = await findOrganization(opened.db, options)
  const { context, flush } = contextOf(opened)
  const actor = commandActor()
  const entries = { organization_id, numbers: [number], why: whyOf(options), until, project_id: null }
  const { added, callsCanceled } = await addNumbers(
    context,
    { ...entries, source: 'cli', added_by: actor.name },
    actor,
  )
  await flush()
  if (options.json) return printJson({ number, added: added.length === 1, calls_canceled: callsCanceled })
  printLine(`${number} ${added.length === 1 ? 'is on the list' : 'was on the list already'}.`)
  if (callsCanceled > 0) printLine(`Waiting calls that were canceled: ${callsCanceled}.`)
}

async function remove(config: Config, options: NumberOptions): Promise<void> {
  const number = numberOf(options)
  await using opened = await openMigrated(config)
  const { db, clock } = opened
  const organization_id = await findOrganization(db, options)
  const secretBox = createSecretBox(await loadSecretKey(config))
  const context = { db, clock, newId: uuidv7, secretBox }
  const ended = await endNumber(context, { organization_id, number }, whyOf(options), commandActor())
  if (options.json) return printJson({ number, ended })
  printLine(`${number} ${ended ? 'may be called again' : 'was not on the list'}.`)
}

const faultsShown = 20

/** Returns how many rows the file has. Throws unless all of them can be used, and the file can be read again. */
async function checkRows(file: string, country: string | null): Promise<number> {
  const found = await stat(file).catch((error: Error) => {
    throw new CommandFault(`${file} can not be read: ${error.message}`)
  })
  if (!found.isFile()) throw new CommandFault(`${file} must be a file on disk, since it is read twice`)
  const faults: Fault[] = []
  let rows = 0
  let faulty = 0
  for await (const row of rowsOf(file, country)) {
    rows++
    if ('entry' in row) continue
    faulty++
    if (faults.length < faultsShown) faults.push({ path: `line ${row.line}`, message: row.fault })
  }
  if (rows === 0) throw new CommandFault(`${file} has no rows`)
  if (faulty > 0)
    throw new CommandFault(`${faulty} of ${rows} rows can not be used, so nothing was added`, faults)
  return rows
}

/**
 * Reads the file twice: once to check every row, once to add them, so that it may be of any length. The audit has a row
 * for each number of a file that one request could add. A longer file, such as a national register, would fill it: its
 * entries alone say who added them and why.
 */
async function importFile(config: Config, file: string, options: ImportOptions): Promise<void> {
  const why = whyOf(options)
  const country = options.country ?? null
  const rows = await checkRows(file, country)
  if (options.dryRun) {
    if (options.json) return printJson({ rows, added: 0 })
    return printLine(`${rows} rows could be added.`)
  }
  await using opened = await openMigrated(config)
  const organization_id = await findOrganization(opened.db, options)
  const { context, flush } = contextOf(opened)
  let addedCount = 0
  let canceledCount = 0
  const actor = commandActor()
  const addChunk = async (chunk: readonly FileEntry[]) => {
    const now = opened.clock.now()
    const current = chunk.filter(({ until }) => until === null || until > now)
    const groups = Map.groupBy(current, (entry) => JSON.stringify([entry.why ?? why, entry.until]))
    for (const group of groups.values()) {
      const [first] = group
      const entries = {
        organization_id,
        numbers: group.map(({ number }) => number),
        source: 'import' as const,
        why: first!.why ?? why,
        until: first!.until,
        added_by: actor.name,
        project_id: null,
      }
      const { added, callsCanceled } = await addNumbers(context, entries, actor, {
        isSummed: rows > numbersMax,
      })
      addedCount += added.length
      canceledCount += callsCanceled
    }
  }
  const changed = () =>
    new CommandFault(`${file} has changed while it was read; numbers that were added: ${addedCount}`)
  let chunk: FileEntry[] = []
  let readCount = 0
  for await (const row of rowsOf(file, country)) {
    if (!('entry' in row)) throw changed()
    readCount++
    chunk.push(row.entry)
    if (chunk.length === numbersMax) await addChunk(chunk.splice(0))
  }
  await addChunk(chunk)
  chunk = []
  await flush()
  if (readCount !== rows) throw changed()
  if (options.json) return printJson({ rows, added: addedCount, calls_canceled: canceledCount })
  printLine(`${addedCount} of ${rows} rows were added; the others are on the list already, or over.`)
  if (canceledCount > 0) printLine(`Waiting calls that were canceled: ${canceledCount}.`)
}

async function* rowsOf(file: string, country: string | null) {
  try {
    yield* readNumberFile(createReadStream(file), country)
  } catch (error) {
    if (error instanceof CsvError) throw new CommandFault(`${file} can not be read as CSV: ${error.message}`)
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new CommandFault(`${file} can not be read: ${error.message}`)
    throw error
  }
}

const exportedAtOnce = 5_000

async function exportList(config: Config, options: ListOptions): Promise<void> {
  await using opened = await openMigrated(config)
  const { db, clock } = opened
  const organizationId = await findOrganization(db, options)
  process.stdout.write(formatCsvRow(['number', 'since', 'source', 'why', 'added_by', 'until']))
  for (let after = ''; ;) {
    const entries = await selectNumbersAfter(db, organizationId, after, clock.now(), exportedAtOnce)
    process.stdout.write(
      entries
        .map((entry) =>
          formatCsvRow([entry.number, entry.since, entry.source, entry.why, entry.added_by, entry.until]),
        )
        .join(''),
    )
    if (entries.length < exportedAtOnce) return
    after = entries.at(-1)!.number!
  }
}

const listedAtMost = 100

async function printList(
  config: Config,
  options: ListOptions & { search?: string; all?: true },
): Promise<void> {
  await using opened = await openMigrated(config)
  const { db, clock } = opened
  const organizationId = await findOrganization(db, options)
  const secretBox = createSecretBox(await loadSecretKey(config))
  const { items, total } = await selectEntries(
    { db, secretBox },
    organizationId,
    { text: options.search?.trim() || null, countingAt: options.all ? null : clock.now() },
    {
      where: sql`true`,
      orderBy: sql`d.since desc, d._id desc`,
      skip: 0,
      limit: listedAtMost,
      isComposed: false,
    },
  )
  if (options.json) return printJson({ items, total })
  for (const entry of items) printLine(describe(entry))
  if (total > items.length) printLine(`and ${total - items.length} more; export prints all`)
  if (total === 0) printLine('No entries.')
}

function describe({ number, since, source, why, added_by, until, ended_at, ended_by }: ShownEntry): string {
  const by = added_by === null ? 'by the person' : `by ${added_by}`
  const end =
    ended_at !== null
      ? `, ended ${ended_at}${ended_by === null ? '' : ` by ${ended_by}`}`
      : until === null
        ? ''
        : `, until ${until}`
  return `${number ?? '(erased)'}  since ${since} (${source}, ${by})${end}${why === null ? '' : `: ${why}`}`
}
