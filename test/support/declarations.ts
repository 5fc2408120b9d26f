import { randomBytes } from 'node:crypto'

/** What a test sets for its organization; everything else has a default. */
export interface Declared {
  campaigns?: Record<string, unknown>[]
  workflows?: Record<string, unknown>[]
  project?: Record<string, unknown>
  carrier?: Record<string, unknown>
}

/** Returns a declaration with one project that can place calls over the phone network. */
export function organization(name: string, phoneNetworkUrl: string, declared: Declared = {}) {
  const campaigns = declared.campaigns ?? [scriptCampaign()]
  return {
    organizations: [
      {
        name,
        projects: [
          {
            name: 'Renewals',
            default_country: 'US',
            ...declared.project,
            voice_carriers: [
              {
                name: 'main',
                kind: 'twilio',
                account_sid: `AC${randomBytes(16).toString('hex')}`,
                auth_token: 'a-token-of-the-sandbox',
                api_url: phoneNetworkUrl,
                calls_per_second: 1000,
                ...declared.carrier,
              },
            ],
            caller_ids: [{ number: '+14155550100', carrier: 'main' }],
            workflows: declared.workflows ?? [],
            campaigns,
            api_keys: [
              { name: 'all', scopes: ['calls:create', 'whatsapp:create', 'agents:chat', 'agents:manage'] },
              { name: 'read', scopes: [] },
            ],
          },
        ],
      },
    ],
  }
}

/** Returns a ready campaign with more slots than a test has calls. */
export function scriptCampaign(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Script',
    status: 'running',
    campaign_type: 'script',
    script: 'Hello {{ customer.name }}',
    voice: 'alice',
    caller_id: '+14155550100',
    slots: 100,
    ...more,
  }
}
