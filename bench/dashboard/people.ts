import { sql } from '../../src/db/sql.ts'
import { insertInBulk } from '../support/bulk-insert.ts'
import { createHistoryDatabase } from '../support/history-database.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { signInOwner } from '../support/owner-session.ts'
import { phoneNumberOf, profileIdOf } from '../support/people.ts'
import { percentile, table } from '../support/report.ts'
import { rareName, seedProfiles } from '../support/seed-profiles.ts'
import type { Stage } from '../support/stage.ts'

const conversationsEach = 5
const warmUpTimes = 20
/** One of so many people is known by an id and a username alone. */
const hiddenEach = 50
const tickets = 20_000
const openTickets = 2_000

/**
 * Measures how a person is found, by everything that they are known by, and what their page and the tickets ask for.
 */
export async function benchPeople(
  stage: Stage,
  { conversations, times }: { conversations: number; times: number },
): Promise<void> {
  const people = Math.ceil(conversations / conversationsEach)
  const history = await createHistoryDatabase(stage, conversations)
  await seedProfiles(history.databaseUrl, history, people)
  await seedMore(history, people)
  const { context, databaseUrl, organization_id, project_id } = history
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const cookie = await signInOwner(context, api.url)
  const organization = `${api.url}/api/organizations/${organization_id}`
  const project = `${organization}/projects/${project_id}`
  const [someone] = await history.db.query<{ _id: string; number: string; display_id: string }>(sql`
    select p._id, k.normalized as number, p.display_id from profiles p
    join profile_contacts k on k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'
    where p.organization_id = ${organization_id} and p.project_id = ${project_id}
    order by p.conversation_count desc, p._id limit 1`)
  const { _id, number, display_id } = someone!
  const find = (text: string) => `${organization}/find?q=${encodeURIComponent(text)}`
  const list = (query: string) => `${project}/customer-profiles?limit=50${query}`
  const rows: (string | number)[][] = []
  for (const [what, address] of [
    ['find: a rare name', find(rareName)],
    ['find: a common first name', find('maria')],
    ['find: three letters', find('ber')],
    ['find: a number', find(number)],
    ['find: four digits', find(number.slice(-4))],
    ['find: a username', find('hidden.person.500')],
    ['find: an id on WhatsApp', find(`US.1349120865530274${500 * hiddenEach}`)],
    ['find: a display id', find(display_id)],
    ['find: an id', find(_id)],
    ['list of people', list('')],
    ['list of people, search', list(`&search=${encodeURIComponent(rareName)}`)],
    ['list of people, number', list(`&search=${encodeURIComponent(number)}`)],
    ['one person', `${project}/customer-profiles/${_id}`],
    ['timeline', `${project}/customer-profiles/${_id}/timeline`],
    ['list of conversations', `${project}/conversations?limit=50`],
    ['open tickets', `${project}/tickets?limit=50`],
    ['closed tickets', `${project}/tickets?limit=50&show=closed`],
    ['closed tickets, search', `${project}/tickets?limit=50&show=closed&search=4711`],
  ] as const) {
    const tookMs: number[] = []
    for (let time = 0; time < warmUpTimes + times; time++) {
      const begun = performance.now()
      const answer = await fetch(address, { headers: { cookie } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      if (time >= warmUpTimes) tookMs.push(performance.now() - begun)
    }
    const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)]
    rows.push([what, tookMs.length, p50.toFixed(1), p99.toFixed(1)])
  }
  rows.push(await measureExport(`${project}/conversations/export`, cookie))
  await api.stop()
  const size = `${conversations.toLocaleString('en')} conversations of ${people.toLocaleString('en')} people`
  table(size, ['answer', 'n', 'p50 ms', 'p99 ms'], rows)
}

async function measureExport(address: string, cookie: string): Promise<(string | number)[]> {
  const begun = performance.now()
  const answer = await fetch(address, { headers: { cookie } })
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length
  const seconds = (performance.now() - begun) / 1_000
  return [`export of all, ${Math.round(bytes / 1e6)} MB`, 1, `${seconds.toFixed(1)} s`, '']
}

/** Adds what the other figures need not: hidden people, messages, tickets. */
async function seedMore(history: HistoryDatabase, people: number): Promise<void> {
  const { databaseUrl, organization_id, project_id } = history
  const mine = sql`${organization_id}::uuid, ${project_id}::uuid`
  const tables = ['channel_identities', 'profile_contacts', 'profile_search', 'messages', 'tickets']
  await insertInBulk(databaseUrl, tables, async ({ run }) => {
    await run(sql`
      create temporary table hidden as
      select ${profileIdOf(project_id, sql`person`)} as _id, 'US.1349120865530274' || person as user_id,
        'hidden.person.' || person / ${hiddenEach}::integer as username
      from generate_series(0, ${people}::integer - 1, ${hiddenEach}::integer) person`)
    await run(
      sql`delete from profile_contacts where kind = 'phone' and profile_id in (select _id from hidden)`,
    )
    await run(sql`delete from channel_identities where profile_id in (select _id from hidden)`)
    await run(sql`
      insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at,
        last_seen_at, username)
      select ${mine}, 'whatsapp', user_id, _id, now(), now(), username from hidden`)
    await run(sql`
      update profile_search s set digits = '', words = words || E'\\n' || search_form(user_id) || E'\\n' || username
      from hidden h where s.profile_id = h._id`)
    await run(sql`
      insert into messages (organization_id, project_id, _id, profile_id, channel_type, direction, text, created_at)
      select ${mine}, gen_random_uuid(), ${profileIdOf(project_id, sql`n % ${people}::integer`)}, 'whatsapp',
        case when n % 2 = 0 then 'inbound' else 'outbound' end, 'Where is my order ' || n,
        timestamptz '2026-10-01Z' + n * interval '1 second'
      from generate_series(1, ${people * 3}::integer) n`)
    await run(sql`
      insert into tickets (organization_id, project_id, _id, profile_id, channel_type, subject, status, created_at,
        closed_at)
      select ${mine}, gen_random_uuid(), ${profileIdOf(project_id, sql`n`)}, 'whatsapp',
        'Call ' || ${phoneNumberOf(sql`n`)} || ' back about order ' || n,
        case when n <= ${openTickets}::integer then 'open' else 'closed' end,
        timestamptz '2026-10-01Z' + n * interval '1 minute',
        case when n > ${openTickets}::integer then timestamptz '2026-10-02Z' + n * interval '1 minute' end
      from generate_series(1, ${tickets}::integer) n`)
  })
}
