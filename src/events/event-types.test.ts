import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callStates } from '../calls/call.ts'
import { campaignStatuses, campaignTypes } from '../campaigns/queries.ts'
import { messageStatuses } from '../whatsapp/send/message-status.ts'
import { catalog, subjectKindOf } from './catalog.ts'
import { eventTypes, expandTypes } from './event-types.ts'
import { payloadBytesMax, payloadOf } from './payload.ts'
import { CampaignData, callStatesOfEvents } from './schemas/calls.ts'
import { messageStatusesOfEvents } from './schemas/conversations.ts'

describe('patterns of types', () => {
  it('expand to the types of a kind, each once, in the order of the catalog', () => {
    assert.deepEqual(expandTypes(['message.failed', 'ticket.*', 'ticket.opened']), {
      types: ['message.failed', 'ticket.opened', 'ticket.closed'],
      unknown: [],
    })
    assert.deepEqual(expandTypes(['*']).types, eventTypes)
    assert.deepEqual(expandTypes(['webhook.*']).types, ['webhook.test'])
  })

  it('that stand for no type are named', () => {
    const patterns = ['call', 'call.', 'call.rang', 'calls.*', '.*', '', 'CALL.*', 'call.*.*', 'c*']
    assert.deepEqual(expandTypes(patterns), { types: [], unknown: patterns })
  })
})

describe('the catalog', () => {
  it('has an example of each type that fits its schema and has no texts', () => {
    for (const type of eventTypes) {
      const { data, example, when } = catalog[type]
      assert.deepEqual(data.strict().parse(example), example, type)
      assert.match(when, /\.$/, type)
    }
  })

  it('has the states of calls, campaigns and messages that the service has', () => {
    assert.deepEqual(callStatesOfEvents, callStates)
    assert.deepEqual(CampaignData.shape.status.options, campaignStatuses)
    assert.deepEqual(CampaignData.shape.campaign_type.options.toSorted(), campaignTypes.toSorted())
    assert.deepEqual(
      messageStatusesOfEvents.toSorted(),
      messageStatuses.filter((status) => status !== 'processing').toSorted(),
    )
  })

  it('has a kind of subject for the first word of each type', () => {
    for (const type of eventTypes) assert.match(subjectKindOf(type), /^[a-z_]+$/)
  })
})

describe('the payload of an event', () => {
  const place = { organization_id: 'o', project_id: 'p' }
  const event = {
    _id: 'e',
    type: 'call.ended' as const,
    at: '2026-11-21T09:00:00.000Z',
    data: { _id: 'c', state: 'busy', conversation_id: null },
  }

  it('has texts only for those who asked for them', () => {
    const texts = { customer: { name: 'Ada' } }
    assert.deepEqual(payloadOf({ ...event, texts }, place, 'ids').data, event.data)
    assert.deepEqual(payloadOf({ ...event, texts }, place, 'full').data, { ...event.data, ...texts })
    assert.deepEqual(payloadOf({ ...event, texts: null }, place, 'full').data, event.data)
  })

  it('is cut to ids above 64 KiB', () => {
    const texts = { customer: { note: 'ä'.repeat(payloadBytesMax / 2) } }
    assert.deepEqual(payloadOf({ ...event, texts }, place, 'full'), {
      _id: 'e',
      type: 'call.ended',
      timestamp: event.at,
      version: '2026-11-22',
      ...place,
      data: { _id: 'c', conversation_id: null },
      truncated: true,
    })
    assert.equal(payloadOf({ ...event, texts }, place, 'ids').truncated, undefined)
  })
})
