import { z } from 'zod'
import { channelTypes, conversationStatuses, conversationTypes } from '../../base/conversation-kinds.ts'
import { Fault } from './calls.ts'
import { timestamp } from './timestamp.ts'

const conversationFields = {
  _id: z.string(),
  status: z.enum(conversationStatuses),
  outcome: z.enum(conversationStatuses).nullable().describe('How it ended; null while it goes on.'),
  conversation_type: z.enum(conversationTypes),
  channel_type: z.enum(channelTypes),
  phone_number: z.string().nullable().describe('E.164, where the channel has numbers and it is known.'),
  campaign_id: z.string().nullable(),
  customer_profile_id: z.string().nullable(),
  start_time: timestamp(),
  answered_at: timestamp().nullable(),
  end_time: timestamp().nullable(),
  duration_seconds: z.number().nullable(),
  created_at: timestamp(),
}

export const ConversationData = z
  .object(conversationFields)
  .meta({ id: 'ConversationEventData', description: 'The conversation after the event.' })

export const ModeData = z
  .object({
    ...conversationFields,
    mode: z.enum(['agent', 'person']).describe('Who answers now.'),
    mode_by: z.string().nullable().describe('The name of the user who asked for it; null: the agent.'),
  })
  .meta({
    id: 'ConversationModeEventData',
    description: 'The conversation after the event, and who answers.',
  })

export const ModeTexts = z
  .object({ summary: z.string().nullable().describe('What the agent says of the conversation.') })
  .meta({ id: 'ConversationModeEventTexts' })

export const conversationExample: z.infer<typeof ConversationData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  status: 'completed',
  outcome: 'completed',
  conversation_type: 'outbound',
  channel_type: 'voice',
  phone_number: '+14155550123',
  campaign_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d03',
  customer_profile_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  start_time: '2026-11-21T09:00:00.000Z',
  answered_at: '2026-11-21T09:00:08.250Z',
  end_time: '2026-11-21T09:01:38.250Z',
  duration_seconds: 90,
  created_at: '2026-11-21T09:00:00.500Z',
}

export const TicketData = z
  .object({
    _id: z.string(),
    status: z.string().describe('`open` or `closed`.'),
    channel_type: z.enum(channelTypes),
    opened_by: z.enum(['workflow', 'keyword', 'operator', 'agent']).nullable(),
    opened_by_name: z.string().nullable(),
    conversation_id: z.string().nullable(),
    customer_profile_id: z.string().nullable(),
    created_at: timestamp(),
    closed_at: timestamp().nullable(),
    closed_by_name: z.string().nullable(),
  })
  .meta({ id: 'TicketEventData', description: 'The ticket after the event.' })

export const TicketTexts = z
  .object({ subject: z.string().nullable(), closing_note: z.string().nullable() })
  .meta({ id: 'TicketEventTexts' })

export const ticketExample: z.infer<typeof TicketData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d10',
  status: 'open',
  channel_type: 'voice',
  opened_by: 'agent',
  opened_by_name: null,
  conversation_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  customer_profile_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  created_at: '2026-11-21T09:01:00.000Z',
  closed_at: null,
  closed_by_name: null,
}

export const ReceivedMessageData = z
  .object({
    _id: z.string(),
    direction: z.literal('inbound'),
    channel_type: z.enum(channelTypes),
    from: z.string().describe('E.164, or the WhatsApp user id of a person whose number is unknown.'),
    type: z.string().describe('WhatsApp’s word, such as `text` or `image`.'),
    provider_message_id: z.string().nullable(),
    conversation_id: z.string(),
    customer_profile_id: z.string().nullable(),
    created_at: timestamp().describe('When it was written, by WhatsApp’s clock.'),
  })
  .meta({ id: 'ReceivedMessageEventData', description: 'A message that a person has written.' })

export const ReceivedMessageTexts = z
  .object({ text: z.string().nullable().describe('Null where the message has none.') })
  .meta({ id: 'ReceivedMessageEventTexts' })

export const receivedMessageExample: z.infer<typeof ReceivedMessageData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d11',
  direction: 'inbound',
  channel_type: 'whatsapp',
  from: '+14155550123',
  type: 'text',
  provider_message_id: 'wamid.HBgLMTQxNTU1NTAxMjMVAgASGBQzQTdCQzlGQTk4RDc2RTI0AA==',
  conversation_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d12',
  customer_profile_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  created_at: '2026-11-21T09:05:00.000Z',
}

/** The statuses of a sent message that events show. */
export const messageStatusesOfEvents = ['unresolved', 'sent', 'delivered', 'read', 'failed'] as const

export const SentMessageData = z
  .object({
    _id: z.string(),
    direction: z.literal('outbound'),
    channel_type: z.literal('whatsapp'),
    broadcast_id: z.string(),
    to: z.string().describe('E.164, or the WhatsApp user id of a person whose number is unknown.'),
    type: z.string().describe('`template`, or the type of the request.'),
    status: z.enum(messageStatusesOfEvents),
    status_since: timestamp(),
    provider_message_id: z.string().nullable(),
    error: Fault,
    sends: z.int().nullable().describe('Sends of the plan that it cost; null while that is unknown.'),
    conversation_id: z.string().nullable(),
    customer_profile_id: z.string().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: 'SentMessageEventData', description: 'The message after the event.' })

export const SentMessageTexts = z
  .object({ request: z.record(z.string(), z.unknown()).describe('The body of the request that sent it.') })
  .meta({ id: 'SentMessageEventTexts' })

export const sentMessageExample: z.infer<typeof SentMessageData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0e',
  direction: 'outbound',
  channel_type: 'whatsapp',
  broadcast_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0d',
  to: '+14155550123',
  type: 'template',
  status: 'delivered',
  status_since: '2026-11-21T09:00:02.000Z',
  provider_message_id: 'wamid.HBgLMTQxNTU1NTAxMjMVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA',
  error: null,
  sends: 1,
  conversation_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d12',
  customer_profile_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  created_at: '2026-11-21T09:00:00.000Z',
}
