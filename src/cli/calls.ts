import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { Registry } from 'prom-client'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { createLog } from '../base/log.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { addBatch } from '../calls/batches/add-batch.ts'
import { includableKinds } from '../calls/batches/batch.ts'
import type { FaultKind, IncludableKind, RowFault } from '../calls/batches/batch.ts'
import { cancelBatch } from '../calls/batches/cancel-batch.ts'
import { checkCallFile } from '../calls/batches/check-call-file.ts'
import type { CheckedFile } from '../calls/batches/check-call-file.ts'
import { fileBytesMax } from '../calls/batches/read-rows.ts'
import { exportOutcomes, listBatchFaults, readBatch } from '../calls/batches/show-batch.ts'
import { createCallMetrics } from '../calls/call-metrics.ts'
import { selectCampaignByName } from '../campaigns/queries.ts'
import type { Db } from '../db/database.ts'
import { createHintPublisher } from '../hints/publish-hints.ts'
import { commandActor } from './command-actor.ts'
import { followBatch } from './follow-batch.ts'
import { openMigrated } from './open-database.ts'
import type { MigratedDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine, printWait } from './output.ts'
import { findProject, ofProject } from './project-options.ts'
import { loadSecretKey } from './secret-key.ts'

interface CampaignOptions {
  organization: string
  project: string
  campaign: string
  json?: true
}

interface QueueOptions extends CampaignOptions {
  include: IncludableKind[]
  dryRun?: true
  again?: true
  follow?: true
}

export function addCalls(program: Command, config: () => Config): void {
  const calls = program.command('calls').description('calls from a file')
  ofCampaign(calls.command('queue').alias('import'))
    .description('check a file of calls whole, and queue its rows as calls of a campaign')
    .argument('<file>', 'CSV with a line that names the columns, or NDJSON')
    .option('--dry-run', 'only say what would happen')
    .option('--include <kinds>', `also queue rows that are ${includableKinds.join(', ')}`, kindsOf, [])
    .option('--again', 'call the people of a file once more that was given before')
    .option('--follow', 'wait until all rows are calls; exits with 1 where that stops before')
    .option('--json', 'print one JSON document')
    .action((file: string, options: QueueOptions) => queueFile(config(), file, options))
  ofCampaign(calls.command('cancel'))
    .description('cancel what waits of a file; calls under way go on')
    .argument('<batch-id>', 'the id of the batch')
    .option('--json', 'print one JSON document')
    .action((id: string, options: CampaignOptions) => cancel(config(), id, options))
  ofCampaign(calls.command('outcomes'))
    .description('print the outcomes of the calls of a file, as CSV')
    .argument('<batch-id>', 'the id of the batch')
    .action((id: string, options: CampaignOptions) => printOutcomes(config(), id, options))
}

function ofCampaign(command: Command): Command {
  return ofProject(command).requiredOption('--campaign <name or id>', 'one of its campaigns')
}

function kindsOf(text: string): IncludableKind[] {
  return text.split(',').map((name) => {
    const kind = includableKinds.find((one) => one === name)
    if (kind === undefined) throw new InvalidArgumentError(`must be of ${includableKinds.join(', ')}`)
    return kind
  })
}

async function queueFile(config: Config, file: string, options: QueueOptions): Promise<void> {
  const bytes = await bytesOf(file)
  await using opened = await openMigrated(config)
  const { db } = opened
  const key = await findCampaign(db, options)
  const given = { ...key, bytes, name: path.basename(file).slice(0, 200), include: options.include }
  if (options.dryRun === true) {
    const check = await unlessRefused(checkCallFile(await contextOf(config, opened), given))
    return options.json === true ? printJson(check) : printCheck(check)
  }
  const context = await contextOf(config, opened)
  const { batch, isReplayed } = await unlessRefused(
    addBatch(context, { ...given, isAgain: options.again === true, idempotencyKey: null }, commandActor()),
  )
  await context.hints.flush()
  const batchKey = { ...key, batch_id: batch._id }
  if (options.follow === true) await follow(db, batchKey)
  const shown = await readBatch({ db }, batchKey)
  // It stopped or was canceled: rows that are no calls by now do not become calls by themselves.
  if (options.follow === true && shown.state !== 'queued') process.exitCode = 1
  if (options.json === true) return printJson({ ...shown, is_replayed: isReplayed })
  if (isReplayed)
    printLine('The same file was given before; nothing was added. --again calls its people once more.')
  printLine(
    `${batch._id}: ${count(shown.accepted_count)} of ${count(shown.rows_count)} rows become calls, ${count(shown.queued_count)} are calls by now (${shown.state}).`,
  )
  if (shown.stop !== null) printLine(`It stopped: ${shown.stop.message}.`)
  if (isReplayed) return
  printLeftOut(shown.left_out)
  const { items } = await listBatchFaults({ db }, batchKey, { skip: 0, limit: faultsShown })
  printFaults(items, shown.faults_count)
}

