import { sql } from '../../src/db/sql.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import { wideCallSettings } from '../../test/support/declarations.ts'
import type { BenchDatabase } from '../support/stage.ts'

/** A project whose campaign calls with an agent, which chats too. */
export interface AgentProject {
  /** The path of its endpoints. */
  path: string
  campaignPath: string
  agentId: string
  key: string
}

export const carrierAccount = { accountSid: `AC${'6'.repeat(32)}`, authToken: 'a-token-of-the-bench' }
const callerId = '+14155550100'

export async function declareAgentProject(
  { context, db }: BenchDatabase,
  { modelUrl, carrierUrl, slots }: { modelUrl: string; carrierUrl: string; slots: number },
): Promise<AgentProject> {
  const project = {
    name: 'Agents',
    default_country: 'US',
    model_accounts: [
      { name: 'timed', kind: 'openai_compatible', base_url: modelUrl, model: 'timed', api_key: 'a key' },
    ],
    agents: [
      {
        name: 'renewals',
        purpose: 'Answers questions about plans.',
        prompt: 'You answer for Acme.',
        first_line: 'Hello, this is Acme.',
        model: 'timed',
        tools: [{ kind: 'look_up' }, { kind: 'end_call' }],
        limits: {
          turns: 500,
          seconds: 7_200,
          silence_seconds: 60,
          tokens: 10_000_000,
          tokens_a_day: 10_000_000_000,
        },
      },
    ],
    voice_carriers: [
      {
        name: 'carrier',
        kind: 'twilio',
        account_sid: carrierAccount.accountSid,
        auth_token: carrierAccount.authToken,
        api_url: carrierUrl,
        calls_per_second: 300,
      },
    ],
    caller_ids: [{ number: callerId, carrier: 'carrier' }],
    campaigns: [
      {
        name: 'Agent calls',
        status: 'running',
        campaign_type: 'agent',
        agent: 'renewals',
        caller_id: callerId,
        slots,
      },
    ],
    requests_per_second: 'none',
    api_keys: [{ name: 'bench', scopes: ['calls:create', 'agents:chat'], rate: 'none' }],
  }
  const applied = await applyDeclaration(context, {
    organizations: [{ name: 'Bench', calls: wideCallSettings, projects: [project] }],
  })
  if (!applied.ok) throw new Error(JSON.stringify(applied))
  const [organization] = applied.tree.organizations
  const [declared] = organization?.projects ?? []
  const [agent] = await db.query<{ _id: string }>(sql`select _id from agents`)
  const path = `/organizations/${organization?._id}/projects/${declared?._id}`
  return {
    path,
    campaignPath: `${path}/campaigns/${declared?.campaigns?.[0]?._id}`,
    agentId: agent?._id ?? '',
    key: declared?.api_keys?.[0]?.key ?? '',
  }
}
