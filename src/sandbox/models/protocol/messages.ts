import type { Reply } from '../behavior/reply.ts'
import type { AnswerFacts, Encoding } from './encoding.ts'

const stops = { stop: 'end_turn', tools: 'tool_use', length: 'max_tokens', filtered: 'refusal' } as const

/** Returns the events of Anthropic's Messages API. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function messages({ id, model, usage, leavesOut }: AnswerFacts): Encoding {
  const head = { id, type: 'message', role: 'assistant', model }
  const hasUsage = !leavesOut.includes('usage')
  // Blocks are numbered in their order; each is closed before the next one begins.
  let blocks = 0
  let openText = false
  const closeBlock = (): string => (blocks === 0 ? '' : event('content_block_stop', { index: blocks - 1 }))
  const openBlock = (content_block: object): string =>
    closeBlock() + event('content_block_start', { index: blocks++, content_block })
  const delta = (value: object): string => event('content_block_delta', { index: blocks - 1, delta: value })
  return {
    start: () =>
      event('message_start', {
        message: {
          ...head,
          content: [],
          stop_reason: null,
          ...(hasUsage && { usage: { input_tokens: usage.input, output_tokens: 1 } }),
        },
      }) + event('ping', {}),
    text: (text) => {
      const opening = openText ? '' : openBlock({ type: 'text', text: '' })
      openText = true
      return opening + delta({ type: 'text_delta', text })
    },
    call: (call, { isFirst }) => {
      openText = false
      const opening = isFirst ? openBlock({ type: 'tool_use', id: call.id, name: call.name, input: {} }) : ''
      return opening + delta({ type: 'input_json_delta', partial_json: call.arguments })
    },
    end: (stop) =>
      closeBlock() +
      event('message_delta', {
        delta: { stop_reason: stops[stop], stop_sequence: null },
        ...(hasUsage && { usage: { output_tokens: usage.output } }),
      }) +
      (leavesOut.includes('indexes') ? '' : event('message_stop', {})),
    error: () => event('error', { error: { type: 'api_error', message: 'The model broke down' } }),
    whole: (reply, ids) => ({
      ...head,
      content: contentOf(reply, ids),
      stop_reason: stops[reply.stop],
      stop_sequence: null,
      ...(hasUsage && { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
    }),
  }
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

function contentOf({ parts }: Reply, ids: readonly string[]): object[] {
  let called = 0
  return parts.map((part) =>
    part.kind === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'tool_use', id: ids[called++], name: part.name, input: parsed(part.arguments) },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
