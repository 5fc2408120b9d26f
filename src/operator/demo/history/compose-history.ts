import type { ImportKind } from '../../import/import-fields.ts'
import { composeBatches } from './compose-batches.ts'
import type { PastBatch } from './compose-batches.ts'
import { composeCalls, marginMs } from './compose-calls.ts'
import type { HistoryCampaign, PastCall } from './compose-calls.ts'
import { composeChats } from './compose-chats.ts'
import type { PastChat } from './compose-chats.ts'
import type { PastSend } from './compose-send.ts'
import { dayMs, hourMs, isoOf } from './local-time.ts'
import { demoPeople, hiddenPerson } from './people.ts'
import type { DemoPerson } from './people.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** A ticket of the history. Instants are in milliseconds. */
export interface PastTicket {
  _id: string
  conversation_id: string
  channel_type: 'voice' | 'whatsapp'
  subject: string
  opened_by: 'workflow' | 'keyword' | 'operator'
  opened_at: number
  /** Null for one that is still open. */
  closed_at: number | null
}

/** Sixty days of the demo's business. */
export interface History {
  /** The records that `importHistory` writes, in the order of the kinds. */
  records: Record<ImportKind, object[]>
  /** All calls, those of files too. */
  calls: PastCall[]
  batches: PastBatch[]
  chats: PastChat[]
  sends: PastSend[]
  tickets: PastTicket[]
  /** Those who wrote STOP, and those whom an operator took off the list. */
  optOuts: { recipient: string; source: 'message' | 'operator'; why?: string; since: number }[]
}

export interface HistoryPlan {
  organization_id: string
  project_id: string
  campaigns: readonly HistoryCampaign[]
  /** The end of the history. The same end gives the same history. */
  until: Date
}

/** Composes the history. It depends on nothing but the plan. */
export function composeHistory({ organization_id, project_id, campaigns, until }: HistoryPlan): History {
  const random = createRandom('the history of the demo')
  const people = demoPeople()
  const last = until.getTime() - marginMs
  const batches = composeBatches(random.branch('files'), { people, campaigns, until, last })
  const calls = [
    ...composeCalls(random.branch('calls'), { people, campaigns, until }),
    ...batches.flatMap((batch) => batch.calls.map(({ call }) => call)),
  ].sort((a, b) => a.created_at - b.created_at || (a._id < b._id ? -1 : 1))
  const { chats, sends } = composeChats(random.branch('chats'), people, until)
  const tickets = ticketsOf(random.branch('tickets'), calls, chats, until.getTime())
  const tenant = { organization_id, project_id }
  const profiles = profileRecords(random.branch('profiles'), calls, chats)
  const hiddenId = profiles.find((profile) => 'channel_identities' in profile)?._id
  const records = {
    profiles,
    conversations: [
      ...calls.flatMap(callConversations),
      ...chats.map((chat) => chatConversation(chat, hiddenId)),
    ],
    messages: chats.flatMap(chatMessages),
    tickets: tickets.map((ticket) => ({
      _id: ticket._id,
      conversation_id: ticket.conversation_id,
      channel_type: ticket.channel_type,
      subject: ticket.subject,
      status: ticket.closed_at === null ? 'open' : 'closed',
      created_at: isoOf(ticket.opened_at),
    })),
  }
  const named = (list: object[]) => list.map((record) => ({ ...tenant, ...record }))
  return {
    records: {
      profiles: named(records.profiles),
      conversations: named(records.conversations),
      messages: named(records.messages),
      tickets: named(records.tickets),
    },
    calls,
    batches,
    chats,
    sends,
    tickets,
    optOuts: optOutsOf(chats),
  }
}

