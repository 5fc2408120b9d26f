// What the dashboard computes without a browser: addresses, requests, merges, formats.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { asCurl } from '../../dashboard/src/api/curl.ts'
import { ApiError, isRefusal } from '../../dashboard/src/api/errors.ts'
import type { Found } from '../../dashboard/src/api/operations.ts'
import { wireRequest } from '../../dashboard/src/api/request.ts'
import { addressOf } from '../../dashboard/src/components/found-address.ts'
import { dayEnd, dayStart } from '../../dashboard/src/format/day-start.ts'
import { formatClock, formatDuration } from '../../dashboard/src/format/duration.ts'
import { formatInstant, formatTime, zoneName } from '../../dashboard/src/format/instant.ts'
import { instantOf, localTimeOf } from '../../dashboard/src/format/local-time.ts'
import { formatPhone } from '../../dashboard/src/format/phone.ts'
import { formatYamlDocument } from '../../dashboard/src/format/yaml.ts'
import { bodyOf, valuesOf } from '../../dashboard/src/forms/send-body.ts'
import { bringBack } from '../../dashboard/src/hooks/bring-back.ts'
import { readList, writeList } from '../../dashboard/src/hooks/list-address.ts'
import { isSame, mergeRecord, patchOf, takeTheirs } from '../../dashboard/src/hooks/merge-record.ts'
import { paths, referenceAddress, withQuery } from '../../dashboard/src/path-builder.ts'

const place = { organization: 'o', project: 'p' }

describe('an error', () => {
  it('is final where nothing was done, whatever its status', () => {
    const finalOf = (status: number, code: string, isRepeat = false) =>
      isRefusal(
        new ApiError({ status, code, message: '', faults: [], requestId: null, retryAfterSeconds: null }),
        isRepeat,
      )
    assert.ok(finalOf(400, 'opted_out'))
    assert.ok(finalOf(500, 'dial_failed'))
    assert.ok(finalOf(500, 'dial_failed', true))
    for (const [status, code] of [
      [500, 'dial_unresolved'],
      [503, 'send_unresolved'],
      [500, 'unexpected'],
      [0, 'unreachable'],
    ] as const)
      assert.ok(!finalOf(status, code), code)
    for (const [status, code] of [
      [401, 'sign_in_needed'],
      [403, 'role_needed'],
      [404, 'campaign_not_found'],
      [429, 'rate_limited'],
    ] as const)
      assert.deepEqual([finalOf(status, code), finalOf(status, code, true)], [true, false], code)
    for (const code of ['database_held', 'organization_moving']) {
      assert.ok(finalOf(503, code), code)
      // The request before may have done it.
      assert.ok(!finalOf(503, code, true), code)
    }
  })
})

