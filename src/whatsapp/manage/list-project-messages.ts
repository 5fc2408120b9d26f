import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { expecting, PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { normalizeRecipient } from '../message/recipient.ts'
import { messageStatuses } from '../send/message-status.ts'
import { listProjectMessages as listMessages } from '../view/project-messages.ts'
import { ProjectMessage } from './shown-project-message.ts'

const Query = PageQuery.extend({
  broadcast_id: z
    .string(expecting('must be an id'))
    .optional()
    .describe('Keeps the messages of this broadcast only.'),
  status: z
    .enum(messageStatuses, expecting(`must be one of ${messageStatuses.join(', ')}`))
    .optional()
    .describe('Keeps the messages with this status only.'),
  error_code: z
    .string(expecting('must be a code of WhatsApp, or none'))
    .regex(/^(?:\d{1,10}|none)$/, 'must be a code of WhatsApp, or none')
    .optional()
    .describe('Those that failed with this code of WhatsApp; `none`: those that failed without one.'),
  to: z
    .string(expecting('must be a number or an id'))
    .max(200)
    .optional()
    .describe(
      'Keeps the messages to this person: a number in international format, or the id that WhatsApp gives them.',
    ),
})

/** Lists the messages of all broadcasts of a project. */
export function listProjectMessages(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    projectPath('/messages'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listProjectMessages',
        summary: 'List the messages of all broadcasts',
        description: 'Newest first, with every status and its time, the reason of a failure, and the cost.',
        tags: ['WhatsApp'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(ProjectMessage), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const { broadcast_id = null, status = null, error_code = null } = query
      const to = query.to === undefined ? null : normalizeRecipient(query.to)
      if (query.to !== undefined && to === null)
        throw refusals.faultyRequest({
          path: 'to',
          message: 'must be a number such as +14155550123, or an id',
        })
      const filter = {
        broadcast_id,
        // Only failed messages have a code.
        status: error_code === null ? status : ('failed' as const),
        error_code: error_code === 'none' ? '' : error_code,
        to,
        send: null,
      }
      const { items, total } = await listMessages(lists.of(request), params, filter, query)
      return page(items, total, query)
    },
  )
}