/** Returns a profile for each person who was called or written to, made when they were first met. */
function profileRecords(
  random: Random,
  calls: readonly PastCall[],
  chats: readonly PastChat[],
): { _id: string }[] {
  const met = new Map<string, { person: DemoPerson; at: number }>()
  const meet = (person: DemoPerson, at: number) => {
    const known = met.get(person.number)
    if (known === undefined || at < known.at) met.set(person.number, { person, at })
  }
  for (const { person, created_at } of calls) meet(person, created_at)
  for (const { person, messages } of chats) meet(person, messages[0]!.at)
  return [...met.values()]
    .sort((a, b) => a.at - b.at || (a.person.number < b.person.number ? -1 : 1))
    .map(({ person, at }) => ({
      _id: random.idAt(at),
      name: person.name,
      ...(person === hiddenPerson
        ? {
            channel_identities: [
              { channel_type: 'whatsapp', identity_key: person.number, first_seen_at: isoOf(at) },
            ],
          }
        : { phone_numbers: [{ value: person.number, source: 'voice' }] }),
      emails: person.email === null ? [] : [{ value: person.email, source: 'voice' }],
      properties: { city: person.city, policy: person.policy, policy_number: person.policyNumber },
      created_at: isoOf(at),
    }))
}

/** Returns a conversation for each attempt of a call. */
function callConversations({ campaign_id, person, attempts }: PastCall): object[] {
  return attempts.map((attempt) => ({
    _id: attempt.conversation_id,
    channel_type: 'voice',
    conversation_type: 'outbound',
    status: attempt.state,
    phone_number: person.number,
    campaign_id,
    start_time: isoOf(attempt.created_at),
    end_time: isoOf(attempt.ended_at),
    duration_seconds: attempt.duration_seconds,
    transcript: attempt.transcript,
  }))
}

/** @param hiddenId the profile of the person who hides the number: the number of all others leads to theirs. */
function chatConversation(
  { _id, person, messages, ended_at }: PastChat,
  hiddenId: string | undefined,
): object {
  const { at, direction } = messages[0]!
  return {
    _id,
    channel_type: 'whatsapp',
    conversation_type: direction,
    status: ended_at === null ? 'live' : 'completed',
    ...(person === hiddenPerson ? { customer_profile_id: hiddenId } : { phone_number: person.number }),
    start_time: isoOf(at),
    ...(ended_at !== null && { end_time: isoOf(ended_at), duration_seconds: (ended_at - at) / 1_000 }),
  }
}

function chatMessages({ _id, messages }: PastChat): object[] {
  return messages.map((message) => ({
    _id: message._id,
    conversation_id: _id,
    channel_type: 'whatsapp',
    direction: message.direction,
    text: message.text,
    created_at: isoOf(message.at),
  }))
}

function ticketsOf(
  random: Random,
  calls: readonly PastCall[],
  chats: readonly PastChat[],
  until: number,
): PastTicket[] {
  const ofCalls = calls.flatMap(({ attempts }) =>
    attempts.flatMap((attempt) => {
      const { ticket: subject, conversation_id, ended_at } = attempt
      if (subject === null) return []
      return [
        {
          subject,
          conversation_id,
          channel_type: 'voice',
          opened_by: 'workflow',
          opened_at: ended_at - 8_000,
        } as const,
      ]
    }),
  )
  const ofChats = chats.flatMap(({ _id, ticket, messages }) => {
    if (ticket === null) return []
    const opened_at = ticket.by === 'keyword' ? messages[0]!.at : messages.at(-1)!.at
    const { subject, by: opened_by } = ticket
    return [{ subject, conversation_id: _id, channel_type: 'whatsapp', opened_by, opened_at } as const]
  })
  return [...ofCalls, ...ofChats]
    .sort((a, b) => a.opened_at - b.opened_at || (a.conversation_id < b.conversation_id ? -1 : 1))
    .map((ticket) => {
      const closed = ticket.opened_at + Math.floor((0.1 + random.next() ** 2 * 4) * dayMs) + hourMs
      const isClosed = closed < until && random.isTrue(0.95)
      return { ...ticket, _id: random.idAt(ticket.opened_at), closed_at: isClosed ? closed : null }
    })
}

/** Every so many opt-outs one was made by an operator, on a complaint by telephone. */
const operatorEvery = 9

function optOutsOf(chats: readonly PastChat[]): History['optOuts'] {
  return chats
    .filter(({ optsOut }) => optsOut)
    .map(({ person, messages }, index) => {
      const since = messages.at(-1)!.at
      return index % operatorEvery === 4
        ? { recipient: person.number, source: 'operator', why: 'asked for it on the telephone', since }
        : { recipient: person.number, source: 'message', since }
    })
}