describe('the addresses of the dashboard', () => {
  it('are these', () => {
    assert.deepEqual(
      [
        paths.start(),
        paths.signIn(),
        paths.welcome(),
        paths.invited(),
        paths.me(),
        paths.parts(),
        paths.home(place),
        paths.live(place),
        paths.campaigns(place),
        paths.newCampaign(place),
        paths.campaign(place, 'c'),
        paths.editCampaign(place, 'c'),
        paths.call(place, 'q'),
        paths.conversations(place),
        paths.conversation(place, 'v'),
        paths.broadcasts(place),
        paths.broadcast(place, 'b'),
        paths.message(place, 'm'),
        paths.sends(place),
        paths.knowledge(place),
        paths.newDomain(place),
        paths.source(place, 's'),
        paths.editDomain(place, 's'),
        paths.sourcePage(place, 's', 'i'),
        paths.carriers(place),
        paths.workflows(place),
        paths.newWorkflow(place),
        paths.workflow(place, 'w'),
        paths.keys(place),
        paths.peopleAndRoles('o'),
        paths.changes('o'),
      ],
      [
        '/',
        '/sign-in',
        '/welcome',
        '/invited',
        '/me',
        '/parts',
        '/o/p',
        '/o/p/live',
        '/o/p/campaigns',
        '/o/p/campaigns/new',
        '/o/p/campaigns/c',
        '/o/p/campaigns/c/edit',
        '/o/p/calls/q',
        '/o/p/conversations',
        '/o/p/conversations/v',
        '/o/p/broadcasts',
        '/o/p/broadcasts/b',
        '/o/p/messages/m',
        '/o/p/sends',
        '/o/p/knowledge',
        '/o/p/knowledge/new-domain',
        '/o/p/knowledge/s',
        '/o/p/knowledge/s/edit',
        '/o/p/knowledge/s/pages/i',
        '/o/p/carriers',
        '/o/p/workflows',
        '/o/p/workflows/new',
        '/o/p/workflows/w',
        '/o/p/keys',
        '/o/people-and-roles',
        '/o/changes',
      ],
    )
    assert.equal(
      withQuery('/o/p/calls', { status: 'failed', page: undefined, q: '' }),
      '/o/p/calls?status=failed',
    )
    assert.equal(referenceAddress('o', 'p'), '/docs?organization_id=o&project_id=p')
    assert.equal(referenceAddress(undefined, undefined), '/docs')
  })

  it('show what was found, a ticket alone among those of its status', () => {
    const found = { _id: 'x', project_id: 'p', campaign_id: null, title: 'Oak', at: null, is_exact: true }
    const leadTo = (kind: Found['kind'], detail: string | null = null) =>
      addressOf({ ...found, kind, detail }, 'o')
    assert.deepEqual(
      [
        leadTo('whatsapp_sender'),
        leadTo('whatsapp_template'),
        leadTo('ticket', 'open'),
        leadTo('ticket', 'closed'),
        leadTo('project'),
      ],
      [
        paths.sender(place, 'x'),
        paths.template(place, 'x'),
        '/o/p/tickets?search=x',
        '/o/p/tickets?show=closed&search=x',
        '/o/p',
      ],
    )
  })

  it('hold the state of a list, and one list has one address', () => {
    const search = new URLSearchParams('status=failed&sort=-created_at&page=3&other=1')
    const state = readList(search, ['status'])
    assert.deepEqual(state, {
      filters: { status: 'failed' },
      sort: { field: 'created_at', order: -1 },
      page: 3,
    })
    assert.equal(writeList(state), '?status=failed&sort=-created_at&page=3')
    assert.equal(writeList({ filters: {}, sort: null, page: 1 }), '')
    assert.equal(readList(new URLSearchParams('page=-4'), []).page, 1)
  })
})

describe('a request', () => {
  const params = {
    organization_id: 'o',
    project_id: 'p/1',
    limit: 50,
    skip: 0,
    filters: { status: 'failed' },
  }

  it('has ids in its path, the rest in its query, and JSON where the API takes JSON', () => {
    assert.deepEqual(wireRequest('listConversations', params), {
      method: 'GET',
      address:
        '/api/organizations/o/projects/p%2F1/conversations?limit=50&skip=0&filters=%7B%22status%22%3A%22failed%22%7D',
      body: undefined,
    })
  })

  it('is shown as curl without a secret, for a shell', () => {
    const body = { email: "o'hara@example.org", password: 'x' }
    assert.equal(
      asCurl('signIn', { body }, { origin: 'https://s.example', auth: 'personal' }),
      `curl 'https://s.example/api/sign-in' \\\n  --request POST \\\n  --header "Authorization: Bearer $SWITCHBOARD_TOKEN" \\\n  ` +
        String.raw`--json '{"email":"o'\''hara@example.org","password":"x"}'`,
    )
    assert.match(
      asCurl('listConversations', params, { origin: 'https://s.example', auth: 'project' }),
      /^curl 'https:\/\/s\.example\/organizations\/o\/.*\$SWITCHBOARD_KEY"$/s,
    )
  })
})

