import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { makeToken, signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'

const nextNumber = createNumbers()
let service: Service
let token: string
let viewerToken: string

before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [
      scriptCampaign({
        name: 'Script',
        status: 'paused',
        script: 'Hello {{ customer.name | default: "you" }}',
      }),
      scriptCampaign({
        name: 'Needs',
        status: 'paused',
        script: 'Hello {{ customer.name }}, {{ customer.car }}',
      }),
      scriptCampaign({ name: 'Ending', status: 'paused' }),
      scriptCampaign({ name: 'Ended', status: 'ended' }),
    ],
  })
  const owner = await signInFirstOwner(service)
  token = (await makeToken(owner, 'editor')).token
  viewerToken = (await makeToken(await signInAs(service, 'viewer'), 'viewer')).token
  service.startWorker()
})
after(() => service[Symbol.asyncDispose]())

interface Sent {
  campaign?: string
  query?: string
  headers?: Record<string, string>
  type?: string
}

const pathOf = (campaign = 'Script', tail = '') =>
  `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign] ?? campaign}/call-batches${tail}`

interface Fault {
  line: number
  kind: string
  field: string | null
  message: string
}

/** What the endpoints answer, as far as it is looked at. */
interface Data {
  _id: string
  name: string
  state: string
  stop: { code: string } | null
  format: string
  rows: number
  rows_count: number
  accepted: number
  accepted_count: number
  queued_count: number
  faults_count: number
  is_paused: boolean
  left_out: Record<string, number>
  found: Record<string, number>
  by_state: Record<string, number>
  faults: Fault[]
  items: Fault[]
  pagination: { total: number }
  estimate: {
    first_attempt_at: string
    last_attempt_at: string
    too_late: number
    assumes: { seconds_from: string; seconds_per_call: number }
  }
}

interface Body {
  code: string
  message: string
  faults: { path: string }[]
  data: Data
}

const dataOf = ({ body }: Answer): Data => body.data

