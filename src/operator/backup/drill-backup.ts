import type { SecretBox } from '../../base/secret-box.ts'
import { selectHold } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import { SchemaTooNew, migrate } from '../../db/migrate.ts'
import { describeHold } from '../describe-hold.ts'
import { checkSecrets } from '../doctor/check-accounts.ts'
import { fail, ok } from '../doctor/check.ts'
import type { Finding } from '../doctor/check.ts'
import { selectOtherSecrets, selectStoredCarriers, selectStoredSenders } from '../doctor/queries.ts'
import { recount } from '../recount/recount.ts'
import { countAllRows } from './count-all-rows.ts'
import { selectInvalidIndexes, selectLastSeen } from './queries.ts'
import { BackupFault, restoreScratch, runPgbackrest } from './scratch-cluster.ts'
import type { RestoreOptions } from './scratch-cluster.ts'

export interface DrillReport {
  /** The label of the newest backup of the stanza, and when it ended. */
  backup: { label: string; type: string; ended_at: string }
  /** The last report of a process in the restored database: how far it reaches, to 10 seconds. Null: it has none. */
  reaches_to: string | null
  rows: number
  restore_seconds: number
  recovery_seconds: number
  checks: Finding[]
}

/**
 * Restores a backup into a scratch folder, starts it there, checks it, stops and removes it. The original is not
 * touched; the copy dials nothing, because no process of the service runs on it, and because it is held.
 *
 * @throws {BackupFault} if it can't be restored or started.
 * @throws the reason of the signal, if that aborts.
 */
export async function drillBackup(
  options: RestoreOptions,
  loadSecretBox: () => Promise<SecretBox>,
): Promise<DrillReport> {
  try {
    return await drill(options, loadSecretBox)
  } catch (error) {
    options.signal.throwIfAborted()
    throw error
  }
}

async function drill(options: RestoreOptions, loadSecretBox: () => Promise<SecretBox>): Promise<DrillReport> {
  const backup = newestBackup(await runPgbackrest(options, ['info', '--output=json']))
  await using scratch = await restoreScratch(options)
  const { db, restoreSeconds, recoverySeconds } = scratch
  const rows = await countAllRows(db)
  const checks = [
    ok('rows', `all ${rows} rows of all tables can be read`),
    ...(await checkCopy(db, loadSecretBox)),
  ]
  return {
    backup,
    reaches_to: await selectLastSeen(db),
    rows,
    restore_seconds: round(restoreSeconds),
    recovery_seconds: round(recoverySeconds),
    checks,
  }
}

/**
 * Brings the copy to the schema of this version, as `switchboard migrate` does, and checks it. A copy of a later
 * version gets no other check: they read tables as this version has them.
 */
export async function checkCopy(db: Db, loadSecretBox: () => Promise<SecretBox>): Promise<Finding[]> {
  const migrations = await migrateCopy(db)
  if (migrations.status !== 'ok') return [migrations]
  return [
    migrations,
    await checkIsHeld(db),
    await checkIndexes(db),
    await checkCounts(db),
    await checkSecretKey(db, loadSecretBox),
  ]
}

async function migrateCopy(db: Db): Promise<Finding> {
  try {
    const { length: count } = await migrate(db)
    return ok(
      'migrations',
      count === 0
        ? 'the schema is that of this version'
        : `the copy is from an earlier version, and was brought to this one by ${count} migrations`,
    )
  } catch (error) {
    if (!(error instanceof SchemaTooNew)) throw error
    return fail('migrations', error.message, 'run the drill with the version that is in service')
  }
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10

/** The part of pgBackRest's `info --output=json` that is read here. */
type Info = {
  status?: { code: number; message: string }
  backup?: { label: string; type: string; timestamp: { stop: number } }[]
}[]

/** @throws {BackupFault} if the stanza has no backup that can be restored. */
function newestBackup(info: string): DrillReport['backup'] {
  const [stanza] = JSON.parse(info) as Info
  const newest = stanza?.backup?.at(-1)
  if (newest === undefined)
    throw new BackupFault(
      `the stanza has no backup: ${stanza?.status?.message ?? 'pgBackRest does not know it'}`,
    )
  const ended_at = new Date(newest.timestamp.stop * 1_000).toISOString()
  return { label: newest.label, type: newest.type, ended_at }
}

async function checkIsHeld(db: Db): Promise<Finding> {
  const hold = await selectHold(db)
  return hold === null
    ? fail(
        'hold',
        'the restored copy is not held',
        'do not start the service on it; see whether it ever ran in service',
      )
    : ok('hold', describeHold(hold))
}

async function checkIndexes(db: Db): Promise<Finding> {
  const invalid = await selectInvalidIndexes(db)
  return invalid.length === 0
    ? ok('indexes', 'all are valid')
    : fail('indexes', `invalid: ${invalid.join(', ')}`, 'run `reindex` on them in the original')
}

async function checkCounts(db: Db): Promise<Finding> {
  const differences = Object.entries(await recount(db, { repair: false })).filter(([, count]) => count > 0)
  const named = differences.map(([name, count]) => `${count} of ${name}`).join(', ')
  return differences.length === 0
    ? ok('counts', 'every kept count equals its rows')
    : fail('counts', `counts differ from their rows: ${named}`, 'run `switchboard recount` on the original')
}

async function checkSecretKey(db: Db, loadSecretBox: () => Promise<SecretBox>): Promise<Finding> {
  const [carriers, senders, others] = await Promise.all([
    selectStoredCarriers(db),
    selectStoredSenders(db),
    selectOtherSecrets(db),
  ])
  try {
    return checkSecrets(await loadSecretBox(), carriers, senders, others)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it can not be read'
    return fail('secret key', message, 'set SECRET_KEY: without it the backup is worth little')
  }
}
