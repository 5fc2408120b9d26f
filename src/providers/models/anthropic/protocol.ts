import type { AnswerParts } from '../answer/answer-parts.ts'
import { streamFault } from '../answer/fault-reason.ts'
import { countOf, listOf, objectOf, parseObject, textOf } from '../answer/lenient-json.ts'
import type { OpenObject } from '../answer/lenient-json.ts'
import type { ModelProtocol } from '../answer/protocol.ts'
import type { ModelFinished } from '../model-client.ts'
import { writeBody } from './write-body.ts'

/** Anthropic's Messages API, as a stream. https://platform.claude.com/docs/en/build-with-claude/streaming */
export const anthropic: ModelProtocol = {
  write: (request) => ({
    path: '/v1/messages',
    headers: {
      'anthropic-version': '2023-06-01',
      ...(request.account.apiKey !== null && { 'x-api-key': request.account.apiKey }),
    },
    body: writeBody(request),
  }),
  read: (parts, data) => {
    const event = parseObject(data)
    if (event === null) return
    parts.fault ??= streamFault(event)
    switch (event['type']) {
      case 'message_start':
        return readUsage(parts, objectOf(objectOf(event['message'])?.['usage']))
      case 'content_block_start':
        return readBlock(parts, event, objectOf(event['content_block']))
      case 'content_block_delta':
        return readDelta(parts, event, objectOf(event['delta']))
      case 'message_delta':
        readUsage(parts, objectOf(event['usage']), { isFinal: true })
        return readStop(parts, objectOf(event['delta']))
      case 'message_stop':
        parts.hasEnded = true
        return
      case 'message':
        return readWhole(parts, event)
      default:
        // `ping`, `content_block_stop`, and what newer versions send.
        return
    }
  },
}

/** Reads the answer of a server that does not stream. */
function readWhole(parts: AnswerParts, message: OpenObject): void {
  readUsage(parts, objectOf(message['usage']), { isFinal: true })
  for (const [index, block] of listOf(message['content']).entries())
    readBlock(parts, { index }, objectOf(block))
  readStop(parts, message)
  parts.hasEnded = true
}

/** Output tokens count in the last report only: the first event reports those of an answer that has not begun. */
function readUsage(parts: AnswerParts, usage: OpenObject | null, { isFinal = false } = {}): void {
  const input = countOf(usage?.['input_tokens'])
  if (input !== null)
    parts.inputTokens =
      input +
      (countOf(usage?.['cache_creation_input_tokens']) ?? 0) +
      (countOf(usage?.['cache_read_input_tokens']) ?? 0)
  if (isFinal) parts.outputTokens = countOf(usage?.['output_tokens']) ?? parts.outputTokens
}

function readBlock(parts: AnswerParts, { index }: OpenObject, block: OpenObject | null): void {
  if (block?.['type'] === 'text') {
    const text = textOf(block['text'])
    if (text !== null) parts.addText(text)
  }
  if (block?.['type'] !== 'tool_use') return
  const input = objectOf(block['input'])
  parts.addToolPart({
    index: countOf(index),
    id: textOf(block['id']),
    name: textOf(block['name']),
    // Empty in a stream, where the arguments follow in pieces.
    arguments: input === null || Object.keys(input).length === 0 ? '' : JSON.stringify(input),
    extraContent: null,
  })
}

function readDelta(parts: AnswerParts, { index }: OpenObject, delta: OpenObject | null): void {
  if (delta?.['type'] === 'text_delta') {
    const text = textOf(delta['text'])
    if (text !== null) parts.addText(text)
  }
  if (delta?.['type'] === 'input_json_delta')
    parts.addToolPart({
      index: countOf(index),
      id: null,
      name: null,
      arguments: textOf(delta['partial_json']) ?? '',
      extraContent: null,
    })
}

function readStop(parts: AnswerParts, from: OpenObject | null): void {
  const stop = textOf(from?.['stop_reason'])
  if (stop !== null) parts.stop ??= stopReasons.get(stop) ?? 'stop'
}

const stopReasons: ReadonlyMap<string, ModelFinished['reason']> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tools'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'filtered'],
])
