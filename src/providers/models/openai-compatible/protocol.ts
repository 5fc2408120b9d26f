import type { AnswerParts } from '../answer/answer-parts.ts'
import { numberCalls } from '../answer/call-numbers.ts'
import { readExtraContent, writeExtraContent } from '../answer/extra-content.ts'
import { streamFault } from '../answer/fault-reason.ts'
import { listOf, objectOf, parseObject, textOf, countOf } from '../answer/lenient-json.ts'
import type { OpenObject } from '../answer/lenient-json.ts'
import type { ModelProtocol } from '../answer/protocol.ts'
import { withExtra } from '../answer/with-extra.ts'
import type { ModelAccount, ModelFinished, ModelMessage, ModelRequest } from '../model-client.ts'

/** The chat completions of OpenAI and of the many servers that speak like it. See README.md for what they leave out. */
export const openaiCompatible: ModelProtocol = {
  write: (request) => ({
    path: '/chat/completions',
    headers: request.account.apiKey === null ? {} : { authorization: `Bearer ${request.account.apiKey}` },
    body: bodyOf(request),
  }),
  read: (parts, data) => {
    if (data.trim() === '[DONE]') {
      parts.hasEnded = true
      return
    }
    const event = parseObject(data)
    if (event === null) return
    parts.fault ??= streamFault(event)
    readUsage(parts, objectOf(event['usage']))
    for (const choice of listOf(event['choices'])) readChoice(parts, objectOf(choice))
  },
}

function bodyOf({ account, messages, tools, toolChoice, maxOutputTokens }: ModelRequest): OpenObject {
  const defaults = {
    stream_options: { include_usage: true },
    [account.outputField]: maxOutputTokens,
    ...(tools.length > 0 && { tool_choice: toolChoice, parallel_tool_calls: false }),
  }
  return withExtra(defaults, account.extra, {
    model: account.model,
    messages: numberCalls(messages)
      .map((message) => writeMessage(message, account))
      .filter((message) => message !== null),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    stream: true,
  })
}

/** Returns null for a message that says nothing, which some servers refuse. */
function writeMessage(message: ModelMessage, account: ModelAccount): OpenObject | null {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text }
    case 'assistant': {
      const { text, toolCalls } = message
      if (toolCalls.length === 0) return text === '' ? null : { role: 'assistant', content: text }
      return {
        role: 'assistant',
        content: text === '' ? null : text,
        tool_calls: toolCalls.map((call) => ({
          id: call.id,
          type: 'function',
          // Servers that parse the arguments of earlier calls refuse those that are no JSON object.
          function: {
            name: call.name,
            arguments: parseObject(call.arguments) === null ? '{}' : call.arguments,
          },
          ...writeExtraContent(call, account),
        })),
      }
    }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.result }
  }
}

function readUsage(parts: AnswerParts, usage: OpenObject | null): void {
  parts.inputTokens = countOf(usage?.['prompt_tokens']) ?? parts.inputTokens
  parts.outputTokens = countOf(usage?.['completion_tokens']) ?? parts.outputTokens
}

function readChoice(parts: AnswerParts, choice: OpenObject | null): void {
  if (choice === null || (countOf(choice['index']) ?? 0) !== 0) return
  // A server that does not stream sends `message`.
  const delta = objectOf(choice['delta']) ?? objectOf(choice['message'])
  for (const text of [...textsOf(delta?.['content']), ...textsOf(delta?.['refusal'])]) parts.addText(text)
  for (const call of listOf(delta?.['tool_calls'])) readCall(parts, objectOf(call))
  const stop = textOf(choice['finish_reason'])
  if (stop !== null) parts.stop ??= stopReasons.get(stop) ?? 'stop'
}

/** Returns the text of a delta: a string, or parts of which those of type `text` count. */
function textsOf(content: unknown): string[] {
  const pieces = Array.isArray(content)
    ? content.map(objectOf).map((part) => (part?.['type'] === 'text' ? part['text'] : null))
    : [content]
  return pieces.map(textOf).filter((text) => text !== null)
}

function readCall(parts: AnswerParts, call: OpenObject | null): void {
  const called = objectOf(call?.['function'])
  if (call === null || called === null) return
  const given = called['arguments']
  parts.addToolPart({
    index: countOf(call['index']),
    id: textOf(call['id']),
    name: textOf(called['name']),
    arguments: objectOf(given) === null ? (textOf(given) ?? '') : JSON.stringify(given),
    extraContent: readExtraContent(call),
  })
}

const stopReasons: ReadonlyMap<string, ModelFinished['reason']> = new Map([
  ['stop', 'stop'],
  ['tool_calls', 'tools'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
])
