import { chatScript } from './chats.ts'
import type { ChatScript } from './chats.ts'
import { composeSend, composeTemplateSend } from './compose-send.ts'
import type { PastSend } from './compose-send.ts'
import { dayMs, hourMs, localDays, minuteMs } from './local-time.ts'
import type { LocalDay } from './local-time.ts'
import { historyDays } from './pattern.ts'
import { hiddenPerson, isNearStorm } from './people.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'

/** A message of a chat. Instants are in milliseconds. */
export interface PastMessage {
  _id: string
  direction: 'inbound' | 'outbound'
  text: string
  kind: string
  provider_message_id: string
  at: number
}

export interface PastChat {
  _id: string
  person: DemoPerson
  /** Null for a chat that is still open. */
  ended_at: number | null
  messages: PastMessage[]
  ticket: ChatScript['ticket']
  optsOut: boolean
}

export interface ComposedChats {
  chats: PastChat[]
  sends: PastSend[]
}

const timeZone = 'America/New_York'
/** How long a chat stays open after its last message, and how long its person is left alone then. */
const silenceMs = dayMs
const pauseMs = 30 * hourMs

const templatesByWeekday = [18, 15, 15, 14, 12, 0, 0]
const questionsByWeekday = [15, 12, 11, 11, 10, 6, 4]
const questionHours = [1, 3, 5, 5, 4, 5, 5, 4, 4, 5, 6, 6, 4, 2]
const firstQuestionHour = 8
const stormDaysAgo = 18
const stormNotices = 230
/** Messages of the last hours whose outcome nobody knows, or that are being sent. */
const unsettled = { unresolved: 3, processing: 2 }

interface Composing {
  random: Random
  until: number
  people: readonly DemoPerson[]
  /** When somebody's last chat ended, by number. */
  busyUntil: Map<string, number>
  chats: PastChat[]
  sends: PastSend[]
}

/** Composes chats on WhatsApp, and the messages that the business sent, in the order of their beginning. */
export function composeChats(random: Random, people: readonly DemoPerson[], until: Date): ComposedChats {
  const composing: Composing = {
    random,
    people,
    until: until.getTime(),
    busyUntil: new Map(),
    chats: [],
    sends: [],
  }
  for (const day of localDays(until, timeZone, historyDays)) composeDay(composing, day)
  composeUnsettled(composing)
  composeHidden({ ...composing, random: random.branch('hidden') })
  const { chats, sends } = composing
  return { chats, sends: sends.sort((a, b) => a.created_at - b.created_at || (a._id < b._id ? -1 : 1)) }
}

/** Composes the beginnings of chats of a day in the order of time, so that nobody has two chats at once. */
function composeDay(composing: Composing, day: LocalDay): void {
  const { random, until, people } = composing
  const some = (count: number) => Math.round(count * (0.85 + 0.3 * random.next()))
  const begin = (count: number, opening: 'question' | 'renewal' | 'storm', at: () => number) =>
    Array.from({ length: count }, () => ({ opening, at: Math.floor(at()) }))
  const weekday = day.weekday - 1
  const hours = questionHours.map((weight, index) => [firstQuestionHour + index, weight] as const)
  const begun = [
    ...begin(some(templatesByWeekday[weekday]!), 'renewal', () => day.at(10, random.next() * 75)),
    ...begin(some(questionsByWeekday[weekday]!), 'question', () =>
      day.at(random.weighted(hours), random.next() * 60),
    ),
    ...(day.daysAgo === stormDaysAgo
      ? begin(stormNotices, 'storm', () => day.at(9, random.next() * 25))
      : []),
  ].sort((a, b) => a.at - b.at)
  const near = people.filter(isNearStorm)
  for (const { opening, at } of begun) {
    if (at > until - 5 * minuteMs) continue
    const person = freePerson(composing, opening === 'storm' ? near : people, at)
    if (person !== null) composeChat(composing, person, opening, at)
  }
}

const picksMax = 8

function freePerson({ random, busyUntil }: Composing, people: readonly DemoPerson[], at: number) {
  for (let picks = 0; picks < picksMax; picks++) {
    const person = random.pick(people)
    if ((busyUntil.get(person.number) ?? 0) < at) return person
  }
  return null
}

