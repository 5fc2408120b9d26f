import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { startService } from '../../support/service.ts'
import { checkLoad, countOpenCalls, selectLoad } from './check.ts'
import type { SeenLoad, StoredLoad } from './check.ts'

const person = '+12122000000'
const callee = '+14152000004'
const call = { phone_number: callee, state: 'completed' }
const send = { _id: 'm', recipient: person, status: 'read', provider_message_id: 'wamid.m' }
const request = { message_id: 'wamid.m', to: person }
const accepted = {
  calls: new Map([[callee, 'c']]),
  events: new Set(['wamid.i']),
}
const chats = [
  { wamid: 'wamid.m', count: 1 },
  { wamid: 'wamid.i', count: 1 },
]

/** Returns the faults of a load of one call, one message and one event, with the given changes. */
function faultsOf(stored: Partial<StoredLoad> = {}, seen: Partial<SeenLoad> = {}, isSent = true): string[] {
  return checkLoad(
    {
      calls: [call],
      sends: [send],
      quota: { reserved: 0, consumed: 1 },
      chatMessages: chats,
      unprocessedEvents: 0,
      ...stored,
    },
    { dialed: [callee], messages: [request], ...seen },
    { ...accepted, sends: new Map([[person, { id: 'm', isSent }]]) },
  )
}

it('finds no fault where all is as it was accepted', () => assert.deepEqual(faultsOf(), []))

it('reads what a cell has of one organization', async () => {
  await using service = await startService()
  const { context, organizationId, projectId, campaignIds } = service
  const [campaign] = Object.values(campaignIds)
  const path = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaign}/calls`
  const { status } = await service.request('POST', path, { body: { phone_number: callee } })
  assert.equal(status, 200)
  const { calls, ...others } = await selectLoad(context.db, organizationId)
  assert.deepEqual(
    calls.map(({ phone_number }) => phone_number),
    [callee],
  )
  const none = { sends: [], quota: { reserved: 0, consumed: 0 }, chatMessages: [], unprocessedEvents: 0 }
  assert.deepEqual(others, none)
  for (const [state, open] of [
    ['ringing', 1],
    ['no_answer', 0],
  ] as const) {
    await context.db.write(sql`update calls set state = ${state}, waits_for = null, due_at = null`)
    assert.equal(await countOpenCalls(context.db, organizationId), open, state)
  }
})

describe('calls', () => {
  it('are there once, are dialed once and end', () => {
    assert.deepEqual(faultsOf({ calls: [] }), ['1×: a call was accepted and is lost'])
    assert.deepEqual(faultsOf({ calls: [call, call] }), ['1×: a call was accepted once and is there 2 times'])
    assert.deepEqual(faultsOf({}, { dialed: [callee, callee] }), ['1×: a number was dialed 2 times'])
    assert.deepEqual(faultsOf({}, { dialed: [] }), ['1×: a call was not dialed: completed'])
    for (const state of ['ringing', 'live'])
      assert.deepEqual(faultsOf({ calls: [{ ...call, state }] }), [`1×: a call is still ${state}`])
    assert.deepEqual(faultsOf({ calls: [{ ...call, state: 'no_answer' }] }), [])
  })
})

describe('messages to people', () => {
  const open = { ...send, status: 'unresolved', provider_message_id: null }
  const [, inbound] = chats

  it('are there once, under the id that was answered', () => {
    assert.deepEqual(faultsOf({ sends: [] }), ['1×: a message was accepted and is lost'])
    assert.deepEqual(faultsOf({ sends: [send, send] }), [
      '1×: a message was accepted once and is there 2 times',
    ])
    assert.deepEqual(faultsOf({ sends: [{ ...send, _id: 'n' }] }), [
      '1×: a message has another id than was answered',
    ])
    // It was surely not sent, and was sent again with its key.
    assert.deepEqual(faultsOf({ sends: [{ ...open, _id: 'n', status: 'failed' }, send] }), [])
    // The answer 202 says that it is not known to be sent. It surely was not.
    const failed = { sends: [{ ...open, status: 'failed' }], quota: { reserved: 0, consumed: 0 } }
    assert.deepEqual(faultsOf(failed, { messages: [] }, false), [])
    assert.deepEqual(faultsOf(failed, { messages: [] }), ['1×: a message was accepted and is lost'])
    assert.deepEqual(faultsOf({ ...failed, sends: [] }, { messages: [] }, false), [
      '1×: a message was accepted and is lost',
    ])
    assert.deepEqual(faultsOf({ chatMessages: [inbound!] }), [
      '1×: a message to a person is 0 times in a chat',
    ])
  })

  it('are sent once, and are known to be', () => {
    const messages = [request, { ...request, message_id: 'wamid.n' }]
    assert.deepEqual(faultsOf({ quota: { reserved: 0, consumed: 2 } }, { messages }), [
      '1×: a message was sent 2 times',
    ])
    assert.deepEqual(faultsOf({}, { messages: [{ ...request, message_id: null }, request] }), [])
    const reserved = { quota: { reserved: 1, consumed: 0 } }
    assert.deepEqual(faultsOf({ ...reserved, sends: [open] }, { messages: [] }), [])
    const processing = [{ ...open, status: 'processing' }]
    assert.deepEqual(faultsOf({ ...reserved, sends: processing }, { messages: [] }), [
      '1×: never sent, and processing',
    ])
    assert.deepEqual(faultsOf({ sends: [{ ...send, status: 'unresolved' }] }), [
      '1×: WhatsApp has a message that is unresolved',
      '1×: 0 sends are reserved, 1 are not known',
    ])
    assert.deepEqual(faultsOf({ sends: [{ ...send, provider_message_id: 'wamid.x' }] }), [
      '1×: a message has another id than WhatsApp gave',
    ])
  })

  it('are counted by the quota', () => {
    assert.deepEqual(faultsOf({ quota: { reserved: 1, consumed: 0 } }), [
      '1×: 0 sends are consumed, WhatsApp has 1',
      '1×: 1 sends are reserved, 0 are not known',
    ])
  })
})

describe('events', () => {
  it('are processed, each once', () => {
    assert.deepEqual(faultsOf({ chatMessages: [chats[0]!] }), [
      '1×: a message was received once and is 0 times in a chat',
    ])
    assert.deepEqual(faultsOf({ unprocessedEvents: 2 }), ['1×: 2 events are not processed'])
  })
})
