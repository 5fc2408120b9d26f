/** The name of the demo's agent. */
const deskName = 'desk'
/** The name of the demo's campaign that answers calls to its number. */
export const frontDeskName = 'Front desk'
const modelName = 'sandbox'

/**
 * Returns the agent of the demo, the campaign that it calls for, and the one that it answers calls for. Its model is
 * the sandbox's `desk`, which answers by rules: "price" looks up the knowledge base, "human" hands over, "bye" ends a
 * call.
 *
 * @param modelNetworkUrl the `base_url` of the sandbox's model network.
 */
export function demoAgents(modelNetworkUrl: string, callerId: string) {
  return {
    model_accounts: [
      {
        name: modelName,
        kind: 'openai_compatible',
        base_url: modelNetworkUrl,
        model: 'desk',
        api_key: 'the-sandbox-asks-for-no-key',
      },
    ],
    agents: [
      {
        name: deskName,
        purpose: 'Answers questions about policies of Acme Insurance, and renews them.',
        prompt:
          'You speak with {{ customer.name | default: "a customer" }} for Acme Insurance. ' +
          'Answer from the knowledge base only, and say so where it has no answer.',
        first_line: 'Hello {{ customer.name | default: "there" }}, this is Acme Insurance.',
        model: modelName,
        whatsapp: { broadcast: 'Answers', after_window: 'Renewal messages' },
        tools: [
          { kind: 'look_up', limit: 3 },
          { kind: 'open_ticket' },
          { kind: 'hand_over' },
          { kind: 'end_call' },
        ],
      },
    ],
    campaigns: [
      {
        name: 'Renewal agent',
        status: 'running',
        campaign_type: 'agent',
        agent: deskName,
        caller_id: callerId,
        slots: 2,
      },
      {
        name: frontDeskName,
        status: 'running',
        call_direction: 'inbound',
        campaign_type: 'agent',
        agent: deskName,
        slots: 3,
      },
    ],
  }
}
