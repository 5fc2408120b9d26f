import { Command, CommanderError } from 'commander'
import { ConfigFault, readConfig } from '../base/config.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { DataDirInUse } from '../db/embedded-postgres.ts'
import { addApply } from './apply.ts'
import { addDemo } from './demo.ts'
import { addKeys } from './keys.ts'
import { addMigrate } from './migrate.ts'
import { CommandFault } from './output.ts'
import { addSandbox } from './sandbox.ts'
import { addServe } from './serve.ts'

const usageStatus = 2

// Whoever reads our output may stop reading: `apply … | head`.
process.stdout.on('error', () => process.exit(1))

const program = new Command('switchboard')
  .description('Self-hosted conversational outreach: voice calls and WhatsApp messages under your own rules')
  .showHelpAfterError('(add --help for what the command takes)')
  .exitOverride()

const config = () => readConfig(process.env)
addServe(program, config)
addMigrate(program, config)
addApply(program, config)
addKeys(program, config)
addDemo(program, config)
addSandbox(program, config)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

/** Says on standard error what went wrong and answers the exit status (operator's contract, "Commands"). */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus
  if (error instanceof CommandFault || error instanceof ConfigFault || error instanceof DataDirInUse)
    console.error(`switchboard: ${error.message}`)
  else if (isDatabaseUnavailable(error))
    console.error(
      `switchboard: the database can not be reached: ${error instanceof Error ? error.message : 'no answer'}`,
    )
  else console.error('switchboard: unexpected fault:', error)
  return 1
}
