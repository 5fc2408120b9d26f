import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { formsOf } from '../do-not-call/entry.ts'
import type { NumberForms } from '../do-not-call/entry.ts'
import { lockDay } from './day-queries.ts'
import { guardTimes } from './guard-times.ts'

/**
 * How often a number was dialed, once its person is erased: `dial_counts` has its keyed hash in place of the number.
 * Claims read the counts by the number alone, so an accepted call, which stores the number anyway, brings it back.
 */
const hashedName = ({ number_hash }: Pick<NumberForms, 'number_hash'>) => `#${number_hash.toString('hex')}`

/** Moves counts from the name `was` to the name `becomes`, adding them to counts that the new name has. */
const renamed = (organizationId: string, names: Sql): Sql => sql`
  with moved as (
    delete from dial_counts d using (${names}) n
    where d.organization_id = ${organizationId} and d.counted = n.was
    returning n.becomes, d.since, d.dials, d.until
  )
  insert into dial_counts as n (organization_id, counted, since, dials, until)
  select ${organizationId}::uuid, becomes, since, dials, until from moved order by becomes, since
  on conflict (organization_id, counted, since) do update set dials = n.dials + excluded.dials`

/**
 * Replaces numbers by their hashes in the counts of the guards, for the erasure of a person. A number stays while a
 * call of another project to it is not over, because claims read the counts. Indexes: calls_waiting_by_number,
 * numbers_in_use_pkey.
 */
export async function hashCounts(
  secretBox: SecretBox,
  transaction: Transaction,
  organizationId: string,
  numbers: readonly string[],
  now: Date,
): Promise<void> {
  if (numbers.length === 0) return
  const hashes = numbers.map((number) => hashedName(formsOf(secretBox, organizationId, number)))
  await lockDay(transaction, organizationId, guardTimes(now))
  await transaction.query(
    renamed(
      organizationId,
      sql`
        select g.was, g.becomes from unnest(${numbers}::text[], ${hashes}::text[]) g (was, becomes)
        where not exists (select from projects p where p.organization_id = ${organizationId} and (
          exists (select from calls c where c.organization_id = p.organization_id and c.project_id = p._id
            and c.phone_number = g.was and c.state = 'waiting')
          or exists (select from numbers_in_use u where u.organization_id = p.organization_id and u.project_id = p._id
            and u.phone_number = g.was)))`,
    ),
  )
}

/** Returns a condition: the number was dialed before its person was erased. Index: dial_counts_pkey. */
export function hasHashedCounts(organizationId: string, forms: NumberForms): Sql {
  return sql`exists (select from dial_counts n
    where n.organization_id = ${organizationId} and n.counted = ${hashedName(forms)})`
}

/** Brings the numbers back into the counts, before calls to them are claimed. */
export async function restoreCounts(
  transaction: Transaction,
  organizationId: string,
  forms: readonly NumberForms[],
  now: Date,
): Promise<void> {
  // As claims do, so that the two don't wait for each other's counts.
  await lockDay(transaction, organizationId, guardTimes(now))
  await transaction.query(
    renamed(
      organizationId,
      sql`select * from unnest(${forms.map(hashedName)}::text[], ${forms.map(({ number }) => number)}::text[]) n (was, becomes)`,
    ),
  )
}

/** The same for many numbers, most of which have no such counts. */
export async function restoreCountsOfMany(
  secretBox: SecretBox,
  transaction: Transaction,
  organizationId: string,
  numbers: readonly string[],
  now: Date,
): Promise<void> {
  const forms = [...new Set(numbers)].map((number) => formsOf(secretBox, organizationId, number))
  const found = await transaction.query(sql`
    select from dial_counts
    where organization_id = ${organizationId} and counted = any(${forms.map(hashedName)}::text[]) limit 1`)
  if (found.length > 0) await restoreCounts(transaction, organizationId, forms, now)
}
