import { chatsInAllBuckets } from '../../src/counters/bucket-counts.ts'
import { sql } from '../../src/db/sql.ts'
import { insertInBulk } from '../support/bulk-insert.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { profileIdOf } from '../support/people.ts'
import { historySpan } from '../support/seed-history.ts'

/** The numbers of messages in both directions, and of messages for each ticket. */
const toPerson = 50
const toTicket = 500

/**
 * Fills a project with the messages of two years in order of time, with their people and with tickets. Three quarters
 * are on WhatsApp, a fifth on the web. All are in the counters.
 */
export async function seedMessages(
  { databaseUrl, organization_id, project_id }: HistoryDatabase,
  messages: number,
): Promise<void> {
  const mine = sql`${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id`
  const drawn = (count: number) => sql`
    (select i, ${historySpan.from}::timestamptz + (${historySpan.to}::timestamptz - ${historySpan.from}::timestamptz)
        * ((i + random()) / ${count}::integer) as at, random() as channel, random() as direction,
        floor(random() * ${Math.ceil(messages / toPerson)}::integer)::integer as person
      from generate_series(0, ${count}::integer - 1) i offset 0) d`
  const channel = sql`case when channel < 0.75 then 'whatsapp' when channel < 0.95 then 'web' else 'telegram' end`
  await insertInBulk(databaseUrl, ['messages', 'channel_identities', 'tickets'], async ({ run }) => {
    await run(sql`
      insert into messages (organization_id, project_id, _id, profile_id, channel_type, direction, text, kind, created_at)
      select ${mine}, uuidv7(at - clock_timestamp()), ${profileIdOf(project_id, sql`person`)}, ${channel},
        case when direction < 0.5 then 'inbound' else 'outbound' end, 'Message ' || i || ' of many', 'text', at
      from ${drawn(messages)}`)
    await run(sql`
      insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at,
        last_seen_at)
      select ${mine}, ${channel}, i::text, ${profileIdOf(project_id, sql`i`)}, at, at
      from ${drawn(Math.ceil(messages / toPerson))}`)
    await run(sql`
      insert into tickets (organization_id, project_id, _id, profile_id, channel_type, subject, created_at)
      select ${mine}, uuidv7(at - clock_timestamp()), ${profileIdOf(project_id, sql`person`)}, ${channel},
        'Ticket ' || i, at
      from ${drawn(Math.ceil(messages / toTicket))}`)
    const hours = sql`
      (select organization_id, project_id, 'messages' as kind, direction as part,
        date_trunc('hour', created_at, 'UTC') as hour, channel_type, count(*) as count
      from messages group by 1, 2, 4, 5, 6
      union all select organization_id, project_id, kind, part, hour, channel_type, count from chat_count_changes)`
    await run(sql`
      insert into chat_counts (organization_id, project_id, kind, grain, channel_type, bucket, count)
      ${chatsInAllBuckets(hours)} order by bucket`)
    // Inserting leads and tickets leaves changes for the counters, which are applied here.
    await run(sql`delete from chat_count_changes`)
  })
}
