import { numberCalls } from '../answer/call-numbers.ts'
import { parseObject } from '../answer/lenient-json.ts'
import type { OpenObject } from '../answer/lenient-json.ts'
import { withExtra } from '../answer/with-extra.ts'
import type { ModelMessage, ModelRequest } from '../model-client.ts'

type Block = OpenObject

interface WrittenMessage {
  role: 'user' | 'assistant'
  content: Block[]
}

/** Said for a customer who has said nothing yet: the first message must be the user's. */
const openingText = '[The conversation begins.]'

/** What lets the provider keep everything up to this block for later requests. */
const cached = { cache_control: { type: 'ephemeral' } }

/** Returns the body of a request. System messages at the beginning become `system`; later ones are said by the user. */
export function writeBody({
  account,
  messages,
  tools,
  toolChoice,
  maxOutputTokens,
}: ModelRequest): OpenObject {
  const firstOther = messages.findIndex(({ role }) => role !== 'system')
  const systemCount = firstOther === -1 ? messages.length : firstOther
  const system = messages
    .slice(0, systemCount)
    .flatMap((message) => ('text' in message ? [message.text] : []))
  const defaults = {
    max_tokens: maxOutputTokens,
    ...(tools.length > 0 && {
      tool_choice:
        toolChoice === 'none' ? { type: 'none' } : { type: 'auto', disable_parallel_tool_use: true },
    }),
  }
  return withExtra(defaults, account.extra, {
    model: account.model,
    ...(system.length > 0 && { system: [{ type: 'text', text: system.join('\n\n'), ...cached }] }),
    messages: writeMessages(numberCalls(messages.slice(systemCount))),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    stream: true,
  })
}

/** Joins neighbors of one role, since roles must alternate, and leaves out empty texts, which are refused. */
function writeMessages(messages: readonly ModelMessage[]): WrittenMessage[] {
  const written: WrittenMessage[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = blocksOf(message)
    if (content.length === 0) continue
    if (written.length === 0 && role === 'assistant')
      written.push({ role: 'user', content: [{ type: 'text', text: openingText }] })
    const last = written.at(-1)
    if (last?.role === role) last.content.push(...content)
    else written.push({ role, content })
  }
  if (written.length === 0) written.push({ role: 'user', content: [{ type: 'text', text: openingText }] })
  const { content } = written.at(-1)!
  content.push({ ...content.pop(), ...cached })
  return written
}

function blocksOf(message: ModelMessage): Block[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return textBlock(message.text)
    case 'assistant':
      return [
        // A text that ends with white space is refused at the end of the messages.
        ...textBlock(message.text.trimEnd()),
        ...message.toolCalls.map(({ id, name, arguments: text }) => ({
          type: 'tool_use',
          id,
          name,
          input: parseObject(text) ?? {},
        })),
      ]
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.callId, content: message.result }]
  }
}

function textBlock(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}
