import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

export interface ProjectKey {
  _id: string
  name: string
  revoked: boolean
}

/** Returns all keys of a project, revoked ones too, in order of creation. */
export async function selectKeysOf(
  db: Queryable,
  organizationId: string,
  projectId: string,
): Promise<ProjectKey[]> {
  return db.query<ProjectKey>(sql`
    select _id, name, revoked_at is not null as revoked from api_keys
    where organization_id = ${organizationId} and project_id = ${projectId} order by created_at, _id`)
}

/** The demo's project. */
export interface DemoProject {
  organization_id: string
  project_id: string
}

/** What is noted of the demo. */
export interface DemoState extends DemoProject {
  history_loaded_at: string | null
  /** Whether it places calls while somebody watches. */
  places_calls: boolean
}

/** Returns what is noted of a demo; null where nothing is yet. */
export async function selectDemo(
  db: Queryable,
  { organization_id, project_id }: DemoProject,
): Promise<DemoState | null> {
  const [demo] = await db.query<DemoState>(sql`
    select organization_id, project_id, history_loaded_at, places_calls from demos
    where organization_id = ${organization_id} and project_id = ${project_id}`)
  return demo ?? null
}

/** Returns what is noted of all demos. There is one, unless somebody has renamed its organization. */
export async function selectDemos(db: Queryable): Promise<DemoState[]> {
  return db.query<DemoState>(sql`
    select organization_id, project_id, history_loaded_at, places_calls from demos order by organization_id, project_id`)
}

/** Notes where the history of a demo ends, unless that is noted already. Returns where it ends. */
export async function upsertDemo(
  db: Queryable,
  { organization_id, project_id }: DemoProject,
  until: Date,
): Promise<string> {
  const [demo] = await db.write<{ history_until: string }>(sql`
    insert into demos as d (organization_id, project_id, history_until)
    values (${organization_id}, ${project_id}, ${until})
    on conflict (organization_id, project_id) do update
      set history_until = coalesce(d.history_until, excluded.history_until)
    returning history_until`)
  if (demo === undefined) throw new Error('an upsert returned no row')
  return demo.history_until
}

export async function updateHistoryLoaded(
  transaction: Transaction,
  { organization_id, project_id }: DemoProject,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update demos set history_loaded_at = ${now}
    where organization_id = ${organization_id} and project_id = ${project_id}`)
}

/** The key of an advisory lock; an arbitrary number that other programs are unlikely to use. */
const historyLock = 8_020_326_117

/** Takes the lock of loading for this session; returns false where another session has it. */
export async function lockHistory(session: Queryable): Promise<boolean> {
  const [lock] = await session.query<{ taken: boolean }>(
    sql`select pg_try_advisory_lock(${historyLock}::bigint) as taken`,
  )
  return lock?.taken ?? false
}

const storedTables = {
  profiles: sql`profiles`,
  conversations: sql`conversations`,
  messages: sql`messages`,
  tickets: sql`tickets`,
}

/** Returns whether a record is stored. A profile that was merged into another counts too. */
export async function selectIsStored(
  db: Queryable,
  kind: keyof typeof storedTables,
  { organization_id, _id }: { organization_id: string; _id: string },
): Promise<boolean> {
  const [row] = await db.query<{ is_stored: boolean }>(sql`
    select exists (select from ${storedTables[kind]} where organization_id = ${organization_id} and _id = ${_id})
      or exists (select from merged_profiles where organization_id = ${organization_id} and _id = ${_id}) as is_stored`)
  return row?.is_stored ?? false
}

/** Returns the id of the demo's WhatsApp sender. */
export async function selectDemoSender(
  db: Queryable,
  { organization_id, project_id }: DemoProject,
): Promise<string> {
  const [sender] = await db.query<{ _id: string }>(sql`
    select _id from whatsapp_senders where organization_id = ${organization_id} and project_id = ${project_id}
    order by created_at, _id limit 1`)
  if (sender === undefined) throw new Error('the demo has a sender')
  return sender._id
}
