import { Refusal, refusalTable, refusals } from '../base/refusals.ts'
import { limitedMs, limitedWaitMs } from '../db/database.ts'
import { failure, success } from '../http/envelope.ts'

/** The examples of one operation, with fictional data. */
export interface OperationExamples {
  /** The body of the request, if the operation takes one. */
  request?: object
  /** By HTTP status: the payload and message of each success. */
  successes: Record<number, { data: unknown; message: string }>
  /** Refusals of this operation, besides those of `sharedRefusals`. */
  refusals?: readonly Refusal[]
}

/** A media type's `examples` in OpenAPI, by name. */
export type Examples = Record<string, { summary: string; value: unknown }>

const unexpected = new Refusal(
  'unexpected',
  'Something went wrong on our side; the X-Request-Id header names this request in our log',
)

/** What every operation may answer with, if it documents the status. */
const sharedRefusals = [
  refusals.keyMissing(),
  refusals.keyInvalid(),
  refusals.keyConflict(),
  refusals.wrongTenant(),
  unexpected,
]

const ids = {
  organization: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01',
  project: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d02',
  campaign: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d03',
  workflow: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d04',
  call: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d05',
  attempt: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d06',
  conversation: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  profile: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  source: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d09',
  crawl: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0a',
  page: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0b',
  key: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0c',
  broadcast: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0d',
  message: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0e',
}
const phoneNumber = '+14155550123'
const providerMessageId = 'wamid.HBgLMTQxNTU1NTAxMjMVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA'

const createdAt = '2026-11-21T09:00:00.000Z'
const answeredAt = '2026-11-21T09:00:08.250Z'
const endedAt = '2026-11-21T09:01:38.250Z'

const customer = { phone_number: phoneNumber, name: 'Ada', email: 'ada@example.com', plan: 'annual' }

const callSummary = {
  _id: ids.call,
  campaign_id: ids.campaign,
  placed_by: 'queue',
  phone_number: phoneNumber,
  state: 'completed',
  state_since: endedAt,
  created_at: createdAt,
  attempts_count: 1,
  error: null,
  cancel_requested_at: null,
  waiting: null,
}

const profile = {
  _id: ids.profile,
  name: 'Ada',
  display_id: phoneNumber,
  phone_numbers: [{ value: '+1 415 555 0123', normalized: phoneNumber, source: 'voice' }],
  emails: [{ value: 'Ada@example.com', normalized: 'ada@example.com', source: 'voice' }],
  channel_identities: [
    { channel_type: 'voice', identity_key: phoneNumber, first_seen_at: createdAt, last_seen_at: endedAt },
  ],
  properties: { plan: 'annual' },
  conversation_count: 1,
  call_count: 1,
  chat_count: 0,
  last_interaction_at: endedAt,
  created_at: createdAt,
  updated_at: endedAt,
}

const source = {
  _id: ids.source,
  name: 'example.com',
  source_type: 'domains',
  sync_status: 'success',
  sync_error: null,
  domain: 'https://example.com/',
  file_size: null,
  file_type: null,
  page_count: 12,
  crawling_strategy: 'deep_crawl',
  max_pages: 50,
  max_depth: 3,
  include_patterns: [],
  exclude_patterns: ['https://example.com/archive/**'],
  frequency_days: 30,
  crawler: 'crawler_a',
  crawl: {
    _id: ids.crawl,
    state: 'finished',
    found: 15,
    fetched: 13,
    indexed: 12,
    unchanged: 0,
    skipped: 2,
    failed: 0,
    gone: 1,
    bytes: 183_402,
    stopped_by: null,
    waits_for: null,
    waits_since: null,
    error: null,
    started_at: createdAt,
    finished_at: endedAt,
  },
  last_crawled_at: endedAt,
  next_crawl_at: '2026-12-21T09:01:38.250Z',
  created_by: { kind: 'api_key', _id: ids.key, name: 'backend' },
  created_at: createdAt,
  updated_at: endedAt,
}

const whatsappMessage = {
  _id: ids.message,
  broadcast_id: ids.broadcast,
  to: phoneNumber,
  type: 'template',
  status: 'delivered',
  status_since: answeredAt,
  provider_message_id: providerMessageId,
  error: null,
  sends: 1,
  conversation_id: ids.conversation,
  created_at: createdAt,
}

