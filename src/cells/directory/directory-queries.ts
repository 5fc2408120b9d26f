import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** A cell as the directory has it. */
export interface Cell {
  name: string
  url: string
  /** The address of its database, sealed. */
  database_url: Buffer
  /** What its processes last reported; null: nothing yet. */
  key_digest: Buffer | null
  migration: number | null
  seen_at: string | null
  /** How long ago that was, by the directory's clock. */
  silent_seconds: number | null
}

/** Where an organization is. */
export interface Placed {
  _id: string
  name: string
  cell: string
  state: 'active' | 'moving' | 'moved'
  /** Where it moves to, or was moved from. */
  other_cell: string | null
  changed_at: string
}

const cellColumns = sql`name, url, database_url, key_digest, migration, seen_at,
  extract(epoch from clock_timestamp() - seen_at)::double precision as silent_seconds`
/**
 * The directory's time: commands and cells run on other machines. Whole milliseconds, as `changed_at` is compared in.
 */
const millisecond = sql`date_trunc('milliseconds', clock_timestamp())`
const placedColumns = sql`_id, name, cell, state, other_cell, changed_at`

/** Returns all cells, by name. */
export function selectCells(directory: Reader): Promise<Cell[]> {
  return directory.query(sql`select ${cellColumns} from cells order by name`)
}

/** Returns a cell; null if there is none of this name. By primary key. */
export async function selectCell(directory: Reader, name: string): Promise<Cell | null> {
  const [cell] = await directory.query<Cell>(sql`select ${cellColumns} from cells where name = ${name}`)
  return cell ?? null
}

/** Writes a cell, or the new addresses of one. */
export async function upsertCell(
  directory: Queryable,
  { name, url, database_url }: Pick<Cell, 'name' | 'url' | 'database_url'>,
): Promise<void> {
  await directory.write(sql`
    insert into cells (name, url, database_url, created_at) values (${name}, ${url}, ${database_url}, now())
    on conflict (name) do update set url = excluded.url, database_url = excluded.database_url`)
}

/** Writes what a process of a cell reports. Returns whether the directory has the cell. */
export async function updateCellSeen(
  directory: Queryable,
  name: string,
  { keyDigest, migration }: { keyDigest: Buffer; migration: number },
): Promise<boolean> {
  const found = await directory.write(sql`
    update cells set key_digest = ${keyDigest}, migration = ${migration}, seen_at = now()
    where name = ${name} returning name`)
  return found.length > 0
}

/** Returns organizations with their cells, by name; of one cell alone if it is given. */
export function selectPlaced(directory: Reader, cell: string | null): Promise<Placed[]> {
  return directory.query(sql`
    select ${placedColumns} from organizations where ${cell}::text is null or cell = ${cell} order by name`)
}

/** Returns where an organization is, by its id or its name; null if the directory has none such. */
export async function selectPlacedByName(directory: Reader, name: string): Promise<Placed | null> {
  const [placed] = await directory.query<Placed>(sql`
    select ${placedColumns} from organizations where name = ${name} or _id::text = lower(${name}) limit 1`)
  return placed ?? null
}

/**
 * Places an organization in a cell. Returns the organization that has the name or the id already, in this or another
 * cell; null if it is placed now.
 */
export async function insertPlaced(
  directory: Queryable,
  { _id, name, cell }: Pick<Placed, '_id' | 'name' | 'cell'>,
): Promise<Placed | null> {
  const made = await directory.write(sql`
    insert into organizations (_id, name, cell, changed_at) values (${_id}, ${name}, ${cell}, ${millisecond})
    on conflict do nothing returning _id`)
  if (made.length > 0) return null
  const [other] = await directory.query<Placed>(sql`
    select ${placedColumns} from organizations where _id = ${_id} or name = ${name} limit 1`)
  return other ?? null
}

/** A sender of WhatsApp as the directory and the copies of the cells have it. */
export interface PlacedSender {
  phone_number_id: string
  business_account_id: string
  organization_id: string
  /** Sealed. */
  app_secret: Buffer
  /** Null: not written yet. */
  verify_token_digest: Buffer | null
}

