import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'

/**
 * Makes the database record every committed state of a quota and every committed change of a message's status, which
 * polling could miss. Changes that are rolled back are not recorded.
 */
export async function watchDatabase(db: Db): Promise<void> {
  for (const statement of [
    sql`create schema harness`,
    sql`create table harness.quota_commits (organization_id uuid not null, reserved bigint not null,
      consumed bigint not null, plan bigint not null, at timestamptz not null default clock_timestamp())`,
    sql`create table harness.status_moves (message_id uuid not null, from_status text not null, to_status text not null)`,
    sql`create function harness.note_quota() returns trigger language plpgsql as $$
      begin
        insert into harness.quota_commits (organization_id, reserved, consumed, plan)
        select new.organization_id, new.reserved, new.consumed, plan_whatsapp_sends
        from public.organizations where _id = new.organization_id;
        return null;
      end $$`,
    sql`create trigger note_quota after insert or update on whatsapp_quotas
      for each row execute function harness.note_quota()`,
    sql`create function harness.note_move() returns trigger language plpgsql as $$
      begin
        insert into harness.status_moves values (new._id, old.status, new.status);
        return null;
      end $$`,
    sql`create trigger note_move after update on whatsapp_messages
      for each row when (old.status is distinct from new.status) execute function harness.note_move()`,
  ])
    await db.query(statement)
}

/** Ends the lease of every message in flight, as if its process had been silent for the whole lease. */
export async function lapseLeases(db: Db): Promise<void> {
  await db.query(sql`
    update whatsapp_messages set lease_until = now() - interval '1 second' where status = 'processing'`)
}

/** Ends the pause of every postponed event. */
export async function lapsePauses(db: Db): Promise<void> {
  await db.query(sql`
    update whatsapp_events set due_at = now() where processed_at is null and tries > 0 and due_at > now()`)
}

/** Returns how many messages are in flight and how many events wait. */
export async function countUnfinished(db: Db): Promise<{ processing: number; events: number }> {
  const [row] = await db.query<{ processing: number; events: number }>(sql`
    select (select count(*) from whatsapp_messages where status = 'processing') as processing,
      (select count(*) from whatsapp_events where processed_at is null) as events`)
  return row ?? { processing: 0, events: 0 }
}
