import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** The most calls that one statement returns to their queues; later ones return when their time has come. */
const releasedMax = sql`100000`

/**
 * Returns the calls of an organization that a guard holds to their queues, and makes these due, because its limits have
 * changed. A call that is held still is held again. Index: calls_due_in_order.
 */
export async function releaseHeldCalls(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    with held as materialized (
      select _id, campaign_id from calls
      where organization_id = ${organizationId} and waits_for = 'due' and held_by is not null
      limit ${releasedMax} for update skip locked
    ), released as (
      update calls c set waits_for = 'turn', due_at = null, held_by = null
      where c.organization_id = ${organizationId} and c._id = any(array(select _id from held))
    ), queues as materialized (
      select organization_id, campaign_id from campaign_queues where organization_id = ${organizationId}
      order by campaign_id for update
    )
    update campaign_queues l set next_at = ${now} from queues q
    where l.organization_id = q.organization_id and l.campaign_id = q.campaign_id
      and (l.next_at is null or l.next_at > ${now}) and (l.closed_until is null or l.closed_until <= ${now})`)
}
