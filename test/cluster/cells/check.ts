import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import type { SentMessage } from '../../../src/sandbox/whatsapp/messages.ts'
import { finalStates } from '../../faults/rows.ts'
import type { LoadReport } from './load.ts'

/** Returns how many calls of an organization are not over yet. */
export async function countOpenCalls(db: Db, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from calls
    where organization_id = ${organizationId} and state <> all(${finalStates}::text[])`)
  return row!.count
}

/** What a cell has of an organization after the load. */
export interface StoredLoad {
  calls: { phone_number: string; state: string }[]
  /** The messages to people. */
  sends: { _id: string; recipient: string; status: string; provider_message_id: string | null }[]
  quota: { reserved: number; consumed: number }
  /** How often each message of either direction is in a chat. */
  chatMessages: { wamid: string; count: number }[]
  unprocessedEvents: number
}

/** What the providers saw of the organization. */
export interface SeenLoad {
  /** The number of each request for a call. */
  dialed: readonly string[]
  /** The requests for messages. */
  messages: readonly Pick<SentMessage, 'message_id' | 'to'>[]
}

export async function selectLoad(db: Db, organizationId: string): Promise<StoredLoad> {
  const mine = sql`organization_id = ${organizationId}`
  const [calls, sends, [quota], chatMessages, [events]] = await Promise.all([
    db.query<StoredLoad['calls'][number]>(sql`select phone_number, state from calls where ${mine}`),
    db.query<StoredLoad['sends'][number]>(
      sql`select _id, recipient, status, provider_message_id from whatsapp_messages where ${mine}`,
    ),
    db.query<StoredLoad['quota']>(
      sql`select reserved::integer, consumed::integer from whatsapp_quotas where ${mine}`,
    ),
    db.query<StoredLoad['chatMessages'][number]>(sql`
      select provider_message_id as wamid, count(*)::integer as count from messages
      where ${mine} and provider_message_id is not null group by 1`),
    db.query<{ count: number }>(
      sql`select count(*)::integer as count from whatsapp_events where ${mine} and processed_at is null`,
    ),
  ])
  const unprocessedEvents = events!.count
  return { calls, sends, quota: quota ?? { reserved: 0, consumed: 0 }, chatMessages, unprocessedEvents }
}

type Accepted = Pick<LoadReport, 'calls' | 'sends' | 'events'>

/**
 * Compares what was accepted with what a cell has and what the providers saw. Returns what is wrong: calls, messages
 * and events that are lost, twice or not at their end, and a quota that does not count what WhatsApp has.
 */
export function checkLoad(stored: StoredLoad, seen: SeenLoad, accepted: Accepted): string[] {
  const faults = [
    ...callFaults(stored, seen, accepted),
    ...sendFaults(stored, seen, accepted),
    ...quotaFaults(stored, seen),
    ...eventFaults(stored, accepted),
  ]
  return [...Map.groupBy(faults, (fault) => fault)].map(([fault, all]) => `${all.length}×: ${fault}`)
}

function callFaults(stored: StoredLoad, { dialed }: SeenLoad, { calls }: Accepted): string[] {
  const storedTo = Map.groupBy(stored.calls, ({ phone_number }) => phone_number)
  const dialsTo = Map.groupBy(dialed, (number) => number)
  return [...calls.keys()].flatMap((number) => {
    const [call, ...others] = storedTo.get(number) ?? []
    const dials = dialsTo.get(number)?.length ?? 0
    const faults = dials > 1 ? [`a number was dialed ${dials} times`] : []
    if (call === undefined) return [...faults, 'a call was accepted and is lost']
    if (others.length > 0) faults.push(`a call was accepted once and is there ${others.length + 1} times`)
    if (!finalStates.includes(call.state)) faults.push(`a call is still ${call.state}`)
    if (dials === 0) faults.push(`a call was not dialed: ${call.state}`)
    return faults
  })
}

const reported = ['sent', 'delivered', 'read']

function sendFaults(stored: StoredLoad, seen: SeenLoad, { sends }: Accepted): string[] {
  // One that was surely not sent has failed, and its key was free for another.
  const storedTo = Map.groupBy(
    stored.sends.filter(({ status }) => status !== 'failed'),
    ({ recipient }) => recipient,
  )
  const takenTo = Map.groupBy(takenOf(seen), ({ to }) => to)
  const inChats = new Map(stored.chatMessages.map(({ wamid, count }) => [wamid, count]))
  const failed = new Set(stored.sends.filter(({ status }) => status === 'failed').map(({ _id }) => _id))
  return [...sends].flatMap(([number, { id, isSent }]) => {
    const [message, ...others] = storedTo.get(number) ?? []
    const taken = takenTo.get(number) ?? []
    const faults = taken.length > 1 ? [`a message was sent ${taken.length} times`] : []
    if (message === undefined) {
      const hasFailed = !isSent && taken.length === 0 && failed.has(id)
      return hasFailed ? faults : [...faults, 'a message was accepted and is lost']
    }
    if (others.length > 0) faults.push(`a message was accepted once and is there ${others.length + 1} times`)
    if (message._id !== id) faults.push('a message has another id than was answered')
    const { status } = message
    // If the process died in between, nobody knows whether WhatsApp was asked, and it is not asked again.
    if (taken.length === 0) return status === 'unresolved' ? faults : [...faults, `never sent, and ${status}`]
    if (!reported.includes(status)) faults.push(`WhatsApp has a message that is ${status}`)
    const wamid = taken[0]!.message_id!
    if (message.provider_message_id !== wamid) faults.push('a message has another id than WhatsApp gave')
    const times = inChats.get(wamid) ?? 0
    if (times !== 1) faults.push(`a message to a person is ${times} times in a chat`)
    return faults
  })
}

function quotaFaults({ quota, sends }: StoredLoad, seen: SeenLoad): string[] {
  const taken = takenOf(seen).length
  const open = sends.filter(({ status }) => status === 'processing' || status === 'unresolved').length
  return [
    ...(quota.consumed === taken ? [] : [`${quota.consumed} sends are consumed, WhatsApp has ${taken}`]),
    ...(quota.reserved === open ? [] : [`${quota.reserved} sends are reserved, ${open} are not known`]),
  ]
}

function takenOf({ messages }: SeenLoad): SeenLoad['messages'] {
  return messages.filter(({ message_id }) => message_id !== null)
}

function eventFaults({ chatMessages, unprocessedEvents }: StoredLoad, { events }: Accepted): string[] {
  const inChats = new Map(chatMessages.map(({ wamid, count }) => [wamid, count]))
  const faults = [...events]
    .map((id) => inChats.get(id) ?? 0)
    .filter((times) => times !== 1)
    .map((times) => `a message was received once and is ${times} times in a chat`)
  return unprocessedEvents > 0 ? [...faults, `${unprocessedEvents} events are not processed`] : faults
}
