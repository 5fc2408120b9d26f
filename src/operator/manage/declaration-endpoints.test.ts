import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { askAsPage, signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { lockDeclarations } from '../apply/queries.ts'

let service: Service
let operator: Browser
let admin: Browser
let viewer: Browser
let O: string
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  operator = await signInFirstOwner(service)
  admin = await signInAs(service, 'admin')
  viewer = await signInAs(service, 'viewer')
  O = `/api/organizations/${service.organizationId}`
})
after(() => service[Symbol.asyncDispose]())

async function exported(): Promise<string> {
  const response = await fetch(`${service.url}${O}/declaration`, { headers: { cookie: admin.cookie } })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/yaml/)
  return response.text()
}

/** Sends YAML as a page does. */
async function post(text: string, query = '', { cookie } = admin) {
  const headers = { cookie, 'content-type': 'application/yaml', 'sec-fetch-site': 'same-origin' }
  const response = await fetch(`${service.url}${O}/declaration${query}`, {
    method: 'POST',
    headers,
    body: text,
  })
  return {
    status: response.status,
    body: (await response.json()) as { data: never; faults: { path: string; message: string }[] },
  }
}

interface Applied {
  changes: { created: number; updated: number; unchanged: number }
  differences: {
    path: string
    kind: string
    fields: { path: string; before: unknown; set_by: { name: string } | null }[]
  }[]
  api_keys: { name: string; key: string }[]
  webhook_secrets: { name: string; project: string; secret: string }[]
}

