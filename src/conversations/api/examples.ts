import { answeredAt, createdAt, endedAt, ids, listExamples, phoneNumber } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

/** Examples of this folder's endpoints, by operation. */
export const conversationExamples: Record<string, OperationExamples> = {
  listConversations: listExamples({
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
  }),
}
