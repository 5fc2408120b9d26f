import { createModelClient } from '../../src/providers/models/create-model-client.ts'
import type {
  ModelAccount,
  ModelClient,
  ModelKind,
  ModelMessage,
  ModelOutcome,
  ModelRequest,
  ModelTool,
} from '../../src/providers/models/model-client.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../src/sandbox/models/model-network.ts'

export const lookUp: ModelTool = {
  name: 'look_up',
  description: 'Looks something up.',
  parameters: {
    type: 'object',
    properties: { question: { type: 'string' } },
    required: ['question'],
    additionalProperties: false,
  },
}
export const endCall: ModelTool = {
  name: 'end_call',
  description: 'Ends the call.',
  parameters: { type: 'object', properties: { farewell: { type: 'string' } }, required: ['farewell'] },
}
export const handOver: ModelTool = {
  name: 'hand_over',
  description: 'Hands over.',
  parameters: { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] },
}

export function account(baseUrl: string, kind: ModelKind, model: string): ModelAccount {
  return {
    id: `${kind}:${model}`,
    kind,
    baseUrl,
    model,
    apiKey: 'sk-test-key',
    outputField: 'max_tokens',
    extra: {},
  }
}

export function requestTo(
  to: ModelAccount,
  said: string | readonly ModelMessage[],
  more: Partial<ModelRequest> = {},
): ModelRequest {
  const messages: readonly ModelMessage[] =
    typeof said === 'string'
      ? [
          { role: 'system', text: 'You answer for Acme.' },
          { role: 'user', text: said },
        ]
      : said
  return {
    account: to,
    messages,
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: 1_000,
    // A busy machine may need longer for an answer than a call can wait.
    waits: { firstTextMs: 60_000, nextByteMs: 60_000 },
    signal: new AbortController().signal,
    ...more,
  }
}

/** Asks, and returns the pieces of the text and the outcome. */
export async function ask(
  client: ModelClient,
  request: ModelRequest,
): Promise<{ pieces: string[]; outcome: ModelOutcome }> {
  const answer = client.ask(request)
  const pieces: string[] = []
  for await (const piece of answer.text) pieces.push(piece)
  return { pieces, outcome: await answer.outcome }
}

export interface Models extends AsyncDisposable {
  network: ModelNetwork
  client: ModelClient
  /** Returns an account of the network. */
  to: (kind: ModelKind, model: string) => ModelAccount
}

/** Starts a model network, and a client to which it is open. */
export async function startModels(options: { speed?: number } = {}): Promise<Models> {
  const network = await startModelNetwork({ port: 0, ...options })
  const client = createModelClient({ privateHosts: [new URL(network.url).host] })
  return {
    network,
    client,
    to: (kind, model) => account(kind === 'anthropic' ? network.url : network.openaiUrl, kind, model),
    [Symbol.asyncDispose]: async () => {
      client.close()
      await network.close()
    },
  }
}
