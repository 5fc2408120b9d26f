import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import { SendBody } from '../message/send-body.ts'
import { withNumbersAsWritten } from '../message/written-numbers.ts'
import { messageOfResult } from '../send/send-answer.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendMessage } from '../send/send-message.ts'
import { BroadcastParams, SendResultBody } from './shown-message.ts'

/** Sends one message to one recipient and records it under a broadcast. */
export function sendWhatsappMessage(app: App, context: SendContext): void {
  app.post(
    projectPath('/broadcasts/:broadcast_id/messages'),
    {
      config: { scope: 'whatsapp:create', isWrite: true, keepsBodyText: true },
      schema: {
        operationId: 'sendWhatsappMessage',
        summary: 'Send one WhatsApp message under a broadcast',
        description:
          'A template send without `type`, or a typed message with `type` and `payload`. Scope: `whatsapp:create`.',
        tags: ['WhatsApp'],
        params: BroadcastParams,
        headers: IdempotencyHeaders,
        body: SendBody,
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
        request: withNumbersAsWritten(request.body, request.bodyText),
        resendOf: null,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      })
      if (replayed) reply.headers(replayedHeader)
      const message = messageOfResult(result, isSettled)
      return isSettled ? success(result, message) : reply.code(202).send(success(result, message, 202))
    },
  )
}
