import { z } from 'zod'
import { ProjectParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { messageStatuses } from '../send/message-status.ts'

export const BroadcastParams = ProjectParams.extend({
  broadcast_id: z.string().describe('Id of the broadcast, one of this project.'),
})

export const MessageParams = BroadcastParams.extend({
  message_id: z.string().describe('Id of the message, one of this broadcast.'),
})

const Status = z
  .enum(messageStatuses)
  .describe(
    '`processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it.',
  )

const Fault = z
  .object({ code: z.string().nullable().describe('WhatsApp’s error code.'), reason: z.string() })
  .nullable()

/** The data of the response to a send. */
export const SendResultBody = z
  .object({
    message_id: z.string(),
    broadcast_id: z.string(),
    to: z.string().describe('E.164, or the WhatsApp user id of a person whose number is unknown.'),
    type: z.string().describe('`template`, or the type of the request.'),
    status: Status,
    provider_message_id: z.string().nullable().describe('Null while it is unknown.'),
  })
  .meta({ id: 'WhatsappSendResult', description: 'The state of a send.' })

/** The fields of a message in the recipient history. */
export const messageItem = {
  _id: z.string(),
  broadcast_id: z.string(),
  to: z.string().describe('E.164, or the WhatsApp user id of a person whose number is unknown.'),
  type: z.string(),
  status: Status,
  status_since: timestamp(),
  provider_message_id: z.string().nullable(),
  error: Fault.describe('Why the message failed.'),
  sends: z
    .int()
    .nullable()
    .describe(
      'Sends of the plan that it cost: 1 if WhatsApp accepted it, 0 if not, null while that is unknown.',
    ),
  conversation_id: z.string().nullable(),
  created_at: timestamp(),
}

export const MessageDetail = z
  .object({
    ...messageItem,
    request: z.record(z.string(), z.unknown()).describe('The body of the request that sent it.'),
    statuses: z.array(z.object({ status: Status, at: timestamp(), error: Fault })),
    settled: z
      .object({ by: z.string(), why: z.string() })
      .nullable()
      .describe('Set if an operator settled the message.'),
  })
  .meta({
    id: 'WhatsappMessageDetail',
    description: 'A message with its request and all its statuses.',
  })
