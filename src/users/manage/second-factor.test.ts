import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TOTP } from 'otpauth'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import {
  askAsPage,
  makeToken,
  password,
  signInAgain,
  signInAs,
  signInFirstOwner,
} from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { hashPassword } from '../password.ts'

let service: Service
let owner: Browser
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  owner = await signInFirstOwner(service)
})
after(() => service[Symbol.asyncDispose]())

const path = '/api/me/second-factor'
const signIn = (body: object) => askAsPage(service, 'POST', '/api/sign-in', { body })
const codeOf = (answer: Answer) => [answer.status, answer.body['code'] ?? null]

/** Returns the code of an app that was given this secret, some periods from now. */
function codeFor(secret: string, periods = 0): string {
  const timestamp = service.context.clock.now().getTime() + periods * 30_000
  return new TOTP({ secret }).generate({ timestamp })
}

/** Sets the second factor of a person up, and returns what their app and their drawer hold. */
async function setUp(person: Browser): Promise<{ secret: string; codes: string[] }> {
  const begun = await person.request('POST', path)
  assert.equal(begun.status, 201, begun.body.message)
  const { secret } = begun.body.data as { secret: string }
  const confirmed = await person.request('POST', `${path}/confirm`, { code: codeFor(secret, -1) })
  assert.equal(confirmed.status, 200, confirmed.body.message)
  return { secret, codes: (confirmed.body.data as { recovery_codes: string[] }).recovery_codes }
}

