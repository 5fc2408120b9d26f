import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** Meta accepts one message in 6 seconds to one person, with a burst of 45. */
const pairSeconds = 6
const pairBurst = 45
/** More than any send waits for its slot. */
const waitMost = sql`interval '1 minute'`

/**
 * Reserves a slot of the sender's rate limit and one of its rate limit for the person. Returns the milliseconds until
 * both. The caller rolls the transaction back if the wait is too long.
 *
 * Uses the generic cell rate algorithm with the database's clock, so that all processes share one limit. The sender
 * gets no burst: with one, a second could have nearly twice the rate, which Meta counts. The sender's row stays locked
 * until the transaction ends. The clock is read once the lock is held: the time spent waiting for the lock counts
 * towards the slot. A time further ahead than a send ever reserves was written before the database's clock was set
 * back, or the sender's limit raised: the limit begins anew.
 */
export async function reserveSendSlot(
  transaction: Transaction,
  {
    organization_id,
    whatsapp_sender_id,
    recipient,
  }: { organization_id: string; whatsapp_sender_id: string; recipient: string },
): Promise<number> {
  const [slot] = await transaction.query<{ wait_ms: number }>(sql`
    with rates as materialized (
      -- No interval holds the time between two messages at much lower rates. This one is a message in 11 days.
      select '' as recipient, interval '1 second' / greatest(messages_per_second, 0.000001) as step, interval '0' as ahead
      from whatsapp_senders where organization_id = ${organization_id} and _id = ${whatsapp_sender_id}
      union all
      select ${recipient}, ${pairSeconds} * interval '1 second', ${pairSeconds * (pairBurst - 1)} * interval '1 second'
    ), taken as (
      insert into sender_rate_limits as p (organization_id, whatsapp_sender_id, recipient, arrival_at)
      select ${organization_id}::uuid, ${whatsapp_sender_id}::uuid, recipient, clock_timestamp() + step from rates
      order by recipient
      on conflict (organization_id, whatsapp_sender_id, recipient) do update
        set arrival_at = (
          select r.step + case when p.arrival_at > clock_timestamp() + r.ahead + r.step + ${waitMost} then clock_timestamp()
            else greatest(p.arrival_at, clock_timestamp()) end
          from rates r where r.recipient = p.recipient)
      returning recipient, arrival_at
    )
    select greatest(0, max(1000 * extract(epoch from
      t.arrival_at - r.step - r.ahead - clock_timestamp())))::double precision as wait_ms
    from taken t join rates r using (recipient)`)
  return slot?.wait_ms ?? 0
}

/** Deletes rate limits of persons that are past; after some minutes they have no effect. Returns how many. */
export async function deleteOldRateLimits(transaction: Transaction): Promise<number> {
  const deleted = await transaction.query(sql`
    delete from sender_rate_limits where (organization_id, whatsapp_sender_id, recipient) in (
      select organization_id, whatsapp_sender_id, recipient from sender_rate_limits
      where arrival_at < clock_timestamp() - interval '1 hour' and recipient <> '' and is_here(organization_id)
      limit 1000 for update skip locked)
    returning recipient`)
  return deleted.length
}
