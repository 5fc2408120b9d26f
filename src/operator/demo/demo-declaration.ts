import { scopes } from '../../keys/api-key.ts'
import { renewalWorkflow } from '../../workflows/example-renewal.ts'
import { demoAgents } from './demo-agents.ts'
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
export const demoNames = { organization: 'Acme Insurance', project: 'Renewals', carrier: 'sandbox' }

/** The name of the demo's key. Keys that replace it are named `demo 2`, `demo 3` and so on. */
export const demoKeyName = 'demo'

/** The account used at the sandbox's phone network, which accepts any. */
const account = { account_sid: `AC${'5a'.repeat(16)}`, auth_token: 'the-demo-account-has-no-secrets' }

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
  const callerId = '+14155550100'
  const { model_accounts, agents, campaigns } = demoAgents(modelNetworkUrl, callerId)
  const project = {
    name: demoNames.project,
    timezone: 'America/New_York',
    default_country: 'US',
    ticket_keywords: ['complaint', 'talk to a person'],
    voice_carriers: [
      { name: carrier, kind: 'twilio', ...account, api_url: phoneNetworkUrl, calls_per_second: 10 },
    ],
    caller_ids: [{ number: callerId, carrier }, ...(hasHistory ? [{ number: stormCallerId, carrier }] : [])],
    workflows: [{ name: 'renewal', definition: renewalWorkflow }, ...(hasHistory ? furtherWorkflows : [])],
    model_accounts,
    agents,
    campaigns: [...basicCampaigns, ...campaigns, ...(hasHistory ? furtherCampaigns : [])],
    ...demoWhatsapp(whatsappNetworkUrl, hasHistory),
    api_keys: [{ name: demoKeyName, scopes: [...scopes] }],
  }
  const plan = { whatsapp_sends: planSends }
  return { organizations: [{ name: demoNames.organization, plan, projects: [project] }] }
}
