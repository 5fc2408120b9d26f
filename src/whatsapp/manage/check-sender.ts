import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { checkSender } from '../senders/check-sender.ts'
import type { CheckContext } from '../senders/check-sender.ts'
import { selectSenderForCheck } from '../senders/sender-queries.ts'
import { SenderCheck } from '../senders/shown-check.ts'

const SenderParams = ProjectParams.extend({ whatsapp_sender_id: z.string().describe('Id of the sender.') })

/** Asks WhatsApp how a sender's number is, which also shows whether its token works. */
export function checkWhatsappSender(app: App, context: CheckContext & ConfigHints): void {
  app.post(
    projectPath('/whatsapp-senders/:whatsapp_sender_id/check'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'checkWhatsappSender',
        summary: 'Check a WhatsApp sender',
        description:
          'Requests the number from WhatsApp: state, quality, throughput and messaging limit. A result of the last five ' +
          'seconds is returned again.',
        tags: ['Senders'],
        params: SenderParams,
        response: {
          200: successOf(z.object({ checked_at: timestamp(), result: SenderCheck })),
          ...refusalsOf(401, 403, 404),
        },
      },
    },
    async ({ params }) => {
      const id = params.whatsapp_sender_id
      const sender = isUuid(id) ? await selectSenderForCheck(context.db, params, id) : null
      if (sender === null) throw refusals.recordNotFound('whatsapp_sender')
      const checked = await checkSender(context, sender)
      publishConfig(context, params.organization_id, params.project_id, [sender._id])
      return success(checked, 'OK')
    },
  )
}
