import assert from 'node:assert/strict'
import { eventsOfMove, factsOfCalls } from '../../src/calls/call-events.ts'
import type { CallState } from '../../src/calls/call.ts'
import { factsOfConversations } from '../../src/conversations/conversation-events.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { catalog } from '../../src/events/catalog.ts'
import type { EventType } from '../../src/events/event-types.ts'

interface EventRow {
  type: EventType
  subject_id: string
  data: Record<string, unknown>
  texts: Record<string, unknown> | null
}

/**
 * Compares the events of a database with the facts' own rows: each fact has one event, in its order, and no event is
 * without a fact. Only for a database to which nothing was imported, and whose projects have wanted events from the
 * beginning.
 *
 * @returns how many events of each type there are.
 */
export async function compareEventsWithFacts(db: Queryable): Promise<Map<EventType, number>> {
  const events = await db.query<EventRow>(sql`
    select type, subject_id, data, texts from events order by tx, _id`)
  for (const event of events) {
    const { data, texts } = catalog[event.type]
    assert.deepEqual(data.strict().parse(event.data), event.data, event.type)
    if (texts === null) assert.equal(event.texts, null, event.type)
    else assert.deepEqual(texts.strict().parse(event.texts), event.texts, event.type)
  }
  const of = (kind: string) =>
    Map.groupBy(
      events.filter(({ type }) => type.startsWith(`${kind}.`)),
      ({ subject_id }) => subject_id,
    )
  await compareCalls(db, of('call'))
  await compareConversations(db, of('conversation'))
  await compareMessages(db, of('message'))
  await compareProfiles(db, of('profile'))
  await compareTickets(db, of('ticket'))
  return new Map([...Map.groupBy(events, ({ type }) => type)].map(([type, all]) => [type, all.length]))
}

type EventsOf = Map<string, EventRow[]>

const typesOf = (events: readonly EventRow[] = []) => events.map(({ type }) => type)

async function compareCalls(db: Queryable, events: EventsOf): Promise<void> {
  const moves = await db.query<{ call_id: string; from_state: CallState | null; to_state: CallState }>(sql`
    select call_id, from_state, to_state from call_moves order by _id`)
  const ofCalls = Map.groupBy(moves, ({ call_id }) => call_id)
  for (const [call, all] of ofCalls)
    assert.deepEqual(
      typesOf(events.get(call)),
      all.flatMap(({ from_state, to_state }) => eventsOfMove(from_state, to_state)),
      `the events of call ${call}`,
    )
  for (const [call, all] of events) {
    if (ofCalls.has(call)) continue
    // A triggered call that was refused is deleted with its moves.
    assert.deepEqual(
      [all[0]?.type, all.at(-1)?.type],
      ['call.queued', 'call.ended'],
      `the deleted call ${call}`,
    )
    assert.equal(all.at(-1)?.data['state'], 'canceled')
  }
  const calls = await db.query<{ _id: string; state: string; attempts_count: number }>(sql`
    select _id, state, attempts_count from calls where state not in ('ringing')`)
  for (const { _id, state, attempts_count } of calls) {
    const last = events.get(_id)?.at(-1)?.data
    assert.deepEqual([last?.['state'], last?.['attempts_count']], [state, attempts_count], `call ${_id}`)
  }
  await compareWhole(db, events)
}

/** What the end of an attempt or a merge of people may still change of an ended call. */
const completedLater = { duration_seconds: null, conversation_id: null, customer_profile_id: null }

/**
 * Compares the last event of each ended call with its row: where the event was made from what was known, it shows the
 * same.
 */
async function compareWhole(db: Queryable, events: EventsOf): Promise<void> {
  const ended = sql`select * from calls where state not in ('waiting', 'dialling', 'unresolved', 'ringing', 'live')`
  const rows = await db.query<{ data: { _id: string } }>(
    factsOfCalls(ended, ['call.ended'], new Date(), { last: 'none' }),
  )
  for (const { data } of rows)
    assert.deepEqual({ ...events.get(data._id)?.at(-1)?.data, ...completedLater }, data, `call ${data._id}`)
}

async function compareConversations(db: Queryable, events: EventsOf): Promise<void> {
  const rows = await db.query<{ _id: string; status: string; is_over: boolean; mode: string | null }>(sql`
    select c._id, c.status, c.status not in ('initiated', 'ringing', 'live') as is_over, a.mode
    from conversations c
    left join agent_conversations a on a.organization_id = c.organization_id and a.conversation_id = c._id`)
  const known = new Map(rows.map((row) => [row._id, row]))
  for (const { _id, is_over, status, mode } of rows) {
    const types = typesOf(events.get(_id))
    assert.equal(types[0], 'conversation.started', `conversation ${_id}: ${types.join()}`)
    const count = (type: EventType) => types.filter((each) => each === type).length
    assert.equal(count('conversation.started'), 1, `conversation ${_id}: ${types.join()}`)
    assert.equal(
      count('conversation.ended'),
      is_over ? 1 : 0,
      `conversation ${_id} is ${status}: ${types.join()}`,
    )
    const handovers = types.filter(
      (type) => type === 'conversation.handed_over' || type === 'conversation.returned',
    )
    handovers.forEach((type, place) =>
      assert.equal(type, place % 2 === 0 ? 'conversation.handed_over' : 'conversation.returned'),
    )
    if (mode !== null) assert.equal(handovers.length % 2 === 1, mode === 'person', `who answers ${_id}`)
  }
  for (const [_id, all] of events) if (!known.has(_id)) assert.equal(all.at(-1)?.type, 'conversation.ended')
  await compareWholeConversations(db, events)
}

