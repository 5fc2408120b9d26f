import { stormWorkflow } from './demo-workflows.ts'

const callerId = '+14155550100'
/** The caller ID of the storm campaign, beside the one that every demo has. */
export const stormCallerId = '+13125550110'
const retry = { max_attempts: 3, delay_minutes: 5, on: ['no_answer', 'busy'] }

/** The campaigns of the demo without history. The first is always open. */
export const basicCampaigns = [
  {
    name: 'Renewal reminders',
    status: 'running',
    campaign_type: 'workflow',
    workflow: 'renewal',
    caller_id: callerId,
    slots: 5,
    retry,
  },
  {
    name: 'Welcome calls',
    status: 'running',
    campaign_type: 'script',
    script:
      'Hello {{ customer.name | default: "there" }}, this is Acme Insurance. Thank you for joining us. Goodbye.',
    voice: 'alice',
    caller_id: callerId,
    slots: 2,
  },
  {
    name: 'Office hours',
    status: 'running',
    campaign_type: 'workflow',
    workflow: 'renewal',
    caller_id: callerId,
    calling_hours: {
      timezone: 'America/New_York',
      windows: [
        { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' },
        { days: ['sat'], from: '10:00', to: '14:00' },
      ],
      closed_dates: ['2026-12-25', '2027-01-01'],
    },
    slots: 2,
    retry,
  },
]

/** The campaigns that come with the history: a recent one with machine detection, a paused one, and one not ready. */
export const furtherCampaigns = [
  {
    name: 'Storm check-ins',
    status: 'running',
    campaign_type: 'workflow',
    workflow: 'storm_check',
    caller_id: stormCallerId,
    calling_hours: {
      timezone: 'America/Chicago',
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '09:00', to: '19:00' }],
      closed_dates: [],
    },
    slots: 4,
    machine_detection: true,
    ring_timeout_seconds: 25,
    retry: { max_attempts: 4, delay_minutes: 120, on: ['no_answer', 'busy', 'voicemail'] },
  },
  {
    name: 'Payment reminders',
    status: 'paused',
    campaign_type: 'script',
    script:
      'Hello {{ customer.name | default: "there" }}, this is Acme Insurance. Your payment of {{ customer.amount }} ' +
      'was due on {{ customer.due_date }}. You can pay online or answer our message. Thank you, and goodbye.',
    voice: 'alice',
    caller_id: callerId,
    calling_hours: {
      timezone: 'America/New_York',
      windows: [{ days: ['tue', 'wed', 'thu'], from: '16:00', to: '20:00' }],
      closed_dates: [],
    },
    slots: 3,
    retry: { max_attempts: 2, delay_minutes: 1_440, on: ['no_answer', 'busy', 'failed'] },
  },
  {
    name: 'Claims survey',
    status: 'draft',
    campaign_type: 'workflow',
    workflow: 'storm_check',
    slots: 1,
  },
]

export const furtherWorkflows = [{ name: 'storm_check', definition: stormWorkflow }]
