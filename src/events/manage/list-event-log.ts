import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, wholeNumber } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { ShownEvent, eventFilter, filterOf } from '../api/shown-event.ts'
import { areEventsKept, selectNewestEvents, selectRecipients } from '../newest-events.ts'
import { payloadOf } from '../payload.ts'
import { selectPlaceOfEvent } from '../read-log.ts'

const Query = z.object({
  types: eventFilter.types,
  subject_id: eventFilter.subject_id,
  before: z
    .string(expecting('must be the id of an event'))
    .max(100, 'must be the id of an event')
    .optional()
    .describe('Only events that are older than the one with this id.'),
  limit: wholeNumber({ min: 1, max: 100, default: 50, description: 'The most events.' }),
})

const LoggedEvent = z
  .object({
    event: ShownEvent,
    subject_kind: z.string().describe('What it is about, such as `call`.'),
    subject_id: z.string(),
    recipients: z
      .array(
        z.object({
          endpoint_id: z.string(),
          endpoint_name: z.string(),
          state: z.enum(['waiting', 'sending', 'delivered', 'exhausted', 'held']),
          tries: z.int(),
        }),
      )
      .describe('The webhook endpoints that it goes to.'),
  })
  .meta({ id: 'LoggedEvent' })

const Log = z.object({
  items: z.array(LoggedEvent),
  next_before: z
    .string()
    .nullable()
    .describe('Goes on to older ones as `before`; null: there are none. Not all may be of the wanted types.'),
  are_kept: z.boolean().describe('Whether events of the project are kept now.'),
})

/** Lists what happened in a project, the newest first, and which endpoints get it. */
export function listEventLog(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/event-log'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listEventLog',
        summary: 'List the newest events',
        description: 'Those of the last 30 days, without their texts. `…/events` is for programs.',
        tags: ['Events'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: successOf(Log), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const filter = filterOf(params, { ...query, from: null, before: null })
      const begin = await placeBefore(db, params, query.before)
      const [{ events, before }, kept] = await Promise.all([
        selectNewestEvents(db, filter, begin, query.limit),
        areEventsKept(db, params),
      ])
      const recipients = await selectRecipients(
        db,
        params.organization_id,
        events.map(({ _id }) => _id),
      )
      const items = events.map((event) => ({
        event: payloadOf(event, params, 'ids'),
        subject_kind: event.subject_kind,
        subject_id: event.subject_id,
        recipients: recipients.get(event._id) ?? [],
      }))
      return success({ items, next_before: before?._id ?? null, are_kept: kept }, 'OK')
    },
  )
}

async function placeBefore(
  db: Db,
  params: { organization_id: string; project_id: string },
  id: string | undefined,
) {
  if (id === undefined) return null
  const place = isUuid(id) ? await selectPlaceOfEvent(db, params, id) : null
  if (place === null) throw refusals.eventUnknown()
  return place
}
