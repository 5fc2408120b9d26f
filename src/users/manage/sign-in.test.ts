import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { askAsPage, password, signInAgain, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { checkThrottled } from '../throttle.ts'

let service: Service
let owner: Browser
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  owner = await signInFirstOwner(service)
})
after(() => service[Symbol.asyncDispose]())

const signIn = (body: unknown, headers: Record<string, string> = {}) =>
  askAsPage(service, 'POST', '/api/sign-in', { body, headers })

describe('POST /api/sign-in', () => {
  it('starts a session of its own, by a cookie that no script reads and no other site sends (200)', async () => {
    const answer = await signIn({ email: ' Owner@Example.com', password })
    assert.equal(answer.status, 200, answer.body.message)
    const set = answer.headers.get('set-cookie') ?? ''
    const { port } = new URL(service.url)
    assert.match(
      set,
      new RegExp(`^switchboard-${port}=[\\w-]{43}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict$`),
    )
    const again = await signInAgain(service, owner.email)
    assert.notEqual(again.cookie, owner.cookie)
    assert.equal((await again.request('GET', '/api/me')).status, 200)
  })

  it('refuses a body without password, with the place of the fault (400)', async () => {
    const { status, body } = await signIn({ email: owner.email })
    assert.equal(status, 400)
    assert.equal(body['code'], 'invalid_request')
    assert.deepEqual(body['faults'], [{ path: 'password', message: 'is required' }])
    assert.match(String(body['request_id']), /^[0-9a-f-]{36}$/)
  })

  it('refuses an unknown address and a wrong password with the same words (401)', async () => {
    const unknown = await signIn({ email: 'nobody@example.com', password })
    const wrong = await signIn({ email: owner.email, password: `${password}!` })
    assert.deepEqual([unknown.status, wrong.status], [401, 401])
    assert.equal(unknown.body.message, wrong.body.message)
    assert.equal(wrong.headers.get('set-cookie'), null)
  })

  it('refuses a page of another site, and a program without Origin (403)', async () => {
    const body = { email: owner.email, password }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      {},
    ]) {
      const options = { key: null, body, headers: headers as Record<string, string> }
      const answer = await service.request('POST', '/api/sign-in', options)
      assert.equal(answer.status, 403, JSON.stringify(headers))
      assert.equal(answer.body['code'], 'cross_origin')
    }
    const own = { key: null, body, headers: { origin: service.url } }
    assert.equal((await service.request('POST', '/api/sign-in', own)).status, 200)
  })

  it('refuses the account after five failures, for any password, and says until when (429)', async () => {
    const email = 'throttled@example.com'
    for (let failures = 0; failures < 5; failures++)
      assert.equal((await signIn({ email, password: 'wrong' })).status, 401)
    const refused = await signIn({ email, password: 'wrong' })
    assert.equal(refused.status, 429)
    assert.equal(refused.body['code'], 'too_many_failures')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds > 55 && seconds <= 60, String(seconds))
    assert.equal((await signIn({ email: owner.email, password })).status, 200)
  })

  it('counts failures of an address together, also of nobody, whatever letters the database takes for the same (429)', async () => {
    await using database = await createTestDatabase({ hasUnicodeCase: true })
    await using other = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } }, { database })
    await signInFirstOwner(other, 'willi@example.com')
    const signInThere = async (email: string, given: string) =>
      (await askAsPage(other, 'POST', '/api/sign-in', { body: { email, password: given } })).status
    assert.equal(await signInThere('wİlli@example.com', password), 200)
    for (const name of ['willi', 'nobody.will']) {
      for (let failures = 0; failures < 5; failures++)
        assert.equal(await signInThere(`${name}@example.com`, 'wrong'), 401)
      assert.equal(await signInThere(`${name.replace('wi', 'wİ')}@example.com`, 'wrong'), 429, name)
    }
  })

  it('counts attempts at the same time before their passwords are checked (429)', async () => {
    const attempts = Array.from({ length: 12 }, () =>
      signIn({ email: 'burst@example.com', password: 'wrong' }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 5)
    assert.equal(statuses.filter((status) => status === 429).length, 7)
  })

  it('refuses an address after fifty failures, also behind a proxy on this machine (429)', async () => {
    const failed = { 'x-forwarded-for': '203.0.113.7' }
    await service.context.db.write(sql`
      update sign_in_failures set failures = 0`)
    await signIn({ email: 'a@example.com', password: 'wrong' }, failed)
    await service.context.db.write(sql`
      update sign_in_failures set failures = 48, blocked_until = null where failures = 1 and subject in (
        select sha256('address 203.0.113.7'::bytea))`)
    assert.equal((await signIn({ email: 'b@example.com', password: 'wrong' }, failed)).status, 401)
    assert.equal((await signIn({ email: 'c@example.com', password: 'wrong' }, failed)).status, 401)
    assert.equal((await signIn({ email: owner.email, password }, failed)).status, 429)
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    assert.equal((await signIn({ email: owner.email, password }, elsewhere)).status, 200)
  })

  it('forgets the failures of an address 15 minutes after the last, also where people sign in meanwhile', async () => {
    let now = Date.now() + 86_400_000
    const context = { db: service.context.db, clock: { now: () => new Date(now) } }
    let attempts = 0
    /** Attempts to sign in to another account each, a while later. Returns whether it was let through. */
    const attempt = async (minutesLater: number, address: string, isRight: boolean) => {
      now += minutesLater * 60_000
      const email = `${attempts++}@example.com`
      const checked = checkThrottled(context, { email, address }, async () => isRight)
      return checked.then(() => true).catch(() => false)
    }
    for (let failures = 0; failures < 50; failures++) {
      assert.ok(await attempt(10, '203.0.113.20', false), `failure ${failures}`)
      assert.ok(await attempt(10, '203.0.113.20', true), `success ${failures}`)
    }
    assert.ok(await attempt(10, '203.0.113.20', false))
    assert.ok(await attempt(0, '203.0.113.20', true), 'the address is not blocked')
    for (let failures = 0; failures < 50; failures++) {
      if (failures > 0) assert.ok(await attempt(7, '203.0.113.21', true))
      assert.ok(await attempt(7, '203.0.113.21', false), `failure ${failures}`)
    }
    assert.equal(await attempt(0, '203.0.113.21', true), false)
  })
})
