import { instant } from '../../db/instant.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { publishInProjects } from '../../events/event-of.ts'

/**
 * Writes the events of entries that were added to the list or ended, in the transaction that has done so. An entry that
 * was erased has only the hash of its number, and no event.
 */
export async function publishEntries(
  transaction: Transaction,
  organizationId: string,
  { type, numbers }: { type: 'do_not_call.added' | 'do_not_call.ended'; numbers: readonly string[] },
  now: Date,
): Promise<void> {
  if (numbers.length === 0) return
  const changed = type === 'do_not_call.added' ? sql`d.ended_at is null` : sql`d.ended_at is not null`
  await publishInProjects(
    transaction,
    organizationId,
    sql`
    select ${type}::text as type, md5(${organizationId} || ' ' || d.number)::uuid as subject_id, ${now}::timestamptz as at,
      jsonb_build_object('phone_number', d.number, 'source', d.source, 'since', ${instant(sql`d.since`)},
        'until', ${instant(sql`d.until`)}, 'ended_at', ${instant(sql`d.ended_at`)}, 'ended_by', d.ended_by) as data,
      jsonb_build_object('why', d.why) as texts
    from (
      select distinct on (d.number) d.* from do_not_call d
      where d.organization_id = ${organizationId} and d.number = any(${numbers}::text[]) and ${changed}
      order by d.number, d.since desc, d._id desc) d`,
  )
}