/**
 * Compares the first and the last event of each call's conversation with its row, except for what a merge of people
 * changes, and for the times that a report of the carrier has completed after the end.
 */
async function compareWholeConversations(db: Queryable, events: EventsOf): Promise<void> {
  const ended = sql`select * from conversations where channel_type = 'voice' and status not in ('initiated', 'ringing', 'live')`
  const rows = await db.query<{ data: { _id: string } }>(
    factsOfConversations(ended, { type: 'conversation.ended', at: new Date() }),
  )
  const reportedLater = await db.query<{ _id: string }>(sql`
    select distinct n.subject_id as _id from events n
    join call_attempts a on a.organization_id = n.organization_id and a.conversation_id = n.subject_id
    join carrier_events e on e.organization_id = a.organization_id and e.attempt_id = a._id and e.received_at > n.at
    where n.type = 'conversation.ended'`)
  const late = new Set(reportedLater.map(({ _id }) => _id))
  for (const { data } of rows) {
    const [first, last] = [events.get(data._id)![0]!.data, events.get(data._id)!.at(-1)!.data]
    const { customer_profile_id, answered_at, end_time, duration_seconds } = last
    const times = late.has(data._id) ? { answered_at, end_time, duration_seconds } : {}
    assert.deepEqual(last, { ...data, ...times, customer_profile_id }, `conversation ${data._id}`)
    const later = ['status', 'outcome', 'answered_at', 'end_time', 'duration_seconds', 'customer_profile_id']
    const begun = Object.entries(first).filter(([name]) => !later.includes(name))
    assert.deepEqual({ ...data, ...Object.fromEntries(begun) }, data, `conversation ${data._id}`)
    assert.equal(begun.length + later.length, Object.keys(data).length)
  }
}

const ranks = [
  'message.unresolved',
  'message.settled',
  'message.failed',
  'message.sent',
  'message.delivered',
  'message.read',
]

async function compareMessages(db: Queryable, events: EventsOf): Promise<void> {
  const sent = await db.query<{ _id: string; status: string }>(sql`select _id, status from whatsapp_messages`)
  const received = await db.query<{ _id: string }>(sql`
    select _id from messages where channel_type = 'whatsapp' and direction = 'inbound'`)
  for (const { _id, status } of sent) {
    const types = typesOf(events.get(_id))
    assert.equal(new Set(types).size, types.length, `message ${_id}: ${types.join()}`)
    // A failure may follow what was sent; nothing else goes backwards.
    const rising = types.filter((type) => type !== 'message.failed').map((type) => ranks.indexOf(type))
    assert.deepEqual(
      rising,
      rising.toSorted((a, b) => a - b),
      `message ${_id}: ${types.join()}`,
    )
    const last = types.findLast((type) => type !== 'message.settled')
    assert.equal(last ?? 'message.processing', `message.${status}`, `message ${_id}`)
  }
  for (const { _id } of received) assert.deepEqual(typesOf(events.get(_id)), ['message.received'])
  const all = new Set([...sent, ...received].map(({ _id }) => _id))
  assert.deepEqual(
    [...events.keys()].filter((_id) => !all.has(_id)),
    [],
  )
}

async function compareProfiles(db: Queryable, events: EventsOf): Promise<void> {
  const rows = await db.query<{ _id: string; survivor_id: string | null }>(sql`
    select _id, null as survivor_id from profiles union all select _id, survivor_id from merged_profiles`)
  for (const { _id } of rows)
    assert.equal(
      typesOf(events.get(_id)).filter((type) => type === 'profile.created').length,
      1,
      `profile ${_id}`,
    )
  const merged = [...events.values()].flat().filter(({ type }) => type === 'profile.merged')
  assert.deepEqual(
    merged.map(({ data }) => String(data['merged_id'])).toSorted(),
    rows
      .filter(({ survivor_id }) => survivor_id !== null)
      .map(({ _id }) => _id)
      .toSorted(),
  )
}

async function compareTickets(db: Queryable, events: EventsOf): Promise<void> {
  const tickets = await db.query<{ _id: string; status: string }>(sql`select _id, status from tickets`)
  for (const { _id, status } of tickets)
    assert.deepEqual(
      typesOf(events.get(_id)),
      status === 'closed' ? ['ticket.opened', 'ticket.closed'] : ['ticket.opened'],
      `ticket ${_id}`,
    )
  assert.equal(events.size, tickets.length)
}
