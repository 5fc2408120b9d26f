import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import { findNumber } from './numbers.ts'

const access = { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 1_000_000, givenHosts }

/** Finds a number in an account that has these, by a filter that finds parts of numbers, as Twilio's does. */
async function find(wanted: string, owned: string[], more: Record<string, string | null> = {}) {
  const numbers = owned.map((phone_number, index) => ({
    sid: `PN${String(index).padStart(32, '0')}`,
    phone_number,
    voice_url: '',
    ...more,
  }))
  await using carrier = await startCarrier((socket, { path }) => {
    const query = new URL(path, 'http://x').searchParams
    const part = (query.get('PhoneNumber') ?? '').slice(1)
    const found = numbers.filter(({ phone_number }) => phone_number.includes(part))
    const incoming_phone_numbers = found.slice(0, Number(query.get('PageSize')))
    socket.end(jsonAnswer(200, { incoming_phone_numbers, next_page_uri: null }))
  })
  const account = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'a-token',
    apiUrl: carrier.url,
    apiUrlGivenBy: null,
  }
  return await findNumber(account, access, wanted)
}

test('a number is found behind a longer one that contains it', async () => {
  assert.deepEqual(await find('+4930123456', ['+493012345678', '+4930123456']), {
    kind: 'found',
    number: { sid: `PN${'1'.padStart(32, '0')}`, voiceUrl: '', voiceMethod: 'POST', insteadTo: null },
  })
  assert.deepEqual(await find('+4930123456', ['+493012345678']), { kind: 'absent' })
})

test('a number says what gets its calls', async () => {
  const whatGets = async (more: Record<string, string | null>) => {
    const found = await find('+4930123456', ['+4930123456'], more)
    assert.ok(found.kind === 'found')
    const { voiceMethod, insteadTo } = found.number
    return [voiceMethod, insteadTo]
  }
  const trunk_sid = `TK${'1'.repeat(32)}`
  const voice_application_sid = `AP${'1'.repeat(32)}`
  assert.deepEqual(await whatGets({ trunk_sid, voice_application_sid: null }), [
    'POST',
    'an Elastic SIP trunk',
  ])
  assert.deepEqual(await whatGets({ trunk_sid: null, voice_application_sid }), ['POST', 'a TwiML app'])
  const neither = { trunk_sid: null, voice_application_sid: '' }
  assert.deepEqual(await whatGets({ ...neither, voice_method: 'GET' }), ['GET', null])
})
