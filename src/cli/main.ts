import { Command, CommanderError } from 'commander'
import { ConfigFault, readConfig } from '../base/config.ts'
import { formatFault } from '../base/faults.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { DataDirInUse } from '../db/embedded-postgres.ts'
import { HostFault } from '../db/host-fault.ts'
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

// Whoever reads our output may stop reading: `apply … | head`.
process.stdout.on('error', () => process.exit(1))

// Started by bin/switchboard.js: stopped when that is killed, which can't pass a SIGKILL on.
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

/** Says on standard error what went wrong and answers the exit status (docs/operating.md, "Commands"). */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus
  const line = describe(error)
  const faults = error instanceof CommandFault ? error.faults : []
  const lines = faults.map((fault) => `\n  ${formatFault(fault)}`)
  if (line === null) console.error('switchboard: unexpected fault:', error)
  else console.error(`switchboard: ${line}${lines.length > 0 ? `:${lines.join('')}` : ''}`)
  // A command writes its document last, so this is the only one.
  if (process.argv.includes('--json')) printJson({ error: line ?? 'unexpected fault', faults })
  return 1
}

/** One line for a fault that is known, else null. */
function describe(error: unknown): string | null {
  const known = [CommandFault, ConfigFault, DataDirInUse, HostFault, UnsafeFolder, Stopped]
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message
  if (!isDatabaseUnavailable(error)) return null
  return `the database can not be reached: ${error instanceof Error ? error.message : 'no answer'}`
}
