import { inputOf, newResults } from '../protocol/asked.ts'
import type { Asked } from '../protocol/asked.ts'
import { calls, says } from './reply.ts'
import type { Reply } from './reply.ts'

/** What the desk does at a word of the customer, if the tool is offered. The first rule that fits counts. */
const rules: readonly { word: RegExp; tool: string; given: (input: string) => object }[] = [
  { word: /\bprices?\b/i, tool: 'look_up', given: (question) => ({ question }) },
  {
    word: /\bhuman\b/i,
    tool: 'hand_over',
    given: (input) => ({ summary: `The customer asked for a person: ${input}` }),
  },
  {
    word: /\b(good)?bye\b/i,
    tool: 'end_call',
    given: () => ({ farewell: 'Thank you for your call. Goodbye.' }),
  },
]

const repeatedCharactersMax = 300

/** Replies by rules: looks up prices, hands over, says goodbye, or repeats what was said. */
export function deskReply(asked: Asked): Reply {
  const [result] = newResults(asked)
  if (result !== undefined) return says(frameResult(result))
  const input = oneLine(inputOf(asked)).slice(0, repeatedCharactersMax)
  const offered = new Set(asked.mayCall ? asked.tools.map(({ name }) => name) : [])
  const rule = rules.find(({ word, tool }) => word.test(input) && offered.has(tool))
  if (rule !== undefined) return calls(rule.tool, rule.given(input))
  return says(input === '' ? 'Hello, how can I help you?' : `You said: ${endSentence(input)}`)
}

/** Says the first sentence of a result in the desk's own words, with the mark of its passage (`[1]`) behind it. */
function frameResult({ name, text }: { name: string; text: string }): string {
  const line = oneLine(firstText(text))
  const mark = /\[\d{1,3}\]/.exec(line)?.[0]
  const words = line.replaceAll(/\[\d{1,3}\]/g, ' ').trim()
  const [sentence = words] = /^.*?[.!?](?=\s|$)/.exec(words) ?? []
  const shown = endSentence(sentence.slice(0, repeatedCharactersMax).trim() || 'nothing')
  const frame = name === 'look_up' ? 'I looked it up: ' : 'The answer is: '
  return mark === undefined ? frame + shown : `${frame}${shown} ${mark}`
}

/** Returns the first text with more than one word in a JSON value; any other text as it is. */
function firstText(text: string): string {
  try {
    return wordsIn(JSON.parse(text)) ?? text
  } catch {
    return text
  }
}

function wordsIn(value: unknown): string | null {
  if (typeof value === 'string') return /\S\s+\S/.test(value) ? value : null
  if (typeof value !== 'object' || value === null) return null
  return Object.values(value).reduce<string | null>((found, inner) => found ?? wordsIn(inner), null)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
