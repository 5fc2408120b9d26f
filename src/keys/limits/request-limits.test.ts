import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { parseList } from 'structured-headers'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createPrograms } from '../../../test/support/killed-programs.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { watchStalls } from '../../../test/support/slowness.ts'
import { beginRequest } from '../../../test/support/unfinished-request.ts'
import { signInAs } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { scopes } from '../api-key.ts'

let service: Service
let P: string
before(async () => {
  service = await startService({ campaigns: [scriptCampaign()] })
  P = `/organizations/${service.organizationId}/projects/${service.projectId}`
})
after(() => service[Symbol.asyncDispose]())

let made = 0

/** Returns a new key of the project with a rate. */
async function keyWith(rate: unknown, project: Record<string, unknown> = {}): Promise<string> {
  const name = `limited ${++made}`
  const declared = { name: 'Renewals', default_country: 'US', ...project, api_keys: [{ name, scopes, rate }] }
  const tree = await service.apply({ organizations: [{ name: 'Acme', projects: [declared] }] })
  return tree.organizations[0]!.projects[0]!.api_keys[0]!.key!
}

/** Declares the limit of the project. */
async function limitProject(requests_per_second: number | 'none'): Promise<void> {
  const project = { name: 'Renewals', default_country: 'US', requests_per_second }
  await service.apply({ organizations: [{ name: 'Acme', projects: [project] }] })
}

const list = (key: string, headers: Record<string, string> = {}) =>
  service.request('GET', `${P}/campaigns`, { key, headers })

const addSource = (key: string, domain: string) =>
  service.request('POST', `${P}/sources/domains`, { key, body: { domain } })

/** Returns the items of a structured field, each with its parameters. */
function itemsOf({ headers }: Answer, name: string): [string, Record<string, unknown>][] {
  const value = headers.get(name)
  assert.ok(value !== null, `${name} is missing`)
  return parseList(value).map(([item, parameters]) => [String(item), Object.fromEntries(parameters)])
}

const remaining = (answer: Answer, name: string) =>
  itemsOf(answer, 'ratelimit').find(([item]) => item === name)?.[1]['r']

/** Sends requests until one is refused, and returns how many were admitted and the refusal. */
async function useUp(ask: () => Promise<Answer>): Promise<{ admitted: number; refused: Answer }> {
  for (let admitted = 0; admitted < 1_000; admitted++) {
    const answer = await ask()
    if (answer.status === 429) return { admitted, refused: answer }
  }
  throw new Error('1,000 requests were admitted')
}

describe('the headers of limits', () => {
  it('are on every answer, whatever its status', async () => {
    const key = await keyWith({ requests_per_second: 20, burst: 100, writes_per_second: 10, write_burst: 50 })
    await limitProject(200)
    const policy = [
      ['requests', { q: 100, w: 5 }],
      ['writes', { q: 50, w: 5 }],
      ['project', { q: 1_000, w: 5 }],
    ]
    const asked: [method: string, path: string, status: number, body?: unknown][] = [
      ['GET', `${P}/campaigns`, 200],
      ['GET', `${P}/campaigns?limit=0`, 400],
      ['GET', `/organizations/${service.projectId}/projects`, 403],
      ['GET', `${P}/sources/${service.projectId}`, 404],
      ['POST', `${P}/sources/domains`, 400, { domain: '' }],
    ]
    for (const [index, [method, path, status, body]] of asked.entries()) {
      const answer = await service.request(method, path, { key, body })
      assert.equal(answer.status, status, path)
      assert.deepEqual(itemsOf(answer, 'ratelimit-policy'), policy)
      const standings = itemsOf(answer, 'ratelimit')
      const names = method === 'POST' ? ['requests', 'writes', 'project'] : ['requests', 'project']
      assert.deepEqual(
        standings.map(([name]) => name),
        names,
      )
      for (const [name, { r, t }] of standings) {
        const [, q] = policy.find(([item]) => item === name) as [string, { q: number }]
        assert.ok(Number(r) <= q.q && Number(r) >= q.q - index - 20, `${name}: ${String(r)}`)
        assert.equal(t, 1)
      }
    }
    await limitProject('none')
  })

  it('are left out where nothing is limited', async () => {
    const { headers, status } = await list(await keyWith('none'))
    assert.deepEqual([status, headers.get('ratelimit'), headers.get('ratelimit-policy')], [200, null, null])
  })
})

