import type { ModelNetwork } from '../../../src/sandbox/models/model-network.ts'
import { wideCallSettings } from '../../support/declarations.ts'

/** The names and credentials that a run declares. */
export const agentsPlan = {
  organization: 'Agents',
  webAgent: 'writer',
  voiceAgent: 'caller',
  campaign: 'Agent calls',
  callerId: '+14155550100',
  accountSid: `AC${'5'.repeat(32)}`,
  token: 'a token of the agents',
  chatAgent: 'answerer',
  phoneNumberId: '100000000000001',
  businessAccountId: '200000000000001',
  /** How long the messages of a burst are gathered: longer than a busy machine takes to begin a turn. */
  gatherSeconds: 4,
} as const

/** Where the programs of the harness listen. */
export interface Places {
  modelsUrl: string
  toolUrl: string
  carrierUrl: string
  whatsappUrl: string
}

/** The account of the sender, for the network without its webhook address. */
export const whatsappAccount = {
  phone_number_id: agentsPlan.phoneNumberId,
  business_account_id: agentsPlan.businessAccountId,
  display_phone_number: '+14155550111',
  access_token: 'a-token',
  app_secret: 'an-app-secret',
  verify_token: 'a-verify-token',
}

/**
 * Returns the declaration for `switchboard apply`: agents for chats on the web and on WhatsApp, and for the calls of a
 * campaign.
 */
export function declarationOf({ modelsUrl, toolUrl, carrierUrl, whatsappUrl }: Places): unknown {
  const agent = {
    purpose: 'Takes orders.',
    prompt: 'You take orders of Acme.',
    disclosure: 'I am an automated assistant.',
    model: 'scripted',
    limits: { turns: 500, tokens: 10_000_000, tokens_a_day: 10_000_000_000, silence_seconds: 4 },
    tools: [
      {
        kind: 'http',
        name: 'place_order',
        description: 'Places an order.',
        url: toolUrl,
        secret: `whsec_${Buffer.from('a secret of the harness').toString('base64')}`,
        effect: 'write',
        parameters: {
          type: 'object',
          properties: { order: { type: 'string' } },
          required: ['order'],
          additionalProperties: false,
        },
      },
      { kind: 'end_call' },
    ],
  }
  const project = {
    name: 'Agents',
    default_country: 'US',
    model_accounts: [
      {
        name: 'scripted',
        kind: 'openai_compatible',
        base_url: modelsUrl,
        model: 'scripted',
        api_key: 'a key of the harness',
      },
    ],
    agents: [
      { ...agent, name: agentsPlan.webAgent },
      { ...agent, name: agentsPlan.voiceAgent, first_line: 'Hello, this is Acme.' },
      {
        ...agent,
        name: agentsPlan.chatAgent,
        tools: [{ kind: 'open_ticket' }],
        whatsapp: { broadcast: 'Typed', gather_seconds: agentsPlan.gatherSeconds },
      },
    ],
    whatsapp_senders: [{ ...whatsappAccount, name: 'main', api_url: whatsappUrl, messages_per_second: 500 }],
    broadcasts: [{ name: 'Typed', sender: 'main' }],
    voice_carriers: [
      {
        name: 'observer',
        kind: 'twilio',
        account_sid: agentsPlan.accountSid,
        auth_token: agentsPlan.token,
        api_url: carrierUrl,
        calls_per_second: 100,
        unknown_grace_seconds: 5,
      },
    ],
    caller_ids: [{ number: agentsPlan.callerId, carrier: 'observer' }],
    campaigns: [
      {
        name: agentsPlan.campaign,
        status: 'running',
        campaign_type: 'agent',
        agent: agentsPlan.voiceAgent,
        caller_id: agentsPlan.callerId,
        slots: 200,
      },
    ],
    requests_per_second: 'none',
    api_keys: [{ name: 'clients', scopes: ['calls:create', 'agents:chat', 'agents:manage'], rate: 'none' }],
  }
  const plan = { status: 'active', whatsapp_sends: 1_000_000 }
  const organization = { name: agentsPlan.organization, plan, calls: wideCallSettings, projects: [project] }
  return { organizations: [organization] }
}

/** What a customer says, and the words that stand in its answer and in no other. */
export interface Said {
  text: string
  answer: string
  /** The order that the model places for it, at most once; null where it places none. */
  order: string | null
}

/** Returns the message with this id, which says how the model is to answer it. Ids have no dots and are used once. */
export function say(models: ModelNetwork, id: string, isOrder: boolean): Said {
  const text = isOrder ? `Please take order ${id}.` : `A question about ${id}.`
  const answer = isOrder ? `Order ${id} is in hand.` : `About ${id} all is well.`
  const when = { input_contains: ` ${id}.` }
  models.addScript({
    when,
    answers: isOrder
      ? [{ tool: 'place_order', arguments: { order: id } }, { text: answer }]
      : [{ text: `${answer} Anything else?` }],
  })
  return { text, answer, order: isOrder ? id : null }
}

/** Returns the messages of a burst with this id, which say how the model is to answer them together. */
export function sayBurst(
  models: ModelNetwork,
  id: string,
  count: number,
): { texts: string[]; answer: string } {
  const answer = `All of ${id} is in hand.`
  models.addScript({ when: { input_contains: ` ${id}.` }, answers: [{ text: answer }] })
  return { texts: Array.from({ length: count }, (_, index) => `Part ${index + 1} of ${id}.`), answer }
}

/** What the service sends a model whose answer was cut off, and what ends a call. */
export function addCommonScripts(models: ModelNetwork): void {
  models.addScript({ when: { input_contains: 'cut off here' }, answers: [{ text: 'That is the rest.' }] })
  models.addScript({
    when: { input_contains: 'that is all, bye' },
    answers: [{ tool: 'end_call', arguments: { farewell: 'Goodbye.' } }],
  })
}
