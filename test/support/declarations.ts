import { randomBytes } from 'node:crypto'
import { scopes } from '../../src/keys/api-key.ts'

/** What a test sets for its organization; everything else has a default. */
export interface Declared {
  campaigns?: Record<string, unknown>[]
  workflows?: Record<string, unknown>[]
  project?: Record<string, unknown>
  carrier?: Record<string, unknown>
  /** Numbers of the carrier account beside the usual caller ID. */
  callerIds?: Record<string, unknown>[]
  /** What it may ring; `wideCallSettings` by default. */
  calls?: Record<string, unknown>
}

/**
 * Limits for an organization whose tests dial special numbers again and again. The defaults of an installation are in
 * `src/guards/call-settings.ts`.
 */
export const wideCallSettings = {
  countries: ['US', 'GB', 'DE'],
  number_types: ['personal_number'],
  dials_a_day: 1_000_000,
  minutes_a_day: 100_000_000,
  number_dials_a_day: 100_000,
  number_dials_a_week: 100_000,
  block_dials_an_hour: 1_000_000,
}

/** Returns a declaration with one project that can place calls over the phone network. */
export function organization(name: string, phoneNetworkUrl: string, declared: Declared = {}) {
  const campaigns = declared.campaigns ?? [scriptCampaign()]
  return {
    organizations: [
      {
        name,
        calls: declared.calls ?? wideCallSettings,
        projects: [
          {
            name: 'Renewals',
            default_country: 'US',
            // Tests of limits declare their own.
            requests_per_second: 'none',
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
            caller_ids: [
              { number: '+14155550100', carrier: 'main' },
              ...(declared.callerIds ?? []).map((callerId) => ({ carrier: 'main', ...callerId })),
            ],
            workflows: declared.workflows ?? [],
            campaigns,
            api_keys: [
              { name: 'all', scopes, rate: 'none' },
              { name: 'read', scopes: [], rate: 'none' },
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
