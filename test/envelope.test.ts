// What all answers have in common (Rule 3, Promise 40).
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from './support/declarations.ts'
import { startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'
import { signInAs } from './support/users.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const project = () => `/organizations/${service.organizationId}/projects/${service.projectId}`
const callPath = () => `${project()}/campaigns/${service.campaignIds['Script']}/trigger-call`

function assertError(answer: Answer, status: number, message: RegExp): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'message', 'status', 'status_code'])
  assert.equal(answer.body.status, 'error')
  assert.equal(answer.body.data, null)
  assert.equal(answer.body.status_code, status)
  assert.match(answer.body.message, message)
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
}

describe('every answer is in the envelope', () => {
  it('for an unknown address (404)', async () => {
    assertError(
      await service.request('GET', '/nothing?secret=1', { key: null }),
      404,
      /nothing at this address/,
    )
    assertError(await service.request('POST', '/organizations', { body: {} }), 404, /nothing/)
    assertError(await service.request('GET', `/${'x'.repeat(5_000)}`), 404, /nothing/)
  })

  it('for a method that the address does not have (405, with Allow)', async () => {
    const answer = await service.request('DELETE', `${project()}/campaigns`)
    assertError(answer, 405, /accepts GET, HEAD/)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD')
    assertError(await service.request('GET', callPath()), 405, /accepts POST/)
    assertError(await service.request('PATCH', callPath(), { body: '{', key: null }), 405, /POST/)
  })

  it('for a wrong content type (415), and for a missing one', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'])
      assertError(
        await service.request('POST', callPath(), { body: 'x', headers: { 'content-type': type } }),
        415,
        /application\/json/,
      )
  })

  it('for a compressed body (415)', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await service.request('POST', callPath(), { body: '{}', headers })
    assertError(answer, 415, /without content-encoding/)
  })

  it('for a body that is too large (413)', async () => {
    const body = JSON.stringify({ phone_number: '+14155550123', a: 'x'.repeat(300_000) })
    assertError(await service.request('POST', callPath(), { body }), 413, /at most \d+ bytes/)
  })

  it('for a body that is not JSON, is empty, or has a forbidden name (400)', async () => {
    for (const body of ['{', 'null,', '', '{"a":1}}', '{"__proto__":{"x":1}}', '{"a":"\u0001"}'])
      assertError(
        await service.request('POST', callPath(), { body, headers: { 'content-type': 'application/json' } }),
        400,
        /JSON/,
      )
  })

  it('for an address that can not be decoded (400)', async () => {
    assertError(await service.request('GET', '/organizations/%zz/projects'), 400, /can not be decoded/)
  })

  it('for a known parameter that can not be decoded, by its name (400)', async () => {
    const list = `${project()}/campaigns`
    assertError(await service.request('GET', `${list}?filters=%E0%A4%A`), 400, /filters: can not be decoded/)
    assert.equal((await service.request('GET', `${list}?nobodys=%E0%A4%A`)).status, 200)
  })

  it('for a text that the database can not store, by its field (400)', async () => {
    const owner = await signInAs(service, 'owner')
    const organization = `/organizations/${service.organizationId}`
    const numbers = { numbers: ['+14155550123'] }
    for (const why of ['a\0', 'half \ud800'])
      assertError(
        await service.request('POST', `${organization}/do-not-call`, { body: { ...numbers, why } }),
        400,
        /^why: contains a NUL character or is not valid Unicode$/,
      )
    for (const [path, field] of [
      [`/api${organization}/find?q=a%00`, 'q'],
      [`/api${organization}/changes?person=%00`, 'person'],
      [`/api${project()}/opt-outs?q=%00`, 'q'],
      [`/api${project()}/whatsapp-templates?q=%00`, 'q'],
    ] as const) {
      const { status, body } = await owner.request('GET', path)
      assert.equal(status, 400, `${path} ${JSON.stringify(body)}`)
      assert.match(body.message, new RegExp(`^${field}: contains a NUL`))
    }
    const key = { name: 'half \ud800', scopes: [] }
    const made = await owner.request('POST', `/api${project()}/api-keys`, key)
    assert.deepEqual([made.status, made.body.message.slice(0, 15)], [400, 'name: contains '])
  })

  it('for a value that no schema can refuse, by its field (400; Rule 69)', async () => {
    const editor = await signInAs(service, 'editor')
    const upload = `${project()}/sources/domains`
    const local = { calling_hours: null, timezone: 'Europe/Berlin', at: '2027-02-30T10:00' }
    for (const [method, path, field, body] of [
      ['POST', upload, 'domain', { domain: '10.0.0.1' }],
      ['POST', upload, 'include_patterns[0]', { domain: 'example.com', include_patterns: ['/(/'] }],
      ['GET', `${project()}/customer-profiles?date_from=2026-03-02&date_to=2026-03-01`, 'date_to'],
      ['GET', `${project()}/customer-profiles?sort={"name":1}&sort_field=name`, 'sort'],
      ['GET', `${project()}/campaigns?filters={"status":{"$in":3}}`, 'filters'],
      ['GET', `${project()}/campaigns?filters=3`, 'filters'],
      ['GET', `${project()}/analytics?start_date=2026-03-02&end_date=2026-03-01`, 'end_date'],
      ['GET', '/organizations/nonsense/conversation-analytics', 'organization_id'],
      ['POST', `/api${upload}`, 'domain', { domain: '10.0.0.1' }],
      ['POST', `/api${project()}/crawls/preview`, 'domain', { domain: '10.0.0.1' }],
      ['POST', `/api${project()}/calling-hours/preview`, 'at', local],
      ['GET', `/api${project()}/analytics/voice?from=2026-03-02`, 'to'],
      ['GET', `/api${project()}/analytics/voice?from=2026-03-02&to=2026-03-01`, 'to'],
      ['GET', `/api${project()}/analytics/voice?from=2020-03-01&to=2026-03-01&by=day`, 'by'],
      ['GET', `/api${project()}/analytics/voice?from=2026-02-30&to=2026-03-01`, 'from'],
      ['GET', `/api${project()}/analytics/voice?last=30d&to=2026-03-01`, 'last'],
    ] as const) {
      const isManaged = path.startsWith('/api')
      const answer = isManaged
        ? await editor.request(method, path, body)
        : await service.request(method, path, body === undefined ? {} : { body })
      assert.equal(answer.status, 400, `${path} ${JSON.stringify(answer.body)}`)
      if (!isManaged) {
        assert.equal(answer.headers.get('error-code'), `invalid_request;field="${field}"`, path)
        continue
      }
      const faults = answer.body['faults'] as { path: string; message: string }[]
      assert.deepEqual(
        faults.map((fault) => fault.path),
        [field],
        path,
      )
    }
  })

  it('for too large headers (431), and for input that is not HTTP (400)', async () => {
    const { hostname, port } = new URL(service.url)
    const long = `GET /organizations/${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`
    for (const [sent, status] of [
      [long, 431],
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost x\r\n\r\n', 400],
    ] as const) {
      const raw = await exchange(hostname, Number(port), sent)
      const [head = '', body = ''] = raw.split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(head, /X-Request-Id: /)
      const envelope = JSON.parse(body) as Record<string, unknown>
      assert.equal(envelope['status_code'], status)
      assert.deepEqual(Object.keys(envelope), ['status', 'message', 'data', 'status_code'])
    }
  })

  it('for requests that Node would answer itself: CONNECT, an unknown Expect, no Host', async () => {
    const { hostname, port } = new URL(service.url)
    for (const [sent, status] of [
      ['CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 405],
      [`TRACE ${project()}/campaigns HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 405],
      [`PROPFIND ${callPath()} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 405],
      ['GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n', 400],
      ['GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    ] as const) {
      const raw = await exchange(hostname, Number(port), sent)
      const [head = '', body = ''] = raw.split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(head, /x-request-id: /i)
      assert.equal((JSON.parse(body) as Record<string, unknown>)['status_code'], status)
    }
  })

  it('for path segments of any length and bytes, like for any unknown id', async () => {
    const long = 'a'.repeat(20_000)
    assertError(
      await service.request('GET', `/organizations/${long}/projects`, { key: null }),
      401,
      /X-API-Key/,
    )
    assertError(await service.request('GET', `/organizations/${long}/projects`), 403, /does not belong/)
    assertError(
      await service.request('POST', callPath().replace(service.campaignIds['Script']!, long), {
        body: { phone_number: '+14155550123' },
      }),
      404,
      /no campaign/,
    )
    for (const path of ['/docs/static/%00', '/docs/static/%5cindex.css', '/docs/static/nothing.js'])
      assertError(await service.request('GET', path), 404, /nothing at this address/)
  })

  it('with security headers, and without the name of the server software', async () => {
    for (const path of [`${project()}/campaigns`, '/nothing', '/%zz', `/${'x'.repeat(70_000)}`]) {
      const { headers } = await service.request('GET', path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.match(headers.get('strict-transport-security') ?? '', /max-age/)
      assert.equal(headers.get('x-powered-by'), null)
      assert.equal(headers.get('server'), null)
    }
  })

  it('compressed when the client asks and it is over 1 KiB (Rule 10)', async () => {
    const campaigns = Array.from({ length: 9 }, (_, n) => scriptCampaign({ name: `Long ${n}` }))
    await service.apply({
      organizations: [{ name: 'Acme', projects: [{ name: 'Renewals', default_country: 'US', campaigns }] }],
    })
    const encodingOf = async (query: string, asked: string) => {
      const headers = { 'accept-encoding': asked }
      const answer = await service.request('GET', `${project()}/campaigns${query}`, { headers })
      assert.equal(answer.status, 200)
      const isLong = Buffer.byteLength(JSON.stringify(answer.body)) > 1_024
      return [isLong, answer.headers.get('content-encoding')]
    }
    assert.deepEqual(await encodingOf('', 'gzip'), [true, 'gzip'])
    assert.deepEqual(await encodingOf('', 'identity'), [true, null])
    assert.deepEqual(await encodingOf('?skip=100', 'gzip'), [false, null])
  })
})

describe('authentication and authorization (Rules 1, 2 and 41)', () => {
  const list = () => `${project()}/campaigns`
  const elsewhere = '01890000-0000-7000-8000-000000000000'

  it('refuses a request without a key, naming the header (401)', async () => {
    assertError(await service.request('GET', list(), { key: null }), 401, /X-API-Key/)
    assertError(await service.request('GET', list(), { key: '' }), 401, /X-API-Key/)
    assertError(
      await service.request('GET', list(), { key: null, headers: { authorization: 'Basic eDp5' } }),
      401,
      /X-API-Key/,
    )
  })

  it('accepts the key in either header, and in both if they agree', async () => {
    const bearer = { authorization: `Bearer ${service.key}` }
    assert.equal((await service.request('GET', list(), { key: null, headers: bearer })).status, 200)
    assert.equal((await service.request('GET', list(), { headers: bearer })).status, 200)
    assert.equal(
      (
        await service.request('GET', list(), {
          key: null,
          headers: { authorization: `bearer  ${service.key}` },
        })
      ).status,
      200,
    )
    const other = { authorization: `Bearer svc_live_${'x'.repeat(32)}` }
    assertError(await service.request('GET', list(), { headers: other }), 401, /different keys/)
  })

  it('refuses keys that are unknown or malformed (401)', async () => {
    for (const key of [
      `svc_live_${'x'.repeat(32)}`,
      'x',
      service.key.slice(0, -1),
      `${service.key}x`,
      `${service.key}, ${service.key}`,
    ])
      assertError(await service.request('GET', list(), { key }), 401, /not valid/)
  })

  it('refuses another or malformed organization or project before any other check (403, Promise 41)', async () => {
    for (const path of [
      `/organizations/${elsewhere}/projects/${service.projectId}/campaigns?limit=0`,
      `/organizations/${service.organizationId}/projects/${elsewhere}/campaigns?limit=0`,
      `/organizations/nonsense/projects/${service.projectId}/campaigns`,
      `/organizations/${service.organizationId}/projects/nonsense/campaigns`,
      `/organizations/${elsewhere}/projects`,
      `/organizations/${service.organizationId.toUpperCase()}x/projects`,
    ])
      assertError(await service.request('GET', path), 403, /does not belong/)
    const foreign = `/organizations/${elsewhere}/projects/${service.projectId}/campaigns/${elsewhere}/calls`
    assertError(await service.request('POST', foreign, { body: '{' }), 403, /does not belong/)
  })

  it('refuses a revoked key at once (Promise 42)', async () => {
    const tree = await service.apply({
      organizations: [
        {
          name: 'Acme',
          projects: [{ name: 'Renewals', default_country: 'US', api_keys: [{ name: 'short', scopes: [] }] }],
        },
      ],
    })
    const made = tree.organizations[0]!.projects[0]!.api_keys.find(({ name }) => name === 'short')!
    assert.equal((await service.request('GET', list(), { key: made.key! })).status, 200)
    const { updateApiKeyRevoked } = await import('../src/keys/queries.ts')
    const key = { organization_id: service.organizationId, _id: made._id }
    await updateApiKeyRevoked(service.context.db, key, new Date())
    assertError(await service.request('GET', list(), { key: made.key! }), 401, /revoked/)
  })
})

function exchange(host: string, port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => socket.end(sent))
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
