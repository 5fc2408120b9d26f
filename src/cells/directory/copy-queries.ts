import type { Db } from '../../db/database.ts'
import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Cell, CellContents, PlacedAccount, PlacedSender } from './directory-queries.ts'

/** A place in the cell's copy of the directory. */
export interface CopiedPlace {
  organization_id: string
  cell: string
  url: string
  /** When the directory last changed the organization's place. ISO 8601. */
  changed_at: string
}

/**
 * Returns what the cell has of its own for the directory. Organizations that have moved out, or move in, are left out:
 * whole, because all is read in one snapshot.
 */
export function selectContents(db: Pick<Db, 'transaction'>): Promise<CellContents> {
  const isOwn = sql`not exists (select from organization_moves m where m.organization_id = o._id and m.is_hidden)`
  return db.transaction(async (transaction) => {
    const [, organizations, senders, people, accounts] = await Promise.all([
      transaction.query(sql`set transaction isolation level repeatable read, read only`),
      transaction.query<{ _id: string; name: string }>(
        sql`select o._id, o.name from organizations o where ${isOwn} order by o._id`,
      ),
      transaction.query<PlacedSender>(sql`
        select s.phone_number_id, s.business_account_id, s.organization_id, s.app_secret, s.verify_token_digest
        from whatsapp_senders s join organizations o on o._id = s.organization_id where ${isOwn}`),
      transaction.query<{ organization_id: string; email: string }>(sql`
        select m.organization_id, u.email from memberships m join users u on u._id = m.user_id
        join organizations o on o._id = m.organization_id where ${isOwn}`),
      transaction.query<{ email: string }>(sql`select email from users where password_hash is not null`),
    ])
    return { organizations, senders, people, accounts: accounts.map(({ email }) => email) }
  })
}

/**
 * Replaces the cell's copy of the directory. Rows that stay as they were are not written, nor places that a move has
 * written since the directory was read.
 */
export async function replaceCopy(
  transaction: Transaction,
  places: readonly CopiedPlace[],
  senders: readonly PlacedSender[],
): Promise<void> {
  const ids = places.map(({ organization_id }) => organization_id)
  await transaction.query(sql`delete from cell_places where organization_id <> all(${ids}::uuid[])`)
  await transaction.query(sql`
    insert into cell_places (organization_id, cell, url, changed_at)
    select * from unnest(${ids}::uuid[], ${places.map(({ cell }) => cell)}::text[], ${places.map(({ url }) => url)}::text[],
      ${places.map(({ changed_at }) => changed_at)}::timestamptz[])
    on conflict (organization_id) do update set cell = excluded.cell, url = excluded.url, changed_at = excluded.changed_at
    where cell_places is distinct from excluded and cell_places.changed_at <= excluded.changed_at`)
  const numbers = senders.map(({ phone_number_id }) => phone_number_id)
  await transaction.query(sql`delete from cell_senders where phone_number_id <> all(${numbers}::text[])`)
  await transaction.query(sql`
    insert into cell_senders (phone_number_id, business_account_id, organization_id, app_secret, verify_token_digest)
    select * from unnest(${numbers}::text[], ${senders.map((sender) => sender.business_account_id)}::text[],
      ${senders.map((sender) => sender.organization_id)}::uuid[], ${senders.map((sender) => sender.app_secret)}::bytea[],
      ${senders.map((sender) => sender.verify_token_digest)}::bytea[])
    on conflict (phone_number_id) do update set business_account_id = excluded.business_account_id,
      organization_id = excluded.organization_id, app_secret = excluded.app_secret,
      verify_token_digest = excluded.verify_token_digest
    where cell_senders is distinct from excluded`)
}

/** Counts the organizations that work in this database, by the copy: those of this cell, and those of others. */
export async function countPlaces(
  transaction: Transaction,
  ownCell: string,
): Promise<{ own: number; elsewhere: number }> {
  const [counted] = await transaction.query<{ own: number; elsewhere: number }>(sql`
    select count(*) filter (where p.cell = ${ownCell})::integer as own,
      count(*) filter (where p.cell <> ${ownCell})::integer as elsewhere
    from cell_places p join organizations o on o._id = p.organization_id where is_here(o._id)`)
  return counted!
}

