import type { ModelMessage } from '../model-client.ts'

/** The names of tools that every provider accepts. */
const nameForm = /^[\w-]{1,64}$/
/** Stands for a name that a model made up, such as `functions.look_up`. */
const unknownName = 'unknown_tool'

/**
 * Gives the tool calls of a history ids that every provider accepts: 9 letters and digits, in the order of the calls.
 * Mistral wants exactly 9, Anthropic no other signs, and both want them to be unique; the ids in a history may come
 * from another provider, and repeat. A result gets the id of the latest call with its id. The ids of a growing history
 * stay, so that caches of prompts are of use. A name that providers refuse is replaced: the model has read already that
 * there is no such tool.
 */
export function numberCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  let count = 0
  const numbers = new Map<string, string>()
  const next = (id: string): string => {
    const number = `call${String(++count).padStart(5, '0')}`
    numbers.set(id, number)
    return number
  }
  return messages.map((message) => {
    switch (message.role) {
      case 'assistant':
        return {
          ...message,
          toolCalls: message.toolCalls.map((call) => ({
            ...call,
            id: next(call.id),
            name: nameForm.test(call.name) ? call.name : unknownName,
          })),
        }
      case 'tool':
        return { ...message, callId: numbers.get(message.callId) ?? next(message.callId) }
      case 'system':
      case 'user':
        return message
    }
  })
}
