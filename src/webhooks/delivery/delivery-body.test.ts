import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payloadBytesMax as bodyBytesMax } from '../../events/payload.ts'
import { deliveryBody } from './delivery-body.ts'
import type { DeliveredEvent } from './delivery-body.ts'

const event: DeliveredEvent = {
  _id: '01938c1e-7a10-7c4e-9f00-3d1d5f7a2b11',
  organization_id: 'o',
  project_id: 'p',
  type: 'message.received',
  at: '2026-11-22T08:00:00.000Z',
  data: { _id: 'm', profile_id: null, state: 'received', content: { kind: 'text' } },
  texts: { content: { body: 'Hello' }, subject: 'Plan' },
}
const version = '2026-11-22'
const read = (body: string) => JSON.parse(body) as Record<string, unknown>

test('has the envelope first, and no texts with content ids', () => {
  const body = read(deliveryBody(event, { content: 'ids', version }))
  assert.deepEqual(body, {
    _id: event._id,
    type: 'message.received',
    timestamp: event.at,
    version,
    organization_id: 'o',
    project_id: 'p',
    data: event.data,
  })
  assert.equal(Object.keys(body)[0], '_id')
})

test('has the texts at their places with content full', () => {
  const { data } = read(deliveryBody(event, { content: 'full', version }))
  assert.deepEqual(data, {
    _id: 'm',
    profile_id: null,
    state: 'received',
    content: { kind: 'text', body: 'Hello' },
    subject: 'Plan',
  })
})

test('a body of 64 KiB is whole, and one byte more leaves only ids and says so', () => {
  const bare = deliveryBody({ ...event, data: { note: '' } }, { content: 'ids', version }).length
  const fitting = { ...event, data: { note: 'x'.repeat(bodyBytesMax - bare) } }
  assert.equal(deliveryBody(fitting, { content: 'ids', version }).length, bodyBytesMax)
  const data = {
    ...event.data,
    call_id: 'c',
    note: 'ü'.repeat(bodyBytesMax),
    long_id: 'i'.repeat(300),
    void: 1,
  }
  const cut = read(deliveryBody({ ...event, data }, { content: 'full', version }))
  assert.equal(cut['truncated'], true)
  assert.deepEqual(cut['data'], { _id: 'm', profile_id: null, call_id: 'c' })
})

test('names that objects inherit are ordinary names', () => {
  const texts = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2}}') as Record<string, unknown>
  const body = deliveryBody({ ...event, data: {}, texts }, { content: 'full', version })
  assert.match(body, /"data":\{"__proto__":\{"a":1\},"constructor":\{"b":2\}\}/)
})
