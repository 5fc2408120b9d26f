import { refusals } from '../../base/refusals.ts'
import { answeredAt, createdAt, ids, listExamples } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

const endpointId = '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0f'
const eventId = '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d10'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const declared = {
  name: 'crm',
  url: 'https://crm.example.com/hooks',
  types: ['call.ended', 'ticket.*'],
  content: 'ids',
  order: 'none',
  rate_per_second: 50,
}

const endpoint = {
  ...declared,
  event_types: ['call.ended', 'ticket.opened', 'ticket.closed'],
  version: '2026-11-21',
  old_secret_until: null,
  disabled_at: null,
  disabled_why: null,
  failures: 0,
  failing_since: null,
  last_success_at: answeredAt,
  held_until: null,
  last_failure: null,
  waiting_count: 0,
  next_at: null,
  _id: endpointId,
  revision: 1,
  created_at: createdAt,
  updated_at: createdAt,
}

const delivery = {
  _id: eventId,
  type: 'call.ended',
  subject_kind: 'call',
  subject_id: ids.call,
  state: 'waiting',
  created_at: createdAt,
  next_at: answeredAt,
  behind: null,
  tries: 1,
  resent: false,
  last_status: 500,
  last_reason: 'answered 500',
}

const body = {
  _id: eventId,
  type: 'call.ended',
  timestamp: createdAt,
  version: '2026-11-21',
  organization_id: ids.organization,
  project_id: ids.project,
  data: { campaign_queue_id: ids.call, state: 'completed' },
}

const dryRun = { changes: [{ path: 'rate_per_second', before: 50, after: 20 }], effects: [] }
const missing = refusals.recordNotFound('webhook_endpoint')
const unscoped = refusals.scopeMissing('webhooks:manage')

/** Examples of the endpoints that manage webhooks, by operation. */
export const webhookExamples: Record<string, OperationExamples> = {
  listWebhookEndpoints: listExamples(endpoint, [unscoped, refusals.projectNotFound()]),
  createWebhookEndpoint: {
    request: declared,
    successes: {
      200: { message: 'Nothing was changed', data: dryRun },
      201: { message: 'Made', data: { ...endpoint, secret } },
    },
    refusals: [
      refusals.invalidRequest(
        'types[0]: must be a type of event such as call.ended, a kind such as call.*, or *',
      ),
      unscoped,
      refusals.projectNotFound(),
    ],
  },
  getWebhookEndpoint: {
    successes: { 200: { message: 'OK', data: endpoint } },
    refusals: [unscoped, missing],
  },
  updateWebhookEndpoint: {
    request: { rate_per_second: 20 },
    successes: { 200: { message: 'OK', data: { ...endpoint, rate_per_second: 20, revision: 2 } } },
    refusals: [
      refusals.invalidRequest('rate_per_second: must be >= 1'),
      unscoped,
      missing,
      refusals.changedMeanwhile(),
    ],
  },
  deleteWebhookEndpoint: {
    successes: { 200: { message: 'Removed', data: { _id: endpointId } } },
    refusals: [unscoped, missing],
  },
  testWebhookEndpoint: {
    successes: {
      200: {
        message: 'The endpoint accepts deliveries',
        data: {
          webhook_id: eventId,
          accepted: true,
          status: 204,
          milliseconds: 38,
          answer: '',
          reason: null,
        },
      },
    },
    refusals: [unscoped, missing],
  },
  rotateWebhookSecret: {
    request: { keep_old_hours: 24 },
    successes: {
      200: {
        message: 'The secret is replaced',
        data: { secret, old_secret_until: '2026-11-22T09:00:00.000Z' },
      },
    },
    refusals: [
      refusals.invalidRequest('keep_old_hours: must be a whole number from 0 to 168'),
      unscoped,
      missing,
    ],
  },
  disableWebhookEndpoint: {
    successes: { 200: { message: 'Disabled', data: { changed: true } } },
    refusals: [unscoped, missing],
  },
  enableWebhookEndpoint: {
    request: { send_held: true },
    successes: { 200: { message: 'Enabled', data: { changed: true, held_count: 12 } } },
    refusals: [refusals.invalidRequest('send_held: must be true or false'), unscoped, missing],
  },
  listWebhookDeliveries: listExamples(delivery, [unscoped, missing]),
  getWebhookDelivery: {
    successes: {
      200: {
        message: 'OK',
        data: {
          ...delivery,
          body: JSON.stringify(body),
          attempts: [
            {
              n: 1,
              at: createdAt,
              milliseconds: 212,
              status: 500,
              answer: 'Internal Server Error',
              reason: 'answered 500',
            },
          ],
        },
      },
    },
    refusals: [unscoped, refusals.recordNotFound('webhook_delivery')],
  },
  resendWebhookDelivery: {
    successes: { 200: { message: 'It is sent again', data: { queued: true } } },
    refusals: [unscoped, refusals.recordNotFound('webhook_delivery')],
  },
  listWebhookResends: listExamples(
    {
      _id: ids.page,
      filters: { state: 'exhausted' },
      created_at: createdAt,
      requested_by: 'backend',
      deliveries_count: 312,
      queued_count: 312,
      finished_at: answeredAt,
    },
    [unscoped, missing],
  ),
  resendWebhookDeliveries: {
    request: { filters: { state: 'exhausted' }, dry_run: false },
    successes: { 200: { message: 'They are sent again', data: { count: 312, resend_id: ids.page } } },
    refusals: [
      refusals.invalidRequest(
        'filters: must match at most 100000 deliveries; narrow it, such as by created_at',
      ),
      unscoped,
      missing,
    ],
  },
}
