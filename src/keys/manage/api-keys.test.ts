import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { project } from '../../app/paths.ts'
import { projectEndpoints } from '../../app/routes.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { scopes } from '../api-key.ts'
import { createKeyUses } from '../key-uses.ts'

let service: Service
let admin: Browser
let P: string
let O: string
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  admin = await signInAs(service, 'admin')
  O = `/api/organizations/${service.organizationId}`
  P = `${O}/projects/${service.projectId}`
})
after(() => service[Symbol.asyncDispose]())

interface Key {
  _id: string
  name: string
  key: string
  status: string
  last_used_at: string | null
  rate: unknown
}

async function makeKey(scopes: string[] = []): Promise<Key> {
  const answer = await admin.request('POST', `${P}/api-keys`, { name: `K ${uuidv7()}`, scopes })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

async function find(id: string): Promise<Key> {
  const { body, status } = await admin.request('GET', `${P}/api-keys?limit=100`)
  assert.equal(status, 200)
  return (body.data as { items: Key[] }).items.find(({ _id }) => _id === id)!
}

/** The status that a request with the key gets. */
async function use(key: string): Promise<number> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns`
  return (await service.request('GET', path, { key })).status
}

const actionsOf = async (id: string) => {
  const { body } = await admin.request('GET', `${O}/changes?kind=api_key&record_id=${id}`)
  return (body.data as { items: { action: string }[] }).items.map(({ action }) => action)
}

describe('API keys', () => {
  it('are made with a value that is shown once (201)', async () => {
    const made = await makeKey(['calls:create'])
    assert.equal(await use(made.key), 200)
    const listed = await find(made._id)
    assert.deepEqual([listed.status, 'key' in listed], ['active', false])
    assert.deepEqual(await actionsOf(made._id), ['created'])
    const stored = await service.context.db.query(
      sql`select count(*) as n from changes where changes::text like ${`%${made.key}%`}`,
    )
    assert.deepEqual(stored, [{ n: 0 }])
  })

  it('reach the whole organization only if who makes or replaces them has a role for all of it (403)', async () => {
    const some = await signInAs(service, 'admin', { projectIds: [service.projectId] })
    const reaching = projectEndpoints
      .filter(({ endpoints }) => endpoints.some(([, path]) => !path.startsWith(project)))
      .flatMap(({ scope }) => scope ?? [])
    assert.deepEqual(reaching.toSorted(), ['audit:read', 'suppressions:manage'])
    for (const scope of scopes) {
      const named = { name: `K ${uuidv7()}`, scopes: [scope] }
      const { status, body } = await some.request('POST', `${P}/api-keys`, named)
      if (reaching.includes(scope)) assert.deepEqual([status, body['code']], [403, 'role_missing'], scope)
      else assert.equal(status, 201, scope)
    }
    const { _id } = await makeKey(['audit:read'])
    const replaced = await some.request('POST', `${P}/api-keys/${_id}/rotate`, { overlap_seconds: 0 })
    assert.deepEqual([replaced.status, replaced.body['code']], [403, 'role_missing'])
    const own = await makeKey(['events:read'])
    const rotated = await some.request('POST', `${P}/api-keys/${own._id}/rotate`, { overlap_seconds: 0 })
    assert.equal(rotated.status, 201)
  })

  it('refuse a taken name and other scopes (400)', async () => {
    const made = await makeKey()
    const again = await admin.request('POST', `${P}/api-keys`, { name: made.name })
    assert.equal(again.status, 400)
    assert.equal((again.body['faults'] as { path: string }[])[0]?.path, 'name')
    for (const body of [{ name: '' }, { name: ' x' }, { name: 'x', scopes: ['all'] }, {}])
      assert.equal((await admin.request('POST', `${P}/api-keys`, body)).status, 400)
  })

  it('are replaced with an overlap, after which the old one ends', async () => {
    const old = await makeKey(['whatsapp:create'])
    const answer = await admin.request('POST', `${P}/api-keys/${old._id}/rotate`, { overlap_seconds: 900 })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { made, replaced } = answer.body.data as { made: Key & { scopes: string[] }; replaced: Key }
    assert.deepEqual([made.name, made.scopes], [old.name, ['whatsapp:create']])
    assert.equal(replaced.status, 'ending')
    assert.match(replaced.name, /^K [-0-9a-f]+ \(replaced \d{4}-\d\d-\d\d \d\d:\d\d UTC, svc_live_\w{4}\)$/)
    assert.ok(replaced.name.endsWith(`${old.key.slice(0, 13)})`))
    assert.deepEqual([await use(old.key), await use(made.key)], [200, 200])
    const db = service.context.db
    await db.write(sql`update api_keys set ends_at = now() - interval '1 second' where _id = ${old._id}`)
    assert.deepEqual([await use(old.key), await use(made.key)], [401, 200])
    assert.equal((await find(old._id)).status, 'ended')
    assert.deepEqual(await actionsOf(old._id), ['replaced', 'created'])
    const again = await admin.request('POST', `${P}/api-keys/${old._id}/rotate`, { overlap_seconds: 0 })
    assert.deepEqual([again.status, again.body['code']], [409, 'key_ended'])
  })

  it('are replaced whatever characters their name has where it is cut', async () => {
    for (const name of [`${'k'.repeat(145)}${'😀'.repeat(20)}`, `${'k'.repeat(146)}${'😀'.repeat(20)}`]) {
      const made = await admin.request('POST', `${P}/api-keys`, { name, scopes: [] })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const { _id } = made.body.data as Key
      const answer = await admin.request('POST', `${P}/api-keys/${_id}/rotate`, { overlap_seconds: 0 })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const { replaced } = answer.body.data as unknown as { replaced: Key }
      assert.match(replaced.name, /^k+😀* \(replaced /u)
      assert.ok(replaced.name.length <= 200)
    }
  })

  it('are replaced without an overlap', async () => {
    const old = await makeKey()
    const answer = await admin.request('POST', `${P}/api-keys/${old._id}/rotate`, { overlap_seconds: 0 })
    assert.equal(answer.status, 201)
    assert.equal(await use(old.key), 401)
    for (const overlap_seconds of [1, '900', null])
      assert.equal(
        (await admin.request('POST', `${P}/api-keys/${old._id}/rotate`, { overlap_seconds })).status,
        400,
      )
  })

  it('have a rate, which can be changed and goes on to the key that replaces them', async () => {
    const usual = { requests_per_second: 20, burst: 100, writes_per_second: 10, write_burst: 50 }
    const made = await makeKey()
    const path = `${P}/api-keys/${made._id}`
    assert.deepEqual((await find(made._id)).rate, usual)
    const changed = await admin.request('PATCH', path, { rate: { requests_per_second: 7, write_burst: 30 } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const rate = { requests_per_second: 7, burst: 35, writes_per_second: 10, write_burst: 30 }
    assert.deepEqual((changed.body.data as Key).rate, rate)
    const again = await admin.request('PATCH', path, { rate })
    assert.deepEqual([again.status, await actionsOf(made._id)], [200, ['updated', 'created']])
    const { body } = await admin.request('POST', `${path}/rotate`, { overlap_seconds: 0 })
    const rotated = (body.data as { made: Key }).made
    assert.deepEqual(rotated.rate, rate)
    const freed = await admin.request('PATCH', `${P}/api-keys/${rotated._id}`, { rate: 'none' })
    assert.equal((freed.body.data as Key).rate, 'none')
    const { status } = await admin.request('POST', `${P}/api-keys`, { name: `K ${uuidv7()}`, rate: 'none' })
    assert.equal(status, 201)
  })

  it('refuse a faulty rate (400), and one for a key that is unknown (404) or revoked (409)', async () => {
    const made = await makeKey()
    const path = `${P}/api-keys/${made._id}`
    for (const rate of [null, 'all', { burst: 1 }, { requests_per_second: 0 }, { requests: 1 }])
      assert.equal((await admin.request('PATCH', path, { rate })).status, 400, JSON.stringify(rate))
    assert.equal((await admin.request('PATCH', path, {})).status, 400)
    for (const id of [uuidv7(), 'x'])
      assert.equal((await admin.request('PATCH', `${P}/api-keys/${id}`, { rate: 'none' })).status, 404)
    await admin.request('POST', `${path}/revoke`)
    const revoked = await admin.request('PATCH', path, { rate: 'none' })
    assert.deepEqual([revoked.status, revoked.body['code']], [409, 'key_ended'])
  })

  it('are revoked at once, and stay so', async () => {
    const made = await makeKey()
    const path = `${P}/api-keys/${made._id}/revoke`
    const revoked = await admin.request('POST', path)
    assert.equal((revoked.body.data as Key).status, 'revoked')
    assert.equal(await use(made.key), 401)
    assert.deepEqual((await admin.request('POST', path)).body.data, revoked.body.data)
    assert.deepEqual(await actionsOf(made._id), ['revoked', 'created'])
  })

  it('say when they were last used, which is written outside of the request', async () => {
    const made = await makeKey()
    assert.equal(made.last_used_at, null)
    await use(made.key)
    assert.ok(await eventually('the use is written', async () => (await find(made._id)).last_used_at))
  })

  it('write their use at most once a minute', async () => {
    const made = await makeKey()
    let now = Date.now()
    const uses = createKeyUses({ db: service.context.db, clock: { now: () => new Date(now) } })
    const key = { organization_id: service.organizationId, _id: made._id }
    const usedAt = async (laterMs: number) => {
      now += laterMs
      uses.note(key)
      await uses.flush()
      return (await find(made._id)).last_used_at
    }
    const first = await usedAt(0)
    assert.equal(first, new Date(now).toISOString())
    assert.equal(await usedAt(59_000), first)
    assert.equal(await usedAt(1_000), new Date(now).toISOString())
  })

  it('are not to be seen by editors (403), and unknown ones are 404', async () => {
    const editor = await signInAs(service, 'editor')
    const made = await makeKey()
    assert.equal((await editor.request('GET', `${P}/api-keys`)).status, 403)
    assert.equal((await editor.request('POST', `${P}/api-keys`, { name: 'x' })).status, 403)
    for (const verb of ['rotate', 'revoke']) {
      const body = verb === 'rotate' ? { overlap_seconds: 0 } : undefined
      assert.equal((await editor.request('POST', `${P}/api-keys/${made._id}/${verb}`, body)).status, 403)
      for (const id of [uuidv7(), 'nonsense'])
        assert.equal((await admin.request('POST', `${P}/api-keys/${id}/${verb}`, body)).status, 404)
    }
    assert.equal((await askAsPage(service, 'GET', `${P}/api-keys`)).status, 401)
    assert.equal((await admin.request('GET', `${P}/api-keys?limit=0`)).status, 400)
  })
})
