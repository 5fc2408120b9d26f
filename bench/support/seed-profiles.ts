import { sql } from '../../src/db/sql.ts'
import { displayIdOf } from '../../src/people/display-ids.ts'
import { searchWords } from '../../src/people/queries.ts'
import { insertInBulk } from './bulk-insert.ts'
import { firstNames, lastNames, phoneNumberOf, profileIdOf } from './people.ts'
import { historySpan } from './seed-history.ts'

/** A name that only one person has. */
export const rareName = 'Xanthippe Quizzo'

const tables = ['profiles', 'profile_contacts', 'channel_identities', 'profile_search']

/**
 * Fills a project with the people of its history: all with a number, two of five with an address, a fifth met on
 * WhatsApp, one of fifty on the web. A tenth have never been in a conversation.
 */
export async function seedProfiles(
  databaseUrl: string,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  count: number,
): Promise<void> {
  const mine = sql`${organization_id}::uuid, ${project_id}::uuid`
  await insertInBulk(databaseUrl, tables, async ({ run }) => {
    await run(sql`
      create temporary table people as
      select person, ${profileIdOf(project_id, sql`person`)} as _id, ${phoneNumberOf(sql`person`)} as number,
        case when person = ${count}::integer / 2 then ${rareName} else first || ' ' || last end as name,
        case when has_address < 0.4 then lower(first || '.' || last || '.' || person || '@example.com') end as address,
        case when spoken < 0.9 then seen end as seen, ${historySpan.from}::timestamptz as made, met_elsewhere
      from (
        select person, (${firstNames}::text[])[floor(power(random(), 1.5) * 400)::integer + 1] as first,
          (${lastNames}::text[])[floor(random() * 600)::integer + 1] as last, random() as has_address,
          random() as spoken, random() as met_elsewhere,
          ${historySpan.from}::timestamptz
            + random() * (${historySpan.to}::timestamptz - ${historySpan.from}::timestamptz) as seen
        from generate_series(0, ${count}::integer - 1) person) drawn`)
    await run(sql`
      insert into profiles (organization_id, project_id, _id, name, display_id, conversation_count, call_count,
        last_interaction_at, created_at, updated_at)
      select ${mine}, _id, name, ${displayIdOf(sql`(person + 1)`)}, (seen is not null)::integer,
        (seen is not null)::integer, seen, made, coalesce(seen, made)
      from people`)
    await run(sql`
      insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
      select ${mine}, 'phone', number, number, 'import', _id, made from people
      union all select ${mine}, 'email', address, address, 'import', _id, made from people where address is not null`)
    await run(sql`
      insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at,
        last_seen_at)
      select ${mine}, 'voice', number, _id, made, coalesce(seen, made) from people
      union all select ${mine}, 'whatsapp', number, _id, made, coalesce(seen, made) from people where met_elsewhere < 0.2
      union all select ${mine}, 'web', _id::text, _id, made, coalesce(seen, made) from people where met_elsewhere > 0.98`)
    await run(sql`
      insert into profile_search (organization_id, project_id, profile_id, words, digits)
      select ${mine}, _id, ${searchWords(sql`name`, sql`address`, displayIdOf(sql`(person + 1)`))},
        regexp_replace(number, '\\D', '', 'g')
      from people`)
    await run(sql`
      insert into profile_numbers (organization_id, project_id, last_number) values (${mine}, ${count}::integer)`)
    await run(sql`
      insert into row_counts (organization_id, project_id, kind, rows) values (${mine}, 'profiles', ${count}::integer)`)
    await run(sql`drop table people`)
  })
}
