import { createdAt, ids, listExamples } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

/** Examples of this folder's endpoints, by operation. */
export const campaignExamples: Record<string, OperationExamples> = {
  listCampaigns: listExamples({
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
  }),
}