function composeChat(
  composing: Composing,
  person: DemoPerson,
  opening: 'question' | 'renewal' | 'storm',
  at: number,
): void {
  const { random, until, busyUntil, chats, sends } = composing
  const chat: PastChat = {
    _id: random.idAt(at),
    person,
    ended_at: null,
    messages: [],
    ticket: null,
    optsOut: false,
  }
  if (opening !== 'question') {
    const send = composeTemplateSend(random, { template: opening, person, at, until })
    sends.push(send)
    if (send.provider_message_id === null) return
    addOutbound(chat, send)
    const isDelivered = send.status === 'delivered' || send.status === 'read'
    if (isDelivered && random.isTrue(opening === 'storm' ? 0.4 : 0.28)) addScript(composing, chat, opening)
  } else addScript(composing, chat, opening)
  const last = chat.messages.at(-1)
  if (last === undefined) return
  if (last.at < until - silenceMs) chat.ended_at = last.at
  // Who has opted out is written to no more.
  busyUntil.set(person.number, chat.optsOut ? Infinity : last.at + pauseMs)
  chats.push(chat)
}

function addScript(
  { random, until, sends }: Composing,
  chat: PastChat,
  opening: 'question' | 'renewal' | 'storm',
): void {
  const { lines, ticket, optsOut } = chatScript(random, chat.person, opening)
  const begun = Number.parseInt(chat._id.replace('-', '').slice(0, 12), 16)
  let at = chat.messages.at(-1)?.at ?? begun
  for (const { direction, text, afterSeconds } of lines) {
    at += afterSeconds * 1_000 + random.whole(0, 999)
    if (at > until - minuteMs) return
    if (direction === 'outbound') {
      const send = composeSend(random, { person: chat.person, text, at, until })
      sends.push(send)
      addOutbound(chat, send)
    } else chat.messages.push(inbound(random, text, at))
  }
  chat.ticket = ticket
  chat.optsOut = optsOut
}

const hiddenLines: readonly (readonly [direction: PastMessage['direction'], text: string])[] = [
  ['inbound', 'Hello, I hide my number now. Can you still write to me here?'],
  ['outbound', 'Hello Marisol, here we can. Without a number we can’t call you.'],
  ['inbound', 'That is fine. When does my renters policy end?'],
  ['outbound', 'On 15 January. We send you a reminder here.'],
]

/**
 * Adds a chat of some hours ago with the person who hides the number, and a later message whose outcome nobody knows.
 */
function composeHidden({ random, until, chats, sends }: Composing): void {
  const person = hiddenPerson
  let at = until - 5 * hourMs
  const chat: PastChat = {
    _id: random.idAt(at),
    person,
    ended_at: null,
    messages: [],
    ticket: null,
    optsOut: false,
  }
  for (const [direction, text] of hiddenLines) {
    if (direction === 'outbound') {
      const send = composeSend(random, { person, text, at, until })
      sends.push(send)
      addOutbound(chat, send)
    } else chat.messages.push(inbound(random, text, at))
    at += random.whole(20_000, 90_000)
  }
  chats.push(chat)
  const reminder = {
    template: 'renewal',
    person,
    at: until - 3 * hourMs,
    until,
    status: 'unresolved',
  } as const
  sends.push(composeTemplateSend(random, reminder))
}

function inbound(random: Random, text: string, at: number): PastMessage {
  return {
    _id: random.idAt(at),
    direction: 'inbound',
    text,
    kind: 'text',
    provider_message_id: `wamid.demo.${random.hex(24)}`,
    at,
  }
}

function addOutbound(chat: PastChat, send: PastSend): void {
  send.conversation_id = chat._id
  chat.messages.push({
    _id: send.message_id,
    direction: 'outbound',
    text: send.text,
    kind: send.type,
    provider_message_id: send.provider_message_id!,
    at: send.accepted_at,
  })
}

/** Adds the messages of the last hours that need a person's decision, and those that are being sent. */
function composeUnsettled(composing: Composing): void {
  const { random, until, people, busyUntil, sends } = composing
  const free = people.filter(({ number }) => (busyUntil.get(number) ?? 0) < until)
  const ages = [
    ...Array.from({ length: unsettled.unresolved }, () => random.whole(2 * hourMs, 20 * hourMs)),
    ...Array.from({ length: unsettled.processing }, () => random.whole(1_000, 20_000)),
  ]
  for (const [index, age] of ages.entries()) {
    const status = index < unsettled.unresolved ? 'unresolved' : 'processing'
    const plan = { template: 'renewal', person: random.pick(free), at: until - age, until, status } as const
    sends.push(composeTemplateSend(random, plan))
  }
}
