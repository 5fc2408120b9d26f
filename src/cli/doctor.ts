import type { Command } from 'commander'
import { replicasOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { checkFolders, checkPublicAddress } from '../operator/doctor/check-host.ts'
import { examineReplicas } from '../operator/doctor/check-replicas.ts'
import { fail, runCheck } from '../operator/doctor/check.ts'
import type { Finding } from '../operator/doctor/check.ts'
import { examineDatabase } from '../operator/doctor/examine.ts'
import { privateHostsOf } from '../providers/web/guard/private-hosts.ts'
import { createResolver } from '../providers/web/guard/resolver.ts'
import { openDatabase } from './open-database.ts'
import { printJson, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'

export function addDoctor(program: Command, config: () => Config): void {
  program
    .command('doctor')
    .description(
      'check the set-up: database, replicas, key, address, accounts, clock, folders, worker; says what to fix',
    )
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const checks = await examine(config())
      if (json) printJson({ checks })
      else for (const finding of checks) printFinding(finding)
      if (checks.some(({ status }) => status === 'fail')) process.exitCode = 1
    })
}

async function examine(config: Config): Promise<Finding[]> {
  // This check begins before the database is opened, since opening makes missing folders.
  const folders = runCheck('folders', () => checkFolders(config.dataDir), 'see who owns DATA_DIR')
  const [found, database, address] = await Promise.all([
    folders,
    folders.then(() => examineOpened(config)),
    checkPublicAddress(config.publicUrl),
  ])
  return [...database, address, ...found]
}

async function examineOpened(config: Config): Promise<Finding[]> {
  try {
    await using opened = await openDatabase(config, 'command')
    const [database, replicas] = await Promise.all([
      examineDatabase(opened.db, async () => createSecretBox(await loadSecretKey(config)), {
        publicUrl: config.publicUrl,
        givenHosts: { privateHosts: privateHostsOf(config.privateHosts), lookup: createResolver() },
      }),
      runCheck('replicas', () => examineReplicas(opened.db, replicasOf(config)), 'see DATABASE_READ_URL'),
    ])
    return [...database, ...replicas]
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it can not be opened'
    return [fail('database', message, 'fix what the message names, or set DATABASE_URL')]
  }
}

function printFinding({ status, check, message, mend }: Finding): void {
  printLine(`${status.padEnd(4)}  ${check}: ${message}${mend === null ? '' : `; ${mend}`}`)
}