describe('the declaration', () => {
  it('has at most 5,000 projects and records, but for an operator, so that others need not wait for it', async () => {
    const broadcasts = Array.from({ length: 5_000 }, (_, index) => `{name: b${index}, sender: none}`)
    const text = (count: number) =>
      `organizations: [{name: Acme, projects: [{name: Web, broadcasts: [${broadcasts.slice(0, count).join(', ')}]}]}]`
    const most = 'may have at most 5000 projects and records; an operator can apply more'
    const refused = await post(text(5_000), '?dry_run=true')
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.body.faults, [{ path: 'organizations', message: most }])
    for (const [count, who] of [
      [4_999, admin],
      [5_000, operator],
    ] as const) {
      const { status, body } = await post(text(count), '?dry_run=true', who)
      assert.equal(status, 400)
      assert.notEqual(body.faults[0]!.message, most)
    }
  })

  it('is exported as YAML without secrets, and changes nothing when it is applied', async () => {
    const yaml = await exported()
    assert.doesNotMatch(yaml, /token/)
    const { status, body } = await post(yaml)
    assert.equal(status, 200, JSON.stringify(body))
    const { changes, differences } = body.data as Applied
    assert.deepEqual([changes.created, changes.updated, differences], [0, 0, []])
  })

  it('says what it would overwrite, and whose value it was', async () => {
    const yaml = await exported()
    const path = `${O}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}`
    const headers = { 'if-match': (await admin.request('GET', path)).headers.get('etag') ?? '' }
    const edit = await askAsPage(service, 'PATCH', path, {
      body: { slots: 8 },
      cookie: admin.cookie,
      headers,
    })
    assert.equal(edit.status, 200)
    const dry = (await post(yaml, '?dry_run=true')).body.data as Applied
    assert.deepEqual(
      dry.differences.map(({ path: at }) => at),
      ['organizations[0].projects[0].campaigns[0]'],
    )
    const [field] = dry.differences[0]!.fields
    assert.deepEqual([field!.path, field!.before, field!.set_by?.name], ['slots', 8, 'The admin'])
    assert.equal(((await admin.request('GET', path)).body.data as { slots: number }).slots, 8)
    await post(yaml)
    const { body } = await viewer.request('GET', `${O}/changes?kind=campaign&field=slots&limit=1`)
    const [change] = (body.data as { items: { via: string; actor_name: string; _id: string }[] }).items
    assert.deepEqual([change!.via, change!.actor_name], ['apply', 'The admin'])
    assert.deepEqual((await viewer.request('GET', `${O}/changes/${change!._id}`)).body.data, change)
  })

  it('is taken as JSON too, and shows new keys and secrets once', async () => {
    const project = {
      name: 'Renewals',
      default_country: 'US',
      api_keys: [{ name: 'new' }],
      webhook_endpoints: [{ name: 'CRM', url: 'https://crm.example.com/hook', types: ['call.*'] }],
    }
    const body = { organizations: [{ name: 'Acme', projects: [project] }] }
    const shown = async (query: string) => {
      const { api_keys, webhook_secrets } = (await admin.request('POST', `${O}/declaration${query}`, body))
        .body.data as Applied
      return { api_keys, webhook_secrets }
    }
    assert.deepEqual(await shown('?dry_run=true'), { api_keys: [], webhook_secrets: [] })
    const { api_keys, webhook_secrets } = await shown('')
    assert.match(api_keys[0]!.key, /^svc_live_/)
    const [{ name, project: of, secret } = assert.fail('no secret')] = webhook_secrets
    assert.deepEqual([name, of], ['CRM', 'Renewals'])
    assert.match(secret, /^whsec_/)
    assert.deepEqual(await shown(''), { api_keys: [], webhook_secrets: [] })
  })

  it('is applied anew if another program makes one of its keys or templates meanwhile', async () => {
    const { organizationId, projectId } = service
    const components = [{ type: 'BODY', text: 'Hello' }]
    const sender = {
      name: 'main',
      phone_number_id: '100000000000077',
      business_account_id: '200000000000077',
      display_phone_number: '+14155550177',
      access_token: 'token',
      app_secret: 'token',
      verify_token: 'token',
    }
    const project = { name: 'Renewals', default_country: 'US', whatsapp_senders: [sender] }
    const bodyOf = (lists: object) => ({
      organizations: [{ name: 'Acme', projects: [{ ...project, ...lists }] }],
    })
    const senders = await admin.request('POST', `${O}/declaration`, bodyOf({}))
    assert.equal(senders.status, 200, senders.body.message)
    const template = {
      name: 'hello',
      sender: 'main',
      language: 'en',
      category: 'utility',
      status: 'approved',
    }
    const cases: [lists: object, insert: Sql][] = [
      [
        { api_keys: [{ name: 'meanwhile' }] },
        sql`insert into api_keys (organization_id, project_id, _id, name, key_hash, prefix, scopes, created_at, made_by)
          select organization_id, project_id, ${uuidv7()}, 'meanwhile', sha256('meanwhile'), prefix, scopes, created_at, made_by
          from api_keys where organization_id = ${organizationId} limit 1`,
      ],
      [
        { whatsapp_templates: [{ ...template, components }] },
        sql`insert into whatsapp_templates (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id,
            language, category, status, components, status_since, created_at, updated_at)
          select organization_id, project_id, ${uuidv7()}, 'hello', 'hello', _id, 'en', 'utility', 'pending', '[]', now(),
            now(), now()
          from whatsapp_senders where organization_id = ${organizationId} and project_id = ${projectId}`,
      ],
    ]
    for (const [lists, insert] of cases) {
      const { promise: isApplying, resolve: apply } = Promise.withResolvers<void>()
      const other = service.context.db.transaction(async (transaction) => {
        await transaction.query(insert)
        apply()
        await eventually('the declaration waits for the other program', async () => {
          const waiting = await service.context.db.query(sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query like '%insert into%'`)
          return waiting.length > 0 ? true : null
        })
      })
      await isApplying
      const [{ status, body }] = await Promise.all([
        admin.request('POST', `${O}/declaration`, bodyOf(lists)),
        other,
      ])
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((body.data as Applied).changes.created, 0)
    }
  })

  it('is refused with its faults (400)', async () => {
    const cases: [string, RegExp][] = [
      ['organizations: [', /line 1/],
      ['organizations: [{ name: Acme, projects: [{ name: A, campaigns: 5 }] }]', /campaigns/],
      ['organizations: [{ name: Foreign }]', /organizations\[0\]\.name/],
    ]
    for (const [text, path] of cases) {
      const { status, body } = await post(text)
      assert.equal(status, 400)
      assert.ok(
        body.faults.some((fault) => path.test(fault.path)),
        JSON.stringify(body),
      )
    }
  })

  it('lets only an operator change the plan', async () => {
    const declaration = parse(await exported()) as { organizations: { plan: { links: number } }[] }
    declaration.organizations[0]!.plan.links += 1
    const text = JSON.stringify(declaration)
    const refused = await post(text)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.faults[0]?.path, 'organizations[0].plan')
    const { status } = await post(text, '', operator)
    assert.equal(status, 200)
    const left = await post('organizations: [{ name: Acme }]')
    assert.deepEqual((left.body.data as Applied).changes, { created: 0, updated: 0, unchanged: 1 })
  })

  it('lets only an operator change what the organization may ring, and keeps it where it is left out', async () => {
    const widened = 'organizations: [{ name: Acme, calls: { dials_a_day: 20000, countries: [US, GB] } }]'
    const refused = await post(widened)
    assert.equal(refused.status, 400, JSON.stringify(refused.body))
    assert.deepEqual(
      refused.body.faults.map(({ path }) => path),
      ['organizations[0].calls'],
    )
    assert.equal((await post(widened, '', operator)).status, 200)
    for (const browser of [admin, operator]) {
      const left = await post('organizations: [{ name: Acme }]', '', browser)
      assert.deepEqual((left.body.data as Applied).changes, { created: 0, updated: 0, unchanged: 1 })
    }
    const back = await post('organizations: [{ name: Acme, calls: null }]')
    assert.equal(back.body.faults[0]?.path, 'organizations[0].calls')
    const whole = await post(await exported())
    assert.deepEqual((whole.body.data as Applied).differences, [])
  })

  it('keeps what an operator changes while it waits to be applied', async () => {
    const { db } = service.context
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    const operators = db.transaction(async (transaction) => {
      await lockDeclarations(transaction)
      lock()
      await eventually('the declaration waits for the operator', async () => {
        const waiting = await db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)
        return waiting.length > 0 ? true : null
      })
      await transaction.write(sql`
        update organizations set plan_links = 777 where _id = ${service.organizationId}`)
    })
    await isLocked
    const [{ status, body }] = await Promise.all([post('organizations: [{ name: Acme }]'), operators])
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual((body.data as Applied).differences, [])
    const { organizations } = parse(await exported()) as { organizations: { plan: { links: number } }[] }
    assert.equal(organizations[0]!.plan.links, 777)
  })

  it('does not name the senders of other organizations', async () => {
    const sender = {
      name: 's',
      phone_number_id: '42',
      business_account_id: '1',
      display_phone_number: '+14155550199',
      access_token: 'a',
      app_secret: 'b',
      verify_token: 'c',
    }
    await service.apply({
      organizations: [{ name: 'Rival', projects: [{ name: 'Secret', whatsapp_senders: [sender] }] }],
    })
    const text = JSON.stringify({
      organizations: [{ name: 'Acme', projects: [{ name: 'Renewals', whatsapp_senders: [sender] }] }],
    })
    const { status, body } = await post(text)
    assert.equal(status, 400)
    assert.doesNotMatch(JSON.stringify(body), /Rival|Secret/)
  })

  it('is for admins (403), and for people who are signed in (401)', async () => {
    assert.equal((await viewer.request('GET', `${O}/declaration`)).status, 403)
    assert.equal((await viewer.request('POST', `${O}/declaration`, {})).status, 403)
    assert.equal((await askAsPage(service, 'GET', `${O}/declaration`)).status, 401)
    const foreign = `/api/organizations/${uuidv7()}/declaration`
    assert.equal((await admin.request('GET', foreign)).status, 404)
    assert.equal((await admin.request('POST', foreign, {})).status, 404)
  })
})

describe('changes', () => {
  it('are shown to people with a role for some projects as far as those go', async () => {
    const one = await signInAs(service, 'viewer', { projectIds: [service.projectId] })
    const { items } = (await one.request('GET', `${O}/changes?limit=100`)).body.data as {
      items: { project_id: string; _id: string }[]
    }
    assert.ok(items.length > 0)
    assert.deepEqual([...new Set(items.map(({ project_id }) => project_id))], [service.projectId])
    const all = (await viewer.request('GET', `${O}/changes?kind=organization`)).body.data as {
      items: { _id: string }[]
    }
    assert.equal((await one.request('GET', `${O}/changes/${all.items[0]!._id}`)).status, 404)
  })

  it('are found by person, record and time; an unknown one is 404, and bad filters are 400', async () => {
    const { body } = await viewer.request(
      'GET',
      `${O}/changes?person=${admin.userId}&from=2020-01-01&to=2100-01-01`,
    )
    const { items } = body.data as { items: { actor_name: string; actor_id: string }[] }
    assert.ok(items.length > 0)
    assert.deepEqual([...new Set(items.map(({ actor_name }) => actor_name))], ['The admin'])
    for (const id of [uuidv7(), 'nonsense'])
      assert.equal((await viewer.request('GET', `${O}/changes/${id}`)).status, 404)
    assert.equal((await viewer.request('GET', `${O}/changes?from=yesterday`)).status, 400)
    assert.equal((await viewer.request('GET', `${O}/changes?kind=`)).status, 400)
  })
})
