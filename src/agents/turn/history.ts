import type { ModelMessage, ModelToolCall } from '../../providers/models/model-client.ts'
import { estimateMessageTokens } from './estimate-tokens.ts'
import { quote } from './quote.ts'

/** What the history may take of the model's input, in estimated tokens, without the prompt. */
const historyTokensMax = 12_000

/**
 * How many are left out at a time, so that the history then stays the same for some turns and the provider's cache is
 * of use.
 */
const resultsAtATime = 8
const turnsAtATime = 4

const resultLeftOut = '(This result is left out, since the conversation is long.)'
const resultMissing = '(This tool was not run.)'
const turnsLeftOut = '(Earlier parts of the conversation are left out.)'

/** One part of a conversation as stored, oldest first. Parts that are over never change. */
export type HistoryPart = AgentTurnPart | PersonPart

/** One input of the customer and what answered it. */
export interface AgentTurnPart {
  kind: 'turn'
  /** What the customer said, wrote or pressed; several messages that were answered together. */
  input: readonly string[]
  /** Requests to the model that wanted tools, and the results of the tools, in their order. */
  steps: readonly HistoryStep[]
  /** What the customer heard or read of the answer; null while the turn goes on. */
  heard: string | null
}

export type HistoryStep =
  /** `text`: what was said with the calls. It counts while the turn goes on; later it is a part of `heard`. */
  | { kind: 'model'; text: string; toolCalls: readonly ModelToolCall[] }
  | { kind: 'tool'; callId: string; name: string; result: string }
  /** What the service says to the model within the turn, such as why a sentence was held back. */
  | { kind: 'note'; text: string }

/** A stretch in which a person answered instead of the agent. */
export interface PersonPart {
  kind: 'person'
  name: string
  from: Date
  to: Date
  lines: readonly { by: 'customer' | 'person'; text: string }[]
}

export interface HistoryFacts {
  /** The prompt as it was filled when the conversation began, and what the service adds. */
  prompt: string
  /** What the customer heard before the first turn, such as the first line; null where the customer wrote first. */
  opening: string | null
  parts: readonly HistoryPart[]
  /** IANA name, for times of day. */
  timezone: string
}

/**
 * Returns the messages for the model: the prompt, then the parts. New turns only add messages, so that the provider's
 * cache of prompts is of use. What customers, tools and persons say is never in the system's role, and is marked as
 * quoted. Over 12,000 estimated tokens old results of tools are left out first, then the oldest parts, never the last
 * one.
 */
export function buildHistory({ prompt, opening, parts, timezone }: HistoryFacts): ModelMessage[] {
  const shown = parts.map((part) => messagesOf(part, timezone))
  const kept = fitIn(shown)
  const begins: ModelMessage[] = [{ role: 'system', text: prompt }]
  if (kept.length < shown.length) begins.push({ role: 'user', text: turnsLeftOut })
  else if (opening !== null)
    begins.push(
      { role: 'user', text: '(The conversation begins. You speak first.)' },
      { role: 'assistant', text: opening, toolCalls: [] },
    )
  return [...begins, ...kept.flat()]
}

function messagesOf(part: HistoryPart, timezone: string): ModelMessage[] {
  return part.kind === 'turn' ? messagesOfTurn(part) : [{ role: 'user', text: textOfPerson(part, timezone) }]
}

function messagesOfTurn({ input, steps, heard }: AgentTurnPart): ModelMessage[] {
  const said = input.map((text) => quote('customer', text)).join('\n')
  const messages: ModelMessage[] = [{ role: 'user', text: said }]
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'note') messages.push({ role: 'user', text: `(${step.text})` })
    if (step.kind !== 'model') continue
    const text = heard === null ? step.text : ''
    if (text !== '' || step.toolCalls.length > 0)
      messages.push({ role: 'assistant', text, toolCalls: step.toolCalls })
    for (const call of step.toolCalls) {
      const result = resultOf(call.id, steps.slice(at + 1))
      messages.push({ role: 'tool', callId: call.id, name: call.name, result })
    }
  }
  if (heard !== null && heard !== '') messages.push({ role: 'assistant', text: heard, toolCalls: [] })
  return messages
}

/**
 * Returns the result of a call. Ids are unique within one answer of a model only, so the next answer ends the search.
 */
function resultOf(callId: string, following: readonly HistoryStep[]): string {
  for (const step of following) {
    if (step.kind === 'model') break
    if (step.kind === 'tool' && step.callId === callId) return quote('result', step.result)
  }
  return resultMissing
}

function textOfPerson({ name, from, to, lines }: PersonPart, timezone: string): string {
  const time = timeIn(timezone, isSameDay(from, to, timezone))
  const shownName = name.replace(/[\s<>]+/g, ' ').trim()
  const summary = `(Between ${time(from)} and ${time(to)} ${shownName} answered. You answer again.)`
  const quoted = lines.map(({ by, text }) => quote(by === 'customer' ? 'customer' : 'colleague', text))
  return [...quoted, summary].join('\n')
}

function isSameDay(from: Date, to: Date, timeZone: string): boolean {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return day.format(from) === day.format(to)
}

function timeIn(timeZone: string, withoutDay: boolean): (at: Date) => string {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(withoutDay ? {} : { day: 'numeric', month: 'long' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => time.format(at)
}

/** Leaves out what does not fit, in whole steps, so that little changes from turn to turn. */
function fitIn(parts: readonly ModelMessage[][]): ModelMessage[][] {
  let kept = [...parts]
  const results = kept
    .slice(0, -1)
    .flat()
    .filter((message) => message.role === 'tool')
  for (let count = 0; tokensOf(kept) > historyTokensMax && count < results.length; count += resultsAtATime) {
    const leftOut = new Set<ModelMessage>(results.slice(0, count + resultsAtATime))
    kept = parts.map((messages) =>
      messages.map((message) =>
        message.role === 'tool' && leftOut.has(message) ? { ...message, result: resultLeftOut } : message,
      ),
    )
  }
  while (kept.length > 1 && tokensOf(kept) > historyTokensMax)
    kept = kept.slice(Math.min(turnsAtATime, kept.length - 1))
  return kept
}

function tokensOf(parts: readonly ModelMessage[][]): number {
  return parts.flat().reduce((sum, message) => sum + estimateMessageTokens(message), 0)
}
