import type { SecretBox } from '../../base/secret-box.ts'
import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { formsOf } from './entry.ts'
import type { NumberForms } from './entry.ts'

/** Returns a condition on rows of `do_not_call d`: they count at this instant. */
export function countsAt(now: Date): Sql {
  return sql`d.ended_at is null and (d.until is null or d.until > ${now}::timestamptz)`
}

/**
 * Returns a condition: the list of the organization has the number, in either form. It is one look-up by the number and
 * one by the hash, however long the list is. Indexes: do_not_call_open and do_not_call_open_hashed, or those of the
 * history.
 */
export function isListed(organizationId: string, forms: NumberForms, now: Date): Sql {
  return sql`(
    exists (select from do_not_call d where d.organization_id = ${organizationId} and d.number = ${forms.number}
      and ${countsAt(now)})
    or exists (select from do_not_call d where d.organization_id = ${organizationId}
      and d.number_hash = ${forms.number_hash} and ${countsAt(now)}))`
}

/** Returns whether the list has the number as such; it does not ask for the hash of an erased person's number. */
export async function selectHasOpenEntry(
  db: Reader,
  { organization_id, phone_number }: { organization_id: string; phone_number: string },
  now: Date,
): Promise<boolean> {
  const [row] = await db.query<{ is_listed: boolean }>(sql`
    select exists (select from do_not_call d where d.organization_id = ${organization_id}
      and d.number = ${phone_number} and ${countsAt(now)}) as is_listed`)
  return row?.is_listed ?? false
}

/** Returns whether an opt-out from messages means calls too, in the organization. */
export async function selectStopCoversCalls(
  db: Reader,
  { organization_id }: { organization_id: string },
): Promise<boolean> {
  const [row] = await db.query<{ stop_covers_calls: boolean }>(sql`
    select coalesce((calls ->> 'stop_covers_calls')::boolean, false) as stop_covers_calls from organizations where _id = ${organization_id}`)
  return row?.stop_covers_calls ?? false
}

/**
 * Returns those of the numbers that nobody of the organization may call. `offset 0` keeps the look-ups by index,
 * whatever the planner expects of the array.
 */
export async function selectListedNumbers(
  db: Reader,
  secretBox: SecretBox,
  organizationId: string,
  numbers: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const forms = numbers.map((number) => formsOf(secretBox, organizationId, number))
  const rows = await db.query<{ number: string }>(sql`
    select g.number from unnest(${numbers}::text[], ${forms.map(({ number_hash }) => number_hash)}::bytea[])
      g (number, number_hash)
    where exists (select from do_not_call d where d.organization_id = ${organizationId} and d.number = g.number
        and ${countsAt(now)} offset 0)
      or exists (select from do_not_call d where d.organization_id = ${organizationId}
        and d.number_hash = g.number_hash and ${countsAt(now)} offset 0)`)
  return new Set(rows.map(({ number }) => number))
}
