import { refusals } from '../../base/refusals.ts'
import { answeredAt, createdAt, endedAt, ids, listExamples, phoneNumber } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

const customer = { phone_number: phoneNumber, name: 'Ada', email: 'ada@example.com', plan: 'annual' }

const callSummary = {
  _id: ids.call,
  campaign_id: ids.campaign,
  placed_by: 'queue',
  call_direction: 'outbound',
  phone_number: phoneNumber,
  state: 'completed',
  state_since: endedAt,
  created_at: createdAt,
  attempts_count: 1,
  error: null,
  cancel_requested_at: null,
  waiting: null,
}

const sharedCallRefusals = [
  refusals.invalidRequest('phone_number: must be text'),
  refusals.invalidPhoneNumber(),
  refusals.campaignNotReady('it has no caller ID'),
  refusals.campaignEnded(),
  refusals.calleeZoneUnknown(),
  refusals.calleeZoneInvalid('request'),
  refusals.calleeNeverOpen('Asia/Kamchatka'),
  refusals.scopeMissing('calls:create'),
  refusals.campaignNotFound(),
  refusals.idempotencyKeyReused(),
  refusals.dialFailed('the carrier account is suspended (code 20005)'),
  refusals.dialUnresolved(ids.call),
]

/** Examples of this folder's endpoints, by operation. */
export const callExamples: Record<string, OperationExamples> = {
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
      refusals.outsideCallingHours(new Date('2026-11-23T14:00:00.000Z'), 'America/New_York'),
      refusals.noFreeSlot(),
      refusals.numberTaken(),
      refusals.dialTooLate('hours_closed'),
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
          scheduled_timezone: 'America/New_York',
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
          scheduled_timezone: null,
        },
      },
    },
    refusals: [...sharedCallRefusals, refusals.campaignEndsBeforeOpening()],
  },
  cancelCall: {
    request: {},
    successes: {
      200: {
        message: 'The call was waiting and is canceled; it will not be dialed',
        data: {
          campaign_queue_id: ids.call,
          state_before: 'waiting',
          state: 'canceled',
          canceled: true,
          message: 'The call was waiting and is canceled; it will not be dialed',
        },
      },
    },
    refusals: [
      refusals.invalidRequest('the body: must be empty or an empty object'),
      refusals.scopeMissing('calls:create'),
      refusals.callNotFound(),
    ],
  },
  getOpening: {
    successes: {
      200: {
        message: 'OK',
        data: {
          phone_number: '+12085550123',
          at: '2026-11-23T16:30:00.000Z',
          is_open: false,
          opens_at: '2026-11-23T17:00:00.000Z',
          closes_at: null,
          held_by: 'America/Los_Angeles',
          source: 'prefix',
          sentence:
            'Numbers that begin like this one are in 2 time zones, and the hours must be open in all of them. Closed until 2026-11-23 09:00 in America/Los_Angeles.',
          zones: [
            {
              timezone: 'America/Boise',
              local: '2026-11-23T09:30',
              is_open: true,
              opens_at: null,
              closes_at: '2026-11-24T01:00:00.000Z',
            },
            {
              timezone: 'America/Los_Angeles',
              local: '2026-11-23T08:30',
              is_open: false,
              opens_at: '2026-11-23T17:00:00.000Z',
              closes_at: null,
            },
          ],
        },
      },
    },
    refusals: [
      refusals.invalidRequest('phone_number: is missing'),
      refusals.invalidPhoneNumber(),
      refusals.calleeZoneUnknown(),
      refusals.calleeZoneInvalid('request'),
      refusals.campaignNotFound(),
    ],
  },
  listCalls: listExamples(callSummary, [refusals.campaignNotFound()]),
  getCall: {
    successes: {
      200: {
        message: 'OK',
        data: {
          ...callSummary,
          customer: { name: 'Ada', email: 'ada@example.com', plan: 'annual' },
          moves: [
            { from_state: null, to_state: 'waiting', reason: 'queued', moved_at: createdAt },
            {
              from_state: 'waiting',
              to_state: 'dialling',
              reason: 'claimed from the queue',
              moved_at: createdAt,
            },
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
}
