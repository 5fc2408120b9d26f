import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { Client } from 'pg'
import type { Config } from '../base/config.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { drillBackup } from '../operator/backup/drill-backup.ts'
import type { DrillReport } from '../operator/backup/drill-backup.ts'
import { BackupFault } from '../operator/backup/scratch-cluster.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'
import { listenForStop } from './signals.ts'

const usualPort = 5499

interface Options {
  stanza: string
  config?: string
  until?: string
  folder?: string
  port: string
  json?: true
}

/** Adds the command `backup drill`. Its exit status is 1 if a check failed. */
export function addBackup(program: Command, config: () => Config): void {
  program
    .command('backup')
    .description('backups of a database of pgBackRest')
    .command('drill')
    .description('restore a backup into a scratch folder, start it on loopback, check it and remove it')
    .option('--stanza <name>', 'stanza of pgBackRest', 'switchboard')
    .option('--config <file>', 'configuration file of pgBackRest; default: its own')
    .option('--until <instant>', 'restore what was committed by then, such as "2026-11-23 12:00:00+00"')
    .option('--folder <folder>', 'where it is restored; a new folder in the temporary one by default')
    .option('--port <port>', 'loopback port of the restored PostgreSQL', String(usualPort))
    .option('--json', 'print one JSON document')
    .action((options: Options) => drill(config(), options))
}

async function drill(config: Config, options: Options): Promise<void> {
  if (config.databaseUrl === null)
    throw new CommandFault('set DATABASE_URL: the embedded database has no backups of pgBackRest')
  if (process.getuid?.() === 0)
    throw new CommandFault(
      'PostgreSQL does not run as root: run this as its user, such as by `runuser -u postgres`',
    )
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandFault('--port must be a whole number from 1 to 65535')
  const { database, user } = new Client({ connectionString: config.databaseUrl })
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'switchboard-drill-'))
  try {
    const report = await drillBackup(
      {
        stanza: options.stanza,
        config: options.config ?? null,
        until: options.until ?? null,
        folder: path.resolve(folder),
        port,
        database: database ?? 'switchboard',
        user: user ?? 'switchboard',
        signal: listenForStop(),
      },
      async () => createSecretBox(await loadSecretKey(config)),
    )
    if (options.json) printJson(report)
    else print(report)
    if (report.checks.some(({ status }) => status === 'fail')) process.exitCode = 1
  } catch (error) {
    if (error instanceof BackupFault) throw new CommandFault(error.message)
    throw error
  } finally {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

function print({ backup, reaches_to, restore_seconds, recovery_seconds, checks }: DrillReport): void {
  printLine(`Newest backup: ${backup.label} (${backup.type}), which ended at ${backup.ended_at}`)
  printLine(`Restored in ${restore_seconds} s and recovered in ${recovery_seconds} s`)
  printLine(reaches_to === null ? 'No process ever ran on it' : `A process last reported at ${reaches_to}`)
  for (const { status, check, message, mend } of checks)
    printLine(`${status.padEnd(4)}  ${check}: ${message}${mend === null ? '' : `; ${mend}`}`)
}