/** What a cell says of its organizations. */
export interface CellContents {
  organizations: { _id: string; name: string }[]
  senders: PlacedSender[]
  people: { organization_id: string; email: string }[]
  /** The addresses of people who have a password here. */
  accounts: string[]
}

/**
 * Replaces the names, senders and people of a cell's organizations. Rows that stay as they were are not written.
 * The cell that an organization leaves has the word until the switch, so that what is declared meanwhile reaches the
 * other cells. A name or phone number that another organization has is left with it; `selectClashes` of the same
 * contents says which.
 */
export async function replaceContents(
  transaction: Transaction,
  cell: string,
  { organizations, senders, people, accounts }: CellContents,
): Promise<void> {
  const ids = organizations.map(({ _id }) => _id)
  const own = sql`select _id from organizations where cell = ${cell} and _id = any(${ids}::uuid[])`
  await transaction.query(sql`
    update organizations o set name = n.name
    from unnest(${ids}::uuid[], ${organizations.map(({ name }) => name)}::text[]) n (_id, name)
    where o._id in (${own}) and n._id = o._id and o.name <> n.name
      and not exists (select from organizations other where other.name = n.name)`)
  const theirSenders = sql`unnest(${senders.map((sender) => sender.phone_number_id)}::text[],
    ${senders.map((sender) => sender.organization_id)}::uuid[],
    ${senders.map((sender) => sender.business_account_id)}::text[],
    ${senders.map((sender) => sender.app_secret)}::bytea[],
    ${senders.map((sender) => sender.verify_token_digest)}::bytea[])
    n (phone_number_id, organization_id, account, secret, digest)`
  await transaction.query(sql`
    delete from senders s where s.organization_id in (${own}) and not exists (select from ${theirSenders}
      where n.phone_number_id = s.phone_number_id and n.organization_id = s.organization_id)`)
  await transaction.query(sql`
    insert into senders as s (phone_number_id, organization_id, business_account_id, app_secret, verify_token_digest)
    select n.* from ${theirSenders} where n.organization_id in (${own})
    on conflict (phone_number_id) do update set business_account_id = excluded.business_account_id,
      app_secret = excluded.app_secret, verify_token_digest = excluded.verify_token_digest
    where s.organization_id = excluded.organization_id and s is distinct from excluded`)
  const theirPeople = sql`(select distinct organization_id, lower(email) as email
    from unnest(${people.map((person) => person.organization_id)}::uuid[],
      ${people.map((person) => person.email)}::text[]) t (organization_id, email)) n`
  await transaction.query(sql`
    delete from people p where p.organization_id in (${own}) and not exists (select from ${theirPeople}
      where n.organization_id = p.organization_id and n.email = p.email)`)
  await transaction.query(sql`
    insert into people (organization_id, email)
    select n.organization_id, n.email from ${theirPeople} where n.organization_id in (${own})
    on conflict do nothing`)
  // The first cell with a password for an address keeps it for as long as it has one: it is proof of who the person is.
  await transaction.query(sql`
    delete from accounts a where cell = ${cell} and not exists (
      select from unnest(${accounts}::text[]) own (email) where lower(own.email) = a.email)`)
  await transaction.query(sql`
    insert into accounts (email, cell) select distinct lower(email), ${cell} from unnest(${accounts}::text[]) email
    on conflict do nothing`)
}

/** An account as the directory and the copies of the cells have it. */
export interface PlacedAccount {
  email: string
  /** Where the person signs in; null: nowhere yet. */
  cell: string | null
  /** The cells that have organizations of the person. */
  cells: string[]
}

/** Returns who signs in where and who has organizations where, for the cells' copies. */
export function selectAllAccounts(directory: Reader): Promise<PlacedAccount[]> {
  return directory.query(sql`
    select known.email, a.cell, array(
      select distinct o.cell from people p join organizations o on o._id = p.organization_id
      where p.email = known.email order by o.cell) as cells
    from (select email from accounts union select email from people) known
    left join accounts a on a.email = known.email order by known.email`)
}

