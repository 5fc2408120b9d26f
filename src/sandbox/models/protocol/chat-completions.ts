import { textOf } from '../behavior/reply.ts'
import type { Reply, ReplyCall } from '../behavior/reply.ts'
import { sseData } from './encoding.ts'
import type { AnswerFacts, Encoding } from './encoding.ts'

const stops = { stop: 'stop', tools: 'tool_calls', length: 'length', filtered: 'content_filter' } as const

/** Returns the events of OpenAI's chat completions. https://platform.openai.com/docs/api-reference/chat-streaming */
export function chatCompletions(facts: AnswerFacts & { wantsUsage: boolean }): Encoding {
  const { id, model, leavesOut, wantsUsage } = facts
  const isOdd = leavesOut.includes('indexes')
  const head = { id, model }
  const usage = {
    prompt_tokens: facts.usage.input,
    completion_tokens: facts.usage.output,
    total_tokens: facts.usage.input + facts.usage.output,
  }
  const chunk = (delta: object, finish_reason: string | null = null) =>
    sseData({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ ...(!isOdd && { index: 0 }), delta, finish_reason }],
    })
  const countsTokens = wantsUsage && !leavesOut.includes('usage')
  return {
    start: () => chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    call: (call, { index, isFirst }) => {
      const named = isFirst ? { name: call.name } : {}
      const written = { function: { ...named, arguments: call.arguments } }
      const place = { index, ...(isFirst && { id: call.id, type: 'function', ...signed(call) }) }
      return chunk({ tool_calls: [isOdd ? written : { ...place, ...written }] })
    },
    end: (stop) =>
      chunk({}, stops[stop]) +
      (countsTokens ? sseData({ ...head, object: 'chat.completion.chunk', choices: [], usage }) : '') +
      (isOdd ? '' : 'data: [DONE]\n\n'),
    error: () => sseData({ error: { type: 'server_error', code: null, message: 'The model broke down' } }),
    whole: (reply, ids) => ({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: messageOf(reply, ids), finish_reason: stops[reply.stop] }],
      ...(!leavesOut.includes('usage') && { usage }),
    }),
  }
}

function messageOf(reply: Reply, ids: readonly string[]): object {
  const called = reply.parts.filter((part): part is ReplyCall => part.kind === 'call')
  const tool_calls = called.map((call, index) => ({
    id: ids[index],
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    ...signed(call),
  }))
  return {
    role: 'assistant',
    content: textOf(reply) || null,
    ...(tool_calls.length > 0 && { tool_calls }),
  }
}

/** Returns the signature of a call, as Gemini writes it. */
function signed({ signature }: ReplyCall): object {
  return signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
}
