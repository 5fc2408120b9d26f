import type { Db } from '../../db/database.ts'
import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { makeAllDeliveries, makeDeliveriesOf, restartDeliveries } from '../../events/delivery-queries.ts'
import type { Move } from '../directory/copy-queries.ts'

/** Writes that a move begins, on one of its sides. A move that is noted already stays as it is. */
export async function insertMove(
  db: Queryable,
  move: Pick<Move, 'organization_id' | 'side' | 'cell' | 'url'>,
): Promise<void> {
  await db.write(sql`
    insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
    values (${move.organization_id}, ${move.side}, ${move.cell}, ${move.url}, 'copying', now(), now())
    on conflict do nothing`)
}

/**
 * Sets the state of a move in its source cell, by that database's clock: the workers of that cell go by it, and the
 * process that moves runs elsewhere. Returns whether it was in one of the states in `from`.
 */
export async function updateSourceMove(
  db: Queryable,
  organizationId: string,
  from: readonly Move['state'][],
  to: Move['state'],
): Promise<boolean> {
  const updated = await db.write(sql`
    update organization_moves set state = ${to}, changed_at = clock_timestamp()
    where organization_id = ${organizationId} and side = 'source' and state = any(${from}::text[])
    returning organization_id`)
  return updated.length > 0
}

/**
 * Distinguishes this lock of an organization from other advisory locks. The function `follow_move` shares it for each
 * write.
 */
const writersLock = sql`8020326116`

/**
 * How long lists show in the target all that a key has written before, in seconds. A replica there may lag, and the
 * key's own mark may have run out.
 */
const markedSeconds = 60

/**
 * Marks the keys of an organization as ones that write. Done before it closes, so that the marks are brought over. A
 * key that is being written at this moment is not waited for.
 */
export async function markKeys(db: Queryable, organizationId: string): Promise<void> {
  await db.write(sql`
    update api_keys set wrote_until = clock_timestamp() + ${markedSeconds}::integer * interval '1 second'
    where organization_id = ${organizationId} and _id = any(array(
      select _id from api_keys where organization_id = ${organizationId} and revoked_at is null
      for update skip locked))`)
}

/**
 * Closes an organization: waits for the transactions that have written its rows, and lets no further one write. Those
 * that come meanwhile wait behind this one for as long as the connection waits for a lock. All of its events have their
 * deliveries then.
 */
export async function closeOrganization(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(sql`select set_config('lock_timeout', '1s', true)`)
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${organizationId}::text, ${writersLock}))`)
  await makeDeliveriesOf(transaction, organizationId)
  await updateSourceMove(transaction, organizationId, ['closing', 'copying'], 'closed')
}

/**
 * Writes whether the target has every row: `closed` if the source is closed and all of its rows are here, else
 * `copying`. Returns whether it was in the other state.
 */
export async function updateTarget(
  db: Queryable,
  organizationId: string,
  to: 'copying' | 'closed',
): Promise<boolean> {
  const updated = await db.write(sql`
    update organization_moves set state = ${to}, changed_at = clock_timestamp()
    where organization_id = ${organizationId} and side = 'target' and state <> ${to}
    returning organization_id`)
  return updated.length > 0
}

/**
 * Lets an organization work in the target. Does nothing if the target may lack rows, as after a restore. Webhooks that
 * the source was sending are due at once: it can't record them, and until their leases ended they would count as under
 * way.
 */
export async function openMove(db: Db, organizationId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const which = sql`organization_id = ${organizationId} and side = 'target' and state = 'closed'`
    if (!(await deleteMoves(transaction, which))) return
    await transaction.write(sql`
      update webhook_deliveries set due_at = now()
      where organization_id = ${organizationId} and state = 'sending' and due_at > now()`)
  })
}

/** Forgets a move on one side, with what was noted for it. A cell that is on the other side of a move keeps that. */
export async function deleteMove(db: Queryable, organizationId: string, side: Move['side']): Promise<void> {
  await deleteMoves(db, sql`organization_id = ${organizationId} and side = ${side}`)
}

/** Returns whether there was any. */
async function deleteMoves(db: Queryable, which: Sql): Promise<boolean> {
  const deleted = await db.write(sql`
    with gone as (
      delete from organization_moves where ${which} returning organization_id
    ), tables as (
      delete from moved_tables using gone where moved_tables.organization_id = gone.organization_id
    ), changes as (delete from move_changes using gone where move_changes.organization_id = gone.organization_id)
    select organization_id from gone`)
  return deleted.length > 0
}

/** Returns the organizations that have triggers of a move, and no move. They have those names by `move-sql.ts`. */
export async function selectPastTriggers(db: Reader): Promise<string[]> {
  const rows = await db.query<{ organization_id: string }>(sql`
    select distinct substring(tgname from '^move_([0-9a-f]{32})_')::uuid as organization_id from pg_trigger
    where tgname ~ '^move_[0-9a-f]{32}_(write|delete|count)$'
    except select organization_id from organization_moves`)
  return rows.map(({ organization_id }) => organization_id)
}

/** How many rows wait to be brought over; 1,000 for more than that. */
export async function countChanges(db: Reader, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from move_changes where organization_id = ${organizationId} limit 1000) c`)
  return row?.count ?? 0
}

