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

/** Returns whether the project has a domain in its knowledge base. Index: sources_by_domain. */
export async function selectHasDomain(
  db: Queryable,
  { organization_id, project_id }: DemoProject,
): Promise<boolean> {
  const [row] = await db.query<{ has_domain: boolean }>(sql`
    select exists (select from sources where organization_id = ${organization_id} and project_id = ${project_id}
      and domain is not null) as has_domain`)
  return row?.has_domain ?? false
}

/** Switches the calls of a demo on or off. Returns false where the organization has no demo. */
export async function updatePlacesCalls(
  db: Queryable,
  organizationId: string,
  placesCalls: boolean,
): Promise<boolean> {
  const switched = await db.write(sql`
    update demos set places_calls = ${placesCalls} where organization_id = ${organizationId} returning organization_id`)
  return switched.length > 0
}

/** What bounds the calls of a demo. */
export interface CallRoom {
  /** False where they are switched off, or the demo is not noted yet. */
  places_calls: boolean
  /** Calls of the organization that are dialed, ring or are live. */
  under_way: number
  /** Calls that wait in the campaign, at most `waitingMax`. */
  waiting: number
  /** Whether the organization has a carrier account at another address than the sandbox's. */
  has_other_carrier: boolean
}

/** Returns what bounds a call of the demo at the moment. Indexes: numbers_in_use_pkey, calls_in_queue. */
export async function selectCallRoom(
  db: Queryable,
  { organization_id, project_id }: DemoProject,
  { campaignId, carrierUrl, waitingMax }: { campaignId: string; carrierUrl: string; waitingMax: number },
): Promise<CallRoom> {
  const [room] = await db.query<CallRoom>(sql`
    select coalesce((select places_calls from demos
        where organization_id = ${organization_id} and project_id = ${project_id}), false) as places_calls,
      (select count(*) from numbers_in_use where organization_id = ${organization_id}) as under_way,
      (select count(*) from (select from calls where organization_id = ${organization_id}
        and campaign_id = ${campaignId} and state = 'waiting' and waits_for = 'turn' limit ${waitingMax}) w) as waiting,
      exists (select from voice_carriers where organization_id = ${organization_id}
        and api_url is distinct from ${carrierUrl}) as has_other_carrier`)
  if (room === undefined) throw new Error('a select without a table returned no row')
  return room
}

/** Counts a call of this day (UTC), unless the day's calls are used up. Returns whether it may be placed. */
export async function takeCallOfDay(
  db: Queryable,
  { organization_id, project_id }: DemoProject,
  callsMax: number,
  now: Date,
): Promise<boolean> {
  const day = now.toISOString().slice(0, 10)
  const taken = await db.write(sql`
    update demos set calls_day = ${day}::date,
      calls_placed = case when calls_day = ${day}::date then calls_placed else 0 end + 1
    where organization_id = ${organization_id} and project_id = ${project_id} and places_calls
      and (calls_day is distinct from ${day}::date or calls_placed < ${callsMax})
    returning organization_id`)
  return taken.length === 1
}
