import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { formsOf } from '../../guards/do-not-call/entry.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { Exports } from '../../http/exports.ts'
import type { ExportContext } from '../../http/exports.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectProfile } from '../../people/list-queries.ts'
import { callsOf, collectPerson, sendsOf, talksOf } from '../erase/erased-person.ts'
import type { ErasedPerson } from '../erase/erased-person.ts'

/** The rows of one statement. */
const rowsAtOnce = 500

/** Exports all that is known of a person as one JSON document, as fast as the client reads. */
export function exportProfile(
  app: App,
  {
    db,
    clock,
    secretBox,
    ...context
  }: { db: Db; clock: { now: () => Date }; secretBox: SecretBox } & ExportContext,
): void {
  const exports = new Exports(context)
  app.get(
    projectPath('/customer-profiles/:customer_profile_id/export'),
    {
      config: { scope: 'profiles:manage', readBy: 'editor' },
      schema: {
        operationId: 'exportCustomerProfile',
        summary: 'Export all that is known of a person',
        description:
          'One JSON document: the profile, what was merged into it, conversations with transcripts, messages, tickets, calls, ' +
          'sends, opt-outs, entries of the do-not-call list, rows of files that are not calls yet, and what agents did. If ' +
          'the export fails on its way, the connection breaks, and so the document is not whole. Scope: ' +
          '`profiles:manage`; in the management API, the role editor.',
        tags: ['Customer profiles'],
        params: ProjectParams.extend({
          customer_profile_id: z.string().describe('Id of the profile, or of one that was merged into it.'),
        }),
        produces: ['application/json'],
        response: {
          200: z.string().describe('A JSON document.'),
          ...refusalsOf(401, 403, 404, 429, 500),
        },
      },
    },
    async ({ params: { customer_profile_id: id, ...place } }, reply) => {
      const profile = isUuid(id) ? await selectProfile(db, place.organization_id, place.project_id, id) : null
      if (profile === null) throw refusals.profileNotFound()
      const end = exports.begin(place.organization_id)
      const person = await db
        .transaction((transaction) =>
          collectPerson(transaction, { ...place, profile_id: profile._id }, clock.now()),
        )
        .catch((error: unknown) => {
          end()
          throw error
        })
      const stream = exports.stream(readAll(db, secretBox, person, profile), end)
      return reply
        .type('application/json; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="${profile.display_id.replaceAll(/[^\w-]/g, '_')}.json"`,
        )
        .header('cache-control', 'no-store')
        .serializer((sent: unknown) => String(sent))
        .send(stream as unknown as string)
    },
  )
}

/** Returns the parts of the document, each a list: rows with `_id` in the order of it, as text. */
function partsOf(person: ErasedPerson, secretBox: SecretBox): Record<string, Sql> {
  const { organization_id, project_id, profile_id, addresses, numbers } = person
  const hashes = numbers.map((number) => formsOf(secretBox, organization_id, number).number_hash)
  const mine = sql`t.organization_id = ${organization_id} and t.profile_id = ${profile_id}`
  const withoutTenant = sql`- array['organization_id', 'project_id', 'met_as']`
  return {
    merges: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} as row from merged_profiles t
      where t.organization_id = ${organization_id} and t.survivor_id = ${profile_id}`,
    said_properties: sql`select t.name as _id, to_jsonb(t) ${withoutTenant} as row from said_properties t where ${mine}`,
    conversations: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} || jsonb_build_object(
        'transcript', (select coalesce(jsonb_agg(jsonb_build_object('role', role, 'text', text, 'said_at', said_at)
          order by turn, line), '[]') from conversation_lines l
          where l.organization_id = t.organization_id and l.conversation_id = t._id),
        'agent_turns', (select coalesce(jsonb_agg(jsonb_build_object('turn', turn, 'input', input, 'text', text,
          'outcome', outcome) order by turn), '[]') from agent_turns a
          where a.organization_id = t.organization_id and a.conversation_id = t._id)) as row
      from conversations t where t.organization_id = ${organization_id} and t._id in (${talksOf(person)})`,
    messages: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} as row from messages t where ${mine}`,
    tickets: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} as row from tickets t where ${mine}`,
    calls: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} || jsonb_build_object('attempts', (
        select coalesce(jsonb_agg(to_jsonb(a) ${withoutTenant} order by a.attempt_number), '[]') from call_attempts a
        where a.organization_id = t.organization_id and a.call_id = t._id)) as row
      from calls t where t.organization_id = ${organization_id} and t._id in (
        ${callsOf(person)} union select _id from calls where organization_id = ${organization_id}
          and project_id = ${project_id} and phone_number = any(${numbers}::text[])
          and state in ('waiting', 'dialling', 'unresolved', 'ringing', 'live'))`,
    sends: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} as row from whatsapp_messages t
      where t.organization_id = ${organization_id} and t._id in (${sendsOf(person)})`,
    opt_outs: sql`select t.recipient || ' ' || t.scope as _id, to_jsonb(t) ${withoutTenant} as row from whatsapp_opt_outs t
      where t.organization_id = ${organization_id} and t.project_id = ${project_id}
        and t.recipient = any(${addresses}::text[])`,
    do_not_call: sql`select t._id::text as _id, to_jsonb(t) ${withoutTenant} - array['number_hash', 'sweep_at'] as row
      from do_not_call t where t.organization_id = ${organization_id}
        and (t.number = any(${numbers}::text[]) or t.number_hash = any(${hashes}::bytea[]))`,
    call_batch_rows: sql`select t.batch_id || ' ' || t.line as _id, to_jsonb(t) ${withoutTenant} as row
      from call_batches b join call_batch_rows t on t.organization_id = b.organization_id and t.batch_id = b._id
      where b.organization_id = ${organization_id} and b.project_id = ${project_id}
        and t.phone_number = any(${numbers}::text[])`,
  }
}

async function* readAll(
  db: Db,
  secretBox: SecretBox,
  person: ErasedPerson,
  profile: object,
): AsyncGenerator<string> {
  yield `{"profile":${JSON.stringify(profile)}`
  for (const [name, rows] of Object.entries(partsOf(person, secretBox))) {
    yield `,${JSON.stringify(name)}:[`
    let after: string | null = null
    for (let count = 0; ;) {
      const page: { _id: string; row: string }[] = await db.query(sql`
        select _id, row::text as row from (${rows}) r where ${after}::text is null or _id collate "C" > ${after}
        order by _id collate "C" limit ${rowsAtOnce}`)
      for (const { row } of page) yield `${count++ === 0 ? '' : ','}${row}`
      if (page.length < rowsAtOnce) break
      after = page.at(-1)!._id
    }
    yield ']'
  }
  yield '}\n'
}
