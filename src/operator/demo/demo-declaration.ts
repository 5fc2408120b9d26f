import { scopes } from '../../keys/api-key.ts'
import { renewalWorkflow } from '../../workflows/example-renewal.ts'

/** Where the sandbox's provider networks answer. */
export interface DemoAddresses {
  phoneNetworkUrl: string
  /** null: no WhatsApp network runs, so nothing of WhatsApp is declared. */
  whatsappNetworkUrl: string | null
}

/** The name of the demo's key; one that had to be replaced is followed by `demo 2` and so on. */
export const demoKeyName = 'demo'

/** The account that the sandbox's phone network is called with; it takes any. */
const account = { account_sid: `AC${'5a'.repeat(16)}`, auth_token: 'the-demo-account-has-no-secrets' }

/**
 * What `npm start` shows: an organization whose calls and messages go to the sandbox. The first campaign is always open,
 * so that a call on it can be tried at any hour. Given as an operator would write it.
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
    ...(whatsappNetworkUrl !== null && demoWhatsapp(whatsappNetworkUrl)),
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

function demoWhatsapp(whatsappNetworkUrl: string) {
  return {
    whatsapp_senders: [
      {
        name: 'sandbox',
        phone_number_id: '100000000000001',
        business_account_id: '200000000000001',
        display_phone_number: '+14155550199',
        access_token: 'the-demo-sender-has-no-secrets',
        app_secret: 'the-demo-app-has-no-secrets',
        verify_token: 'the-demo-webhook-has-no-secrets',
        catalog_id: '300000000000001',
        api_url: whatsappNetworkUrl,
      },
    ],
    whatsapp_templates: [
      {
        name: 'renewal_reminder',
        sender: 'sandbox',
        language: 'en',
        category: 'utility',
        status: 'approved',
        components: [
          {
            type: 'BODY',
            text: 'Hello {{name}}, your policy ends on {{end_date}}. Shall we renew it?',
            example: {
              body_text_named_params: [
                { param_name: 'name', example: 'Ada' },
                { param_name: 'end_date', example: '31 January' },
              ],
            },
          },
          { type: 'FOOTER', text: 'Reply STOP to hear no more from us.' },
        ],
      },
    ],
    broadcasts: [{ name: 'Renewal messages', sender: 'sandbox', template: 'renewal_reminder' }],
  }
}
