import { refusals } from '../../base/refusals.ts'
import { createdAt, endedAt, ids, listExamples, phoneNumber } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

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

/** Examples of this folder's endpoints, by operation. */
export const profileExamples: Record<string, OperationExamples> = {
  listCustomerProfiles: listExamples(profile),
  getCustomerProfile: {
    successes: { 200: { message: 'OK', data: profile } },
    refusals: [refusals.profileNotFound()],
  },
  listProfileMerges: listExamples(
    {
      merged_id: ids.conversation,
      into_id: ids.profile,
      name: null,
      display_id: 'CUST-000124',
      merged_at: endedAt,
      merged_by: 'voice',
      shared_contacts: ['phone:+14155550123', 'email:ada@example.com'],
      can_separate: true,
    },
    [refusals.profileNotFound()],
  ),
  exportCustomerProfile: {
    successes: {},
    stream: {
      summary: 'A person with whom nothing has happened',
      text: `{"profile":${JSON.stringify(profile)},"merges":[],"said_properties":[],"conversations":[],"messages":[],"tickets":[],"calls":[],"sends":[],"opt_outs":[]}\n`,
    },
    refusals: [
      refusals.scopeMissing('profiles:manage'),
      refusals.profileNotFound(),
      refusals.tooManyExports(),
    ],
  },
  eraseCustomerProfile: {
    successes: {
      200: {
        message: 'Being erased',
        data: {
          customer_profile_id: ids.profile,
          state: 'running',
          counts: { conversations: 3, messages: 8, calls: 2, contacts: 2 },
        },
      },
    },
    refusals: [
      refusals.invalidRequest('dry_run: must be true or false'),
      refusals.scopeMissing('profiles:erase'),
      refusals.profileNotFound(),
      refusals.importRuns(),
      refusals.personInUse({ calls: [ids.call], messages: [] }),
    ],
  },
  separateCustomerProfile: {
    request: { merged_id: ids.conversation, contacts: { 'email:ada@example.com': 'survivor' } },
    successes: {
      200: {
        message: 'Separated',
        data: {
          survivor_id: ids.profile,
          merged_id: ids.conversation,
          display_id: 'CUST-000124',
          contacts: 1,
          identities: 1,
          conversations: 3,
          messages: 8,
          tickets: 0,
          properties: ['plan'],
          changed: true,
        },
      },
    },
    refusals: [
      refusals.invalidRequest('merged_id: must be the id of a profile that was merged into this one'),
      refusals.scopeMissing('profiles:manage'),
      refusals.profileNotFound(),
      refusals.mergeNotFound(),
      refusals.mergeNotKept(),
      refusals.importRuns(),
    ],
  },
}
