import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { PhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import { createNumbers } from './numbers.ts'
import { eventually, startService } from './service.ts'
import type { Service } from './service.ts'

/** An agent as the tests declare it; its model follows scripts. */
export function declaredAgent(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'renewals',
    purpose: 'Answers questions about plans.',
    prompt: "You speak with {{ customer.name | default: 'somebody' }}.",
    first_line: 'Hello {{ customer.name }}, this is Acme.',
    disclosure: 'I am an automated assistant.',
    model: 'fast',
    languages: ['en-US', 'es-US'],
    tools: [
      { kind: 'end_call' },
      { kind: 'switch_language' },
      { kind: 'press_keys' },
      { kind: 'transfer', to: { billing: '+14155550100', nobody: '+14155550111' } },
    ],
    limits: { seconds: 7_200, silence_seconds: 2 },
    ...more,
  }
}

/** A service whose campaign `Agent` calls with an agent, with phone and model networks. */
export interface AgentCalls extends AsyncDisposable {
  service: Service
  network: PhoneNetwork
  models: ModelNetwork
  /** Calls somebody who talks so, and returns what the test needs of the call. */
  call: (answers: object[], options?: { campaign?: string }) => Promise<AgentCall>
}

export interface AgentCall {
  id: string
  number: string
  /** Returns the transcript as `role: text` lines. */
  transcript: () => Promise<string[]>
  /** Resolves with the outcome once the call is over. */
  over: () => Promise<string>
  /** Resolves with the ids of the call's rows once its agent has begun. */
  begun: () => Promise<{ attempt_id: string; conversation_id: string }>
}

/** The body of the tests' project: models, agents, workflows, and a campaign for each of both. */
export function agentProject(
  modelsUrl: string,
  agents: Record<string, unknown>[] = [declaredAgent()],
  workflows: { name: string; definition: object }[] = [],
) {
  const campaign = { status: 'running', caller_id: '+14155550100', slots: 600 }
  return {
    project: {
      model_accounts: [
        { name: 'fast', kind: 'openai_compatible', base_url: modelsUrl, model: 'scripted', api_key: 'a-key' },
        {
          name: 'slow',
          kind: 'openai_compatible',
          base_url: modelsUrl,
          model: 'slow-2000',
          api_key: 'a-key',
        },
        {
          name: 'refusing',
          kind: 'openai_compatible',
          base_url: modelsUrl,
          model: 'refuses',
          api_key: 'a-key',
        },
      ],
      agents,
    },
    workflows,
    campaigns: [
      ...agents.map(({ name }) => ({ ...campaign, name, campaign_type: 'agent', agent: name })),
      ...workflows.map(({ name }) => ({ ...campaign, name, campaign_type: 'workflow', workflow: name })),
    ],
  }
}

export async function startAgentCalls(
  agents: Record<string, unknown>[] = [declaredAgent()],
  { speed = 20, workflows = [] as { name: string; definition: object }[] } = {},
): Promise<AgentCalls> {
  await using stack = new AsyncDisposableStack()
  const models = await startModelNetwork({ port: 0, speed: 100 })
  stack.defer(() => models.close())
  const service = stack.use(
    await startService(agentProject(models.openaiUrl, agents, workflows), {
      modelPrivateHosts: [`127.0.0.1:${models.port}`],
      speed,
    }),
  )
  const { network } = service
  assert.ok(network !== null)
  const nextNumber = createNumbers()
  const held = stack.move()
  return {
    service,
    network,
    models,
    call: async (answers, { campaign = 'renewals' } = {}) => {
      const number = nextNumber()
      await putPerson(network.url, number, answers)
      return place(service, campaign, number)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Scripts what a number says. */
export async function putPerson(networkUrl: string, number: string, answers: object[]): Promise<void> {
  const response = await fetch(`${networkUrl}/sandbox/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, answers, outcome: 'answers' }),
  })
  assert.ok(response.ok, await response.text())
}

async function place(service: Service, campaign: string, number: string): Promise<AgentCall> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const { status, body } = await service.request('POST', path, {
    body: { phone_number: number, name: 'Ada' },
  })
  assert.equal(status, 200, body.message)
  const id = (body.data as { campaign_queue_id: string }).campaign_queue_id
  return callOf(service, id, number)
}

/** Returns a call that was placed. */
export function callOf(service: Pick<Service, 'context'>, id: string, number: string): AgentCall {
  const { db } = service.context
  return {
    id,
    number,
    transcript: async () => {
      const lines = await db.query<{ role: string; text: string }>(sql`
        select l.role, l.text from call_attempts a join conversation_lines l
          on l.organization_id = a.organization_id and l.conversation_id = a.conversation_id
        where a.call_id = ${id} order by l.turn, l.line`)
      return lines.map(({ role, text }) => `${role}: ${text}`)
    },
    over: () =>
      eventually(`call ${id} is over`, async () => {
        const [call] = await db.query<{ state: string }>(sql`select state from calls where _id = ${id}`)
        return call !== undefined &&
          ['completed', 'failed', 'canceled', 'no_answer', 'busy'].includes(call.state)
          ? call.state
          : null
      }),
    begun: () =>
      eventually(`call ${id} has an agent`, async () => {
        const [row] = await db.query<{ attempt_id: string; conversation_id: string }>(sql`
          select a._id as attempt_id, a.conversation_id from call_attempts a
          join agent_conversations c on c.organization_id = a.organization_id and c.conversation_id = a.conversation_id
          where a.call_id = ${id}`)
        return row ?? null
      }),
  }
}
