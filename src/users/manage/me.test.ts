import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import {
  askAsPage,
  cliManager,
  cookieOf,
  makeToken,
  password,
  signInAgain,
  signInAs,
  signInFirstOwner,
} from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { makeLinkByEmail } from '../operators.ts'
import { hashPassword } from '../password.ts'

let service: Service
let owner: Browser
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  await signInFirstOwner(service)
  owner = await signInAs(service, 'owner')
})
after(() => service[Symbol.asyncDispose]())

const itemsOf = (data: unknown) => (data as { items: { _id: string; is_current: boolean }[] }).items

describe('/api/me', () => {
  it('shows who is signed in (200), and changes what they set (200, 400)', async () => {
    const { status, body } = await owner.request('GET', '/api/me')
    assert.equal(status, 200)
    const me = body.data as Record<string, unknown>
    assert.deepEqual([me['email'], me['plain_http'], me['token_role']], [owner.email, false, null])
    const changed = await owner.request('PATCH', '/api/me', { theme: 'dark', timezone: 'Europe/Berlin' })
    assert.equal((changed.body.data as { theme: string }).theme, 'dark')
    const back = await owner.request('PATCH', '/api/me', { theme: null })
    const { theme, timezone } = back.body.data as { theme: null; timezone: string }
    assert.deepEqual([theme, timezone], [null, 'Europe/Berlin'])
    const bad = await owner.request('PATCH', '/api/me', { timezone: 'Mars', nothing: 1 })
    assert.equal(bad.status, 400)
    assert.deepEqual(bad.body['faults'], [
      { path: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' },
      { path: 'nothing', message: 'is unknown' },
    ])
    assert.equal((await askAsPage(service, 'GET', '/api/me')).status, 401)
  })

  it('lists sessions and ends one, which is refused from then on (401)', async () => {
    const second = await signInAgain(service, owner.email)
    const sessions = itemsOf((await owner.request('GET', '/api/me/sessions')).body.data)
    const other = sessions.find(({ is_current }) => !is_current)!
    assert.equal(sessions.filter(({ is_current }) => is_current).length, 1)
    assert.equal((await owner.request('DELETE', `/api/me/sessions/${other._id}`)).status, 200)
    assert.equal((await second.request('GET', '/api/me')).status, 401)
    assert.equal((await owner.request('DELETE', `/api/me/sessions/${other._id}`)).status, 404)
  })

  it('signs out, which ends the session and its cookie', async () => {
    const browser = await signInAgain(service, owner.email)
    const answer = await browser.request('POST', '/api/sign-out')
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('set-cookie') ?? '', /=; Max-Age=0;/)
    assert.equal((await browser.request('GET', '/api/me')).status, 401)
  })

  it('changes the password (200): the old cookie and all other sessions end', async () => {
    const person = await signInAs(service, 'viewer')
    const other = await signInAgain(service, person.email)
    const new_password = 'another long and lovely phrase'
    const change = (body: object) => person.request('POST', '/api/me/password', body)
    assert.equal((await change({ current_password: password, new_password: 'short' })).status, 400)
    assert.equal((await change({ current_password: 'wrong', new_password })).status, 403)
    const changed = await change({ current_password: password, new_password })
    assert.equal(changed.status, 200)
    for (const { cookie } of [person, other])
      assert.equal((await askAsPage(service, 'GET', '/api/me', { cookie })).status, 401)
    assert.equal((await askAsPage(service, 'GET', '/api/me', { cookie: cookieOf(changed) })).status, 200)
  })

  it('changes no password that a link has set, or whose session has ended, meanwhile (401)', async () => {
    const person = await signInAs(service, 'viewer')
    const signIn = (given: string) =>
      askAsPage(service, 'POST', '/api/sign-in', { body: { email: person.email, password: given } })
    const change = (browser: Browser) =>
      browser.request('POST', '/api/me/password', {
        current_password: password,
        new_password: 'a phrase that comes too late',
      })
    const { db } = service.context
    /** Waits until so many passwords wait for their turn behind those that the test has queued. */
    const queued = (count: number) =>
      eventually('the passwords wait', async () => {
        const [row] = await db.query<{ most: number }>(sql`
          select coalesce(max(failures), 0)::integer as most from sign_in_failures`)
        return row!.most === count ? true : null
      })
    // One hash is made after the other: the test's own ones keep the order of the others.
    const first = Promise.all(Array.from({ length: 12 }, () => hashPassword('a password of many')))
    await db.write(sql`delete from sign_in_failures`)
    const late = change(person)
    await queued(1)
    const link = await makeLinkByEmail(service.context, cliManager, person.email)
    const lost = 'the phrase of the lost password'
    const accepting = askAsPage(service, 'POST', '/api/links/accept', {
      body: { token: new URL(link!.url).hash.slice(1), password: lost },
    })
    await queued(2)
    const last = Promise.all(Array.from({ length: 6 }, () => hashPassword('a password of many')))
    assert.equal((await accepting).status, 200)
    assert.equal((await late).status, 401)
    await Promise.all([first, last])
    assert.equal((await signIn(lost)).status, 200)

    const other = await signInAs(service, 'viewer')
    const before = Promise.all(Array.from({ length: 12 }, () => hashPassword('a password of many')))
    await db.write(sql`delete from sign_in_failures`)
    const ended = change(other)
    await queued(1)
    await db.write(sql`delete from sessions where user_id = ${other.userId}`)
    assert.equal((await ended).status, 401)
    await before
    assert.equal((await signInAgain(service, other.email)).userId, other.userId)
  })
})

