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
    '`processing`: the provider is being asked; `unresolved`: whether it has the message is not known.',
  )

const Fault = z
  .object({ code: z.string().nullable().describe('The provider’s own.'), reason: z.string() })
  .nullable()

/** What is answered to a send. */
export const SendResultBody = z
  .object({
    message_id: z.string(),
    broadcast_id: z.string(),
    to: z
      .string()
      .describe('E.164; the id that WhatsApp has given the person, where their number is not known.'),
    type: z.string().describe('`template`, or the type that was asked for.'),
    status: Status,
    provider_message_id: z.string().nullable().describe('Null while it is not known.'),
  })
  .meta({ id: 'WhatsappSendResult', description: 'What became of a send so far.' })

/** What the history shows of every message. */
export const messageItem = {
  _id: z.string(),
  broadcast_id: z.string(),
  to: z
    .string()
    .describe('E.164; the id that WhatsApp has given the person, where their number is not known.'),
  type: z.string(),
  status: Status,
  status_since: timestamp(),
  provider_message_id: z.string().nullable(),
  error: Fault.describe('Of a message that failed.'),
  sends: z
    .int()
    .nullable()
    .describe('Of the plan: 1 where the provider took it, 0 where it did not, null while that is not known.'),
  conversation_id: z.string().nullable(),
  created_at: timestamp(),
}

export const MessageDetail = z
  .object({
    ...messageItem,
    request: z.record(z.string(), z.unknown()).describe('As it was sent to us.'),
    statuses: z.array(z.object({ status: Status, at: timestamp(), error: Fault })),
    settled: z
      .object({ by: z.string(), why: z.string() })
      .nullable()
      .describe('By hand, where an operator has settled it.'),
  })
  .meta({
    id: 'WhatsappMessageDetail',
    description: 'A message with what was asked and all that was told of it.',
  })