describe('a message that is sent again', () => {
  it('is the one that was sent before', () => {
    const to = '+14155550123'
    const link = 'https://example.com/a.png'
    for (const [type, payload, kind] of [
      ['text', { body: 'Hello' }, 'text'],
      ['text', { body: 'See https://example.com', preview_url: false }, 'other'],
      ['image', { link, caption: 'Oak' }, 'image'],
      ['document', { link, filename: 'oak.pdf' }, 'other'],
    ] as const) {
      const values = valuesOf({ to, request: { type, payload } })
      assert.equal(values.kind, kind)
      assert.deepEqual(bodyOf(values, []), { to, type, payload })
    }
    // As the service keeps a text whose sender does not speak of the preview.
    const usual = { type: 'text', payload: { body: 'Hello', preview_url: true } }
    assert.equal(valuesOf({ to, request: usual }).kind, 'text')
  })
})

describe('two editors', () => {
  const base = { name: 'Autumn', slots: 8, hours: { zone: 'UTC', windows: [1] } }

  it('send only what they changed', () => {
    const after = { name: 'Autumn', slots: 20, hours: { zone: 'Europe/Berlin', windows: [1] } }
    assert.deepEqual(patchOf(base, after), { slots: 20, hours: { zone: 'Europe/Berlin' } })
    assert.deepEqual(patchOf({ ends_at: 'x' }, {}), { ends_at: null })
    assert.deepEqual(patchOf(base, structuredClone(base)), {})
  })

  it('keep what only one of them changed, and are asked about the rest', () => {
    const theirs = { ...base, name: 'Winter', slots: 5 }
    const yours = { ...base, slots: 20, hours: { zone: 'UTC', windows: [2] } }
    assert.deepEqual(mergeRecord(base, theirs, yours), {
      merged: { name: 'Winter', slots: 20, hours: { zone: 'UTC', windows: [2] } },
      conflicts: [{ field: 'slots', path: ['slots'], theirs: 5, yours: 20 }],
    })
    assert.deepEqual(mergeRecord(base, { ...base, slots: 9 }, { ...base, slots: 9 }).conflicts, [])
  })

  it('keep what only one of them changed inside of a field, too', () => {
    const limits = { dials: 1, minutes: 2, 'spend.eur': 3, countries: ['DE'] }
    const before = { name: 'Acme', calls: limits }
    const theirs = { ...before, calls: { ...limits, minutes: 20, 'spend.eur': 30, countries: ['DE', 'FR'] } }
    const { 'spend.eur': _, ...rest } = limits
    const yours = { ...before, calls: { ...rest, dials: 10, countries: ['AT'] } }
    const { merged, conflicts } = mergeRecord(before, theirs, yours)
    assert.deepEqual(merged, { name: 'Acme', calls: { dials: 10, minutes: 20, countries: ['AT'] } })
    assert.deepEqual(
      conflicts.map(({ field, theirs: one, yours: other }) => [field, one, other]),
      [
        ['calls.spend.eur', 30, undefined],
        ['calls.countries', ['DE', 'FR'], ['AT']],
      ],
    )
    const decided = conflicts.reduce(takeTheirs, merged)
    assert.deepEqual(decided, { name: 'Acme', calls: { ...theirs.calls, dials: 10 } })
    // What one of them took away as a whole is one conflict.
    assert.deepEqual(mergeRecord(before, theirs, { name: 'Acme', calls: null }).conflicts.length, 1)
  })

  it('compare values whatever the order of their members', () => {
    assert.ok(isSame({ a: 1, b: [2] }, { b: [2], a: 1 }))
    assert.ok(!isSame([], {}))
    assert.ok(!isSame({ a: null }, {}))
  })
})