describe('a key beyond its rate (Rule 172)', () => {
  it('is refused (429), says which limit and when, and is taken again then', async () => {
    const key = await keyWith({ requests_per_second: 2, burst: 10 })
    const started = performance.now()
    const { admitted, refused } = await useUp(() => list(key))
    const passed = (performance.now() - started) / 1_000
    assert.ok(admitted >= 10 && admitted <= 10 + 2 * passed, `${admitted} in ${passed} s`)
    assert.deepEqual(refused.body, {
      status: 'error',
      message:
        'The API key may make 2 requests a second, and 10 at once after a pause. ' +
        'Try again in 1 s, or raise rate.requests_per_second of the key, in the dashboard or with apply',
      data: null,
      status_code: 429,
    })
    assert.equal(refused.headers.get('error-code'), 'rate_limited;retryable')
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.deepEqual(itemsOf(refused, 'ratelimit'), [['requests', { r: 0, t: 1 }]])
    await delay(1_000)
    assert.equal((await list(key)).status, 200)
  })

  it('is refused before the body is read', async () => {
    const key = await keyWith({ requests_per_second: 1, burst: 1 })
    // Where the machine takes a second to send it, the request is admitted and waits for its body.
    await eventually('it is refused', async () => {
      await useUp(() => list(key))
      const request = beginRequest(
        `${service.url}${P}/campaigns/${service.campaignIds['Script']}/calls`,
        { 'x-api-key': key },
        { length: 200_000 },
      )
      const answer = await Promise.race([request.answer, delay(5_000, null)])
      request.end()
      if (answer === null) return null
      assert.equal(answer.status, 429)
      return true
    })
  })

  it('still reads when only its writes are used up', async () => {
    const key = await keyWith({ requests_per_second: 1_000, writes_per_second: 1, write_burst: 3 })
    const started = performance.now()
    const { admitted, refused } = await useUp(() => addSource(key, 'not a domain'))
    const passed = (performance.now() - started) / 1_000
    assert.ok(admitted >= 3 && admitted <= 3 + passed, `${admitted} in ${passed} s`)
    assert.match(refused.body.message, /may make 1 calls, sends and sources a second/)
    assert.equal((await list(key)).status, 200)
    const call = `${P}/campaigns/${service.campaignIds['Script']}`
    for (const path of [`${call}/calls`, `${call}/trigger-call`, `${P}/broadcasts/x/messages`])
      assert.equal((await service.request('POST', path, { key, body: {} })).status, 429, path)
    // A refused write takes nothing of the other limit.
    assert.ok(Number(remaining(await list(key), 'requests')) > 4_900)
  })

  it('is limited over all processes, each of which gets its part (Promise 173)', async () => {
    const rate = 20
    const key = await keyWith({ requests_per_second: rate, burst: rate })
    await using programs = createPrograms(service.databaseUrl, {})
    const urls = [service.url, (await programs.start('api')).url]
    const admitted = [0, 0]
    let firstAt: number | null = null
    const asking: Promise<unknown>[] = []
    await using stack = new AsyncDisposableStack()
    const stalls = urls.map((url) => stack.use(watchStalls(() => fetch(`${url}/healthz`))))
    const ask = async (process: number) => {
      const { status } = await fetch(`${urls[process]}${P}/campaigns`, { headers: { 'x-api-key': key } })
      assert.ok(status === 200 || status === 429, String(status))
      if (status !== 200) return
      firstAt ??= performance.now()
      admitted[process]! += 1
    }
    const started = performance.now()
    let sent = 0
    for (let passedMs = 0; passedMs < 5_000; passedMs = performance.now() - started) {
      for (; sent < (rate * 10 * passedMs) / 1_000; sent++) asking.push(ask(sent % 2))
      await delay(5)
    }
    const lastAt = performance.now()
    await Promise.all(asking)
    const seconds = (performance.now() - started) / 1_000
    const total = admitted[0]! + admitted[1]!
    // A process that stands still uses nothing of the limit meanwhile.
    const stalled = stalls.map((watch) => watch.stalledMs() / 1_000)
    assert.ok(total <= rate + rate * seconds, `${total} of at most ${rate + rate * seconds}`)
    const expected = rate + (rate * (lastAt - (firstAt ?? 0))) / 1_000
    assert.ok(total >= 0.95 * expected - rate * Math.max(...stalled), `${total} of ${expected}`)
    for (const [index, part] of admitted.entries())
      assert.ok(part >= 0.25 * total * (1 - stalled[index]! / seconds), `${part} of ${total}`)
  })
})

