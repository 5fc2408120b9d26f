import type { AgentTool } from '../definition.ts'
import { objectSchema, textArgument } from './tool.ts'
import type { RunnableTool } from './tool.ts'

const own = { mayRunAgain: true, isWriteOnce: false, confirm: null }
const farewellCharsMax = 300

/** Ends the call: the farewell is said, and the line is closed once nothing more comes. */
export const endCall: RunnableTool = {
  ...own,
  name: 'end_call',
  description: 'Says goodbye and ends the conversation. Only when everything is said.',
  parameters: objectSchema({
    farewell: {
      type: 'string',
      minLength: 1,
      maxLength: farewellCharsMax,
      description: 'What is said last, word for word.',
    },
  }),
  run: async (run) => {
    const ended = { outcome: 'ok', after: { kind: 'end' } } as const
    const { channel_type, closing_since } = run.conversation
    // Each message of a chat is answered, and a farewell there may have been superseded before it was sent.
    return closing_since === null || channel_type !== 'voice'
      ? {
          ...ended,
          text: 'The farewell is said, then the conversation ends.',
          farewell: textArgument(run, 'farewell'),
        }
      : { ...ended, text: 'Goodbye was said before. The conversation ends.', farewell: '' }
  },
}

/** Connects the call to a declared number. What anybody said is never dialed (Promise 55). */
export function transfer({ to }: Extract<AgentTool, { kind: 'transfer' }>): RunnableTool {
  return {
    ...own,
    name: 'transfer',
    description: 'Connects the caller to a colleague, after your next sentence. You leave the call.',
    parameters: objectSchema({ to: { type: 'string', enum: Object.keys(to) } }),
    run: async (run) => {
      const name = textArgument(run, 'to')
      const number = to[name]
      if (number === undefined) return { outcome: 'refused', text: 'There is no such destination.' }
      return {
        outcome: 'ok',
        text: 'The caller is connected once you have said that you connect them.',
        after: { kind: 'transfer', to: name, number },
      }
    },
  }
}

/** Sends keys to a menu of recorded choices. */
export const pressKeys: RunnableTool = {
  ...own,
  name: 'press_keys',
  description:
    'Presses keys of the telephone, when a recorded menu asks for it. "w" waits for half a second.',
  parameters: objectSchema({ digits: { type: 'string', pattern: '^[0-9*#w]{1,32}$' } }),
  run: async (run) => ({
    outcome: 'ok',
    text: 'The keys are pressed.',
    after: { kind: 'press_keys', digits: textArgument(run, 'digits') },
  }),
}

/** Goes on in another of the agent's languages. */
export function switchLanguage(languages: readonly string[]): RunnableTool {
  return {
    ...own,
    name: 'switch_language',
    description: 'Goes on in another language, from your next sentence.',
    parameters: objectSchema({ language: { type: 'string', enum: [...languages] } }),
    run: async (run) => {
      const language = textArgument(run, 'language')
      return {
        outcome: 'ok',
        text: `From here on you speak and hear ${language}. Answer in it.`,
        after: { kind: 'switch_language', language },
      }
    },
  }
}