describe('formats', () => {
  const options = { locale: 'en-GB', zone: 'America/New_York', now: Date.parse('2026-11-22T12:00:00Z') }

  it('show an instant with its zone, and the year if it is another one', () => {
    const at = '2026-11-23T19:06:32.530Z'
    assert.equal(formatInstant(at, { ...options, seconds: true }), 'Mon 23 Nov, 14:06:32 New York')
    assert.equal(formatInstant('2027-02-20T17:13:00Z', options), 'Sat 20 Feb 2027, 12:13 New York')
    assert.equal(formatTime(at, options), '14:06:32')
    assert.equal(zoneName('America/Argentina/Buenos_Aires'), 'Buenos Aires')
  })

  it('show how long', () => {
    assert.equal(formatClock(471_900), '7:51')
    assert.equal(formatClock(3_723_000), '1:02:03')
    assert.equal(formatDuration(71_580_000, 'en-GB'), '19 h 53 min')
    assert.equal(formatDuration(208_000, 'en-GB'), '3 min 28 s')
    assert.equal(formatDuration(0, 'en-GB'), '0 s')
  })

  it('group numbers, and leave alone what is none', () => {
    assert.equal(formatPhone('+12125550143'), '+1 212 555 0143')
    assert.equal(formatPhone('+493055500142'), '+49 305 5500 142')
    assert.equal(formatPhone('+97235550108'), '+972 355 501 08')
    assert.equal(formatPhone('Renewals'), 'Renewals')
  })
})

describe('local times', () => {
  it('are instants of their zone, also where clocks change', () => {
    for (const [date, time, zone, instant] of [
      ['2026-11-23', '18:00', 'America/New_York', '2026-11-23T23:00:00.000Z'],
      ['2027-03-28', '02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
      ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
      ['2026-11-23', '09:15', 'Asia/Kathmandu', '2026-11-23T03:30:00.000Z'],
    ] as const)
      assert.equal(instantOf({ date, time }, zone), instant, `${date} ${time} ${zone}`)
    assert.equal(instantOf({ date: '', time: '18:00' }, 'UTC'), null)
    assert.deepEqual(localTimeOf('2026-11-23T23:00:00Z', 'America/New_York'), {
      date: '2026-11-23',
      time: '18:00',
    })
  })
})

describe('days', () => {
  it('begin at midnight, or at the first instant after it where clocks skip it', () => {
    for (const [day, zone, instant] of [
      ['2026-11-23', 'America/New_York', '2026-11-23T05:00:00.000Z'],
      ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
      ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
      ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
      ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
      ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
    ] as const)
      assert.equal(dayStart(day, zone), instant, `${day} ${zone}`)
    assert.equal(dayEnd('2026-09-05', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
    assert.equal(dayStart('2026-13-01', 'UTC'), null)
    assert.equal(dayEnd('today', 'UTC'), null)
  })
})

describe('a change that is brought back', () => {
  it('gives its fields the values of before, and takes out of lists what was not there', () => {
    const record = { slots: 8, hours: { windows: [{ to: '19:00' }, { to: '20:00' }] }, retry: null }
    const fields = [
      { path: 'slots', before: 5 },
      { path: 'hours.windows[0].to', before: '18:00' },
      { path: 'hours.windows[1]', before: null },
      { path: 'retry', before: { max_attempts: 3 } },
    ]
    assert.deepEqual(bringBack(record, fields), {
      slots: 5,
      hours: { windows: [{ to: '18:00' }] },
      retry: { max_attempts: 3 },
    })
    assert.equal(record.slots, 8)
  })
})

describe('a definition as YAML', () => {
  it('is read as the same', () => {
    const values = [
      { start: 'a', steps: { a: { kind: 'say', text: 'Hello: {{ x }} # no', equals: 1, list: [] } } },
      {
        words: ['yes', 'no', 'on', '1', '', ' x', 'a: b', 'two\nlines', "don't", '- x'],
        none: null,
        empty: {},
      },
      { deep: [[1, [true, 'x']], { a: [{ b: 'c', d: { e: '~' } }] }], 'odd key:': 'null' },
    ]
    for (const value of values) assert.deepEqual(parse(formatYamlDocument(value)), value)
  })
})
