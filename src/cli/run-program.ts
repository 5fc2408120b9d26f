import path from 'node:path'
import { Command, CommanderError } from 'commander'
import { DatabaseError } from 'pg'
import { ConfigFault, readConfig } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { formatFault } from '../base/faults.ts'
import { UnsafeFolder } from '../base/private-folder.ts'
import { isConnectionRefused, isDatabaseUnavailable, isOrganizationMoving } from '../db/database.ts'
import { DataDirInUse } from '../db/embedded-postgres.ts'
import { SchemaTooNew, ServerTooOld } from '../db/migrate.ts'
import { HostFault } from '../db/postgres-account.ts'
import { listCommands } from './command-summaries.ts'
import { commands, isCommand } from './commands.ts'
import { CommandFault, printJson } from './output.ts'
import { Stopped } from './signals.ts'
import { takeCell } from './take-cell.ts'

const usageStatus = 2

/**
 * Runs `switchboard` with these arguments until its command ends. Prints what it prints, and sets the exit status of
 * the process (docs/operating.md, "Commands").
 */
export async function runProgram(
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const program = new Command('switchboard')
    .description(
      'Self-hosted conversational outreach: voice calls and WhatsApp messages under your own rules',
    )
    .showHelpAfterError('(add --help for the options of the command)')
    .exitOverride()
  let cellConfig: Config | null = null
  let used: Config | null = null
  const config = () => (used = cellConfig ?? readConfig(environment))
  // Loading every command takes ten times as long as loading `keys`, and the list of them needs none.
  const { cell, args } = takeCell(given)
  const [first = '', second = ''] = args
  const named = first === 'help' ? second : first
  if (isCommand(named)) (await commands[named]())(program, config)
  else listCommands(program)
  try {
    if (cell !== null) cellConfig = await (await import('./open-directory.ts')).configOfCell(config(), cell)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error, given, used)
  }
}

/** Prints the error on standard error, and returns the exit status (docs/operating.md, "Commands"). */
function report(error: unknown, given: readonly string[], used: Config | null): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus
  const line = describe(error, used)
  const faults = error instanceof CommandFault ? error.faults : []
  const lines = faults.map((fault) => `\n  ${formatFault(fault)}`)
  if (line === null) console.error('switchboard: unexpected fault:', error)
  else console.error(`switchboard: ${line}${lines.length > 0 ? `:${lines.join('')}` : ''}`)
  // Commands print their document last, so this one is the only document.
  if (given.includes('--json')) printJson({ error: line ?? 'unexpected fault', faults })
  return 1
}

/** Returns a known error as one line; null for any other. */
function describe(error: unknown, used: Config | null): string | null {
  const known = [
    CommandFault,
    ConfigFault,
    DataDirInUse,
    HostFault,
    SchemaTooNew,
    ServerTooOld,
    UnsafeFolder,
    Stopped,
  ]
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message
  const reason = error instanceof Error ? error.message : 'no answer'
  if (isBelowDataDir(error, used)) return `DATA_DIR must be a folder that this user can write to: ${reason}`
  if (isOrganizationMoving(error))
    return 'the organization is in another cell, or moves to one: use --cell; see switchboard cells list'
  if (isConnectionRefused(error)) return `the database refuses the connection: ${reason}; see DATABASE_URL`
  const answer = error instanceof DatabaseError ? describeAnswer(error) : null
  return answer ?? (isDatabaseUnavailable(error) ? `the database can not be reached: ${reason}` : null)
}

/** Returns an answer of the database that an operator can do something about, with what; null for any other. */
function describeAnswer({ code = '', message }: DatabaseError): string | null {
  switch (code) {
    case '55P03': // lock_not_available
    case '57014': // query_canceled, mostly at a time limit
      return `the database kept the command waiting for too long: ${message}; repeat it`
    case '42501': // insufficient_privilege
      return `the database refuses it: ${message}; the role must own the database, or have all rights on it and its schema public`
    case '42P01': // undefined_table
      return `the database is not at this version: ${message}; run switchboard migrate`
    default:
      // The disk or the memory is full, or files can not be read or written.
      return /^(53[124]00|58...)$/.test(code) ? `the database refuses it: ${message}` : null
  }
}

/** Returns whether the system has refused to make, read or write the data folder or something in it. */
function isBelowDataDir(error: unknown, used: Config | null): boolean {
  if (used === null || !(error instanceof Error && 'syscall' in error && 'path' in error)) return false
  const place = path.relative(used.dataDir, String(error.path))
  return place.split(path.sep)[0] !== '..' && !path.isAbsolute(place)
}
