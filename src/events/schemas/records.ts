import { z } from 'zod'
import { Fault } from './calls.ts'
import { timestamp } from './timestamp.ts'

const count = z.int().min(0)

export const SourceData = z
  .object({
    _id: z.string(),
    name: z.string(),
    source_type: z.string(),
    domain: z.string().nullable(),
    sync_status: z.enum(['success', 'partial', 'failed']).describe('`partial`: some pages failed.'),
    sync_error: z.string().nullable(),
    page_count: count.describe('Pages in the index.'),
    last_crawled_at: timestamp().nullable(),
    next_crawl_at: timestamp().nullable(),
    crawl: z
      .object({
        _id: z.string(),
        state: z.enum(['finished', 'failed', 'cancelled']),
        found: count,
        fetched: count,
        indexed: count,
        unchanged: count,
        skipped: count,
        failed: count,
        gone: count,
        bytes: count,
        started_at: timestamp().nullable(),
        finished_at: timestamp().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'SourceEventData', description: 'The source after its crawl.' })

export const sourceExample: z.infer<typeof SourceData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d09',
  name: 'example.com',
  source_type: 'domain',
  domain: 'example.com',
  sync_status: 'success',
  sync_error: null,
  page_count: 42,
  last_crawled_at: '2026-11-21T09:01:38.250Z',
  next_crawl_at: '2026-12-21T09:01:38.250Z',
  crawl: {
    _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0a',
    state: 'finished',
    found: 45,
    fetched: 44,
    indexed: 40,
    unchanged: 2,
    skipped: 1,
    failed: 0,
    gone: 2,
    bytes: 1_204_233,
    started_at: '2026-11-21T09:00:00.000Z',
    finished_at: '2026-11-21T09:01:38.250Z',
  },
}

export const TemplateData = z
  .object({
    _id: z.string(),
    name: z.string(),
    provider_name: z.string().describe('Its name at WhatsApp.'),
    language: z.string(),
    category: z.enum(['utility', 'marketing', 'authentication']),
    whatsapp_sender_id: z.string(),
    status: z.enum(['approved', 'pending', 'rejected', 'paused', 'disabled']),
    status_since: timestamp().nullable(),
    status_reason: z.string().nullable().describe('WhatsApp’s word.'),
    quality: z.string().nullable().describe('WhatsApp’s word, such as `GREEN`.'),
    revision: z.int().min(1),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'TemplateEventData', description: 'The template after WhatsApp has changed it.' })

export const TemplateTexts = z
  .object({ components: z.array(z.unknown()), status_explanation: z.string().nullable() })
  .meta({ id: 'TemplateEventTexts' })

export const templateExample: z.infer<typeof TemplateData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d13',
  name: 'order_update',
  provider_name: 'order_update',
  language: 'en',
  category: 'utility',
  whatsapp_sender_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d14',
  status: 'paused',
  status_since: '2026-11-21T09:00:00.000Z',
  status_reason: null,
  quality: 'RED',
  revision: 4,
  created_at: '2026-10-01T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const SenderData = z
  .object({
    _id: z.string(),
    name: z.string(),
    display_phone_number: z.string(),
    status: z.string(),
    notice: z
      .object({ field: z.string(), event: z.string().nullable(), limit: z.string().nullable() })
      .nullable()
      .describe('WhatsApp’s newest notice about the number or its account, in WhatsApp’s words.'),
    noticed_at: timestamp().nullable(),
    quality: z.string().nullable().describe('By the last check, such as `GREEN`.'),
    messaging_limit: z.string().nullable().describe('By the last check, such as `TIER_10K`.'),
    health: z.string().nullable().describe('By the last check, such as `LIMITED`.'),
    checked_at: timestamp().nullable(),
    fault: Fault.describe('The newest error of WhatsApp about the sender itself; null: none.'),
    fault_at: timestamp().nullable(),
    revision: z.int().min(1),
    updated_at: timestamp(),
  })
  .meta({ id: 'SenderEventData', description: 'The sender after WhatsApp has said something new of it.' })

export const senderExample: z.infer<typeof SenderData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d14',
  name: 'Support',
  display_phone_number: '+1 415 555 0100',
  status: 'connected',
  notice: { field: 'phone_number_quality_update', event: 'DOWNGRADE', limit: 'TIER_1K' },
  noticed_at: '2026-11-21T09:00:00.000Z',
  quality: 'YELLOW',
  messaging_limit: 'TIER_1K',
  health: 'AVAILABLE',
  checked_at: '2026-11-20T09:00:00.000Z',
  fault: null,
  fault_at: null,
  revision: 2,
  updated_at: '2026-10-01T09:00:00.000Z',
}

const agentTurn = {
  agent_id: z.string(),
  agent_name: z.string(),
  conversation_id: z.string(),
  turn: z.int().min(1),
}

export const UnknownWriteData = z
  .object({
    ...agentTurn,
    step: z.int().min(1),
    tool: z.string().describe('The tool of which nobody knows whether it was run.'),
    begun_at: timestamp(),
  })
  .meta({ id: 'UnknownWriteEventData', description: 'A tool that may have been run; it is never run again.' })

export const UnknownWriteTexts = z
  .object({ arguments: z.record(z.string(), z.unknown()).nullable() })
  .meta({ id: 'UnknownWriteEventTexts' })

export const unknownWriteExample: z.infer<typeof UnknownWriteData> = {
  agent_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d15',
  agent_name: 'Reception',
  conversation_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  turn: 3,
  step: 2,
  tool: 'book_table',
  begun_at: '2026-11-21T09:00:40.000Z',
}

export const ReachedBudgetData = z
  .object({ ...agentTurn, tokens: z.int().min(0).describe('Of the conversation so far.') })
  .meta({ id: 'ReachedBudgetEventData', description: 'A turn that would have passed a limit of the agent.' })

export const reachedBudgetExample: z.infer<typeof ReachedBudgetData> = {
  agent_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d15',
  agent_name: 'Reception',
  conversation_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  turn: 12,
  tokens: 49_230,
}

export const TrippedGuardData = z
  .object({
    guard: z.string().describe('The guard, such as `country`.'),
    campaign_id: z.string().nullable().describe('Null: calls of several.'),
    refused: z.int().min(1).describe('How many calls it refused within the span.'),
    span_seconds: z.int().min(1),
    since: timestamp(),
  })
  .meta({ id: 'TrippedGuardEventData', description: 'A guard that has refused many calls.' })

export const trippedGuardExample: z.infer<typeof TrippedGuardData> = {
  guard: 'country',
  campaign_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d03',
  refused: 20,
  span_seconds: 600,
  since: '2026-11-21T08:52:00.000Z',
}

export const TestData = z
  .object({ _id: z.string().describe('Id of the endpoint.'), name: z.string() })
  .meta({ id: 'TestEventData', description: 'The endpoint that was asked for a test.' })

export const DisabledEndpointData = z
  .object({
    _id: z.string().describe('Id of the endpoint.'),
    name: z.string(),
    url: z.string(),
    disabled_at: timestamp(),
    disabled_why: z.string(),
  })
  .meta({ id: 'DisabledEndpointEventData', description: 'An endpoint that gets nothing any more.' })

export const disabledEndpointExample: z.infer<typeof DisabledEndpointData> = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d16',
  name: 'crm',
  url: 'https://crm.example.com/hooks',
  disabled_at: '2026-11-21T09:00:00.000Z',
  disabled_why: 'no delivery succeeded for five days',
}
