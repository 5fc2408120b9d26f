import { selectHold } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { selectProcesses } from '../../jobs/process-queries.ts'
import { aliveMs } from '../../jobs/report-process.ts'

interface ProjectKey {
  organization_id: string
  project_id: string
}

/** More waiting calls than this are not counted. */
export const waitingMax = 1_000

/** The worker that was seen last. */
export interface LastWorker {
  host: string
  version: string
  seen_at: string
  is_alive: boolean
}

/** Returns the worker that was seen last; null: none within a day. */
export async function readLastWorker(db: Db): Promise<LastWorker | null> {
  // The last one that was seen comes first.
  const worker = (await selectProcesses(db, aliveMs)).find(({ kind }) => kind !== 'api')
  if (worker === undefined) return null
  const { host, version, seen_at, is_alive } = worker
  return { host, version, seen_at, is_alive }
}

/** Returns whether the whole database is held, so that nothing is dialed until an operator releases it. */
export async function readIsHeld(db: Db): Promise<boolean> {
  return (await selectHold(db)) !== null
}

/**
 * Returns how many calls of a project are under way, and whether a worker dials or the database is held. Waiting calls
 * are counted only where none does, since every page asks this.
 */
export async function readUnderWay(
  db: Db,
  project: ProjectKey,
): Promise<{ under_way: number; is_held: boolean; worker: LastWorker | null; waiting: number | null }> {
  const [under_way, is_held, worker] = await Promise.all([
    countUnderWay(db, project),
    readIsHeld(db),
    readLastWorker(db),
  ])
  const waiting = worker?.is_alive === true ? null : await countWaiting(db, project)
  return { under_way, is_held, worker, waiting }
}

/**
 * Counts the calls that are dialed, ring or are live. Each of them holds its number, but for some that people make:
 * theirs is withheld, or another call of the person holds it. Indexes: numbers_in_use_pkey, calls_of_callers_under_way.
 */
async function countUnderWay(db: Db, { organization_id, project_id }: ProjectKey): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select (select count(*) from numbers_in_use
        where organization_id = ${organization_id} and project_id = ${project_id})
      + (select count(*) from calls c
        where c.organization_id = ${organization_id} and c.project_id = ${project_id} and c.placed_by = 'caller'
          and c.state in ('ringing', 'live') and not exists (select from numbers_in_use n
            where n.organization_id = c.organization_id and n.call_id = c._id offset 0)) as count`)
  return row?.count ?? 0
}

/** Counts waiting calls up to one more than `waitingMax`. Index: calls_waiting_by_number. */
async function countWaiting(db: Db, { organization_id, project_id }: ProjectKey): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from (
      select from calls where organization_id = ${organization_id} and project_id = ${project_id} and state = 'waiting'
      limit ${waitingMax + 1}) w`)
  return row?.count ?? 0
}