/** What of a cell's contents the directory has of another organization, or does not have. */
export interface Clash {
  organization_id: string
  /** What clashes; `unplaced`: the organization has no place yet. */
  kind: 'name' | 'phone_number_id' | 'unplaced'
}

/** Returns what the directory could not take of a cell's contents. */
export function selectClashes(directory: Reader, { organizations, senders }: CellContents): Promise<Clash[]> {
  const ids = organizations.map(({ _id }) => _id)
  return directory.query(sql`
    select mine._id as organization_id, case when o._id is null then 'unplaced' else 'name' end as kind
    from unnest(${ids}::uuid[], ${organizations.map(({ name }) => name)}::text[]) mine (_id, name)
    left join organizations o on o._id = mine._id
    where o._id is null or (o.name <> mine.name and o.state = 'active')
    union all
    select mine.organization_id, 'phone_number_id'
    from unnest(${senders.map((sender) => sender.phone_number_id)}::text[],
      ${senders.map((sender) => sender.organization_id)}::uuid[]) mine (phone_number_id, organization_id)
    join senders s on s.phone_number_id = mine.phone_number_id and s.organization_id <> mine.organization_id`)
}

/** Returns the senders of all cells, for the cells' copies. */
export function selectAllSenders(directory: Reader): Promise<PlacedSender[]> {
  return directory.query(sql`
    select phone_number_id, business_account_id, organization_id, app_secret, verify_token_digest from senders
    order by phone_number_id`)
}

/** The time of a change, later than that of the one before, also if the directory's clock was set back. */
const later = sql`greatest(${millisecond}, changed_at + interval '1 millisecond')`

/**
 * Begins a move, or finds that this move is under way already. Returns null if the organization is in another state, as
 * when it moves elsewhere.
 */
export async function updatePlacedMoving(
  directory: Queryable,
  { _id, cell, to }: { _id: string; cell: string; to: string },
): Promise<Placed | null> {
  const [placed] = await directory.write<Placed>(sql`
    update organizations set state = 'moving', other_cell = ${to}, changed_at = ${later}
    where _id = ${_id} and cell = ${cell} and (state <> 'moving' or other_cell = ${to})
    returning ${placedColumns}`)
  return placed ?? null
}

/**
 * Switches a moving organization to its new cell: the instant at which the move can no longer be taken back. Returns
 * null if the organization has changed since `since`, the `changed_at` of the move.
 */
export async function updatePlacedMoved(
  directory: Queryable,
  { _id, from, to, since }: { _id: string; from: string; to: string; since: string },
): Promise<Placed | null> {
  const [switched] = await directory.write<Placed>(sql`
    update organizations set cell = ${to}, state = 'moved', other_cell = ${from}, changed_at = ${later}
    where _id = ${_id} and cell = ${from} and state = 'moving' and other_cell = ${to} and changed_at = ${since}
    returning ${placedColumns}`)
  return switched ?? null
}

/**
 * Gives a move that was not switched another `changed_at`, so that a switch that is still on its way does nothing.
 * Returns false if the organization does not move so: it may have been switched.
 */
export async function renewPlacedMoving(
  directory: Queryable,
  { _id, cell, to }: { _id: string; cell: string; to: string },
): Promise<boolean> {
  const renewed = await directory.write(sql`
    update organizations set changed_at = ${later}
    where _id = ${_id} and cell = ${cell} and state = 'moving' and other_cell = ${to} returning _id`)
  return renewed.length > 0
}

/** Makes an organization active again: after a move that is taken back, or when the old rows are gone. */
export async function updatePlacedActive(
  directory: Queryable,
  _id: string,
  state: 'moving' | 'moved',
): Promise<boolean> {
  const updated = await directory.write(sql`
    update organizations set state = 'active', other_cell = null, changed_at = ${later}
    where _id = ${_id} and state = ${state} returning _id`)
  return updated.length > 0
}
