import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import { fetchPhoneNumber } from './phone-number.ts'

const account = {
  phone_number_id: '100000000000001',
  access_token: 'canary-token-77',
  api_url_given_by: null,
  givenHosts,
}

test('reads the state of a number', async () => {
  const fields = {
    id: account.phone_number_id,
    display_phone_number: '+1 415-555-0199',
    verified_name: 'Acme',
    quality_rating: 'GREEN',
    status: 'CONNECTED',
    name_status: 'APPROVED',
    throughput: { level: 'STANDARD' },
    health_status: { can_send_message: 'AVAILABLE' },
  }
  await using meta = await startCarrier((socket) =>
    socket.end(jsonAnswer(200, { ...fields, platform_type: 'CLOUD_API' })),
  )
  const read = await fetchPhoneNumber({ ...account, api_url: meta.url })
  assert.deepEqual(read, { kind: 'found', number: fields })
  const [request] = meta.requests
  assert.equal(request?.method, 'GET')
  const url = new URL(request.path, meta.url)
  assert.equal(url.pathname, '/v23.0/100000000000001')
  assert.deepEqual(url.searchParams.get('fields')?.split(','), Object.keys(fields))
})

test('what Meta leaves out is null', async () => {
  await using meta = await startCarrier((socket) =>
    socket.end(jsonAnswer(200, { id: account.phone_number_id, throughput: 'fast' })),
  )
  const read = await fetchPhoneNumber({ ...account, api_url: meta.url })
  assert(read.kind === 'found')
  const { id, ...rest } = read.number
  assert.equal(id, account.phone_number_id)
  assert(Object.values(rest).every((value) => value === null))
})

test('reports a refused token apart from a network that fails', async () => {
  const error = { code: 190, type: 'OAuthException', message: 'canary' }
  await using meta = await startCarrier((socket) => socket.end(jsonAnswer(401, { error })))
  assert.deepEqual(await fetchPhoneNumber({ ...account, api_url: meta.url }), {
    kind: 'refused',
    code: '190',
    reason: 'WhatsApp does not accept the access token of the sender',
    about: 'sender',
  })
  const closed = await startCarrier(() => {})
  await closed[Symbol.asyncDispose]()
  assert.deepEqual(await fetchPhoneNumber({ ...account, api_url: closed.url }), {
    kind: 'unavailable',
    code: null,
    reason: 'WhatsApp refused the connection',
    retryAfterMs: null,
  })
})
