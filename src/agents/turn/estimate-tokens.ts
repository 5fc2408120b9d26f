import type { ModelMessage, ModelTool } from '../../providers/models/model-client.ts'

/** What roles and separators cost a message, about. */
const tokensOfMessage = 4

/**
 * Estimates the tokens of a text: a token is about four characters of Latin script, two of other alphabets and one of
 * Chinese, Japanese and Korean. Estimates decide what fits before a request; what it cost is what the provider reports.
 */
export function estimateTokens(text: string): number {
  let quarters = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    quarters += code < 0x250 ? 1 : code < 0x2e80 ? 2 : 4
  }
  return Math.ceil(quarters / 4)
}

/** Estimates the input tokens of a request to a model. */
export function estimateInputTokens(messages: readonly ModelMessage[], tools: readonly ModelTool[]): number {
  const ofTools = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools))
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), ofTools)
}

export function estimateMessageTokens(message: ModelMessage): number {
  if (message.role === 'tool') return tokensOfMessage + estimateTokens(message.name + message.result)
  const text = tokensOfMessage + estimateTokens(message.text)
  if (message.role !== 'assistant') return text
  return message.toolCalls.reduce(
    (sum, call) => sum + tokensOfMessage + estimateTokens(call.name + call.arguments),
    text,
  )
}