const sendRequest = { to: phoneNumber, data: { name: 'Ada' } }
const sendResult = {
  message_id: ids.message,
  broadcast_id: ids.broadcast,
  to: phoneNumber,
  type: 'template',
  status: 'sent',
  provider_message_id: providerMessageId,
}

const chatAnalytics = {
  tickets: 3,
  leads: 2,
  messages: 41,
  user_engagement: [
    { label: '2026-11-20', count: 17 },
    { label: '2026-11-21', count: 24 },
  ],
  session_growth: [
    { label: '2026-11-20', count: 0 },
    { label: '2026-11-21', count: 2 },
  ],
  lead_generation: [
    { label: '2026-11-20', count: 0 },
    { label: '2026-11-21', count: 2 },
  ],
  group_by: 'daily',
}

const voiceAnalytics = {
  summary: {
    total_conversations: 3,
    completed_conversations: 2,
    live_conversations: 0,
    total_duration: 150.5,
    avg_duration: 75.25,
  },
  daily_conversations: { '2026-11-20': 1, '2026-11-21': 2 },
  daily_durations: { '2026-11-20': 60.5, '2026-11-21': 90 },
}

const badLimit = refusals.invalidRequest('limit: must be a whole number from 1 to 100')
const tooLong = refusals.takesTooLong(limitedMs)
const badDate = refusals.invalidRequest(
  'start_date: must be an instant in ISO 8601, such as 2025-03-01T09:00:00Z, or a date',
)
const badNumber = refusals.invalidRequest('phone_number: must be text')
const sharedCallRefusals = [
  badNumber,
  refusals.invalidPhoneNumber(),
  refusals.campaignNotReady('it has no caller ID'),
  refusals.campaignEnded(),
  refusals.scopeMissing('calls:create'),
  refusals.campaignNotFound(),
  refusals.idempotencyKeyReused(),
  refusals.dialFailed('the carrier account is suspended (code 20005)'),
  refusals.dialUnresolved(ids.call),
]

