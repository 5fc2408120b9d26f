import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decidePlace } from './decide-place.ts'
import { organizationOf } from './forward-requests.ts'

const here = { cell: 'one', url: 'http://one' }
const there = { cell: 'two', url: 'http://two' }
const move = (side: 'source' | 'target', state: string) => ({
  side,
  state,
  is_hidden: side === 'target' || state !== 'copying',
  ...there,
})

describe('where a request goes', () => {
  const cases = [
    ['nobody knows the organization', { place: null, move: null }, { kind: 'here' }],
    ['it is here', { place: here, move: null }, { kind: 'here' }],
    ['it is elsewhere', { place: there, move: null }, { kind: 'elsewhere', url: 'http://two' }],
    ['its copy is made', { place: here, move: move('source', 'copying') }, { kind: 'here' }],
    [
      'it is handed over',
      { place: here, move: move('source', 'closing') },
      { kind: 'moving', isReadable: true },
    ],
    ['it is closed', { place: here, move: move('source', 'closed') }, { kind: 'moving', isReadable: true }],
    [
      'it has left, by an old map',
      { place: here, move: move('source', 'left') },
      { kind: 'elsewhere', url: 'http://two' },
    ],
    [
      'it has left, and was moved on since',
      { place: { cell: 'three', url: 'http://three' }, move: move('source', 'left') },
      { kind: 'elsewhere', url: 'http://three' },
    ],
    ['it comes', { place: there, move: move('target', 'copying') }, { kind: 'elsewhere', url: 'http://two' }],
    [
      'it has come and is not open yet',
      { place: here, move: move('target', 'copying') },
      { kind: 'moving', isReadable: false },
    ],
    [
      'it has come, and the switch is not known here yet',
      { place: there, move: move('target', 'closed') },
      { kind: 'elsewhere', url: 'http://two' },
    ],
  ] as const
  for (const [name, known, decision] of cases)
    it(name, () => assert.deepEqual(decidePlace(known, 'one'), decision))
})

describe('the organization of an address', () => {
  const id = '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01'
  it('is read from the API, the management API and callbacks', () => {
    const api = { organizationId: id, isCallback: false }
    assert.deepEqual(organizationOf(`/organizations/${id}/projects?limit=1`), api)
    assert.deepEqual(organizationOf(`/organizations/${id.toUpperCase()}`), api)
    assert.deepEqual(organizationOf(`/api/organizations/${id}/projects`), api)
    const callback = { organizationId: id, isCallback: true }
    assert.deepEqual(organizationOf(`/webhooks/voice/twilio/${id}/${id}/status`), callback)
  })

  it('is none elsewhere', () => {
    for (const url of [
      '/',
      '/api/organizations',
      '/organizations/x/projects',
      `/app/${id}`,
      '/webhooks/whatsapp',
    ])
      assert.equal(organizationOf(url), null)
  })
})
