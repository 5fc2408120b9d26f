import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Reader } from '../../db/queryable.ts'
import { expecting, momentParameter } from '../../http/list-query.ts'
import { timestamp } from '../../http/timestamp.ts'
import { eventTypes, expandTypes } from '../event-types.ts'
import type { EventType } from '../event-types.ts'
import { eventContents } from '../payload.ts'
import { logBegin, parsePlace, selectPlaceOfEvent, selectPlaceOfInstant } from '../read-log.ts'
import type { LogFilter, LogPlace } from '../read-log.ts'

/** An event in the responses of the API. */
export const ShownEvent = z
  .object({
    _id: z.string(),
    type: z.enum(eventTypes),
    timestamp: timestamp().describe('When it happened.'),
    version: z.string().describe('The date that decides the shape of `data`.'),
    organization_id: z.string(),
    project_id: z.string(),
    data: z
      .record(z.string(), z.unknown())
      .describe('The record after the event; `webhooks` has the shape of each type.'),
    truncated: z.literal(true).optional().describe('`data` was too large and has only its ids.'),
  })
  .meta({ id: 'Event', description: 'Something that happened.' })

const typesMax = 50

/** The query parameters of requests that read events. */
export const eventFilter = {
  types: z
    .string(expecting('must be types of events, separated by commas'))
    .transform((text, context): EventType[] => {
      const named = text.split(',', typesMax + 1)
      if (named.length > typesMax) {
        context.addIssue({ code: 'custom', message: `must name at most ${typesMax} types` })
        return z.NEVER
      }
      const { types, unknown } = expandTypes(named.map((one) => one.trim()))
      if (unknown.length === 0) return types
      context.addIssue({
        code: 'custom',
        message: `there is no type ${unknown[0]}; use a type such as call.ended, a kind such as call.*, or *`,
      })
      return z.NEVER
    })
    .optional()
    .meta({
      description: 'Types, separated by commas: `call.ended`, `call.*` for all of a kind, `*`. Default: all.',
      jsonSchema: { type: 'string' },
    }),
  subject_id: z
    .string(expecting('must be an id'))
    .optional()
    .describe('Only events of this call, conversation, message, profile, …'),
  from: momentParameter('Only events from this instant on; a date is the whole day.'),
  content: z
    .enum(eventContents, expecting('must be ids or full'))
    .default('ids')
    .describe('`full`: with texts, such as message bodies and customer variables.'),
}

export const afterParameter = z
  .string(expecting('must be the id of an event'))
  .max(100, 'must be the id of an event')
  .optional()
  .describe('Goes on after the event with this id, or after the last `id` of a stream.')

/** Returns the filter of a request. */
export function filterOf(
  { organization_id, project_id }: Pick<LogFilter, 'organization_id' | 'project_id'>,
  query: {
    types?: EventType[] | undefined
    subject_id?: string | undefined
    from: Date | null
    before: Date | null
  },
): LogFilter {
  const { types = null, subject_id, from, before } = query
  // No event has another id, so that a text of another form finds none.
  const subject = subject_id === undefined ? null : isUuid(subject_id) ? subject_id : nobody
  return { organization_id, project_id, types, subject_id: subject, from, before }
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns where a reader begins: after an event, else with those of an instant, else at the beginning of the log.
 *
 * @throws {Refusal} 400 where the project has no such event, or not any more.
 */
export async function placeToBegin(
  db: Reader,
  filter: LogFilter,
  after: string | undefined,
): Promise<LogPlace> {
  if (after === undefined)
    return filter.from === null ? logBegin : selectPlaceOfInstant(db, filter, filter.from)
  const place = parsePlace(after) ?? (isUuid(after) ? await selectPlaceOfEvent(db, filter, after) : null)
  if (place === null) throw refusals.eventUnknown()
  return place
}
