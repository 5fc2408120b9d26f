import { FillTime, fillText } from '../../base/fill-text.ts'
import type { FilledText, TextMembers, TextValues } from '../../base/fill-text.ts'
import type { AgentChannel } from '../definition.ts'

/**
 * The longest value of a customer in a prompt, in characters: enough for a name or a note, too short for a second
 * prompt.
 */
const customerValueCharsMax = 500

/** What a conversation is filled from, once, when it begins. */
export interface PromptFacts {
  customer: TextMembers
  /** What templates read of the project, such as its name. */
  project: TextMembers
  channel: AgentChannel
  /** IANA name. `today` and `weekday` are local to it. */
  timezone: string
  /** The language that is spoken first, BCP 47: `weekday` is in it. */
  language: string
  /** When the conversation begins. */
  beginsAt: Date
}

/** The templates of an agent, by Liquid. */
export interface PromptTexts {
  prompt: string
  /** Null where the agent waits for the customer's first words. */
  firstLine: string | null
  /** Fixed lines by name, such as `wait` and `goodbye`. */
  lines: Readonly<Record<string, string>>
}

export interface FilledPrompt extends PromptTexts {
  /**
   * The texts that reached a limit and are not whole, such as `prompt` or `lines.wait`, with the reason. It has no
   * value of the customer.
   */
  cut: readonly { text: string; reason: string }[]
}

/**
 * Fills an agent's texts for one conversation. What is said in it is never filled in. Never throws but for an unknown
 * zone.
 */
export function fillPrompt(texts: PromptTexts, facts: PromptFacts): FilledPrompt {
  const values = promptValues(facts)
  const time = new FillTime()
  const cut: { text: string; reason: string }[] = []
  const fill = (name: string, template: string): string => {
    const filled = fillText(template, values, time)
    if (filled.kind === 'cut') cut.push({ text: name, reason: filled.reason })
    return filled.text
  }
  const prompt = fill('prompt', texts.prompt)
  const firstLine = texts.firstLine === null ? null : oneLine(fill('first_line', texts.firstLine))
  const lines = Object.fromEntries(
    Object.entries(texts.lines).map(([name, line]) => [name, oneLine(fill(`lines.${name}`, line))]),
  )
  return { prompt, firstLine, lines, cut }
}

/** The longest question before a write. With it, a chat's answer still fits into the messages that are sent. */
const questionCharsMax = 1_000

/**
 * Fills the question of a tool that has to be confirmed. It is asked word for word, so its arguments are shown on one
 * line; what is no string, number or boolean is shown as JSON.
 *
 * @returns `cut` where the question, or an argument in it, is too long to be shown whole: nobody can agree to the rest.
 */
export function fillConfirm(
  template: string,
  facts: PromptFacts,
  toolArguments: Readonly<Record<string, unknown>>,
): FilledText {
  const shown = Object.entries(toolArguments).map(([name, value]): [string, string | number | boolean] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [name, value]
    return [name, oneLine(typeof value === 'string' ? value : JSON.stringify(value ?? ''))]
  })
  const filled = fillText(template, { ...promptValues(facts), arguments: Object.fromEntries(shown) })
  const text = oneLine(filled.text)
  if (filled.kind === 'cut') return { ...filled, text }
  return text.length > questionCharsMax
    ? { kind: 'cut', text: text.slice(0, questionCharsMax), reason: 'the question is too long' }
    : { kind: 'whole', text }
}

/** Returns what templates can read: `customer`, `project`, `channel`, `today` (YYYY-MM-DD), `weekday`, `timezone`. */
function promptValues(facts: PromptFacts): TextValues {
  const { timezone: timeZone, language, beginsAt } = facts
  const customer = Object.entries(facts.customer).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(value) : value,
  ])
  return {
    customer: Object.fromEntries(customer),
    project: facts.project,
    channel: facts.channel,
    today: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(beginsAt),
    weekday: new Intl.DateTimeFormat(language, { timeZone, weekday: 'long' }).format(beginsAt),
    timezone: timeZone,
  }
}

function shorten(value: string): string {
  return oneLine(value).slice(0, customerValueCharsMax).toWellFormed()
}

/** Returns the text without line breaks and other control characters, which could begin a new part of a prompt. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
