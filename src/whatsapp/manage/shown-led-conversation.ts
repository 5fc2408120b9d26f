import { z } from 'zod'
import { agentModes } from '../../agents/conversation/conversation.ts'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { timestamp } from '../../http/timestamp.ts'
import { ShownPerson } from '../../people/shown-label.ts'

export const ShownLedConversation = z
  .object({
    conversation_id: z.string(),
    channel_type: z.enum(channelTypes),
    agent_id: z.string(),
    agent_name: z.string(),
    customer: ShownPerson.nullable().describe('The person that it is with.'),
    phone_number: z.string().nullable().describe('E.164, where it is known.'),
    whatsapp_user_id: z
      .string()
      .nullable()
      .describe('The id of a person on WhatsApp whose number is unknown.'),
    mode: z.enum(agentModes).describe('Who answers from here on.'),
    mode_since: timestamp(),
    mode_by: z.string().nullable().describe('The user who leads it; null: the agent, or nobody yet.'),
    summary: z
      .string()
      .nullable()
      .describe('What the agent said of it when it handed it over; null: nothing.'),
    person_wrote_at: timestamp()
      .nullable()
      .describe('When a user last wrote since `mode_since`; null: none has.'),
    last_message_at: timestamp().nullable(),
    ended_at: timestamp().nullable().describe('When the agent’s part ended; null: it goes on.'),
    window_closes_at: timestamp()
      .nullable()
      .describe('WhatsApp takes texts until then, in the past if it is closed; null on other channels.'),
    is_window_open: z.boolean().nullable().describe('Null on channels other than WhatsApp.'),
  })
  .meta({ id: 'LedConversation', description: 'A conversation of an agent, and who answers it.' })
