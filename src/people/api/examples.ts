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
}
