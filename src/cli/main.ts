import { Command, CommanderError } from 'commander'
import { ConfigFault, readConfig } from '../base/config.ts'
import { formatFault } from '../base/faults.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { DataDirInUse } from '../db/embedded-postgres.ts'
import { HostFault } from '../db/postgres-account.ts'
import { UnsafeFolder } from '../base/private-folder.ts'
import { CommandFault, printJson } from './output.ts'
import { Stopped } from './signals.ts'

const usageStatus = 2

// The reader of our output may close it early, as in `apply … | head`.
process.stdout.on('error', () => process.exit(1))

// bin/switchboard.js started this process, and cannot pass a SIGKILL on: its end closes the channel.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

const program = new Command('switchboard')
  .description('Self-hosted conversational outreach: voice calls and WhatsApp messages under your own rules')
  .showHelpAfterError('(add --help for the options of the command)')
  .exitOverride()

const config = () => readConfig(process.env)
/** The function of each command's file that registers it, by the command's name, in the order of the help. */
const commands = {
  serve: async () => (await import('./serve.ts')).addServe,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  apply: async () => (await import('./apply.ts')).addApply,
  import: async () => (await import('./import.ts')).addImport,
  keys: async () => (await import('./keys.ts')).addKeys,
  crawl: async () => (await import('./crawl.ts')).addCrawl,
  demo: async () => (await import('./demo.ts')).addDemo,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  sandbox: async () => (await import('./sandbox.ts')).addSandbox,
  recount: async () => (await import('./recount.ts')).addRecount,
  templates: async () => (await import('./templates.ts')).addTemplates,
  messages: async () => (await import('./messages.ts')).addMessages,
  'opt-outs': async () => (await import('./opt-outs.ts')).addOptOuts,
  sources: async () => (await import('./sources.ts')).addSources,
  tickets: async () => (await import('./tickets.ts')).addTickets,
  calls: async () => (await import('./calls.ts')).addCalls,
  people: async () => (await import('./people.ts')).addPeople,
  rehearse: async () => (await import('./rehearse.ts')).addRehearse,
}
// Loading every command takes ten times as long as loading `keys`. Only the help and a wrong name need all.
const [named = ''] = process.argv.slice(2)
const isKnown = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)
const loaded = isKnown(named) ? [commands[named]] : Object.values(commands)
for (const load of loaded) (await load())(program, config)

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
