import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import { BroadcastParams, SendResultBody } from '../api/shown-message.ts'
import { withNumbersAsWritten } from '../message/written-numbers.ts'
import { messageOfResult } from '../send/send-answer.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendMessage } from '../send/send-message.ts'
import { ManagedSendBody } from './send-request.ts'

/** Sends one message, or one that failed again: by the same code and under the same keys as the project API. */
export function sendOrResendMessage(app: App, context: SendContext): void {
  app.post(
    projectPath('/broadcasts/:broadcast_id/messages'),
    {
      config: { role: 'editor', keepsBodyText: true },
      schema: {
        operationId: 'sendWhatsappMessage',
        summary: 'Send one WhatsApp message under a broadcast',
        description:
          'With `resend_of` it is sent again for a message that failed. 202 and 503: it is not known yet whether WhatsApp has it.',
        tags: ['WhatsApp'],
        params: BroadcastParams,
        headers: IdempotencyHeaders,
        body: ManagedSendBody,
        response: {
          200: successOf(SendResultBody),
          202: successOf(SendResultBody, 202),
          ...refusalsOf(400, 401, 402, 403, 404, 409, 503),
        },
      },
    },
    async (request, reply) => {
      const { result, isSettled, replayed } = await sendMessage(context, {
        ...request.params,
        request: withNumbersAsWritten(request.body.request, request.bodyText),
        resendOf: request.body.resendOf,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      })
      if (replayed) reply.headers(replayedHeader)
      const message = messageOfResult(result, isSettled)
      return isSettled ? success(result, message) : reply.code(202).send(success(result, message, 202))
    },
  )
}