const faultsShown = 20

async function follow(db: Db, key: Parameters<typeof readBatch>[1]): Promise<void> {
  const showLine = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  }
  const show = (queued: number, accepted: number) => showLine(`${count(queued)} of ${count(accepted)} calls`)
  await followBatch(db, key, show, (reason) => {
    showLine('')
    printWait(reason)
  })
  showLine('')
}

function printCheck(check: CheckedFile): void {
  printLine(`${count(check.accepted)} of ${count(check.rows)} rows would become calls.`)
  printLeftOut(check.left_out)
  if (check.refusal !== null) printLine(`Not now: ${check.refusal.message}.`)
  if (check.earlier_batch_id !== null)
    printLine(
      `The same file was given before: ${check.earlier_batch_id}. --again calls its people once more.`,
    )
  const { first_attempt_at, last_attempt_at, too_late, assumes } = check.estimate
  if (check.accepted > 0) {
    if (first_attempt_at !== null)
      printLine(`First call about ${first_attempt_at}, last about ${last_attempt_at ?? 'never'}.`)
    if (too_late > 0) printLine(`${count(too_late)} would not be dialed before the campaign ends.`)
    const source = assumes.seconds_from === 'assumption' ? 'assumed' : 'as its latest calls'
    printLine(
      `That assumes ${assumes.slots} at once, ${assumes.seconds_per_call} s a call (${source}), ${count(assumes.calls_before)} calls before them, nobody dialed again.`,
    )
    if (check.is_paused) printLine('The campaign is paused: the calls wait for its release.')
  }
  printFaults(check.faults, check.faults_count)
}

const kindWords: Record<FaultKind, string> = {
  invalid: 'can not be read, or have a value that is not allowed',
  number: 'have no number that can be called',
  do_not_call: 'have a number that is on the do-not-call list',
  repeated: 'have a number that stands in an earlier row (--include repeated)',
  waiting: 'have a number to which a call waits or is under way (--include waiting)',
  incomplete: 'lack a value that the campaign speaks (--include incomplete)',
}

function printLeftOut(leftOut: Partial<Record<FaultKind, number>>): void {
  for (const [kind, words] of Object.entries(kindWords)) {
    const rows = leftOut[kind as FaultKind] ?? 0
    if (rows > 0) printLine(`Left out: ${count(rows)} that ${words}.`)
  }
}

function printFaults(faults: readonly RowFault[], all: number): void {
  for (const { line, field, message } of faults.slice(0, faultsShown))
    printLine(`  line ${line}: ${field === null ? '' : `${field} `}${message}`)
  if (all > faultsShown) printLine(`  … ${count(all - faultsShown)} more faults`)
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

async function cancel(config: Config, id: string, options: CampaignOptions): Promise<void> {
  await using opened = await openMigrated(config)
  const { db } = opened
  const key = { ...(await findCampaign(db, options)), batch_id: id }
  const context = await contextOf(config, opened)
  await unlessRefused(cancelBatch(context, key, commandActor()))
  await context.hints.flush()
  const batch = await readBatch({ db }, key)
  if (options.json === true) return printJson(batch)
  printLine(
    `${id} is ${batch.state}: a worker cancels what waits; calls under way go on and are not tried again.`,
  )
}

async function printOutcomes(config: Config, id: string, options: CampaignOptions): Promise<void> {
  await using opened = await openMigrated(config)
  const { db } = opened
  const key = { ...(await findCampaign(db, options)), batch_id: id }
  await unlessRefused(readBatch({ db }, key))
  for await (const rows of exportOutcomes({ db }, key))
    if (!process.stdout.write(rows)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

async function contextOf(config: Config, { db, clock }: MigratedDatabase) {
  const hints = createHintPublisher({ db, log: { debug: () => {} } })
  const secretBox = createSecretBox(await loadSecretKey(config))
  const metrics = createCallMetrics(new Registry())
  return { db, clock, newId: uuidv7, secretBox, hints, log: createLog('warn'), metrics }
}

async function findCampaign(db: Db, options: CampaignOptions) {
  const project = await findProject(db, options)
  const campaign_id = await selectCampaignByName(db, project, options.campaign)
  if (campaign_id === null) throw new CommandFault(`the project has no campaign ${options.campaign}`)
  return { ...project, campaign_id }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file)
    if (size > fileBytesMax) throw new CommandFault(`${file} is larger than ${fileBytesMax} bytes; split it`)
    return await readFile(file)
  } catch (cause) {
    if (cause instanceof CommandFault) throw cause
    throw new CommandFault(
      `${file} can not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}

/** @throws {CommandFault} where the service would answer with a refusal. */
async function unlessRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new CommandFault(error.message, error.faults.slice(0, faultsShown))
  }
}