/** Examples by operation, in the order of `routes.ts`. */
export const operationExamples: Record<string, OperationExamples> = {
  triggerCall: {
    request: customer,
    successes: {
      200: {
        message: 'Call queued and dispatched',
        data: {
          success: true,
          campaign_queue_id: ids.call,
          campaign_call_id: ids.call,
          message: `Call to ${phoneNumber} queued and dispatched`,
        },
      },
      202: {
        message: 'Call under way',
        data: {
          success: true,
          campaign_queue_id: ids.call,
          campaign_call_id: ids.call,
          message: 'Call under way',
          status: 'processing',
        },
      },
    },
    refusals: [
      ...sharedCallRefusals,
      refusals.outsideCallingHours(new Date('2026-11-23T14:00:00.000Z')),
      refusals.noFreeSlot(),
      refusals.numberTaken(),
      refusals.dialTooLate(),
      refusals.carrierRefusedNumber('the number is not in service', '21211'),
      refusals.carrierBusy(),
    ],
  },
  createCall: {
    request: customer,
    successes: {
      200: {
        message: 'Call queued',
        data: {
          success: true,
          campaign_queue_id: ids.call,
          message: `Call to ${phoneNumber} queued`,
          scheduled: true,
          scheduled_for: '2026-11-23T14:00:00.000Z',
        },
      },
      202: {
        message: 'Call under way',
        data: {
          success: true,
          campaign_queue_id: ids.call,
          message: 'Call under way',
          status: 'processing',
          scheduled: false,
          scheduled_for: null,
        },
      },
    },
    refusals: [...sharedCallRefusals, refusals.campaignEndsBeforeOpening()],
  },
  cancelCall: {
    request: {},
    successes: {
      200: {
        message: 'The call was waiting and is canceled; it will not be dialled',
        data: {
          campaign_queue_id: ids.call,
          state_before: 'waiting',
          state: 'canceled',
          canceled: true,
          message: 'The call was waiting and is canceled; it will not be dialled',
        },
      },
    },
    refusals: [
      refusals.invalidRequest('the body: must be empty or an empty object'),
      refusals.scopeMissing('calls:create'),
      refusals.callNotFound(),
    ],
  },
  sendWhatsappMessage: {
    request: sendRequest,
    successes: {
      200: { message: 'Message accepted by WhatsApp', data: sendResult },
      202: {
        message: 'The message is being sent',
        data: { ...sendResult, status: 'processing', provider_message_id: null },
      },
    },
    refusals: [
      refusals.invalidRequest('to: must be a telephone number in international format'),
      refusals.senderUnavailable(),
      refusals.noTemplate(),
      refusals.windowClosed(null),
      refusals.optedOut(),
      refusals.messageRejected('the template lacks a parameter', '132000'),
      refusals.senderBusy(),
      refusals.planInactive(),
      refusals.quotaExhausted(),
      refusals.scopeMissing('whatsapp:create'),
      refusals.broadcastNotFound(),
      refusals.idempotencyKeyReused(),
      refusals.sendUnresolved(ids.message),
    ],
  },
  listProjects: listOf(
    {
      _id: ids.project,
      organization_id: ids.organization,
      name: 'Renewals',
      status: 'active',
      language: 'en',
      timezone: 'America/New_York',
      default_country: 'US',
      created_at: createdAt,
      updated_at: createdAt,
    },
    [],
  ),
  listCampaigns: listOf(
    {
      _id: ids.campaign,
      name: 'Welcome',
      status: 'running',
      call_direction: 'outbound',
      campaign_type: 'workflow',
      caller_id: '+14155550100',
      workflow_id: ids.workflow,
      voice: 'alice',
      calling_hours: {
        timezone: 'America/New_York',
        windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }],
        closed_dates: ['2026-12-25'],
      },
      slots: 5,
      ring_timeout_seconds: 30,
      machine_detection: false,
      retry: { max_attempts: 3, delay_minutes: 30, on: ['no_answer', 'busy'] },
      ends_at: null,
      created_at: createdAt,
      updated_at: createdAt,
    },
    [],
  ),
  listCalls: listOf(callSummary, [refusals.campaignNotFound()]),
  getCall: {
    successes: {
      200: {
        message: 'OK',
        data: {
          ...callSummary,
          customer: { name: 'Ada', email: 'ada@example.com', plan: 'annual' },
          moves: [
            { from_state: null, to_state: 'waiting', reason: 'queued', moved_at: createdAt },
            { from_state: 'waiting', to_state: 'dialling', reason: 'dialled', moved_at: createdAt },
            { from_state: 'dialling', to_state: 'live', reason: 'answered', moved_at: answeredAt },
            { from_state: 'live', to_state: 'completed', reason: 'ended', moved_at: endedAt },
          ],
          attempts: [
            {
              _id: ids.attempt,
              attempt_number: 1,
              state: 'completed',
              state_since: endedAt,
              created_at: createdAt,
              answered_at: answeredAt,
              ended_at: endedAt,
              duration_seconds: 90,
              answered_by: null,
              conversation_id: ids.conversation,
              carrier_call_sid: 'CA00000000000000000000000000000001',
              error: null,
            },
          ],
        },
      },
    },
    refusals: [refusals.callNotFound()],
  },
  listConversations: listOf(
    {
      _id: ids.conversation,
      status: 'completed',
      outcome: 'completed',
      conversation_type: 'outbound',
      channel_type: 'voice',
      phone_number: phoneNumber,
      campaign_id: ids.campaign,
      customer_profile_id: ids.profile,
      start_time: createdAt,
      answered_at: answeredAt,
      end_time: endedAt,
      duration_seconds: 90,
      created_at: createdAt,
    },
    [],
  ),
  listCustomerProfiles: listOf(profile, []),
  getCustomerProfile: {
    successes: { 200: { message: 'OK', data: profile } },
    refusals: [refusals.profileNotFound()],
  },
  listWhatsappMessages: listOf(whatsappMessage, [refusals.broadcastNotFound()]),
  getWhatsappMessage: {
    successes: {
      200: {
        message: 'OK',
        data: {
          ...whatsappMessage,
          request: sendRequest,
          statuses: [
            { status: 'processing', at: createdAt, error: null },
            { status: 'sent', at: '2026-11-21T09:00:01.120Z', error: null },
            { status: 'delivered', at: answeredAt, error: null },
          ],
          settled: null,
        },
      },
    },
    refusals: [refusals.messageNotFound()],
  },
  uploadDomain: {
    request: { domain: 'example.com', max_pages: 50, exclude_patterns: ['https://example.com/archive/**'] },
    successes: { 201: { message: 'The domain will be crawled', data: null } },
    refusals: [
      refusals.invalidRequest('max_pages: must be a whole number from 1 to 1000'),
      refusals.linkQuotaReached(),
      refusals.tooManyDomains(100),
      refusals.tooManyCrawls(20),
    ],
  },
  listSources: listOf(source, []),
  searchSources: {
    successes: {
      200: {
        message: 'OK',
        data: {
          items: [
            {
              page_url: 'https://example.com/returns',
              source_id: ids.source,
              source_name: 'example.com',
              title: 'Returns',
              heading: 'Returns › How long you have',
              anchor: 'how-long',
              text: 'You can return what you bought within 30 days.',
              highlight: 'You can <mark>return</mark> what you bought within 30 days.',
              score: 0.42,
            },
          ],
        },
      },
    },
    refusals: [refusals.invalidRequest('q: must be text'), tooLong],
  },
  getSource: {
    successes: { 200: { message: 'OK', data: source } },
    refusals: [refusals.sourceNotFound()],
  },
  listSourcePages: listOf(
    {
      _id: ids.page,
      url: 'https://example.com/returns',
      title: 'Returns',
      language: 'en',
      chunk_count: 4,
      byte_size: 14_210,
      first_indexed_at: createdAt,
      indexed_at: createdAt,
    },
    [refusals.sourceNotFound()],
  ),
  listCrawlUrls: listOf(
    {
      _id: '2f1d3b6c0a9e8d7c6b5a49382716f5e4d3c2b1a0987654321fedcba987654321',
      position: 7,
      url: 'https://example.com/archive/2019',
      state: 'skipped',
      reason: 'pattern',
      detail: 'an exclude pattern matches it',
      depth: 1,
      found_on: 'https://example.com/',
      leads_to: null,
      status_code: null,
      bytes: null,
      attempts: 0,
      settled_at: createdAt,
    },
    [refusals.sourceNotFound()],
  ),
  cancelCrawl: {
    successes: {
      200: {
        message: 'The crawl was cancelled',
        data: { source_id: ids.source, state_before: 'running', state: 'cancelled', cancelled: true },
      },
    },
    refusals: [refusals.sourceNotFound()],
  },
  organizationChatAnalytics: {
    successes: { 200: { message: 'OK', data: chatAnalytics } },
    refusals: [badDate, tooLong, refusals.projectNotFound()],
  },
  projectChatAnalytics: {
    successes: { 200: { message: 'OK', data: chatAnalytics } },
    refusals: [badDate, tooLong],
  },
  organizationVoiceAnalytics: {
    successes: { 200: { message: 'OK', data: voiceAnalytics } },
    refusals: [
      refusals.invalidRequest('organization_id: must be an id, a UUID'),
      tooLong,
      refusals.projectNotFound(),
    ],
  },
  projectVoiceAnalytics: {
    successes: { 200: { message: 'OK', data: voiceAnalytics } },
    refusals: [
      refusals.invalidRequest('project_id: must be an id, a UUID'),
      tooLong,
      refusals.projectNotFound(),
    ],
  },
}