/** Returns the keys of the rows of some tables that have changed, as JSON. */
export function selectChangedKeys(
  db: Reader,
  organizationId: string,
  tables: readonly string[],
): Promise<{ table_name: string; key: string }[]> {
  return db.query(sql`
    select distinct table_name, key::text as key from move_changes
    where organization_id = ${organizationId} and table_name = any(${tables}::text[])`)
}

/** Forgets what the transaction sees of the rows of some tables that have changed. */
export async function deleteChangedKeys(
  db: Queryable,
  organizationId: string,
  tables: readonly string[],
): Promise<void> {
  await db.write(sql`
    delete from move_changes where organization_id = ${organizationId} and table_name = any(${tables}::text[])`)
}

/** Returns the tables that the target has whole. */
export async function selectMovedTables(db: Reader, organizationId: string): Promise<string[]> {
  const rows = await db.query<{ table_name: string }>(
    sql`select table_name from moved_tables where organization_id = ${organizationId}`,
  )
  return rows.map(({ table_name }) => table_name)
}

/** Notes that the target has a table whole. */
export async function insertMovedTable(db: Queryable, organizationId: string, table: string): Promise<void> {
  await db.write(sql`
    insert into moved_tables (organization_id, table_name, rows) values (${organizationId}, ${table}, 0)
    on conflict do nothing`)
}

/**
 * Returns how many requests to carriers, to WhatsApp and to endpoints of webhooks are on their way for an organization.
 * Indexes: whatsapp_messages_in_flight, call_attempts_to_poll, webhook_deliveries_sending.
 */