describe('a second factor', () => {
  it('is asked for once a code of the app was right, and ends the other sessions', async () => {
    const person = await signInAs(service, 'viewer')
    const other = await signInAgain(service, person.email)
    const begun = await person.request('POST', path)
    const { secret, uri } = begun.body.data as { secret: string; uri: string }
    assert.match(uri, /^otpauth:\/\/totp\/Switchboard:viewer\.[^?]+\?/)
    assert.equal((await signIn({ email: person.email, password })).status, 200, 'not asked for yet')
    const wrong = await person.request('POST', `${path}/confirm`, { code: '12345' })
    assert.deepEqual(codeOf(wrong), [401, 'second_factor_wrong'])
    const spaced = codeFor(secret).replace(/(...)/, '$1 ')
    const confirmed = await person.request('POST', `${path}/confirm`, { code: spaced })
    assert.equal(confirmed.status, 200, confirmed.body.message)
    assert.equal(new Set((confirmed.body.data as { recovery_codes: string[] }).recovery_codes).size, 10)
    assert.equal((await other.request('GET', '/api/me')).status, 401)
    const me = (await person.request('GET', '/api/me')).body.data as {
      second_factor: { recovery_codes_left: number }
    }
    assert.equal(me.second_factor.recovery_codes_left, 10)
    assert.deepEqual(codeOf(await person.request('POST', path)), [409, 'second_factor_exists'])
  })

  it('takes each code once, also from two sign-ins at the same time', async () => {
    const person = await signInAs(service, 'viewer')
    const { secret } = await setUp(person)
    const { email } = person
    assert.deepEqual(codeOf(await signIn({ email, password })), [401, 'second_factor_needed'])
    assert.deepEqual(codeOf(await signIn({ email, password, code: '000 00' })), [401, 'second_factor_wrong'])
    const code = codeFor(secret)
    const both = await Promise.all([signIn({ email, password, code }), signIn({ email, password, code })])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 401],
    )
    assert.deepEqual(codeOf(await signIn({ email, password, code })), [401, 'second_factor_wrong'])
    const old = codeFor(secret, -3)
    assert.deepEqual(codeOf(await signIn({ email, password, code: old })), [401, 'second_factor_wrong'])
  })

  it('says nothing about itself to somebody without the password', async () => {
    const person = await signInAs(service, 'viewer')
    const { secret } = await setUp(person)
    const wrong = { email: person.email, password: 'not the password' }
    assert.deepEqual(codeOf(await signIn(wrong)), [401, 'sign_in_failed'])
    assert.deepEqual(codeOf(await signIn({ ...wrong, code: codeFor(secret) })), [401, 'sign_in_failed'])
    assert.equal((await signIn({ email: person.email, password, code: codeFor(secret) })).status, 200)
  })

  it('counts wrong codes as failed sign-ins, and a missing one as none (429)', async () => {
    const person = await signInAs(service, 'viewer')
    const { secret } = await setUp(person)
    const { email } = person
    for (let failed = 0; failed < 4; failed++) {
      assert.equal((await signIn({ email, password, code: '111111' })).status, 401)
      assert.deepEqual(codeOf(await signIn({ email, password })), [401, 'second_factor_needed'])
    }
    assert.equal((await signIn({ email, password, code: '111111' })).status, 401)
    assert.deepEqual(codeOf(await signIn({ email, password, code: codeFor(secret) })), [
      429,
      'too_many_failures',
    ])
    await service.context.db.write(sql`delete from sign_in_failures`)
  })

  it('takes each recovery code once, and new ones in the place of all earlier ones', async () => {
    const person = await signInAs(service, 'viewer')
    const { codes } = await setUp(person)
    const { email } = person
    const [first = '', second = ''] = codes
    const typed = `${first.slice(0, 5)}-${first.slice(5)}`.toUpperCase()
    assert.equal((await signIn({ email, password, code: typed })).status, 200)
    assert.deepEqual(codeOf(await signIn({ email, password, code: first })), [401, 'second_factor_wrong'])
    const renewed = await person.request('POST', `${path}/recovery-codes`)
    const [third = ''] = (renewed.body.data as { recovery_codes: string[] }).recovery_codes
    assert.deepEqual(codeOf(await signIn({ email, password, code: second })), [401, 'second_factor_wrong'])
    assert.equal((await signIn({ email, password, code: third })).status, 200)
    const actions = await service.context.db.query<{ action: string }>(sql`
      select action from changes where record_id = ${person.userId} and action like '%recovery%' order by at`)
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['recovery code used', 'recovery codes made', 'recovery code used'],
    )
  })

  it('is no longer asked for once it is off, and can be set up again', async () => {
    const person = await signInAs(service, 'viewer')
    await setUp(person)
    assert.equal((await person.request('DELETE', path)).status, 200)
    assert.equal((await person.request('DELETE', path)).status, 200)
    assert.equal((await signIn({ email: person.email, password })).status, 200)
    assert.deepEqual(codeOf(await person.request('POST', `${path}/confirm`, { code: '123456' })), [
      409,
      'second_factor_not_begun',
    ])
    assert.deepEqual(codeOf(await person.request('POST', `${path}/recovery-codes`)), [
      409,
      'second_factor_not_begun',
    ])
    await setUp(person)
  })

  it('is not gone round by a link for a lost password', async () => {
    const person = await signInAs(service, 'viewer')
    const { secret } = await setUp(person)
    const people = `/api/organizations/${service.organizationId}/people/${person.userId}`
    const { url } = (await owner.request('POST', `${people}/link`)).body.data as { url: string }
    const accept = (more: object) =>
      askAsPage(service, 'POST', '/api/links/accept', {
        body: { token: new URL(url).hash.slice(1), password: 'another long password', ...more },
      })
    assert.deepEqual(codeOf(await accept({})), [401, 'second_factor_needed'])
    assert.deepEqual(codeOf(await accept({ code: '123' })), [401, 'second_factor_wrong'])
    assert.equal((await accept({ code: codeFor(secret) })).status, 200)
  })

  it('is asked for where it is turned on while a password, or a link, is being checked', async () => {
    const person = await signInAs(service, 'viewer')
    assert.equal((await person.request('POST', path)).status, 201)
    const people = `/api/organizations/${service.organizationId}/people/${person.userId}`
    const { url } = (await owner.request('POST', `${people}/link`)).body.data as { url: string }
    const body = { token: new URL(url).hash.slice(1), password: 'another long password' }
    const attempts = [
      () => signIn({ email: person.email, password }),
      () => askAsPage(service, 'POST', '/api/links/accept', { body }),
    ]
    const { db } = service.context
    for (const attempt of attempts) {
      const { answer } = await db.transaction(async (transaction) => {
        await transaction.query(sql`select from users where _id = ${person.userId} for no key update`)
        const answer = attempt()
        await eventually('the person is waited for', async () => {
          const waiting = await db.query(sql`
            select from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where a.datname = current_database() and not l.granted`)
          return waiting.length > 0 ? true : null
        })
        await transaction.write(
          sql`update second_factors set confirmed_at = now() where user_id = ${person.userId}`,
        )
        return { answer }
      })
      assert.deepEqual(codeOf(await answer), [401, 'second_factor_needed'])
      await db.write(sql`update second_factors set confirmed_at = null where user_id = ${person.userId}`)
    }
    assert.equal((await person.request('GET', '/api/me')).status, 200, 'no session has ended')
  })

  it('loses no code to a link that is accepted while too many passwords are hashed (429)', async () => {
    const person = await signInAs(service, 'viewer')
    const { secret, codes } = await setUp(person)
    const people = `/api/organizations/${service.organizationId}/people/${person.userId}`
    for (const code of [codeFor(secret), codes[0]!]) {
      const { url } = (await owner.request('POST', `${people}/link`)).body.data as { url: string }
      const token = new URL(url).hash.slice(1)
      const accept = () =>
        askAsPage(service, 'POST', '/api/links/accept', {
          body: { token, password: 'another long password', code },
        })
      const others = Array.from({ length: 21 }, () => hashPassword('a password of many'))
      assert.deepEqual(codeOf(await accept()), [429, 'sign_ins_busy'])
      await Promise.all(others)
      assert.equal((await accept()).status, 200, 'the same code, by the same link')
    }
  })

  it('is turned off for people who have lost it, by whoever manages all of their roles', async () => {
    const person = await signInAs(service, 'admin')
    await setUp(person)
    const organization = `/api/organizations/${service.organizationId}/people`
    const address = `${organization}/${person.userId}/second-factor`
    const colleague = await signInAs(service, 'admin')
    assert.deepEqual(codeOf(await colleague.request('DELETE', address)), [403, 'role_missing'])
    const listed = (await owner.request('GET', `${organization}?limit=100`)).body.data as {
      items: { _id: string; second_factor_since: string | null }[]
    }
    const seen = new Map(listed.items.map((one) => [one._id, one.second_factor_since]))
    assert.notEqual(seen.get(person.userId), null)
    assert.equal(seen.get(colleague.userId), null)
    assert.equal((await owner.request('DELETE', address)).status, 200)
    assert.deepEqual(codeOf(await owner.request('DELETE', address)), [409, 'second_factor_not_begun'])
    assert.equal((await person.request('GET', '/api/me')).status, 401, 'their sessions have ended')
    assert.equal((await signIn({ email: person.email, password })).status, 200)
  })

  it('can not be set up by a personal token (403), and stores neither secret nor codes to be read', async () => {
    const person = await signInAs(service, 'editor')
    const { token } = await makeToken(person, 'viewer')
    const asked = await service.request('POST', path, {
      key: null,
      headers: { authorization: `Bearer ${token}` },
    })
    assert.deepEqual(codeOf(asked), [403, 'session_needed'])
    const { secret, codes } = await setUp(person)
    const rows = await service.context.db.query<{ all: string }>(sql`
      select coalesce(string_agg(encode(f.secret, 'escape') || encode(r.code_hash, 'escape'), ''), '') as all
      from second_factors f join recovery_codes r using (user_id) where user_id = ${person.userId}`)
    for (const value of [secret, ...codes]) assert.equal(rows[0]!.all.includes(value), false)
  })
})
