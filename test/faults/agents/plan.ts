import type { ModelNetwork } from '../../../src/sandbox/models/model-network.ts'

/** The names and credentials that a run declares. */
export const agentsPlan = {
  organization: 'Agents',
  webAgent: 'writer',
  voiceAgent: 'caller',
  campaign: 'Agent calls',
  callerId: '+14155550100',
  accountSid: `AC${'5'.repeat(32)}`,
  token: 'a token of the agents',
} as const

/** Where the programs of the harness listen. */
export interface Places {
  modelsUrl: string
  toolUrl: string
  carrierUrl: string
}

/** Returns the declaration for `switchboard apply`: one agent for chats, and one for the calls of a campaign. */
export function declarationOf({ modelsUrl, toolUrl, carrierUrl }: Places): unknown {
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
    ],
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
    api_keys: [{ name: 'clients', scopes: ['calls:create', 'agents:chat'] }],
  }
  return { organizations: [{ name: agentsPlan.organization, projects: [project] }] }
}

/** What a customer says, and the words that stand in its answer and in no other. */
export interface Said {
  text: string
  answer: string
  /** The order that the model places for it, at most once; null where it places none. */
  order: string | null
}

/** Returns the message with this id, and tells the model how to answer it. Ids have no dots and are used once. */
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

/** What the service tells a model whose answer was cut off, and what ends a call. */
export function addCommonScripts(models: ModelNetwork): void {
  models.addScript({ when: { input_contains: 'cut off here' }, answers: [{ text: 'That is the rest.' }] })
  models.addScript({
    when: { input_contains: 'that is all, bye' },
    answers: [{ tool: 'end_call', arguments: { farewell: 'Goodbye.' } }],
  })
}
