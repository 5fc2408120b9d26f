import { z } from 'zod'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { timestamp } from '../../http/timestamp.ts'

const Contact = z.object({
  value: z.string().describe('In the form in which it was given first.'),
  normalized: z.string().describe('E.164, or the address in lower case.'),
  source: z.string().describe('The channel it came by, such as `voice`, or `import`.'),
})

export const Profile = z
  .object({
    _id: z.string(),
    name: z.string().nullable(),
    display_id: z.string().describe('Easy to read and say, such as `CUST-000123`.'),
    phone_numbers: z.array(Contact),
    emails: z.array(Contact),
    channel_identities: z.array(
      z.object({
        channel_type: z.enum(channelTypes),
        identity_key: z.string(),
        first_seen_at: timestamp(),
        last_seen_at: timestamp(),
      }),
    ),
    properties: z.record(z.string(), z.unknown()),
    conversation_count: z.int().min(0),
    call_count: z.int().min(0),
    chat_count: z.int().min(0),
    last_interaction_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'CustomerProfile', description: 'A person of the project.' })
