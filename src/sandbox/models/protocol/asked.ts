/** The protocols of the model network, by their operation. */
export type ModelOperation = 'chat_completions' | 'messages'

/** A request to a model, whatever its protocol. */
export type Asked = {
  readonly operation: ModelOperation
  readonly model: string
  readonly isStream: boolean
  /** Whether a stream is to end with its tokens. */
  readonly wantsUsage: boolean
  /** The system texts, joined by line breaks. */
  readonly system: string
  /** Without the system's. */
  readonly messages: readonly AskedMessage[]
  readonly tools: readonly AskedTool[]
  /** Whether the model may call tools in this request. */
  readonly mayCall: boolean
  readonly maxTokens: number | null
}

export type AskedMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly AskedCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string }

export type AskedCall = {
  readonly id: string
  readonly name: string
  /** What a model that signs its calls wants back; null where it did not come, and in Anthropic's protocol. */
  readonly signature: string | null
}

export type AskedTool = { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }

/** Why a request is refused with 400, in words of the sandbox. */
export type Malformed = { readonly malformed: string }

/** Keywords that Anthropic refuses at the root of a tool's schema. OpenAI refuses `not` and `enum` there too. */
export const rootUnions = ['oneOf', 'anyOf', 'allOf'] as const

/** Returns whether the root of a schema has none of the keywords. */
export function hasPlainRoot(schema: object, keywords: readonly string[]): boolean {
  return keywords.every((keyword) => !Object.hasOwn(schema, keyword))
}

/** Returns the last text of the user; empty if there is none. */
export function inputOf({ messages }: Asked): string {
  return messages.findLast((message) => message.role === 'user')?.text ?? ''
}

/** Returns which input of the user this is, from 1; neighboring messages of the user are one. */
export function turnOf({ messages }: Asked): number {
  return messages.filter(({ role }, at) => role === 'user' && messages[at - 1]?.role !== 'user').length
}

/** Returns how often the model has called tools since the last input. */
export function stepOf({ messages }: Asked): number {
  const from = messages.findLastIndex(({ role }) => role === 'user') + 1
  return messages.slice(from).filter((message) => message.role === 'assistant' && message.calls.length > 0)
    .length
}

/** Returns the tool results that the model has not spoken about yet, with the names of their tools. */
export function newResults({ messages }: Asked): { name: string; text: string }[] {
  const from = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
  return messages.slice(from).flatMap((message) => {
    if (message.role !== 'tool') return []
    return [{ name: calls.findLast(({ id }) => id === message.callId)?.name ?? '', text: message.text }]
  })
}

/** Returns what is wrong with the order of calls and results, as the providers refuse it; null if nothing is. */
export function faultOfOrder(messages: readonly AskedMessage[]): string | null {
  let open: string[] = []
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.includes(message.callId)) return `message ${at}: a result of no call before it`
      open = open.filter((id) => id !== message.callId)
      continue
    }
    if (open.length > 0) return `message ${at}: the call ${open[0]} before it has no result`
    if (message.role === 'assistant') open = message.calls.map(({ id }) => id)
  }
  return open.length > 0 ? `the call ${open[0]} has no result` : null
}