export async function countUnderWay(db: Reader, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select (
      (select count(*) from whatsapp_messages
        where organization_id = ${organizationId} and status = 'processing' and lease_until > now())
      + (select count(*) from call_attempts
        where organization_id = ${organizationId} and poll_at is not null and carrier_call_sid is null
          and created_at > now() - interval '20 seconds')
      + (select count(*) from webhook_deliveries
        where organization_id = ${organizationId} and state = 'sending' and due_at > now()))::integer as count`)
  return row?.count ?? 0
}

/** The account of somebody with a role in the organization. */
export interface Member {
  email: string
  role: string
  project_ids: string[] | null
  user: unknown
  second_factor: unknown
  recovery_codes: unknown
  membership: unknown
}

/** Returns the people of an organization with their accounts, as JSON of the rows. Sessions and tokens are left out. */
export function selectMembers(db: Reader, organizationId: string): Promise<Member[]> {
  return db.query(sql`
    select lower(u.email) as email, m.role, m.project_ids, to_jsonb(u)::text as user, to_jsonb(m)::text as membership,
      (select to_jsonb(f)::text from second_factors f where f.user_id = u._id) as second_factor,
      (select coalesce(jsonb_agg(c), '[]')::text from recovery_codes c where c.user_id = u._id) as recovery_codes
    from memberships m join users u on u._id = m.user_id
    where m.organization_id = ${organizationId} order by 1`)
}

/**
 * Writes people into the target: their roles, and their accounts where nobody there has the address. Nobody becomes an
 * operator of another cell by a move.
 */
export async function replaceMembers(
  transaction: Transaction,
  organizationId: string,
  members: readonly Member[],
): Promise<void> {
  await transaction.query(sql`delete from memberships where organization_id = ${organizationId}`)
  for (const { email, user, membership, second_factor, recovery_codes } of members) {
    const made = await transaction.query(sql`
      insert into users select r.* from jsonb_populate_record(null::users,
        ${user}::jsonb || '{"is_operator": false}') r
      where not exists (select from users where lower(email) = ${email}) on conflict do nothing returning _id`)
    if (made.length > 0 && second_factor !== null) {
      await transaction.query(sql`
        insert into second_factors select r.* from jsonb_populate_record(null::second_factors, ${second_factor}::jsonb) r
        on conflict do nothing`)
      await transaction.query(sql`
        insert into recovery_codes select r.* from jsonb_populate_recordset(null::recovery_codes, ${recovery_codes}::jsonb) r
        on conflict do nothing`)
    }
    await transaction.query(sql`
      insert into memberships select r.* from jsonb_populate_record(null::memberships, ${membership}::jsonb
        || jsonb_build_object('user_id', (select _id from users where lower(email) = ${email}))) r`)
  }
}

/** Returns where the log of events of a database is: what the next transaction would get as its place. */
export async function selectEventPlace(db: Reader): Promise<number> {
  const [row] = await db.query<{ place: number }>(sql`
    select (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as place`)
  return row!.place
}

/** How many transactions the source may still run before its events reach the places of the target's. */
const placesAhead = 1_000_000_000

/** Returns the condition that the next event of a database may come before those of the source. */
const isBehind = (sourcePlace: number): Sql => sql`
  xid_base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint < ${sourcePlace}::bigint + ${placesAhead / 10}::bigint`

/** Returns whether the log of events of the target must be raised, so that its new events come behind the source's. */
export async function selectIsPlaceBehind(db: Reader, sourcePlace: number): Promise<boolean> {
  const [row] = await db.query<{ is_behind: boolean }>(
    sql`select ${isBehind(sourcePlace)} as is_behind from event_order`,
  )
  return row!.is_behind
}

/**
 * Lets new events of the target come behind those that the move brings, so that readers of the log who go on in the
 * target miss none. What the move brings has its deliveries, so these go on behind it too.
 *
 * @param waitMs how long it waits for transactions with events. Others that write events wait behind it meanwhile.
 */
export async function raiseEventPlace(
  transaction: Transaction,
  sourcePlace: number,
  waitMs: number,
): Promise<void> {
  await transaction.query(sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`)
  // A change of the base sets the default of a column, which needs this lock.
  await transaction.query(sql`lock table events in access exclusive mode`)
  await makeAllDeliveries(transaction)
  await transaction.query(sql`
    update event_order set xid_base = ${sourcePlace}::bigint + ${placesAhead}::bigint
      - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    where ${isBehind(sourcePlace)}`)
  await restartDeliveries(transaction)
}

/** What a move asks of both databases before it begins. */
export interface MoveReadiness {
  migration: number
  /** Whether this role may leave out the triggers of the tables. */
  may_replicate: boolean
  has_organization: boolean
  /** Another organization with the name. */
  other_id: string | null
}

/** Returns the newest migration of a database. */
export async function selectMigration(db: Reader): Promise<number> {
  const [row] = await db.query<{ migration: number }>(sql`select max(number) as migration from migrations`)
  return row!.migration
}

export async function selectReadiness(
  db: Reader,
  { _id, name }: { _id: string; name: string },
): Promise<MoveReadiness> {
  const [row] = await db.query<MoveReadiness>(sql`
    select (select max(number) from migrations) as migration,
      has_parameter_privilege('session_replication_role', 'SET') as may_replicate,
      exists (select from organizations where _id = ${_id}) as has_organization,
      (select _id from organizations where name = ${name} and _id <> ${_id}) as other_id`)
  return row!
}
