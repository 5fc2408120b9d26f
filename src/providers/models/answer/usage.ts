import type { ModelRequest, ModelUsage } from '../model-client.ts'
import type { AnswerParts } from './answer-parts.ts'

const charactersPerToken = 4

/** Estimates the input of a request before it is made: characters / 4 of its messages and tools. */
export function estimateInputTokens({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): number {
  return tokensOf(JSON.stringify(messages).length + (tools.length === 0 ? 0 : JSON.stringify(tools).length))
}

/** Returns what a request cost: what the provider reported, and estimates for what it did not report. */
export function usageOf(
  request: Pick<ModelRequest, 'messages' | 'tools'>,
  { inputTokens, outputTokens, characters }: AnswerParts,
): ModelUsage {
  return {
    inputTokens: inputTokens ?? estimateInputTokens(request),
    outputTokens: outputTokens ?? tokensOf(characters),
    isEstimated: inputTokens === null || outputTokens === null,
  }
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken)
}
