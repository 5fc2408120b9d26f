import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** The provider takes one message in 6 seconds to one person, and lets 45 go ahead of that. */
const pairSeconds = 6
const pairBurst = 45

/**
 * Takes a turn at the sender's own pace and at its pace to the person, and answers how long until both, in milliseconds:
 * the generic cell rate algorithm, by the database's clock, so that all processes keep one pace. The sender's messages are
 * spread evenly: a burst before them would put nearly twice the rate into one second, which the provider counts. To be rolled
 * back where the wait is too long. The sender's row stays locked until the transaction ends; the clock is read once it is had,
 * so that a wait for another's commit is none for the turn.
 */
export async function reserveSendSlot(
  transaction: Transaction,
  {
    organization_id,
    whatsapp_sender_id,
    recipient,
  }: { organization_id: string; whatsapp_sender_id: string; recipient: string },
): Promise<number> {
  const [turn] = await transaction.query<{ wait_ms: number }>(sql`
    with rates as materialized (
      select '' as recipient, interval '1 second' / messages_per_second as step, interval '0' as ahead
      from whatsapp_senders where organization_id = ${organization_id} and _id = ${whatsapp_sender_id}
      union all
      select ${recipient}, ${pairSeconds} * interval '1 second', ${pairSeconds * (pairBurst - 1)} * interval '1 second'
    ), taken as (
      insert into sender_rate_limits as p (organization_id, whatsapp_sender_id, recipient, arrival_at)
      select ${organization_id}::uuid, ${whatsapp_sender_id}::uuid, recipient, clock_timestamp() + step from rates
      order by recipient
      on conflict (organization_id, whatsapp_sender_id, recipient) do update
        set arrival_at = greatest(p.arrival_at, clock_timestamp()) + (
          select step from rates where rates.recipient = p.recipient)
      returning recipient, arrival_at
    )
    select greatest(0, max(1000 * extract(epoch from
      t.arrival_at - r.step - r.ahead - clock_timestamp())))::double precision as wait_ms
    from taken t join rates r using (recipient)`)
  return turn?.wait_ms ?? 0
}

/** Forgets paces that are long past: a person's row says nothing after some minutes. */
export async function deletePastRateLimits(transaction: Transaction): Promise<number> {
  const deleted = await transaction.query(sql`
    delete from sender_rate_limits where (organization_id, whatsapp_sender_id, recipient) in (
      select organization_id, whatsapp_sender_id, recipient from sender_rate_limits
      where arrival_at < clock_timestamp() - interval '1 hour' and recipient <> ''
      limit 1000 for update skip locked)
    returning recipient`)
  return deleted.length
}