/**
 * Marks as left the organizations that work in this database, but are in another cell by the copy. Returns them. A move
 * that a restored dump shows as copying counts as over; other moves are not touched, so one that is under way goes on.
 */
export async function insertLeft(transaction: Transaction, ownCell: string, now: Date): Promise<string[]> {
  const left = await transaction.query<{ organization_id: string }>(sql`
    insert into organization_moves as m (organization_id, side, cell, url, state, begun_at, changed_at)
    select o._id, 'source', p.cell, p.url, 'left', ${now}, ${now}
    from cell_places p join organizations o on o._id = p.organization_id
    where p.cell <> ${ownCell} and is_here(o._id)
    on conflict (organization_id) do update set cell = excluded.cell, url = excluded.url, state = 'left',
      changed_at = excluded.changed_at
    where not m.is_hidden
    returning organization_id`)
  return left.map(({ organization_id }) => organization_id)
}

/** Replaces what the copy has of cells and accounts. Rows that stay as they were are not written. */
export async function replaceAccounts(
  transaction: Transaction,
  cells: readonly Pick<Cell, 'name' | 'url'>[],
  accounts: readonly PlacedAccount[],
): Promise<void> {
  const names = cells.map(({ name }) => name)
  await transaction.query(sql`delete from cell_addresses where cell <> all(${names}::text[])`)
  await transaction.query(sql`
    insert into cell_addresses (cell, url)
    select * from unnest(${names}::text[], ${cells.map(({ url }) => url)}::text[])
    on conflict (cell) do update set url = excluded.url where cell_addresses.url <> excluded.url`)
  const emails = accounts.map(({ email }) => email)
  await transaction.query(sql`delete from cell_accounts where email <> all(${emails}::text[])`)
  await transaction.query(sql`
    insert into cell_accounts (email, cell, cells)
    select email, cell, cells from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as a (email text, cell text, cells text[])
    on conflict (email) do update set cell = excluded.cell, cells = excluded.cells
    where cell_accounts is distinct from excluded`)
}

/** Returns whether an organization works in this database: it is here, and not on its way. By primary keys. */
export async function selectWorksHere(db: Reader, organizationId: string): Promise<boolean> {
  const [found] = await db.query<{ works: boolean }>(sql`
    select exists (select from organizations where _id = ${organizationId} and is_here(_id)) as works`)
  return found?.works ?? false
}

/** Returns whether the database is that of one of several cells: the copy of the directory has their addresses. */
export async function selectHasCells(db: Reader): Promise<boolean> {
  const [found] = await db.query<{ has: boolean }>(sql`select exists (select from cell_addresses) as has`)
  return found?.has ?? false
}

/** Returns where a cell is reached; null if the copy has no such cell. By primary key. */
export async function selectCellUrl(db: Reader, cell: string): Promise<string | null> {
  const [row] = await db.query<{ url: string }>(sql`select url from cell_addresses where cell = ${cell}`)
  return row?.url ?? null
}

/**
 * Returns where somebody signs in, and which cells have their organizations; null if no cell knows the address. By
 * primary key.
 */
export async function selectAccountPlace(
  db: Reader,
  email: string,
): Promise<Pick<PlacedAccount, 'cell' | 'cells'> | null> {
  const [row] = await db.query<Pick<PlacedAccount, 'cell' | 'cells'>>(sql`
    select cell, cells from cell_accounts where email = lower(${email})`)
  return row ?? null
}

/** Writes one place into the copy at once, as a move does. */
export async function upsertPlace(
  db: Queryable,
  { organization_id, cell, url, changed_at }: CopiedPlace,
): Promise<void> {
  await db.write(sql`
    insert into cell_places (organization_id, cell, url, changed_at)
    values (${organization_id}, ${cell}, ${url}, ${changed_at})
    on conflict (organization_id) do update set cell = excluded.cell, url = excluded.url, changed_at = excluded.changed_at
    where cell_places.changed_at <= excluded.changed_at`)
}

