import { createReadStream } from 'node:fs'
import { Argument } from 'commander'
import type { Command } from 'commander'
import { systemClock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { migrate } from '../db/migrate.ts'
import { importHistory } from '../operator/import/import-history.ts'
import { importKinds } from '../operator/import/kinds.ts'
import type { ImportKind } from '../operator/import/kinds.ts'
import type { Progress } from '../operator/import/session.ts'
import { openDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'

export function addImport(program: Command, config: () => Config): void {
  program
    .command('import')
    .description('load history from NDJSON, one record a line; all of it or, at any fault, nothing')
    .addArgument(new Argument('<kind>', 'what the records are').choices(importKinds))
    .argument('<file>', 'the file; - is standard input')
    .option('--json', 'print what was imported as one JSON document')
    .action((kind: ImportKind, file: string, { json }: { json?: true }) =>
      importFile(config(), kind, file, json === true),
    )
}

const chunkBytes = 1_048_576

async function importFile(config: Config, kind: ImportKind, file: string, json: boolean): Promise<void> {
  const name = file === '-' ? 'standard input' : file
  const begun = performance.now()
  await using opened = await openDatabase(config, 'command')
  await migrate(opened.db)
  const bar = progressLine()
  const context = { db: opened.db, clock: systemClock, newId: uuidv7, progress: bar.show }
  const outcome = await importHistory(context, kind, readChunks(file, name)).finally(bar.clear)
  if (!outcome.ok) throw new CommandFault(`${name} is refused, nothing of it was kept`, outcome.faults)
  const seconds = Math.round(performance.now() - begun) / 1000
  if (json) return printJson({ ...outcome.summary, seconds })
  const { imported, profiles_created, profiles_merged } = outcome.summary
  const people = kind === 'conversations' ? `, ${profiles_created} profiles created` : ''
  const merged = profiles_merged > 0 ? `, ${profiles_merged} profiles merged into others` : ''
  printLine(`Imported: ${imported} ${kind}${people}${merged}, in ${seconds.toFixed(1)} s.`)
}

async function* readChunks(file: string, name: string): AsyncGenerator<Buffer> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes })
  try {
    for await (const chunk of stream) yield chunk as Buffer // Neither stream has an encoding set.
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFault(`${name} can not be read: ${reason}`)
  }
}

const shownEveryMs = 200

/** One line on standard error that is written over, where that is a terminal. */
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
