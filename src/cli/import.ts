import { createReadStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { Argument } from 'commander'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { migrate } from '../db/migrate.ts'
import { describeFields, importKinds } from '../operator/import/import-fields.ts'
import type { ImportKind } from '../operator/import/import-fields.ts'
import { importHistory } from '../operator/import/import-history.ts'
import type { Progress } from '../operator/import/import-transaction.ts'
import { openDatabase, startCommandClock } from './open-database.ts'
import type { OpenDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine, printWait } from './output.ts'
import { listenForStop, Stopped, unlessStopped } from './signals.ts'

export function addImport(program: Command, config: () => Config): void {
  program
    .command('import')
    .description('load history from NDJSON, one record a line; all of it or, at any fault, nothing')
    .addArgument(new Argument('<kind>', 'what the records are').choices(importKinds))
    .argument('<file>', 'the file; - is standard input')
    .option('--json', 'print what was imported as one JSON document')
    .addHelpText('after', `\n${fieldsHelp()}`)
    .action((kind: ImportKind, file: string, { json }: { json?: true }) =>
      importFile(config(), kind, file, json === true),
    )
}

const chunkBytes = 262_144

async function importFile(config: Config, kind: ImportKind, file: string, json: boolean): Promise<void> {
  const name = file === '-' ? 'standard input' : file
  const begun = performance.now()
  const stop = listenForStop()
  await using opened = await openUntilStopped(config, stop)
  await unlessStopped(stop, migrate(opened.db, 'cell', printWait, stop))
  await using clock = await startCommandClock(opened.db)
  const bar = progressLine()
  const onWait = (waitsFor: string): void => {
    bar.clear()
    printWait(waitsFor)
  }
  const context = { db: opened.db, clock, newId: uuidv7, progress: bar.show, onWait, signal: stop }
  const outcome = await importHistory(context, kind, readChunks(file, name, stop))
    .finally(bar.clear)
    .catch((error: unknown) => {
      throw error instanceof Stopped
        ? new CommandFault(`${error.message}; nothing of ${name} was kept`)
        : error
    })
  if (!outcome.ok) throw new CommandFault(describeRefusal(name, outcome), outcome.faults)
  const seconds = Math.round(performance.now() - begun) / 1000
  if (json) return printJson({ ...outcome.summary, seconds })
  const { imported, profiles_created, profiles_merged } = outcome.summary
  const people = kind === 'conversations' ? `, ${profiles_created} profiles created` : ''
  const merged = profiles_merged > 0 ? `, ${profiles_merged} profiles merged into others` : ''
  printLine(`Imported: ${imported} ${kind}${people}${merged}, in ${seconds.toFixed(1)} s.`)
}

/** Opens the database. A signal to stop ends the opening; later, it ends the import itself. */
async function openUntilStopped(config: Config, stop: AbortSignal): Promise<OpenDatabase> {
  const opening = new AbortController()
  const callOff = () => opening.abort(stop.reason)
  stop.addEventListener('abort', callOff)
  try {
    return await openDatabase(config, 'command', { signal: opening.signal })
  } finally {
    stop.removeEventListener('abort', callOff)
  }
}

function describeRefusal(
  name: string,
  { faults, count }: { faults: readonly unknown[]; count: number },
): string {
  const shown = count > faults.length ? `; the first ${faults.length} of ${count} faults` : ''
  return `${name} is refused, nothing of it was kept${shown}`
}

function fieldsHelp(): string {
  const lines = importKinds.map((kind) => `  ${kind}: ${describeFields(kind)}`)
  return [
    'A record is one JSON object with organization_id, project_id, and _id where it has one (a UUID), and:',
    ...lines,
    'Times are ISO 8601; a date alone is the beginning of that day, UTC. Numbers are E.164 or in the form of the project’s',
    'country; on WhatsApp digits without + are international, as WhatsApp’s own ids are.',
  ].join('\n')
}

async function* readChunks(file: string, name: string, stop: AbortSignal): AsyncGenerator<Buffer> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes })
  addAbortSignal(stop, stream)
  try {
    for await (const chunk of stream) yield chunk as Buffer // Neither stream has an encoding, so chunks are buffers.
  } catch (cause) {
    stop.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFault(`${name} can not be read: ${reason}`)
  }
}

const shownEveryMs = 200

/** Shows progress as one line on standard error that is overwritten; shows nothing if that is not a terminal. */
function progressLine(): { show: Progress; clear: () => void } {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} }
  const begun = performance.now()
  let shownAt = 0
  let shownPhase = ''
  return {
    show: (phase, done, total) => {
      const now = performance.now()
      if (phase === shownPhase && now - shownAt < shownEveryMs) return
      shownAt = now
      shownPhase = phase
      const lines = total === null ? `${done}` : `${done} of ${total}`
      const rate = Math.round(done / Math.max(0.001, (now - begun) / 1000))
      process.stderr.write(`\r\x1b[K${phase}${done > 0 ? `: ${lines} lines, ${rate} lines/s` : ''}`)
    },
    clear: () => void process.stderr.write('\r\x1b[K'),
  }
}
