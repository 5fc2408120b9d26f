import { scopes } from '../../keys/api-key.ts'
import type { KeyRate } from '../../keys/limits/rates.ts'
import { renewalWorkflow } from '../../workflows/example-renewal.ts'
import { demoAgents, frontDeskName } from './demo-agents.ts'
import { basicCampaigns, furtherCampaigns, furtherWorkflows, stormCallerId } from './demo-campaigns.ts'
import { demoWhatsapp } from './demo-whatsapp.ts'

/** The addresses of the sandbox's provider networks. */
export interface DemoAddresses {
  phoneNetworkUrl: string
  whatsappNetworkUrl: string
  /** The `base_url` of accounts of the model network. */
  modelNetworkUrl: string
}

/** The names by which the demo is found. */
const demoNames = { organization: 'Acme Insurance', project: 'Renewals', carrier: 'sandbox' }

/** The name of the demo's key. Keys that replace it are named `demo 2`, `demo 3` and so on. */
export const demoKeyName = 'demo'

/** The rate of the demo's keys: a newcomer's script may ask as fast as one process answers, and sees the headers. */
export const demoRate: KeyRate = {
  requests_per_second: 10_000,
  burst: 100_000,
  writes_per_second: 10_000,
  write_burst: 100_000,
}

/** The number that every demo calls from, and that people can call. */
export const demoNumber = '+14155550100'

/** The account used at the sandbox's phone network, which accepts any. */
const account = { account_sid: `AC${'5a'.repeat(16)}`, auth_token: 'the-demo-account-has-no-secrets' }

/**
 * What the demo may ring. Its calls reach the sandbox alone, whose few numbers are dialed again and again, so that the
 * limits of an installation would stop it within the hour. Countries and types of numbers have the defaults.
 */
const demoCalls = {
  dials_a_day: 1_000_000,
  minutes_a_day: 10_000_000,
  number_dials_a_day: 100_000,
  number_dials_a_week: 700_000,
  block_dials_an_hour: 100_000,
}

/** The sends of the demo's plan. The history uses about half of them. */
const planSends = 5_000

/**
 * Returns the declaration of the demo that `npm start` shows: an organization whose calls and messages go to the
 * sandbox. The first campaign is always open, so that a call on it can be tried at any hour. The form is what an
 * operator would write.
 *
 * @param hasHistory whether the campaigns, workflows and broadcasts are declared too that only a history fills.
 */
export function demoDeclaration(
  { phoneNetworkUrl, whatsappNetworkUrl, modelNetworkUrl }: DemoAddresses,
  hasHistory = false,
) {
  const { carrier } = demoNames
  const { model_accounts, agents, campaigns } = demoAgents(modelNetworkUrl, demoNumber)
  const project = {
    name: demoNames.project,
    timezone: 'America/New_York',
    default_country: 'US',
    ticket_keywords: ['complaint', 'talk to a person'],
    voice_carriers: [
      { name: carrier, kind: 'twilio', ...account, api_url: phoneNetworkUrl, calls_per_second: 10 },
    ],
    caller_ids: [
      { number: demoNumber, carrier, inbound_campaign: frontDeskName },
      ...(hasHistory ? [{ number: stormCallerId, carrier }] : []),
    ],
    workflows: [{ name: 'renewal', definition: renewalWorkflow }, ...(hasHistory ? furtherWorkflows : [])],
    model_accounts,
    agents,
    campaigns: [...basicCampaigns, ...campaigns, ...(hasHistory ? furtherCampaigns : [])],
    ...demoWhatsapp(whatsappNetworkUrl, hasHistory),
    requests_per_second: 'none',
    api_keys: [{ name: demoKeyName, scopes: [...scopes], rate: demoRate }],
  }
  const plan = { whatsapp_sends: planSends }
  return { organizations: [{ name: demoNames.organization, plan, calls: demoCalls, projects: [project] }] }
}