describe('a personal token', () => {
  it('acts for its person up to its role, until it is revoked', async () => {
    const { _id, token } = await makeToken(owner, 'viewer')
    const headers = { authorization: `Bearer ${token}` }
    const ask = (method: string, path: string, body?: unknown) =>
      service.request(method, path, { key: null, headers, ...(body !== undefined && { body }) })
    const project = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
    assert.equal((await ask('GET', `${project}/campaigns`)).status, 200)
    const call = `${project}/campaigns/${service.campaignIds['Script']}/calls`
    assert.equal((await ask('POST', call, { phone_number: '+14155550123' })).status, 403)
    assert.equal((await ask('GET', '/api/me')).status, 200)
    assert.equal((await ask('GET', '/api/me/tokens')).body['code'], 'session_needed')
    const listed = itemsOf((await owner.request('GET', '/api/me/tokens')).body.data)
    assert.ok(listed.some((item) => item._id === _id))
    assert.equal(JSON.stringify(listed).includes(token), false)
    assert.equal((await owner.request('DELETE', `/api/me/tokens/${_id}`)).status, 200)
    assert.equal((await owner.request('DELETE', `/api/me/tokens/${_id}`)).status, 404)
    assert.equal((await ask('GET', `${project}/campaigns`)).status, 401)
  })
})

describe('the endpoints of the project API below /api', () => {
  it('answer as they do to a key, and name their errors in the header there', async () => {
    // The list of campaigns is another one there: it shows them as they are configured.
    const campaign = service.campaignIds['Script']
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${campaign}/calls`
    const byKey = await service.request('GET', path)
    const byCookie = await owner.request('GET', `/api${path}`)
    assert.deepEqual(byCookie.body, byKey.body)
    const refused = await service.request('GET', path, { headers: { cookie: owner.cookie }, key: null })
    assert.deepEqual([refused.status, refused.headers.get('error-code')], [401, 'key_missing'])
    assert.deepEqual(Object.keys(refused.body), ['status', 'message', 'data', 'status_code'])
    const nothing = await owner.request('GET', '/api/nothing')
    assert.deepEqual([nothing.status, nothing.body['code']], [404, 'route_not_found'])
  })

  it('name their errors in the header as every other address', async () => {
    const stranger = await askAsPage(service, 'GET', '/api/me')
    assert.deepEqual([stranger.status, stranger.headers.get('error-code')], [401, 'sign_in_needed'])
    assert.equal(stranger.body['code'], 'sign_in_needed')
    const faulty = await owner.request('POST', '/api/me/tokens', {})
    const [fault] = faulty.body['faults'] as { path: string }[]
    assert.deepEqual([faulty.status, faulty.body['code']], [400, 'invalid_request'])
    assert.equal(faulty.headers.get('error-code'), `invalid_request;field="${fault!.path}"`)
  })

  it('are in a document of their own, which anybody may read', async () => {
    const document = await (await fetch(`${service.url}/api/openapi.json`)).json()
    assert.ok(Object.keys((document as { paths: object }).paths).every((path) => path.startsWith('/api/')))
  })
})
