import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addInput } from '../../src/agents/conversation/add-input.ts'
import { beginConversation } from '../../src/agents/conversation/begin-conversation.ts'
import { takeOverConversation } from '../../src/agents/conversation/lease-queries.ts'
import { upsertAgent, upsertModelAccount } from '../../src/agents/declared-queries.ts'
import { AgentDefinition } from '../../src/agents/definition.ts'
import type { AgentChannel } from '../../src/agents/definition.ts'
import { runTurn } from '../../src/agents/turn/run-turn.ts'
import type { AfterSpeech, SpeechOutput } from '../../src/agents/turn/speech-output.ts'
import { selectTurns } from '../../src/agents/turn/turn-queries.ts'
import { insertWebChat } from '../../src/conversations/web-chat-queries.ts'
import { sql } from '../../src/db/sql.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../src/sandbox/models/model-network.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'

/** The secret of the `http` tool `renew_plan` in every test. */
export const toolSecret = `whsec_${Buffer.from('a secret of a test').toString('base64')}`

/** A request that the operator's endpoint got. */
export interface ToolRequest {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** An endpoint of the operator. `answer` decides what it does, and from when on; `cut` closes without an answer. */
export interface ToolEndpoint extends AsyncDisposable {
  url: string
  host: string
  requests: ToolRequest[]
  /** Called when a request has come in whole (`asked`), and when its answer is sent. */
  onRequest: ((moment: 'asked' | 'answered') => void) | null
  answer:
    | {
        status: number
        body: string
        from?: Promise<void>
        afterMs?: number
        headers?: Record<string, string>
      }
    | 'cut'
}

export async function startToolEndpoint(): Promise<ToolEndpoint> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      endpoint.requests.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
      endpoint.onRequest?.('asked')
      const { answer } = endpoint
      if (answer === 'cut') return void request.socket.destroy()
      const send = (): void => {
        response.writeHead(answer.status, answer.headers)
        response.end(answer.body, () => endpoint.onRequest?.('answered'))
      }
      void Promise.resolve(answer.from).then(() => setTimeout(send, answer.afterMs ?? 0))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const endpoint: ToolEndpoint = {
    url: `http://${host}/tools/renew`,
    host,
    requests: [],
    onRequest: null,
    answer: { status: 200, body: '{"renewed":true}' },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return endpoint
}

/** A service with a model network and an operator's endpoint. */
export interface AgentService extends AsyncDisposable {
  service: Service
  models: ModelNetwork
  tool: ToolEndpoint
}

/** @param modelHosts hosts of models beside the network's. */
export async function startAgentService(modelHosts: readonly string[] = []): Promise<AgentService> {
  await using stack = new AsyncDisposableStack()
  const models = stack.use(await startModelNetwork({ port: 0, speed: 100 }))
  const tool = stack.use(await startToolEndpoint())
  const service = stack.use(
    await startService(
      {},
      { modelPrivateHosts: [`127.0.0.1:${models.port}`, ...modelHosts], crawlPrivateHosts: [tool.host] },
    ),
  )
  const held = stack.move()
  return { service, models, tool, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Begins a conversation with a new agent through the project API. Returns its id. */
export async function beginByRequest(world: AgentService): Promise<string> {
  const { service } = world
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}`
  const begun = await service.request('POST', `${path}/agents/${await addAgent(world)}/conversations`, {
    body: {},
  })
  assert.equal(begun.status, 201, begun.body.message)
  return String(begun.body.data['conversation_id'])
}

/** Stores an agent whose accounts are models of the network. Returns its id. */
export async function addAgent(
  { service, models, tool }: { service: Service; models: { openaiUrl: string }; tool: { url: string } },
  definition: Partial<Record<keyof AgentDefinition, unknown>> = {},
  { model = 'scripted', fallback = null as string | null, extra = {} } = {},
): Promise<string> {
  const { context, organizationId: organization_id, projectId: project_id } = service
  const now = context.clock.now()
  const account = async (name: string): Promise<string> => {
    const _id = randomUUID()
    await context.db.transaction((transaction) =>
      upsertModelAccount(
        transaction,
        {
          organization_id,
          project_id,
          _id,
          name: `${name} ${_id}`,
          kind: 'openai_compatible',
          base_url: models.openaiUrl,
          model: name,
          api_key: context.secretBox.seal('a-key'),
          output_field: null,
          extra,
        },
        now,
      ),
    )
    return _id
  }
  const [model_account_id, fallback_account_id] = [
    await account(model),
    fallback === null ? null : await account(fallback),
  ]
  const _id = randomUUID()
  const parsed = AgentDefinition.parse({
    purpose: 'Renews plans.',
    prompt: "You speak with {{ customer.name | default: 'somebody' }}.",
    first_line: 'Hello {{ customer.name }}.',
    tools: [
      {
        kind: 'http',
        name: 'renew_plan',
        description: 'Renews the plan.',
        url: tool.url,
        effect: 'write',
        parameters: {
          type: 'object',
          properties: { months: { type: 'integer', enum: [12, 24] } },
          required: ['months'],
          additionalProperties: false,
        },
      },
      { kind: 'hand_over' },
      { kind: 'end_call' },
    ],
    ...definition,
  })
  await context.db.transaction((transaction) =>
    upsertAgent(
      transaction,
      {
        organization_id,
        project_id,
        _id,
        name: `agent ${_id}`,
        definition: parsed,
        model_account_id,
        fallback_account_id,
        broadcast_id: null,
        after_window_broadcast_id: null,
        tool_secrets: new Map([['renew_plan', context.secretBox.seal(toolSecret)]]),
      },
      now,
    ),
  )
  return _id
}

/** What went to a channel. */
export interface Heard extends SpeechOutput {
  sentences: string[]
  afters: AfterSpeech[]
}

export function listen(onSentence?: (sentence: string) => void): Heard {
  const sentences: string[] = []
  const afters: AfterSpeech[] = []
  return {
    sentences,
    afters,
    say: (sentence) => {
      sentences.push(sentence)
      onSentence?.(sentence)
    },
    afterwards: (after) => afters.push(after),
  }
}

/** A conversation that a test leads itself, as the process of a channel would. */
export interface LedConversation {
  key: { organization_id: string; conversation_id: string }
  say: (text: string) => Promise<string>
  /** Takes a turn with a new token, as another process does. */
  take: (
    output?: SpeechOutput,
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<typeof runTurn>> & { heard: Heard }>
  turns: () => ReturnType<typeof selectTurns>
}

/** Leads a conversation, as the next session of its call does. Returns false where it has ended. */
export function takeOver(
  { db, clock }: Pick<Service['context'], 'db' | 'clock'>,
  key: LedConversation['key'],
  hold: { token: string },
): Promise<boolean> {
  return db.transaction((transaction) => takeOverConversation(transaction, key, hold, clock.now()))
}

export async function leadConversation(
  { service }: AgentService,
  agentId: string,
  channel: AgentChannel = 'voice',
  customer: Record<string, string> = { name: 'Ada' },
): Promise<LedConversation> {
  const { context, organizationId: organization_id, projectId: project_id } = service
  const conversation_id = randomUUID()
  const key = { organization_id, conversation_id }
  await context.db.transaction(async (transaction) => {
    await insertWebChat(transaction, { ...key, project_id }, context.clock.now())
    if (channel === 'voice')
      await transaction.query(
        sql`update conversations set channel_type = 'voice' where organization_id = ${organization_id} and _id = ${conversation_id}`,
      )
    const begun = await beginConversation(context, transaction, {
      ...key,
      project_id,
      agent_id: agentId,
      agent_revision: null,
      channel_type: channel,
      customer,
    })
    assert.ok(begun)
  })
  return {
    key,
    say: async (text) => {
      const sent_at = context.clock.now()
      const input = await context.db.transaction((transaction) =>
        addInput(context, transaction, key, { kind: 'speech', text, sent_at }),
      )
      assert.ok(input)
      return input._id
    },
    take: async (output, signal = new AbortController().signal) => {
      const heard = listen()
      const token = randomUUID()
      assert.ok(await takeOver(context, key, { token }))
      const outcome = await runTurn(context, key, { token }, output ?? heard, signal)
      return { ...outcome, heard }
    },
    turns: () => selectTurns(context.db, key),
  }
}
