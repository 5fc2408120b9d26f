import { identifier, join, literal, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/** A table that has rows of organizations, as the catalog describes it. */
export interface TenantTable {
  name: string
  /** Columns that a copy has; generated ones are left out. */
  columns: string[]
  /** Columns of the primary key, and their types. */
  key: string[]
  key_types: string[]
  /** The sequences of its columns. */
  sequences: string[]
}

/** The table whose rows are brought over by themselves, because people have an account in each cell. */
export const membersTable = 'memberships'

/** Tables of the cells and of the move itself. */
const leftOut = ['cell_places', 'cell_senders', 'organization_moves', 'move_changes', 'moved_tables']

/** Columns that are copied as null: a crawl that is under way is left to another worker, which begins where it was. */
const notCopied: Readonly<Record<string, readonly string[]>> = { crawls: ['lease_token', 'lease_until'] }

/** Selects every table with rows of organizations, in the order of their names. */
export const selectTables = sql`
  select c.relname as name,
    array(select attname::text from pg_attribute a
      where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select attname::text from unnest(i.indkey) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by place) as key,
    array(select format_type(atttypid, null) from unnest(i.indkey) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by place) as key_types,
    array(select s from pg_attribute a
      cross join pg_get_serial_sequence(quote_ident(c.relname), attname) s
      where a.attrelid = c.oid and attidentity <> '' and s is not null) as sequences
  from pg_class c
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${leftOut}::text[])
    and (c.relname = 'organizations' or exists (
      select from pg_attribute a where a.attrelid = c.oid and attname = 'organization_id' and not attisdropped))
  order by c.relname`

/** Returns the column that says whose a row is. */
function ownerOf({ name }: Pick<TenantTable, 'name'>): string {
  return name === 'organizations' ? '_id' : 'organization_id'
}

/** Returns the condition that a row is of the organization. It is written out, because `copy` takes no parameters. */
function isOf(table: Pick<TenantTable, 'name'>, organizationId: string): Sql {
  return sql`t.${identifier(ownerOf(table))} = ${literal(organizationId)}::uuid`
}

const list = (names: readonly string[]): Sql => join(names.map(identifier), sql`, `)

/** Returns the values of a row as they are copied. */
function copied({ name, columns }: TenantTable): Sql {
  const nulls = notCopied[name] ?? []
  return join(
    columns.map((column) => (nulls.includes(column) ? sql`null` : sql`t.${identifier(column)}`)),
    sql`, `,
  )
}

/** Rows between two keys, in the order of the primary key. A key is the JSON array of its values. */
export interface KeyRange {
  /** The key behind which the rows are; null: from the first row. */
  after: string | null
  /** The key of the last row; null: to the end. */
  upTo: string | null
}

const keyColumns = ({ key }: TenantTable): Sql =>
  join(
    key.map((column) => sql`t.${identifier(column)}`),
    sql`, `,
  )

/** Returns the values of a key, written out, because `copy` takes no parameters. */
const keyValues = ({ key, key_types }: TenantTable, key_: string): Sql =>
  join(
    key.map(
      (_, place) =>
        sql`(${literal(key_)}::jsonb ->> ${literal(String(place))}::integer)::${typeName(key_types[place] ?? 'text')}`,
    ),
    sql`, `,
  )

/** Returns the condition that a row is of the organization and in the range. */
function isIn(table: TenantTable, organizationId: string, { after, upTo }: KeyRange): Sql {
  const conditions: Sql[] = []
  if (after !== null) conditions.push(sql`(${keyColumns(table)}) > (${keyValues(table, after)})`)
  if (upTo !== null) conditions.push(sql`(${keyColumns(table)}) <= (${keyValues(table, upTo)})`)
  // Nearly all keys begin with the organization, which both bounds then compare. Compared for equality too, it would
  // let PostgreSQL read the index from the first row of the organization on.
  const owner = ownerOf(table)
  if (table.key[0] !== owner || after === null) conditions.push(isOf(table, organizationId))
  else if (upTo === null) conditions.push(sql`t.${identifier(owner)} <= ${literal(organizationId)}::uuid`)
  return join(conditions, sql` and `)
}

/** Returns the key of the row at a place behind a key, from 1 on; no row if there are fewer. */
export function keyAt(table: TenantTable, organizationId: string, after: string | null, place: number): Sql {
  return sql`
    select jsonb_build_array(${keyColumns(table)})::text as key from ${identifier(table.name)} t
    where ${isIn(table, organizationId, { after, upTo: null })}
    order by ${keyColumns(table)} offset ${place - 1} limit 1`
}

/**
 * Selects rows of an organization. They are asked for in the order of their keys, because only the index of the keys
 * has it: any other index of the organization would be read whole for each range.
 */
function selectRange(table: TenantTable, organizationId: string, range: KeyRange): Sql {
  return sql`
    select t.*, t.ctid as row_place from ${identifier(table.name)} t where ${isIn(table, organizationId, range)}
    order by ${keyColumns(table)}`
}

/** Copies rows of an organization out of a table. */
export function copyOut(table: TenantTable, organizationId: string, range: KeyRange): Sql {
  return sql`copy (select ${copied(table)} from (${selectRange(table, organizationId, range)}) t) to stdout`
}

/** Copies rows into a table. */
export function copyIn({ name, columns }: TenantTable): Sql {
  return sql`copy ${identifier(name)} (${list(columns)}) from stdin`
}

/** Matches a row by a key in `k.key`. */
function hasKey({ key, key_types }: TenantTable): Sql {
  const columns = key.map(
    (column, place) =>
      sql`t.${identifier(column)} = (k.key ->> ${literal(column)})::${typeName(key_types[place] ?? 'text')}`,
  )
  return join(columns, sql` and `)
}

/** Writes a type as the catalog names it. */
function typeName(name: string): Sql {
  if (!/^[a-z ]+$/.test(name)) throw new Error(`a key has a column of the type ${name}`)
  return join(name.split(' ').map(identifierOfType), sql` `)
}

const typeWords = {
  uuid: sql`uuid`,
  text: sql`text`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  smallint: sql`smallint`,
  bytea: sql`bytea`,
  date: sql`date`,
  timestamp: sql`timestamp`,
  with: sql`with`,
  time: sql`time`,
  zone: sql`zone`,
  boolean: sql`boolean`,
}

function identifierOfType(word: string): Sql {
  const piece = Object.entries(typeWords).find(([name]) => name === word)?.[1]
  if (piece === undefined) throw new Error(`a key has a column of a type with the word ${word}`)
  return piece
}

/** Copies the rows with some keys out. */
export function copyKeysOut(table: TenantTable, organizationId: string, keys: readonly string[]): Sql {
  const written = join(
    keys.map((key) => literal(key)),
    sql`, `,
  )
  return sql`
    copy (
      select ${copied(table)} from unnest(array[${written}]::jsonb[]) k (key)
      join ${identifier(table.name)} t on ${hasKey(table)} and ${isOf(table, organizationId)}) to stdout`
}

/** Deletes the rows with some keys. */
export function deleteChanged(table: TenantTable, keys: readonly string[]): Sql {
  return sql`
    delete from ${identifier(table.name)} t using unnest(${keys}::jsonb[]) k (key) where ${hasKey(table)}`
}

const checksum = (table: TenantTable): Sql =>
  sql`count(*)::text as rows, coalesce(sum(hashtextextended(row(${copied(table)})::text, 0)::numeric), 0)::text as sum`

/** Counts rows of an organization in a table and adds up their hashes. */
export function sumOfRange(table: TenantTable, organizationId: string, range: KeyRange): Sql {
  return sql`select ${checksum(table)} from (${selectRange(table, organizationId, range)}) t`
}

/** Counts the rows with some keys in each of these tables, and adds up their hashes. */
export function sumsOfKeys(
  keyed: readonly { table: TenantTable; keys: readonly string[] }[],
  organizationId: string,
): Sql {
  return join(
    keyed.map(
      ({ table, keys }) => sql`
        select ${literal(table.name)} as table, ${checksum(table)} from unnest(${keys}::jsonb[]) k (key)
        join ${identifier(table.name)} t on ${hasKey(table)} and ${isOf(table, organizationId)}`,
    ),
    sql` union all `,
  )
}

/** Deletes rows of an organization from a table, and counts them. */
export function deleteRange(table: TenantTable, organizationId: string, range: KeyRange): Sql {
  return sql`
    with gone as (
      delete from ${identifier(table.name)} where ctid = any(array(
        select row_place from (${selectRange(table, organizationId, range)}) t)) returning 1
    ) select count(*)::integer as rows from gone`
}

/** The name of the triggers of a move: one for inserts and updates, one for deletes. */
const triggerName = (organizationId: string, kind: 'write' | 'delete' | 'count'): Sql =>
  identifier(`move_${organizationId.replaceAll('-', '')}_${kind}`)

/**
 * Creates the triggers that follow an organization's rows in a table. They fire for rows of this organization alone.
 */
export function createTriggers(table: TenantTable, organizationId: string): Sql[] {
  const args = join(
    [organizationId, ...table.key].map((argument) => literal(argument)),
    sql`, `,
  )
  const own = sql`${identifier(ownerOf(table))} = ${literal(organizationId)}::uuid`
  return [
    sql`create or replace trigger ${triggerName(organizationId, 'write')} after insert or update on ${identifier(table.name)}
      for each row when (new.${own}) execute function follow_move(${args})`,
    sql`create or replace trigger ${triggerName(organizationId, 'delete')} after delete on ${identifier(table.name)}
      for each row when (old.${own}) execute function follow_move(${args})`,
  ]
}

/** Tables into which triggers write that fire for copied rows too. */
const countTables = ['broadcast_count_changes', 'chat_count_changes']

/**
 * Lets the triggers of other tables count nothing for the organization in a table of counts: rows that a move brings or
 * removes are counted already. Returns no statement for other tables.
 */
export function createCountTriggers({ name }: TenantTable, organizationId: string): Sql[] {
  if (!countTables.includes(name)) return []
  const trigger = triggerName(organizationId, 'count')
  return [
    sql`create or replace trigger ${trigger} before insert on ${identifier(name)} for each row
      when (new.organization_id = ${literal(organizationId)}::uuid and pg_trigger_depth() > 0)
      execute function leave_out_row()`,
    sql`alter table ${identifier(name)} enable always trigger ${trigger}`,
  ]
}

/** Drops these triggers. */
export function dropTriggers({ name }: TenantTable, organizationId: string): Sql[] {
  const kinds = ['write', 'delete', ...(countTables.includes(name) ? ['count' as const] : [])] as const
  return kinds.map(
    (kind) => sql`drop trigger if exists ${triggerName(organizationId, kind)} on ${identifier(name)}`,
  )
}

/** Lets a sequence of the target go on behind that of the source. */
export function raiseSequence(sequence: string, value: string): Sql {
  return sql`select setval(${sequence}::regclass, greatest((select last_value from ${sequenceName(sequence)}), ${value}::bigint))`
}

/** Reads where a sequence is. */
export function lastOfSequence(sequence: string): Sql {
  return sql`select last_value::text as value from ${sequenceName(sequence)}`
}

/** `pg_get_serial_sequence` names the schema too. */
function sequenceName(sequence: string): Sql {
  return join(
    sequence.split('.').map((part) => identifier(part.replaceAll('"', ''))),
    sql`.`,
  )
}
