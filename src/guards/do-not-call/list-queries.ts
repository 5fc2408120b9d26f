import { normalizePhoneNumber } from '../../base/phone-number.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { selectPage } from '../../db/page.ts'
import type { List } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { fieldsOf, idField, textField, timestampField } from '../../filters/fields.ts'
import type { DoNotCallSource } from './entry.ts'
import { formsOf } from './entry.ts'
import { countsAt } from './look-up-queries.ts'

/** An entry as it is shown. Instants are ISO 8601 UTC. */
export interface ShownEntry {
  _id: string
  /** E.164; null once its person was erased. */
  number: string | null
  since: string
  source: DoNotCallSource
  why: string | null
  added_by: string | null
  project_id: string | null
  until: string | null
  ended_at: string | null
  ended_by: string | null
  ended_why: string | null
}

const given = { nullable: false }

/** The fields of entries for filters: all that a list shows. */
export const doNotCallFields = fieldsOf({
  _id: idField(sql`d._id`, given),
  number: textField(sql`d.number`),
  since: timestampField(sql`d.since`, given),
  source: textField(sql`d.source`, given),
  why: textField(sql`d.why`),
  added_by: textField(sql`d.added_by`),
  project_id: idField(sql`d.project_id`),
  until: timestampField(sql`d.until`),
  ended_at: timestampField(sql`d.ended_at`),
  ended_by: textField(sql`d.ended_by`),
  ended_why: textField(sql`d.ended_why`),
})

const columns = sql`d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why`

/** Which entries a list shows. */
export interface EntryFilter {
  /** A number in any spelling, or some of its digits; null: all. */
  text: string | null
  /** Only entries that count at this instant; null: the history too. */
  countingAt: Date | null
}

/**
 * Returns one page of an organization's list, newest first, and how many there are. A whole number is found by its
 * indexes, in both forms (do_not_call_by_number, do_not_call_by_hash), and some digits by reading the list. Index of
 * the default order: do_not_call_by_time.
 */
export function selectEntries(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  organizationId: string,
  { text, countingAt }: EntryFilter,
  list: List,
): Promise<{ items: ShownEntry[]; total: number }> {
  const counts = countingAt === null ? sql`true` : countsAt(countingAt)
  const from = sql`from do_not_call d where d.organization_id = ${organizationId} and ${counts}
    and ${matches(secretBox, organizationId, text)}`
  return selectPage<ShownEntry>(db, organizationId, { columns, from }, list)
}

function matches(secretBox: SecretBox, organizationId: string, text: string | null): Sql {
  if (text === null) return sql`true`
  const number = normalizePhoneNumber(text, null)
  if (number !== null) {
    const { number_hash } = formsOf(secretBox, organizationId, number)
    // An array, so that the planner does not read the list in its order until it meets the number.
    return sql`d._id = any(array(
      select _id from do_not_call where organization_id = ${organizationId} and number = ${number}
      union all
      select _id from do_not_call where organization_id = ${organizationId} and number_hash = ${number_hash}))`
  }
  const digits = text.replaceAll(/\D/g, '')
  return digits === '' ? sql`false` : sql`strpos(d.number, ${digits}) > 0`
}

/**
 * Returns the entries of these numbers that count at this instant, newest first. One of which an erasure has left only
 * the hash is found too, and has the number that was asked for. Indexes: do_not_call_open, do_not_call_open_hashed.
 */
export async function selectEntriesOfNumbers(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  organizationId: string,
  numbers: readonly string[],
  now: Date,
): Promise<ShownEntry[]> {
  const hashes = numbers.map((number) => formsOf(secretBox, organizationId, number).number_hash)
  const of = (condition: Sql) => sql`
    select ${columns}, g.number as asked from unnest(${numbers}::text[], ${hashes}::bytea[]) g (number, number_hash)
    join do_not_call d on d.organization_id = ${organizationId} and ${condition} and ${countsAt(now)}`
  const rows = await db.query<ShownEntry & { asked: string }>(sql`
    ${of(sql`d.number = g.number`)} union all ${of(sql`d.number_hash = g.number_hash`)} order by since desc`)
  return rows.map(({ asked, ...entry }) => ({ ...entry, number: asked }))
}

/** Returns open entries after a number, in the order of the numbers. Index: do_not_call_open. */
export async function selectNumbersAfter(
  db: Db,
  organizationId: string,
  after: string,
  now: Date,
  limit: number,
): Promise<ShownEntry[]> {
  return db.query<ShownEntry>(sql`
    select ${columns} from do_not_call d where d.organization_id = ${organizationId} and d.number > ${after}
      and ${countsAt(now)}
    order by d.number limit ${limit}`)
}
