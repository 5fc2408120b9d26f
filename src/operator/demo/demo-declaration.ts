import { scopes } from '../../keys/api-key.ts'
import { renewalWorkflow } from '../../workflows/example-renewal.ts'
import { demoWhatsapp } from './demo-whatsapp.ts'

/** The addresses of the sandbox's provider networks. */
export interface DemoAddresses {
  phoneNetworkUrl: string
  whatsappNetworkUrl: string
}

/** The name of the demo's key. Keys that replace it are named `demo 2`, `demo 3` and so on. */
export const demoKeyName = 'demo'

/** The account used at the sandbox's phone network, which accepts any. */
const account = { account_sid: `AC${'5a'.repeat(16)}`, auth_token: 'the-demo-account-has-no-secrets' }

/**
 * Returns the declaration of the demo that `npm start` shows: an organization whose calls and messages go to the
 * sandbox. The first campaign is always open, so that a call on it can be tried at any hour. The form is what an
 * operator would write.
 */
export function demoDeclaration({ phoneNetworkUrl, whatsappNetworkUrl }: DemoAddresses) {
  const project = {
    name: 'Renewals',
    timezone: 'America/New_York',
    default_country: 'US',
    voice_carriers: [
      { name: 'sandbox', kind: 'twilio', ...account, api_url: phoneNetworkUrl, calls_per_second: 10 },
    ],
    caller_ids: [{ number: '+14155550100', carrier: 'sandbox' }],
    workflows: [{ name: 'renewal', definition: renewalWorkflow }],
    campaigns: demoCampaigns,
    ...demoWhatsapp(whatsappNetworkUrl),
    api_keys: [{ name: demoKeyName, scopes: [...scopes] }],
  }
  return { organizations: [{ name: 'Acme Insurance', projects: [project] }] }
}

const retry = { max_attempts: 3, delay_minutes: 5, on: ['no_answer', 'busy'] }

const demoCampaigns = [
  {
    name: 'Renewal reminders',
    status: 'running',
    campaign_type: 'workflow',
    workflow: 'renewal',
    caller_id: '+14155550100',
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
    caller_id: '+14155550100',
    slots: 2,
  },
  {
    name: 'Office hours',
    status: 'running',
    campaign_type: 'workflow',
    workflow: 'renewal',
    caller_id: '+14155550100',
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
