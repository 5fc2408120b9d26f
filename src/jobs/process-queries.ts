import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

export const processKinds = ['serve', 'api', 'worker'] as const
export type ProcessKind = (typeof processKinds)[number]

/** A process of this program. Times are the database's. */
export interface ProcessRow {
  _id: string
  kind: ProcessKind
  host: string
  version: string
  started_at: string
  seen_at: string
}

/** Records that a process is alive. Only people read these rows; no process decides by them. */
export async function upsertProcess(
  db: Queryable,
  process: Pick<ProcessRow, '_id' | 'kind' | 'host' | 'version'>,
): Promise<void> {
  const { _id, kind, host, version } = process
  await db.write(sql`
    insert into processes (_id, kind, host, version, started_at, seen_at)
    values (${_id}, ${kind}, ${host}, ${version}, now(), now())
    on conflict (_id) do update set seen_at = excluded.seen_at`)
}

/** Removes a process that ends. */
export async function deleteProcess(db: Queryable, id: string): Promise<void> {
  await db.write(sql`delete from processes where _id = ${id}`)
}

/** Removes processes that have not been there for a day. */
export async function deletePastProcesses(db: Queryable): Promise<void> {
  await db.write(sql`delete from processes where seen_at < now() - interval '1 day'`)
}

/** A process, and whether it was seen within `aliveMs`. */
export interface SeenProcess extends ProcessRow {
  is_alive: boolean
}

/** Returns the stored processes, the last seen first, at most 1,000. */
export async function selectProcesses(db: Reader, aliveMs: number): Promise<SeenProcess[]> {
  return db.query<SeenProcess>(sql`
    select _id, kind, host, version, started_at, seen_at,
      seen_at > now() - ${aliveMs}::float8 * interval '1 millisecond' as is_alive
    from processes order by seen_at desc, _id desc limit 1000`)
}
