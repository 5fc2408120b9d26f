import { selectHold } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import { isMigrated } from '../../db/migrate.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectWorkerAge, workerSecondsMax } from '../../jobs/report-worker.ts'
import { describeHold, releaseAdvice } from '../describe-hold.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'
import { selectServer, selectUnreadableEvents } from './queries.ts'

/** The largest difference of the clocks without a warning. */
const clockMsMax = 2_000
/** Nobody expects that an event can't be read for longer. */
const unreadableSecondsMax = 60

/**
 * Checks that the database answers, and that its clock agrees with this machine's: `Date.now` itself, because the
 * service's clock follows the database's and always agrees.
 */
export async function checkServer(db: Db): Promise<Finding[]> {
  await selectServer(db)
  const before = Date.now()
  const { version, now } = await selectServer(db)
  const apartMs = Math.abs(Date.parse(now) - (before + Date.now()) / 2)
  const seconds = (apartMs / 1000).toFixed(1)
  const clock =
    apartMs <= clockMsMax
      ? ok('clock', 'the clocks of this machine and of the database agree')
      : warn(
          'clock',
          `the clocks of this machine and of the database differ by ${seconds} s`,
          'synchronize both with NTP',
        )
  return [ok('database', `PostgreSQL ${version} answers`), clock]
}

export async function checkMigrations(db: Db): Promise<Finding> {
  if (await isMigrated(db)) return ok('migrations', 'the schema is that of this version')
  return fail('migrations', 'the schema is not that of this version', 'run `switchboard migrate`')
}

export async function checkWorker(db: Db): Promise<Finding> {
  const age = await selectWorkerAge(db)
  if (age !== null && age <= workerSecondsMax) return ok('worker', `seen ${Math.round(age)} s ago`)
  const since = age === null ? 'within a day' : `for ${Math.round(age)} s`
  return warn('worker', `no worker has run ${since}`, 'start `switchboard serve` or `switchboard worker`')
}

/** Checks that no event has waited for long for a transaction to end. */
export async function checkEvents(db: Reader, secondsMax = unreadableSecondsMax): Promise<Finding> {
  const found = await selectUnreadableEvents(db)
  if (found === null || found.seconds <= secondsMax) return ok('events', 'new events can be read')
  const { name, pid, gid, seconds } = found
  const message = (whose: string) =>
    `new events can not be read; the oldest has waited ${Math.round(seconds)} s for a transaction ${whose}`
  return gid === null
    ? warn(
        'events',
        message(`of ${name}, process ${pid} of PostgreSQL`),
        `wait for its end, or end it with \`select pg_terminate_backend(${pid})\``,
      )
    : warn('events', message(`that is prepared as ${gid}`), 'commit it or roll it back')
}

/** Checks that the database is in service: one that was restored or copied is held. */
export async function checkHold(db: Db): Promise<Finding> {
  const hold = await selectHold(db)
  return hold === null
    ? ok('hold', 'the database is in service')
    : fail('hold', describeHold(hold), releaseAdvice)
}
