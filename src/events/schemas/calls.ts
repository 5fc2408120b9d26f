import { z } from 'zod'
import { timestamp } from './timestamp.ts'

/** The states of a call that events show. */
export const callStatesOfEvents = [
  'waiting',
  'dialling',
  'unresolved',
  'ringing',
  'live',
  'completed',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'expired',
] as const

export const Fault = z
  .object({ code: z.string().nullable(), reason: z.string().nullable() })
  .nullable()
  .describe('Null where nothing failed.')

export const CallData = z
  .object({
    _id: z.string().describe('Id of the call: its `campaign_queue_id`.'),
    campaign_id: z.string(),
    placed_by: z
      .enum(['trigger', 'queue', 'caller'])
      .describe('The endpoint: `trigger-call` or `calls`; `caller`: a person called the project.'),
    phone_number: z.string().nullable().describe('E.164; null for a caller who withholds it.'),
    state: z.enum(callStatesOfEvents),
    state_since: timestamp(),
    created_at: timestamp(),
    attempts_count: z.int().min(0).describe('Attempts so far, without those that were never placed.'),
    error: Fault,
    cancel_requested_at: timestamp().nullable(),
    duration_seconds: z.number().nullable().describe('Of the last attempt; null before it has ended.'),
    conversation_id: z.string().nullable().describe('Of the last attempt; null until the carrier has it.'),
    customer_profile_id: z.string().nullable().describe('The person of that conversation.'),
  })
  .meta({ id: 'CallEventData', description: 'The call after the event.' })

export const CallTexts = z
  .object({ customer: z.record(z.string(), z.unknown()).describe('What the caller sent of the customer.') })
  .meta({ id: 'CallEventTexts' })

export const callExample: z.infer<typeof CallData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d05',
  campaign_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d03',
  placed_by: 'queue',
  phone_number: '+14155550123',
  state: 'completed',
  state_since: '2026-11-21T09:01:38.250Z',
  created_at: '2026-11-21T09:00:00.000Z',
  attempts_count: 1,
  error: null,
  cancel_requested_at: null,
  duration_seconds: 90,
  conversation_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  customer_profile_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
}

export const CampaignData = z
  .object({
    _id: z.string(),
    name: z.string(),
    status: z.enum(['draft', 'running', 'paused', 'ended']),
    campaign_type: z.enum(['script', 'workflow', 'agent']),
    call_direction: z.enum(['outbound', 'inbound']),
    ends_at: timestamp().nullable().describe('Its end date; null where somebody ended it.'),
    created_at: timestamp(),
    updated_at: timestamp(),
    calls: z
      .partialRecord(z.enum(callStatesOfEvents), z.int().min(0))
      .describe('How many of its calls are in each state; states without a call are left out.'),
  })
  .meta({ id: 'CampaignEventData', description: 'The campaign, once its last call is over.' })

export const campaignExample: z.infer<typeof CampaignData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d03',
  name: 'Renewals of November',
  status: 'ended',
  campaign_type: 'workflow',
  call_direction: 'outbound',
  ends_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-21T18:00:00.000Z',
  calls: { completed: 812, no_answer: 140, expired: 3 },
}
