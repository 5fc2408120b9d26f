import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { doNotCallSources } from '../../guards/do-not-call/entry.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, wholeNumber } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { limitReasons, limitedActions } from '../../people/limits.ts'
import { selectProfile } from '../../people/list-queries.ts'
import { readPerson, timelineOf } from '../people/person.ts'
import { readCursor, writeCursor } from '../people/timeline-cursor.ts'
import { entryKinds, selectTimeline, timelineKinds } from '../people/timeline-queries.ts'
import type { TimelineKind } from '../people/timeline-queries.ts'

export const PersonParams = ProjectParams.extend({
  customer_profile_id: z.string().describe('Id of the profile, or of one that was merged into it.'),
})

const Contact = z.object({ value: z.string(), normalized: z.string(), source: z.string() })

const WholePerson = z
  .object({
    _id: z.string(),
    name: z.string().nullable(),
    display_id: z.string().describe('Easy to read and say, such as `CUST-000123`.'),
    phone_numbers: z.array(Contact),
    emails: z.array(Contact),
    channel_identities: z.array(
      z.object({
        channel_type: z.enum(channelTypes),
        identity_key: z.string(),
        first_seen_at: timestamp(),
        last_seen_at: timestamp(),
      }),
    ),
    properties: z.record(z.string(), z.unknown()),
    conversation_count: z.int().min(0),
    call_count: z.int().min(0),
    chat_count: z.int().min(0),
    last_interaction_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    username: z.string().nullable().describe('The name that the person has chosen on WhatsApp.'),
    whatsapp_address: z
      .string()
      .nullable()
      .describe('The number or id that messages go to; null where none is known.'),
    open_tickets: z.int().min(0),
    limits: z.array(z.object({ action: z.enum(limitedActions), reason: z.enum(limitReasons) })),
    opt_outs: z
      .array(
        z.object({
          scope: z.enum(['all', 'marketing']),
          source: z.enum(['message', 'provider', 'operator']),
          since: timestamp(),
          why: z.string().nullable(),
        }),
      )
      .describe('Those in force, at most one of each scope.'),
    do_not_call: z
      .array(
        z.object({
          number: z.string().nullable(),
          since: timestamp(),
          source: z.enum(doNotCallSources),
          why: z.string().nullable(),
          added_by: z.string().nullable().describe('Null: the person.'),
          until: timestamp().nullable(),
        }),
      )
      .describe('Their numbers that nobody of the organization may call.'),
  })
  .meta({ id: 'WholePerson', description: 'A person of the project with what their page shows.' })

/** Shows one person. The id of a merged profile leads to the survivor (Rule 56). */
export function getPersonCalled(
  app: App,
  { db, clock, secretBox }: { db: Db; clock: Clock; secretBox: SecretBox },
): void {
  app.get(
    projectPath('/customer-profiles/:customer_profile_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getCustomerProfile',
        summary: 'Get a customer profile',
        description: 'Returns opt-outs, open tickets, and what can not be done for the person.',
        tags: ['Customer profiles'],
        params: PersonParams,
        response: { 200: successOf(WholePerson), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params: { customer_profile_id: id, ...place } }) => {
      const person = isUuid(id) ? await readPerson({ db, secretBox }, place, id, clock.now()) : null
      if (person === null) throw refusals.profileNotFound()
      return success(person, 'OK')
    },
  )
}

const Entry = z
  .object({
    _id: z.string().describe('Unique within the timeline.'),
    kind: z.enum(entryKinds),
    at: timestamp(),
    channel_type: z.enum(channelTypes).nullable(),
    direction: z.string().nullable().describe('`inbound` or `outbound`.'),
    status: z
      .string()
      .nullable()
      .describe('The state of a call, the delivery of a message, the scope of an opt-out.'),
    text: z
      .string()
      .nullable()
      .describe(
        'The beginning of a message, the subject of a ticket or its closing note, why somebody opted out.',
      ),
    type: z
      .string()
      .nullable()
      .describe(
        'The type of a message; who opened a ticket; whether the person, Meta or an operator opted out.',
      ),
    error_code: z.string().nullable(),
    error_reason: z.string().nullable(),
    by: z.string().nullable().describe('Who did it, where a name is known.'),
    address: z.string().nullable().describe('The number or id that it was with.'),
    campaign_name: z.string().nullable(),
    duration_seconds: z.number().nullable(),
    call_id: z.string().nullable(),
    conversation_id: z.string().nullable(),
    message_id: z.string().nullable(),
    broadcast_id: z.string().nullable(),
    ticket_id: z.string().nullable(),
    profile_id: z.string().nullable().describe('The profile that was merged into this one.'),
  })
  .meta({ id: 'TimelineEntry', description: 'Something that happened with a person.' })

const kindsExpected = `must be some of ${timelineKinds.join(', ')}, separated by commas`
const isKind = (word: string): word is TimelineKind => (timelineKinds as readonly string[]).includes(word)

const TimelineQuery = z.object({
  kinds: z
    .string(expecting(kindsExpected))
    .optional()
    .transform((text, context): readonly TimelineKind[] => {
      const words = text === undefined ? [...timelineKinds] : text.split(',')
      const known = [...new Set(words.filter(isKind))]
      if (known.length === new Set(words).size) return known
      context.addIssue({ code: 'custom', message: kindsExpected })
      return z.NEVER
    })
    .meta({
      description: `Some of \`${timelineKinds.join('`, `')}\`, separated by commas; all by default.`,
      jsonSchema: { type: 'string' },
    }),
  before: z
    .string(expecting('must be the `next` of a page'))
    .max(1_000)
    .optional()
    .describe('The `next` of the page before: older entries follow.'),
  limit: wholeNumber({ min: 1, max: 100, default: 50, description: 'Page size.' }),
})

/** Lists what happened with one person, over all channels, the latest first. */
export function getTimeline(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/customer-profiles/:customer_profile_id/timeline'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getProfileTimeline',
        summary: 'Get what happened with a person',
        description:
          'Calls, chats, messages, tickets, opt-outs and merges, the latest first. A page begins after the last entry of the ' +
          'one before, so entries that come meanwhile move none.',
        tags: ['Customer profiles'],
        params: PersonParams,
        querystring: TimelineQuery,
        response: {
          200: successOf(
            z.object({
              items: z.array(Entry),
              next: z
                .string()
                .nullable()
                .describe('The value for `before` of the next page; null at the end.'),
            }),
          ),
          ...refusalsOf(400, 401, 403, 404, 500),
        },
      },
    },
    async ({ params: { customer_profile_id: id, ...place }, query }) => {
      const before = query.before === undefined ? null : readCursor(query.before)
      if (query.before !== undefined && before === null)
        throw refusals.faultyRequest({ path: 'before', message: 'must be the `next` of a page' })
      const profile = isUuid(id) ? await selectProfile(db, place.organization_id, place.project_id, id) : null
      if (profile === null) throw refusals.profileNotFound()
      const found = await selectTimeline(db, timelineOf(place, profile), query.kinds, {
        before,
        limit: query.limit + 1,
      })
      const items = found.slice(0, query.limit)
      const last = items.at(-1)
      const next = found.length > query.limit && last !== undefined ? writeCursor(last) : null
      return success({ items, next }, 'OK')
    },
  )
}