/** What a cell knows of the place of an organization. */
export interface KnownPlace {
  /** From the copy of the directory; null: it has no such organization. */
  place: { cell: string; url: string } | null
  /** A move into this cell or out of it; null: none. */
  move: { side: 'source' | 'target'; state: string; is_hidden: boolean; cell: string; url: string } | null
}

/** Returns what the cell knows of the place of an organization. By primary keys. */
export async function selectKnownPlace(db: Reader, organizationId: string): Promise<KnownPlace> {
  const [row] = await db.query<KnownPlace>(sql`
    select (select to_jsonb(p) from cell_places p where organization_id = ${organizationId}) as place,
      (select to_jsonb(m) from organization_moves m where organization_id = ${organizationId}) as move`)
  return row ?? { place: null, move: null }
}

/** A sender whose organization is elsewhere, or on the way. */
export interface SenderElsewhere extends PlacedSender {
  /** Where its cell is reached; null: it moves at the moment. */
  url: string | null
}

/**
 * Returns the senders of other cells with these phone numbers or accounts, and those of organizations that move.
 * Indexes: the primary key, cell_senders_by_account.
 */
export function selectSendersElsewhere(
  db: Reader,
  ownCell: string,
  phoneNumberIds: readonly string[],
  accountIds: readonly string[],
): Promise<SenderElsewhere[]> {
  return db.query(sql`
    select s.phone_number_id, s.business_account_id, s.organization_id, s.app_secret, s.verify_token_digest,
      case when m.side = 'source' and m.state in ('closing', 'closed') then null when p.cell <> ${ownCell} then p.url else m.url end as url
    from cell_senders s
    join cell_places p on p.organization_id = s.organization_id
    left join organization_moves m on m.organization_id = s.organization_id and m.is_hidden
    where (s.phone_number_id = any(${phoneNumberIds}::text[]) or s.business_account_id = any(${accountIds}::text[]))
      and (p.cell <> ${ownCell} or m.organization_id is not null)`)
}

/** A move as a cell knows it. */
export interface Move {
  organization_id: string
  side: 'source' | 'target'
  /** The other cell. */
  cell: string
  url: string
  /** A target is `closed` once it has every row of a closed source, and `copying` before that. */
  state: 'copying' | 'closing' | 'closed' | 'left'
  begun_at: string
  changed_at: string
}

const moveColumns = sql`organization_id, side, cell, url, state, begun_at, changed_at`

/** Returns the moves into and out of this cell. */
export function selectMoves(db: Reader): Promise<Move[]> {
  return db.query(sql`select ${moveColumns} from organization_moves order by begun_at, organization_id`)
}

/**
 * Returns the organizations that are handed over to another cell at the moment, or have left whose rows are here still.
 * Index: organization_moves_hidden.
 */
export async function selectLeaving(db: Reader): Promise<Set<string>> {
  const rows = await db.query<{ organization_id: string }>(sql`
    select organization_id from organization_moves where is_hidden and side = 'source'`)
  return new Set(rows.map(({ organization_id }) => organization_id))
}

/** Returns the move of an organization; null if there is none. By primary key. */
export async function selectMove(db: Reader, organizationId: string): Promise<Move | null> {
  const [move] = await db.query<Move>(
    sql`select ${moveColumns} from organization_moves where organization_id = ${organizationId}`,
  )
  return move ?? null
}

/** Returns whether a sender of any cell has the verify token with this digest. Index: cell_senders_by_verify_token. */
export async function selectHasTokenElsewhere(db: Reader, digest: Buffer): Promise<boolean> {
  const [found] = await db.query<{ has: boolean }>(
    sql`select exists (select from cell_senders where verify_token_digest = ${digest}) as has`,
  )
  return found?.has ?? false
}