/** Returns the examples of a list whose one page has one item. */
function listOf(item: object, others: readonly Refusal[]): OperationExamples {
  const pagination = { total: 1, page: 1, page_size: 20, total_pages: 1, has_next: false, has_prev: false }
  return {
    successes: { 200: { message: 'OK', data: { items: [item], pagination } } },
    refusals: [badLimit, tooLong, refusals.tooManyLists(limitedWaitMs), ...others],
  }
}

/** Returns the examples of an operation's response, by name; empty if there are none for this status. */
export function responseExamples(operationId: string, status: number): Examples {
  const { successes, refusals: own = [] } = operationExamples[operationId] ?? { successes: {} }
  const given = successes[status]
  if (given !== undefined)
    return { success: { summary: given.message, value: success(given.data, given.message, status) } }
  const met = [...own, ...sharedRefusals].filter((refusal) => refusal.status === status)
  return Object.fromEntries(
    met.map(({ code, message }) => [
      code,
      { summary: refusalTable[code].when, value: failure(status, message) },
    ]),
  )
}

/** Returns the example of an operation's request body; null if it takes none. */
export function requestExamples(operationId: string): Examples | null {
  const value = operationExamples[operationId]?.request
  return value === undefined ? null : { request: { summary: 'A request', value } }
}
