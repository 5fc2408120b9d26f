import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { askAsPage, signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'

interface Organization {
  _id: string
  name: string
  revision: number
  plan: { status: string; whatsapp_sends: number; links: number }
  use: { projects: number; sends_used: number; links_used: number }
}
interface DryRun {
  changes: { path: string; before: unknown; after: unknown }[]
  effects: { code: string; count: number; sentence: string }[]
}

let service: Service
let operator: Browser
before(async () => {
  service = await startService({})
  operator = await signInFirstOwner(service)
})
after(() => service[Symbol.asyncDispose]())

const at = (id: string) => `/api/organizations/${id}`
const read = async (id: string, browser = operator) =>
  (await browser.request('GET', at(id))).body.data as Organization
const patch = (browser: Browser, id: string, body: object, revision: number | null, query = '') =>
  askAsPage(service, 'PATCH', `${at(id)}${query}`, {
    body,
    cookie: browser.cookie,
    headers: revision === null ? {} : { 'if-match': `"${revision}"` },
  })

describe('/api/organizations', () => {
  it('makes an organization with a plan (201), first as a dry run (200), and notes it', async () => {
    const body = { name: 'Beta', plan: { whatsapp_sends: 5 } }
    const dry = await operator.request('POST', '/api/organizations?dry_run=true', body)
    assert.equal(dry.status, 200)
    const { changes } = dry.body.data as DryRun
    assert.deepEqual(changes, [
      { path: 'name', before: null, after: 'Beta' },
      { path: 'plan', before: null, after: { status: 'active', whatsapp_sends: 5, links: 500 } },
    ])
    const { status, body: made } = await operator.request('POST', '/api/organizations', body)
    assert.equal(status, 201)
    const { _id, plan, use } = made.data as Organization
    assert.deepEqual(plan, { status: 'active', whatsapp_sends: 5, links: 500 })
    assert.deepEqual(use, { projects: 0, sends_used: 0, links_used: 0 })
    const noted = await operator.request('GET', `${at(_id)}/changes`)
    const { items } = noted.body.data as { items: { kind: string; action: string }[] }
    assert.deepEqual(
      items.map(({ kind, action }) => `${kind} ${action}`),
      ['organization created'],
    )
    const list = await operator.request('GET', '/api/organizations')
    const listed = (list.body.data as { items: { _id: string; plan: object; is_demo: boolean }[] }).items
    assert.deepEqual(listed.find((one) => one._id === _id)?.plan, {
      status: 'active',
      whatsapp_sends: 5,
      sends_used: 0,
      links: 500,
      links_used: 0,
    })
    assert.ok(listed.every(({ is_demo }) => !is_demo))
  })

  it('lists one by its id (200), and none that is not open to the person', async () => {
    const made = await operator.request('POST', '/api/organizations', { name: 'Omega' })
    const { _id } = made.body.data as Organization
    const viewer = await signInAs(service, 'viewer')
    const namesFor = async (browser: Browser, id: string) => {
      const { status, body } = await browser.request('GET', `/api/organizations?organization_id=${id}`)
      assert.equal(status, 200)
      const { items, pagination } = body.data as { items: { name: string }[]; pagination: { total: number } }
      assert.equal(pagination.total, items.length)
      return items.map(({ name }) => name)
    }
    assert.deepEqual(await namesFor(operator, _id), ['Omega'])
    assert.deepEqual(await namesFor(viewer, _id), [])
    assert.deepEqual(await namesFor(viewer, service.organizationId), ['Acme'])
    for (const id of [uuidv7(), 'none']) assert.deepEqual(await namesFor(operator, id), [])
  })

  it('names the field of each fault (400)', async () => {
    for (const [body, path] of [
      [{ name: 'Acme' }, 'name'],
      [{ name: '' }, 'name'],
      [{}, 'name'],
      [{ name: 'Gamma', plan: { links: -1 } }, 'plan.links'],
      [{ name: 'Gamma', projects: [] }, 'projects'],
      [{ name: 'Gamma', color: 'red' }, 'color'],
    ] as const) {
      const { status, body: answer } = await operator.request('POST', '/api/organizations', body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.deepEqual(
        (answer['faults'] as { path: string }[]).map((fault) => fault.path),
        [path],
      )
    }
  })

  it('is for operators to make (401, 403)', async () => {
    const owner = await signInAs(service, 'owner')
    assert.equal((await service.request('POST', '/api/organizations', { body: { name: 'X' } })).status, 401)
    assert.equal((await owner.request('POST', '/api/organizations', { name: 'X' })).status, 403)
  })
})

describe('/api/organizations/{organization_id}', () => {
  it('takes a new name of an owner (200), and keeps ids and projects', async () => {
    const owner = await signInAs(service, 'owner')
    const { revision } = await read(service.organizationId, owner)
    const { status, body } = await patch(owner, service.organizationId, { name: 'Acme Two' }, revision)
    assert.equal(status, 200)
    const renamed = body.data as Organization
    assert.deepEqual([renamed.name, renamed.revision, renamed.use.projects], ['Acme Two', revision + 1, 1])
    assert.equal((await patch(owner, service.organizationId, { name: 'A' }, revision)).status, 412)
    assert.equal((await patch(owner, service.organizationId, { name: 'A' }, null)).status, 428)
  })

  it('leaves the plan to operators (403), and says what a smaller one does', async () => {
    const id = service.organizationId
    const owner = await signInAs(service, 'owner')
    const { revision } = await read(id)
    const lower = { plan: { status: 'inactive', whatsapp_sends: 3 } }
    const refused = await patch(owner, id, lower, revision)
    assert.equal(refused.status, 403)
    assert.equal(refused.body['code'], 'role_missing')
    await service.context.db.write(sql`
      insert into whatsapp_quotas (organization_id, reserved, consumed) values (${id}, 1, 7)
      on conflict (organization_id) do update set reserved = 1, consumed = 7`)
    const { body } = await patch(operator, id, lower, revision, '?dry_run=true')
    assert.deepEqual(
      (body.data as DryRun).effects.map(({ code, count }) => [code, count]),
      [
        ['plan_stops', 1],
        ['sends_refused', 5],
      ],
    )
    assert.equal((await read(id)).plan.status, 'active')
    assert.equal((await patch(operator, id, lower, revision)).status, 200)
    const { plan, use } = await read(id)
    assert.deepEqual([plan, use.sends_used], [{ status: 'inactive', whatsapp_sends: 3, links: 500 }, 8])
  })

  it('says that limits of a day which no call fits into stop campaigns', async () => {
    const id = service.organizationId
    const owner = await signInAs(service, 'owner')
    const { revision } = await read(id)
    const effectsOf = async (calls: object) => {
      const { status, body } = await patch(owner, id, { calls }, revision, '?dry_run=true')
      assert.equal(status, 200, JSON.stringify(body))
      return (body.data as DryRun).effects.map(({ code, count }) => [code, count])
    }
    assert.deepEqual(await effectsOf({ minutes_a_day: 30 }), [['campaigns_dial_nothing', 1]])
    assert.deepEqual(await effectsOf({ minutes_a_day: 30, minutes_a_call: 30 }), [])
    const rates = [{ prefix: '+1', per_minute: 0.02 }]
    assert.deepEqual(await effectsOf({ spend_a_day: 1, rates }), [['campaigns_dial_nothing', 1]])
    assert.deepEqual(await effectsOf({ spend_a_day: 2, rates }), [])
  })

  it('is open to its people alone (401, 404)', async () => {
    assert.equal((await service.request('GET', at(service.organizationId))).status, 401)
    const viewer = await signInAs(service, 'viewer')
    assert.equal((await viewer.request('GET', at(service.organizationId))).status, 200)
    assert.equal((await viewer.request('GET', at(uuidv7()))).status, 404)
    assert.equal((await patch(viewer, service.organizationId, { name: 'X' }, 1)).status, 403)
  })

  it('lists its changes by a kind there is, in a span that ends after it begins (200, 400; Rule 72)', async () => {
    const ask = (query: string) => operator.request('GET', `${at(service.organizationId)}/changes?${query}`)
    for (const query of ['kind=organization', 'from=2026-03-01&to=2026-03-01'])
      assert.equal((await ask(query)).status, 200, query)
    const unknown = await ask('kind=campain')
    assert.equal(unknown.status, 400)
    assert.match(unknown.body.message, /^kind: must be one of organization, project, .*campaign, /)
    for (const query of [
      'from=2026-03-02&to=2026-03-01',
      'from=2026-03-01T00:00:01Z&to=2026-03-01T00:00:00Z',
    ]) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, query)
      assert.deepEqual(body['faults'], [{ path: 'to', message: 'must be later than from' }])
    }
  })
})
