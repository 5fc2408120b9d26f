import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { Moment } from '../../filters/instants.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { momentParameter, wholeNumber } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { payloadOf } from '../payload.ts'
import { formatPlace, readLog } from '../read-log.ts'
import type { LogFilter, LogPlace } from '../read-log.ts'
import { ShownEvent, afterParameter, eventFilter, filterOf, placeToBegin } from './shown-event.ts'

const Query = z.object({
  ...eventFilter,
  to: momentParameter('Until this instant, which is not included; a date is the whole day.'),
  after: afterParameter,
  limit: wholeNumber({ min: 1, max: 100, default: 20, description: 'The most events.' }),
})

const Page = z.object({
  items: z.array(ShownEvent),
  next_after: z
    .string()
    .describe('Send this as `after` to get the events that follow, also where there are none yet.'),
  has_more: z.boolean().describe('Whether the log may have more of these now.'),
})

/**
 * The most looks at the log for one request, each at up to 500 events. A request of few types may find less than a
 * page.
 */
const looksMax = 20

/** Lists events of a project in the order in which they can be read. */
export function listEvents(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/events'),
    {
      config: { scope: 'events:read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'What happened in the last 30 days, oldest first. An event can be read once all transactions are over that began ' +
          'before its own, usually within milliseconds; so a reader that goes on with `next_after` misses none. Events are kept from ' +
          'the moment on at which the project has a webhook endpoint, or a key with the scope `events:read`, or declares `events: keep`. ' +
          'A page may have fewer events than `limit` although `has_more` is true.',
        tags: ['Events'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: successOf(Page), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async ({ params, query }) => {
      const bounds = { from: firstOf(query.from), before: endOf(query.to) }
      const filter = filterOf(params, { ...query, ...bounds })
      const begin = await placeToBegin(db, filter, query.after)
      const { events, place, isEnd } = await readPage(db, filter, begin, query.limit)
      const items = events.map((event) => payloadOf(event, params, query.content))
      // Behind the last event, even where others were looked at since: so the same question has the same answer.
      const last = isEnd ? events.at(-1)?._id : undefined
      return success({ items, next_after: last ?? formatPlace(place), has_more: !isEnd }, 'OK')
    },
  )
}

async function readPage(db: Db, filter: LogFilter, begin: LogPlace, limit: number) {
  let read = await readLog(db, filter, begin, limit)
  const { events } = read
  for (let looks = 1; looks < looksMax && !read.isEnd && events.length < limit; looks++) {
    read = await readLog(db, filter, read.place, limit - events.length)
    events.push(...read.events)
  }
  return { ...read, events }
}

/** Returns the first instant of a moment; null for none. */
export function firstOf(moment: Moment | undefined): Date | null {
  if (moment === undefined) return null
  return new Date(moment.kind === 'day' ? moment.from : moment.at)
}

function endOf(moment: Moment | undefined): Date | null {
  if (moment === undefined) return null
  return new Date(moment.kind === 'day' ? moment.to : moment.at)
}
