/**
 * Asks language models, whatever protocol their account speaks. `app/context.ts` makes the one client of a process; the
 * turn engine knows this file and `ask-model.ts` alone.
 */
export interface ModelClient {
  /**
   * Makes one request. Starts at once, and goes on whether or not the text is read. Never throws and never asks a
   * second time: every fault of the network and of the provider is an outcome.
   */
  ask: (request: ModelRequest) => ModelAnswer
  /** Closes the connections that are kept open. Requests under way end as `broken`. */
  close: () => void
}

export const modelKinds = ['openai_compatible', 'anthropic'] as const
export type ModelKind = (typeof modelKinds)[number]

/** What opens a model at a provider. */
export interface ModelAccount {
  /** Names the account in the process, so that an account with many faults is left alone for a while. */
  id: string
  kind: ModelKind
  /**
   * Without the operation: `https://api.openai.com/v1`, `https://api.anthropic.com`. A slash at its end does not
   * matter.
   */
  baseUrl: string
  model: string
  /** Null for servers that ask for none. */
  apiKey: string | null
  /**
   * The field that bounds the output, such as `max_tokens` or `max_completion_tokens`. Anthropic knows `max_tokens`
   * alone.
   */
  outputField: string
  /**
   * Further fields of the request's body, which replace the client's own; null removes one that a server does not know,
   * such as `parallel_tool_calls`. `model`, `messages`, `system`, `tools` and `stream` can't be replaced.
   */
  extra: Readonly<Record<string, unknown>>
}

/**
 * Returns the bound on the output of a request, in tokens: the account's own where `extra` sets one, such as for a
 * model that reasons, since reasoning counts in it too.
 */
export function outputTokensMaxOf(
  { kind, outputField, extra }: ModelAccount,
  { maxOutputTokens }: Pick<ModelRequest, 'maxOutputTokens'>,
): number {
  const own = extra[kind === 'anthropic' ? 'max_tokens' : outputField]
  return typeof own === 'number' ? own : maxOutputTokens
}

/** One part of the conversation, oldest first. */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: readonly ModelToolCall[] }
  /** Follows the assistant's message that has the call. */
  | { role: 'tool'; callId: string; name: string; result: string }

/** A tool that the model wants to be run. */
export interface ModelToolCall {
  /** The provider's id, or one made by the client where the provider sent none; unique within an answer. */
  id: string
  name: string
  /** As the model wrote them: usually a JSON object, but nothing is checked. `{}` where the model wrote nothing. */
  arguments: string
  /**
   * What the provider wants back with the call, as JSON, and the server and model that sent it. Gemini refuses a
   * history without it, and it means nothing to others.
   */
  extraContent?: { source: string; json: string }
}

/** A tool that the model may ask for. */
export interface ModelTool {
  name: string
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
}

export interface ModelRequest {
  account: ModelAccount
  messages: readonly ModelMessage[]
  /** In a fixed order, so that the provider's cache of prompts is of use. */
  tools: readonly ModelTool[]
  /**
   * `none` for the last request of a turn: the tools stay in the request, since providers want them beside earlier
   * calls, but the model is asked to use none. Some servers ignore that, so the outcome may still be `tools`.
   */
  toolChoice: 'auto' | 'none'
  /** The bound on the output, unless the account's `extra` has one. */
  maxOutputTokens: number
  waits: ModelWaits
  /** Ends the request as `aborted`, as when the customer interrupts. */
  signal: AbortSignal
}

/** How long a model may be quiet, in milliseconds. */
export interface ModelWaits {
  /** To the first piece of text or the first part of a tool call. Thinking aloud does not count. */
  firstTextMs: number
  /** Between two pieces of an answer that has begun, whatever is in them. */
  nextByteMs: number
}

/** The channels of an agent, which decide how long and how often a model is asked. */
export const modelChannels = ['voice', 'whatsapp', 'web'] as const
export type ModelChannel = (typeof modelChannels)[number]

/** A pause is noticed on a call, and hardly in a chat. */
export const channelWaits: Readonly<Record<ModelChannel, ModelWaits>> = {
  voice: { firstTextMs: 2_500, nextByteMs: 10_000 },
  whatsapp: { firstTextMs: 15_000, nextByteMs: 10_000 },
  web: { firstTextMs: 15_000, nextByteMs: 10_000 },
}

/**
 * An answer in progress.
 *
 *     const answer = client.ask(request)
 *     for await (const piece of answer.text) mouth.write(piece)
 *     const outcome = await answer.outcome
 */
export interface ModelAnswer {
  /**
   * The text in pieces as they arrive, never empty ones. Can be read once. Ends with the answer, whatever the outcome
   * is, and never throws. Leaving the loop early ends the request as `aborted`.
   */
  text: AsyncIterable<string>
  /** Resolves once, when the answer is over, also if the text is never read. Never rejects. */
  outcome: Promise<ModelOutcome>
}

/** How an answer ended. The caller handles each kind. */
export type ModelOutcome = ModelFinished | ModelRefused | ModelBusy | ModelBroken | ModelSilent | ModelAborted

/** A whole answer. */
export interface ModelFinished {
  kind: 'finished'
  /**
   * `stop`: it said all. `tools`: it wants tools to be run, `toolCalls` has at least one. `length`: the bound on the
   * output cut it, and the last tool call may be incomplete. `filtered`: the provider held back the rest.
   */
  reason: 'stop' | 'tools' | 'length' | 'filtered'
  /** All pieces together. */
  text: string
  /** In the model's order; empty unless `reason` is `tools` or `length`. */
  toolCalls: readonly ModelToolCall[]
  usage: ModelUsage
}

/** The provider does not accept the request; the same request would be refused again. */
export interface ModelRefused {
  kind: 'refused'
  /** The HTTP status; null where nothing was sent, because the base address may not be reached. */
  status: number | null
  /**
   * For operators and the log: the provider's codes alone, never a sentence, which could repeat what a customer said.
   */
  reason: string
}

/** The provider has no capacity for this account at the moment (429, 529). */
export interface ModelBusy {
  kind: 'busy'
  /** What the provider asked to wait; null if it did not say. */
  retryAfterMs: number | null
}

/** The request failed before its answer was whole: no connection, a 5xx, a reset, an error within the stream. */
export interface ModelBroken {
  kind: 'broken'
  /** Characters of text that came before. */
  characters: number
  /** For operators and the log, as with `refused`. */
  reason: string
  usage: ModelUsage
}

/** The model was quiet for too long. */
export interface ModelSilent {
  kind: 'silent'
  /** The wait that ended. */
  wait: keyof ModelWaits
  characters: number
  usage: ModelUsage
}

/** The caller ended the request. */
export interface ModelAborted {
  kind: 'aborted'
  characters: number
  usage: ModelUsage
}

/** What a request cost. */
export interface ModelUsage {
  /** Cached ones included. */
  inputTokens: number
  outputTokens: number
  /** True where the provider did not report them: characters / 4 of what was sent and received. */
  isEstimated: boolean
}