describe('a limit in the database', () => {
  it('is asked for blocks, and about twenty times a second once it is used up', async () => {
    const { db } = service.context
    const key = await keyWith({ requests_per_second: 1_000, burst: 1_000 })
    let statements = 0
    const write = db.write.bind(db)
    db.write = (statement) => {
      if (statement.strings.some((part) => part.includes('request_buckets'))) statements += 1
      return write(statement)
    }
    try {
      let started = performance.now()
      const passed = () => (performance.now() - started) / 1_000
      for (let round = 0; round < 50; round++) await Promise.all(Array.from({ length: 10 }, () => list(key)))
      // Blocks become smaller where the requests come slowly.
      const most = 60 + 4 * passed()
      assert.ok(statements <= most, `${statements} statements for 500 requests, at most ${most}`)
      const small = await keyWith({ requests_per_second: 50, burst: 50 })
      await useUp(() => list(small))
      statements = 0
      started = performance.now()
      let asked = 0
      for (; passed() < 1; asked += 10) await Promise.all(Array.from({ length: 10 }, () => list(small)))
      assert.ok(asked > 3 * statements, `${statements} statements for ${asked} requests`)
      assert.ok(statements <= 45 * passed(), `${statements} statements in ${passed()} s`)
    } finally {
      db.write = write
    }
  })
})

describe('the limit of a project', () => {
  it('is shared by its keys, and says so', async () => {
    const [one, other] = [await keyWith('none'), await keyWith({ requests_per_second: 1_000 })]
    await limitProject(2)
    const started = performance.now()
    const { admitted } = await useUp(() => list(one))
    const passed = (performance.now() - started) / 1_000
    assert.ok(admitted >= 10 && admitted <= 10 + 2 * passed, `${admitted} in ${passed} s`)
    const refused = await list(other)
    assert.equal(refused.status, 429)
    assert.match(refused.body.message, /^All keys of the project together may make 2 requests a second/)
    assert.match(refused.body.message, /raise requests_per_second of the project/)
    assert.deepEqual(
      itemsOf(refused, 'ratelimit').map(([name, { r }]) => [name, r]),
      [
        ['requests', 5_000],
        ['project', 0],
      ],
    )
    await limitProject('none')
    assert.equal((await list(one)).status, 200)
  })
})

describe('another rate', () => {
  it('holds from the next request on, wherever it was set', async () => {
    const admin = await signInAs(service, 'admin')
    const key = await keyWith({ requests_per_second: 1, burst: 1 })
    await useUp(() => list(key))
    const [row] = await service.context.db.query<{ _id: string }>(sql`
      select _id from api_keys where project_id = ${service.projectId} and name = ${`limited ${made}`}`)
    const path = `/api${P}/api-keys/${row!._id}`
    const answer = await admin.request('PATCH', path, { rate: { requests_per_second: 1_000, burst: 5_000 } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const rate = { requests_per_second: 1_000, burst: 5_000, writes_per_second: 10, write_burst: 50 }
    assert.deepEqual((answer.body.data as { rate: unknown }).rate, rate)
    const wider = await list(key)
    assert.equal(wider.status, 200)
    assert.deepEqual(itemsOf(wider, 'ratelimit-policy')[0], ['requests', { q: 5_000, w: 5 }])
    await service.apply({
      organizations: [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Renewals',
              default_country: 'US',
              api_keys: [{ name: `limited ${made}`, rate: 'none' }],
            },
          ],
        },
      ],
    })
    assert.equal((await list(key)).headers.get('ratelimit'), null)
  })
})

describe('wrong keys', () => {
  const wrong = 'svc_live_00000000000000000000000000000000'
  const from = (address: string, key = wrong) => list(key, { 'x-forwarded-for': address })

  it('are refused with 429 after 20 of an address in a minute; right ones are taken', async () => {
    const first = await from('203.0.113.7')
    assert.deepEqual(itemsOf(first, 'ratelimit-policy'), [['wrong-keys', { q: 20, w: 60 }]])
    assert.deepEqual([first.status, remaining(first, 'wrong-keys')], [401, 19])
    for (let count = 1; count < 20; count++)
      assert.equal((await from('203.0.113.7', count % 2 === 0 ? wrong : 'x')).status, 401)
    const refused = await from('203.0.113.7')
    assert.deepEqual([refused.status, refused.headers.get('error-code')], [429, 'rate_limited;retryable'])
    assert.ok(Number(refused.headers.get('retry-after')) >= 2)
    assert.equal((await from('203.0.113.7', service.key)).status, 200)
    assert.equal((await from('203.0.113.8')).status, 401)
    // Who sends no key guesses none.
    const none = await service.request('GET', `${P}/campaigns`, {
      key: null,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    assert.equal(none.status, 401)
  })

  it('count together from an IPv6 network of 64 bits', async () => {
    for (let count = 0; count < 20; count++) await from(`2001:db8:1:2::${count}`)
    assert.equal((await from('2001:db8:1:2:ffff::1')).status, 429)
    assert.equal((await from('2001:db8:1:3::1')).status, 401)
  })
})

describe('the metric of refused requests', () => {
  it('counts by limit', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    for (const limit of ['requests', 'writes', 'project', 'wrong_keys'])
      assert.match(text, new RegExp(`^switchboard_rate_limited_total\\{limit="${limit}"\\} [1-9]`, 'm'))
  })
})
