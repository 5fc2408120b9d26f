import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { selectMessage } from '../list-queries.ts'
import { MessageDetail, MessageParams } from './shown-message.ts'

/** Serves one message with its request and every status with its time (Rule 30). */
export function getWhatsappMessage(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/broadcasts/:broadcast_id/messages/:message_id'),
    {
      schema: {
        operationId: 'getWhatsappMessage',
        summary: 'Get a message of a broadcast',
        tags: ['WhatsApp'],
        params: MessageParams,
        response: { 200: successOf(MessageDetail), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params: { organization_id, project_id, broadcast_id, message_id } }) => {
      const message =
        isUuid(broadcast_id) && isUuid(message_id)
          ? await selectMessage(db, organization_id, project_id, broadcast_id, message_id)
          : null
      if (message === null) throw refusals.messageNotFound()
      return success(message, 'OK')
    },
  )
}
