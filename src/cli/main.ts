import { Command, CommanderError } from 'commander'
import { ConfigFault, readConfig } from '../base/config.ts'
import { formatFault } from '../base/faults.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { DataDirInUse } from '../db/embedded-postgres.ts'
import { HostFault } from '../db/postgres-account.ts'
import { UnsafeFolder } from '../base/private-folder.ts'
import { addApply } from './apply.ts'
import { addCrawl } from './crawl.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addMessages } from './messages.ts'
import { addMigrate } from './migrate.ts'
import { addOptOuts } from './opt-outs.ts'
import { CommandFault, printJson } from './output.ts'
import { addRecount } from './recount.ts'
import { addSandbox } from './sandbox.ts'
import { addServe } from './serve.ts'
import { Stopped } from './signals.ts'
import { addSources } from './sources.ts'
import { addTemplates } from './templates.ts'
import { addTickets } from './tickets.ts'

const usageStatus = 2

// The reader of our output may close it early, as in `apply … | head`.
process.stdout.on('error', () => process.exit(1))

// bin/switchboard.js started this process, and cannot pass a SIGKILL on: its end closes the channel.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

const program = new Command('switchboard')
  .description('Self-hosted conversational outreach: voice calls and WhatsApp messages under your own rules')
  .showHelpAfterError('(add --help for what the command takes)')
  .exitOverride()

const config = () => readConfig(process.env)
addServe(program, config)
addMigrate(program, config)
addApply(program, config)
addImport(program, config)
addKeys(program, config)
addCrawl(program, config)
addDemo(program, config)
addDoctor(program, config)
addSandbox(program, config)
addRecount(program, config)
addTemplates(program, config)
addMessages(program, config)
addOptOuts(program, config)
addSources(program, config)
addTickets(program, config)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

/** Prints the error on standard error, and returns the exit status (docs/operating.md, "Commands"). */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus
  const line = describe(error)
  const faults = error instanceof CommandFault ? error.faults : []
  const lines = faults.map((fault) => `\n  ${formatFault(fault)}`)
  if (line === null) console.error('switchboard: unexpected fault:', error)
  else console.error(`switchboard: ${line}${lines.length > 0 ? `:${lines.join('')}` : ''}`)
  // Commands print their document last, so this one is the only document.
  if (process.argv.includes('--json')) printJson({ error: line ?? 'unexpected fault', faults })
  return 1
}

/** Returns a known error as one line; null for any other. */
function describe(error: unknown): string | null {
  const known = [CommandFault, ConfigFault, DataDirInUse, HostFault, UnsafeFolder, Stopped]
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message
  if (!isDatabaseUnavailable(error)) return null
  return `the database can not be reached: ${error instanceof Error ? error.message : 'no answer'}`
}