async function give(
  text: string | Buffer,
  { campaign, query = '', headers = {}, type = 'text/csv' }: Sent = {},
) {
  const answer = await fetch(`${service.url}${pathOf(campaign)}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
    body: text as string,
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

const ask = (method: string, path: string, as = token): Promise<Answer> =>
  service.request(method, path, { key: null, headers: { authorization: `Bearer ${as}` } })

const csv = (rows: readonly string[], head = 'phone_number,name') => [head, ...rows].join('\n')

async function whole(campaign: string, id: string): Promise<Data> {
  return dataOf(await ask('GET', pathOf(campaign, `/${id}`)))
}

const queued = (campaign: string, id: string) =>
  eventually('the batch is queued', async () => {
    const batch = await whole(campaign, id)
    return batch.state === 'queueing' ? null : batch
  })

describe('a file of calls that is checked', () => {
  it('names each fault by its line, with what would be right, and stores nothing', async () => {
    const [one, two, three] = [nextNumber(), nextNumber(), nextNumber()]
    await service.request('POST', pathOf().replace('/api', '').replace('call-batches', 'calls'), {
      body: { phone_number: three },
    })
    const file = csv([
      `${one},Ada`,
      '12,Bob',
      ',Nobody',
      `${two},Cy,extra`,
      `"${one.slice(0, 2)} ${one.slice(2)}",Ada again`,
      `${three},Waits`,
      '4.155550123E+10,Sheet',
      `${two},"two\nlines"`,
    ])
    const { status, body } = await give(file, { query: 'dry_run=true' })
    assert.equal(status, 200, JSON.stringify(body))
    const { faults, ...check } = body.data
    assert.deepEqual([check.rows, check.accepted, check.faults_count, check.format], [8, 2, 6, 'csv'])
    const left = { invalid: 1, number: 3, do_not_call: 0, repeated: 1, waiting: 1, incomplete: 0 }
    assert.deepEqual(check.left_out, left)
    assert.deepEqual(
      faults.map(({ line, kind, field }) => [line, kind, field]),
      [
        [3, 'number', 'phone_number'],
        [4, 'number', 'phone_number'],
        [5, 'invalid', null],
        [6, 'repeated', 'phone_number'],
        [7, 'waiting', 'phone_number'],
        [8, 'number', 'phone_number'],
      ],
    )
    assert.match(faults[0]!.message, /country code/)
    assert.match(faults[2]!.message, /3 cells.*2 columns/)
    assert.match(faults[3]!.message, /line 2/)
    assert.match(faults[5]!.message, /spreadsheet/)
    assert.equal(check.is_paused, true)
    assert.deepEqual(await service.context.db.query(sql`select _id from call_batches`), [])
    assert.deepEqual(await service.context.db.query(sql`select line from call_batch_rows`), [])
  })

  it('reads NDJSON, and refuses values as the endpoint does', async () => {
    const lines = [
      JSON.stringify({ phone_number: nextNumber(), name: 'Ada', visits: 3 }),
      '',
      '{"phone_number":',
      JSON.stringify({ phone_number: nextNumber(), tags: [] }),
      JSON.stringify([1]),
    ]
    const { body } = await give(`\ufeff${lines.join('\r\n')}`, {
      query: 'dry_run=true',
      type: 'application/x-ndjson',
    })
    assert.deepEqual([body.data.rows, body.data.accepted, body.data.format], [4, 1, 'ndjson'])
    assert.deepEqual(
      body.data.faults.map(({ line, kind, field }) => [line, kind, field]),
      [
        [3, 'invalid', null],
        [4, 'invalid', 'tags'],
        [5, 'invalid', null],
      ],
    )
  })

  it('finds rows that lack what the campaign speaks, and queues them where that is wanted', async () => {
    const file = csv(
      [`${nextNumber()},Ada,Fiat`, `${nextNumber()},Bob,`, `${nextNumber()},,`],
      'phone_number;name;car',
    ).replaceAll(',', ';')
    const check = await give(file, { campaign: 'Needs', query: 'dry_run=true' })
    assert.deepEqual([check.body.data.accepted, check.body.data.left_out.incomplete], [1, 2])
    assert.deepEqual(
      check.body.data.faults.map(({ line, field }) => [line, field]),
      [
        [3, 'car'],
        [4, 'name'],
        [4, 'car'],
      ],
    )
    const all = await give(file, { campaign: 'Needs', query: 'dry_run=true&include=incomplete' })
    assert.deepEqual([all.body.data.accepted, all.body.data.found.incomplete], [3, 2])
  })

  it('takes a complete row whose number stands in an earlier one that is left out', async () => {
    const [one, two] = [nextNumber(), nextNumber()]
    const rows = [`${one},Ada,`, `${one},Ada,Fiat`, `${one},Ada again,Seat`, `${two},Bob,`, `${two},,Opel`]
    const file = csv(rows, 'phone_number;name;car').replaceAll(',', ';')
    const check = await give(file, { campaign: 'Needs', query: 'dry_run=true' })
    assert.equal(check.body.data.accepted, 1)
    assert.deepEqual(
      check.body.data.faults.map(({ line, kind }) => [line, kind]),
      [
        [2, 'incomplete'],
        [4, 'repeated'],
        [5, 'incomplete'],
        [6, 'incomplete'],
      ],
    )
    assert.match(check.body.data.faults[1]!.message, /line 3/)
    const all = await give(file, { campaign: 'Needs', query: 'dry_run=true&include=incomplete' })
    assert.deepEqual([all.body.data.accepted, all.body.data.left_out.repeated], [2, 3])
  })

  it('estimates the attempts, and names what it assumes', async () => {
    const rows = Array.from({ length: 10 }, () => `${nextNumber()},Ada`)
    const { body } = await give(csv(rows), { query: 'dry_run=true' })
    const { first_attempt_at, last_attempt_at, too_late, assumes } = body.data.estimate
    assert.ok(Date.parse(first_attempt_at) <= Date.parse(last_attempt_at))
    assert.deepEqual([too_late, assumes.seconds_from, assumes.seconds_per_call], [0, 'assumption', 60])
  })

  for (const [name, text, expected] of [
    ['an empty file', '', /empty/],
    ['a file without the column', 'phone,name\n+14155550123,Ada', /phone_number/],
    ['an open quote', 'phone_number,name\n+14155550123,"Ada', /line 2: a quote/],
    ['a file that is not UTF-8', Buffer.from([0x70, 0xff, 0x0a]), /UTF-8/],
    ['a column twice', 'phone_number,a,a\n1,2,3', /two columns/],
    ['too many rows', `phone_number\n${'1\n'.repeat(100_001)}`, /more than 100000 rows/],
    ['too many rows that end by CR', `phone_number\r${'1\r'.repeat(100_001)}`, /more than 100000 rows/],
  ] as const)
    it(`refuses ${name} (400)`, async () => {
      const { status, body } = await give(text, { query: 'dry_run=true' })
      assert.deepEqual([status, body.code], [400, 'call_file_unusable'], JSON.stringify(body))
      assert.match(body.message, expected)
    })

  it('refuses a file that is too large (413), and other types (415)', async () => {
    assert.equal((await give(Buffer.alloc(33_554_433, 'a'))).status, 413)
    assert.equal((await give('{}', { type: 'application/json' })).status, 415)
  })
})

describe('a file of calls that is queued', () => {
  it('becomes ordinary calls in the order of the file, with one batch_id and a profile each', async () => {
    const numbers = Array.from({ length: 5 }, nextNumber)
    const rows = numbers.map((number, index) => `${number},Person ${index},p${index}@example.com`)
    const file = csv([...rows, 'nonsense,Nobody,'], 'phone_number,name,email')
    const { status, body } = await give(file, { query: 'name=list.csv' })
    assert.equal(status, 200, JSON.stringify(body))
    const batch = await queued('Script', body.data._id)
    assert.deepEqual(
      [batch.state, batch.rows_count, batch.accepted_count, batch.queued_count, batch.by_state, batch.name],
      ['queued', 6, 5, 5, { waiting: 5 }, 'list.csv'],
    )
    const calls = await service.context.db.query<{
      phone_number: string
      batch_line: number
      name: string
      moves: number
      customer: object
    }>(sql`
      select c.phone_number, c.placed_by, c.batch_line, c.customer, p.name,
        (select count(*) from call_moves m where m.call_id = c._id) as moves
      from calls c
      join channel_identities i on i.identity_key = c.phone_number and i.channel_type = 'voice'
      join profiles p on p._id = i.profile_id
      where c.batch_id = ${batch._id} order by c.queue_number`)
    assert.deepEqual(
      calls.map(({ phone_number, batch_line, name, moves }) => [phone_number, batch_line, name, moves]),
      numbers.map((number, index) => [number, index + 2, `Person ${index}`, 1]),
    )
    assert.deepEqual(calls[0]!.customer, {
      phone_number: numbers[0],
      name: 'Person 0',
      email: 'p0@example.com',
    })
    const faults = await ask('GET', pathOf('Script', `/${batch._id}/faults`))
    assert.deepEqual(
      dataOf(faults).items.map(({ line }) => line),
      [7],
    )
    const filtered = await ask(
      'GET',
      pathOf()
        .replace(/\/campaigns.*/, '/calls')
        .concat(`?show=all&filters=${encodeURIComponent(JSON.stringify({ batch_id: batch._id }))}`),
    )
    assert.equal(dataOf(filtered).pagination.total, 5, JSON.stringify(filtered.body))
    const changes = await service.context.db.query(sql`
      select action, record_name from changes where kind = 'call_batch' and record_id = ${batch._id}`)
    assert.deepEqual(changes, [{ action: 'created', record_name: 'list.csv' }])
  })

  it('is the same batch for the same bytes and the same key, and another one only where that is asked for (Promise 52)', async () => {
    const file = csv([`${nextNumber()},Ada`])
    const [one, two] = await Promise.all([give(file), give(file)])
    assert.equal(one.body.data._id, two.body.data._id)
    assert.equal([one, two].filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length, 1)
    const key = { 'idempotency-key': 'k1' }
    const third = await give(file, { headers: key })
    assert.equal(third.body.data._id, one.body.data._id)
    assert.equal((await give(csv([`${nextNumber()},Bob`]), { headers: key })).status, 409)
    assert.equal((await give(file, { query: 'again=true' })).status, 400)
    await queued('Script', one.body.data._id)
    const again = { headers: { 'idempotency-key': 'k2' }, query: 'again=true&include=waiting' }
    const fourth = await give(file, again)
    assert.equal(fourth.status, 200, JSON.stringify(fourth.body))
    assert.notEqual(fourth.body.data._id, one.body.data._id)
    const fifth = await give(file, again)
    assert.deepEqual(
      [fifth.body.data._id, fifth.headers.get('idempotency-replayed')],
      [fourth.body.data._id, 'true'],
    )
    const keyed = csv([`${nextNumber()},Cy`])
    const both = await Promise.all([1, 2].map(() => give(keyed, { headers: { 'idempotency-key': 'k3' } })))
    assert.equal(new Set(both.map(({ body }) => body.data._id)).size, 1)
  })

  it('refuses what no request for a call would be accepted with', async () => {
    const file = csv([`${nextNumber()},Ada`])
    const ended = await give(file, { campaign: 'Ended' })
    assert.deepEqual([ended.status, ended.body.code], [400, 'campaign_ended'])
    const none = await give(csv(['1,Ada']))
    assert.deepEqual([none.status, none.body.code], [400, 'call_file_unusable'])
    assert.equal(none.body.faults[0]!.path, 'line 2, phone_number')
    assert.equal((await give(file, { campaign: service.projectId })).status, 404)
    const viewer = await give(file, { headers: { authorization: `Bearer ${viewerToken}` } })
    assert.equal(viewer.status, 403)
    assert.equal((await ask('GET', pathOf('Script', `/${service.projectId}`))).status, 404)
    assert.equal((await ask('POST', pathOf('Script', `/${service.projectId}/cancel`))).status, 404)
  })

  it('merges people as single calls do: a shared address, a known number, a new address', async () => {
    const [one, two, three] = [nextNumber(), nextNumber(), nextNumber()]
    const rows = [`${one},Ada,shared@example.com`, `${two},,shared@example.com`, `${three},Cy,`]
    const first = await give(csv(rows, 'phone_number,name,email'))
    await queued('Script', first.body.data._id)
    const second = await give(
      csv([`${three},Cyrus,cy@example.com`, `${one},Ada,`], 'phone_number,name,email'),
      {
        query: 'include=waiting',
      },
    )
    await queued('Script', second.body.data._id)
    const profiles = await service.context.db.query(sql`
      select p.name, array_agg(c.normalized order by c.normalized) as contacts from profiles p
      join profile_contacts c on c.profile_id = p._id
      where c.profile_id in (select profile_id from profile_contacts where normalized = any(${[one, two, three]}))
      group by p._id, p.name order by p.name`)
    assert.deepEqual(profiles, [
      { name: 'Ada', contacts: [one, two, 'shared@example.com'].toSorted() },
      { name: 'Cy', contacts: [three, 'cy@example.com'].toSorted() },
    ])
  })

  it('exports the outcomes without formulas', async () => {
    const number = nextNumber()
    const { body } = await give(csv([`${number},=1+1`]))
    await queued('Script', body.data._id)
    const answer = await fetch(`${service.url}${pathOf('Script', `/${body.data._id}/outcomes`)}`, {
      headers: { authorization: `Bearer ${viewerToken}` },
    })
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    const lines = (await answer.text()).split('\r\n')
    assert.match(lines[0]!, /line,phone_number,name,state/)
    assert.equal(lines[1]!.split(',').slice(0, 4).join(','), `2,${number},'=1+1,waiting`)
  })

  it('is canceled: what waits is canceled, and canceling twice does no harm', async () => {
    const rows = Array.from({ length: 30 }, () => `${nextNumber()},Ada`)
    const { body } = await give(csv(rows))
    const id = body.data._id
    await queued('Script', id)
    for (let times = 0; times < 2; times++)
      assert.equal((await ask('POST', pathOf('Script', `/${id}/cancel`))).status, 200)
    const batch = await eventually('the batch is canceled', async () => {
      const now = await whole('Script', id)
      return now.state === 'canceled' ? now : null
    })
    assert.deepEqual(batch.by_state, { canceled: 30 })
    assert.equal((await ask('POST', pathOf('Script', `/${id}/resume`))).status, 409)
  })

  it('stops where its campaign takes no more calls, and goes on when it does', async () => {
    const { db } = service.context
    const campaign = service.campaignIds['Ending']!
    // Ends after the file was accepted and before a worker has seen it.
    const file = csv([`${nextNumber()},Ada`, `${nextNumber()},Bob`])
    await db.write(sql`update call_batches set next_at = null where next_at is not null`)
    const given = give(file, { campaign: 'Ending' })
    const { body } = await given
    const id = body.data._id
    const before = await queued('Ending', id)
    assert.equal(before.state, 'queued')
    await db.write(sql`update campaigns set status = 'ended' where _id = ${campaign}`)
    const other = csv([`${nextNumber()},Cy`])
    await db.write(sql`update campaigns set status = 'paused' where _id = ${campaign}`)
    // Half of the file is calls, the other half waits for a worker.
    const second = await give(other, { campaign: 'Ending' })
    const ended = await queued('Ending', second.body.data._id)
    assert.equal(ended.state, 'queued')
    await db.write(sql`
      insert into call_batch_rows (organization_id, batch_id, line, call_id, phone_number, given_number, customer)
      select organization_id, ${second.body.data._id}, 9, gen_random_uuid(), ${nextNumber()}, 'x', '{}'::jsonb
      from call_batches where _id = ${second.body.data._id}`)
    await db.write(sql`update campaigns set status = 'ended' where _id = ${campaign}`)
    await db.write(sql`
      update call_batches set state = 'queueing', rows_count = 2, accepted_count = 2, next_at = now()
      where _id = ${second.body.data._id}`)
    const stopped = await queued('Ending', second.body.data._id)
    assert.deepEqual([stopped.state, stopped.stop?.code], ['stopped', 'campaign_ended'])
    await db.write(sql`update campaigns set status = 'paused' where _id = ${campaign}`)
    assert.equal((await ask('POST', pathOf('Ending', `/${second.body.data._id}/resume`))).status, 200)
    const done = await queued('Ending', second.body.data._id)
    assert.deepEqual([done.state, done.queued_count, done.stop], ['queued', 2, null])
  })
})
