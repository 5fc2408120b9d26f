import { refusals } from '../../base/refusals.ts'
import { tooLong } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

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

const badDate = refusals.invalidRequest(
  'start_date: must be an instant in ISO 8601, such as 2025-03-01T09:00:00Z, or a date',
)

/** Examples of this folder's endpoints, by operation. */
export const analyticsExamples: Record<string, OperationExamples> = {
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
