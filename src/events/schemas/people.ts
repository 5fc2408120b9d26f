import { z } from 'zod'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { timestamp } from './timestamp.ts'

const Contact = z.object({ value: z.string(), normalized: z.string(), source: z.string() })

const profileFields = {
  _id: z.string(),
  name: z.string().nullable(),
  display_id: z.string(),
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
  conversation_count: z.int().min(0),
  call_count: z.int().min(0),
  chat_count: z.int().min(0),
  last_interaction_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
}

export const ProfileData = z
  .object(profileFields)
  .meta({ id: 'ProfileEventData', description: 'The customer profile after the event.' })

export const UpdatedProfileData = z
  .object({
    ...profileFields,
    changed_fields: z
      .array(z.enum(['name', 'phone_numbers', 'emails', 'channel_identities', 'properties']))
      .min(1)
      .describe('What has another value than before.'),
  })
  .meta({ id: 'UpdatedProfileEventData', description: 'The customer profile after the event.' })

export const MergedProfileData = z
  .object({
    ...profileFields,
    merged_id: z.string().describe('The profile that is now part of this one; its id leads here.'),
  })
  .meta({ id: 'MergedProfileEventData', description: 'The profile that is left.' })

export const SeparatedProfileData = z
  .object({
    ...profileFields,
    separated_id: z.string().describe('The profile that is one of its own again.'),
  })
  .meta({ id: 'SeparatedProfileEventData', description: 'The profile that the other was part of.' })

export const ProfileTexts = z
  .object({ properties: z.record(z.string(), z.unknown()) })
  .meta({ id: 'ProfileEventTexts' })

export const profileExample: z.infer<typeof ProfileData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  name: 'Ada Lovelace',
  display_id: 'CUST-000123',
  phone_numbers: [{ value: '+1 415 555 0123', normalized: '+14155550123', source: 'voice' }],
  emails: [],
  channel_identities: [
    {
      channel_type: 'voice',
      identity_key: '+14155550123',
      first_seen_at: '2026-11-21T09:00:00.000Z',
      last_seen_at: '2026-11-21T09:00:00.000Z',
    },
  ],
  conversation_count: 1,
  call_count: 1,
  chat_count: 0,
  last_interaction_at: '2026-11-21T09:00:00.000Z',
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const OptOutData = z
  .object({
    to: z.string().describe('E.164, or a WhatsApp user id.'),
    scope: z.enum(['all', 'marketing']),
    source: z.enum(['message', 'provider', 'operator']).describe('Who started it.'),
    since: timestamp().nullable(),
    ended_at: timestamp().nullable(),
  })
  .meta({ id: 'OptOutEventData', description: 'A person’s opt-out from WhatsApp messages of the project.' })

export const OptOutTexts = z
  .object({ why: z.string().nullable().describe('What the operator gave as the reason.') })
  .meta({ id: 'OptOutEventTexts' })

export const optOutExample: z.infer<typeof OptOutData> = {
  to: '+14155550123',
  scope: 'all',
  source: 'message',
  since: '2026-11-21T09:10:00.000Z',
  ended_at: null,
}

export const DoNotCallData = z
  .object({
    phone_number: z.string().nullable().describe('E.164; null once the person was erased.'),
    source: z
      .enum(['voice', 'keys', 'whatsapp', 'api', 'dashboard', 'cli', 'import'])
      .describe('Who added it.'),
    since: timestamp(),
    until: timestamp().nullable().describe('When it ends by itself; null: never.'),
    ended_at: timestamp().nullable(),
    ended_by: z.string().nullable(),
  })
  .meta({ id: 'DoNotCallEventData', description: 'An entry of the organization’s do-not-call list.' })

export const DoNotCallTexts = z.object({ why: z.string().nullable() }).meta({ id: 'DoNotCallEventTexts' })

export const doNotCallExample: z.infer<typeof DoNotCallData> = {
  phone_number: '+14155550123',
  source: 'voice',
  since: '2026-11-21T09:01:20.000Z',
  until: null,
  ended_at: null,
  ended_by: null,
}
