import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../../test/support/service.ts'
import type { Answer } from '../../../test/support/service.ts'
import { askAsPage, password, signInAs } from '../../../test/support/users.ts'
import { insertDeliveredEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { uuidv7 } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { removeEndpoint, rotateSecret } from '../../webhooks/endpoints/change-endpoint.ts'
import { lockEndpoint } from '../../webhooks/endpoints/endpoint-queries.ts'
import type { Endpoint } from '../../webhooks/endpoints/endpoint-queries.ts'
import { applyDeclaration, programItself } from '../apply/apply-declaration.ts'
import { parseDeclaration } from '../apply/parse-declaration.ts'
import { declarationToYaml, exportDeclaration } from '../configured/export-declaration.ts'

let world: WebhookWorld
let receiver: Receiver
let endpointId: string
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host])
  endpointId = await world.addEndpoint({ name: 'crm', url: receiver.url })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const base = () => world.path('').replace(/\/$/, '')
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.service.request(method, path, { ...(body !== undefined && { body }), headers })
const given = { url: 'https://crm.example.com/hooks', types: ['call.*', 'message.failed'] }

/** Changes an endpoint once the edit has read it and waits to write it. Returns what came of both. */
async function changeDuring<T, Edited>(
  id: string,
  edit: () => Promise<Edited>,
  change: (transaction: Transaction, endpoint: Endpoint) => Promise<T>,
): Promise<{ changed: T; edited: Edited }> {
  let editing: Promise<Edited> | undefined
  const changed = await world.db.transaction(async (transaction) => {
    const endpoint = await lockEndpoint(transaction, { ...world.tenant, endpoint_id: id }, new Date())
    assert.ok(endpoint)
    editing = edit()
    await eventually('the edit waits for the endpoint', async () => {
      const [row] = await world.db.query<{ waits: boolean }>(sql`
        select exists (select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%insert into webhook_endpoints%') as waits`)
      return row?.waits === true ? true : null
    })
    return change(transaction, endpoint)
  })
  return { changed, edited: await editing! }
}

const changing = () => {
  const { secretBox } = world.service.context
  return { now: new Date(), newId: uuidv7, actor: programItself, secretBox }
}

describe('webhook endpoints in the project API', () => {
  it('makes one, and shows its secret this once (201)', async () => {
    const today = () => new Date().toISOString().slice(0, 10)
    const dayBefore = today()
    const { status, body } = await send('POST', base(), { name: 'made', ...given })
    assert.equal(status, 201, body.message)
    const made = body.data as Record<string, unknown>
    assert.match(String(made['secret']), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(made['types'], given.types)
    assert.equal((made['event_types'] as string[]).length, 8)
    // The day may end meanwhile.
    assert.ok([dayBefore, today()].includes(String(made['version'])), String(made['version']))
    assert.ok(!('last_change' in made))
    const shown = await send('GET', world.path(String(made['_id'])))
    const { secret: _, ...rest } = made
    assert.deepEqual(shown.body.data, rest)
    const listed = await send('GET', base())
    const { items } = listed.body.data as { items: { name: string }[] }
    assert.deepEqual(
      items.map(({ name }) => name),
      ['crm', 'made'],
    )
  })

  it('takes a secret, and shows it nowhere (201)', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { status, body } = await send('POST', base(), { name: 'own secret', ...given, secret })
    assert.equal(status, 201, body.message)
    assert.ok(!JSON.stringify(body).includes('whsec_'))
  })

  it('changes what it is asked to, with or without the revision (200)', async () => {
    const patched = await send('PATCH', world.path(endpointId), { content: 'full', order: 'by_subject' })
    assert.equal(patched.status, 200, patched.body.message)
    const { content, order, revision } = patched.body.data as Record<string, unknown>
    assert.deepEqual([content, order, revision], ['full', 'by_subject', 2])
    const stale = await send('PATCH', world.path(endpointId), { content: 'ids' }, { 'if-match': '"1"' })
    assert.equal(stale.status, 412)
    const back = await send('PATCH', world.path(endpointId), { content: null }, { 'if-match': '"2"' })
    assert.equal((back.body.data as { content: string }).content, 'ids')
  })

  it('says what an edit would change, and changes nothing (200)', async () => {
    const { status, body } = await send('PATCH', `${world.path(endpointId)}?dry_run=true`, {
      rate_per_second: 5,
    })
    assert.equal(status, 200)
    assert.deepEqual((body.data as { changes: unknown }).changes, [
      { path: 'rate_per_second', before: null, after: 5 },
    ])
    const dry = await send('POST', `${base()}?dry_run=true`, { name: 'dry', ...given })
    assert.equal(dry.status, 200)
    assert.ok(!JSON.stringify(dry.body).includes('whsec_'))
  })

  it('asks people for the password again where a secret is made, or where events go (403)', async () => {
    const admin = await signInAs(world.service, 'admin')
    await world.db.write(sql`
      update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${admin.userId}`)
    const id = await world.addEndpoint({ name: 'asks', url: receiver.url })
    const one = `/api${world.path(id)}`
    const edit = (body: unknown, revision = '*') =>
      askAsPage(world.service, 'PATCH', one, {
        body,
        cookie: admin.cookie,
        headers: { 'if-match': revision },
      })
    const asking: [what: string, ask: () => Promise<Answer>][] = [
      ['make', () => admin.request('POST', `/api${base()}`, { name: 'by a person', ...given })],
      ['rotate', () => admin.request('POST', `${one}/rotate-secret`, {})],
      ['secret', () => edit({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })],
      ['address', () => edit({ url: `${receiver.url}?moved` })],
    ]
    for (const [what, ask] of asking) {
      const { status, body } = await ask()
      assert.deepEqual([status, body['code']], [403, 'password_needed'], what)
    }
    const dry = await admin.request('POST', `/api${base()}?dry_run=true`, { name: 'dry', ...given })
    assert.equal(dry.status, 200, JSON.stringify(dry.body))
    const revision = (await admin.request('GET', one)).headers.get('etag')!
    assert.equal((await edit({ rate_per_second: 5 }, revision)).status, 200)
    assert.equal((await admin.request('POST', '/api/me/confirm', { password })).status, 200)
    const [made, rotated] = [await asking[0]![1](), await asking[1]![1]()]
    assert.deepEqual([made.status, rotated.status], [201, 200])
    for (const { body } of [made, rotated]) assert.match(JSON.stringify(body.data), /whsec_/)
    for (const _id of [id, (made.body.data as { _id: string })._id]) await send('DELETE', world.path(_id))
  })

  it('keeps the secret that a rotation gives it during an edit or an apply (200)', async () => {
    const former = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const edits: [name: string, edit: (id: string, name: string) => Promise<unknown>][] = [
      ['edited', (id) => send('PATCH', world.path(id), { content: 'full' })],
      ['applied', (_, name) => world.addEndpoint({ name, url: receiver.url, content: 'full' })],
    ]
    for (const [name, edit] of edits) {
      const id = await world.addEndpoint({ name, url: receiver.url, secret: former })
      const { changed } = await changeDuring(
        id,
        () => edit(id, name),
        (transaction, endpoint) => rotateSecret(transaction, changing(), endpoint, 24),
      )
      const { body } = await send('GET', world.path(id))
      assert.equal((body.data as { content: string }).content, 'full')
      assert.equal((await send('POST', world.path(id, '/test'))).status, 200)
      const got = receiver.received.at(-1)!
      for (const secret of [changed.secret, former])
        new Webhook(secret).verify(got.body, got.headers as Record<string, string>)
      await send('DELETE', world.path(id))
    }
  })

  it('does not change one that is removed during the edit (404)', async () => {
    const id = await world.addEndpoint({ name: 'removed', url: receiver.url })
    const { edited } = await changeDuring(
      id,
      () => send('PATCH', world.path(id), { content: 'full' }),
      (transaction, endpoint) => removeEndpoint(transaction, changing(), endpoint),
    )
    assert.equal(edited.status, 404)
    const changes = await world.db.query<{ action: string }>(
      sql`select action from changes where record_id = ${id} order by _id`,
    )
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['created', 'removed'],
    )
  })

  it('counts failures anew for another address, and goes on counting otherwise (200)', async () => {
    const id = await world.addEndpoint({ name: 'moves', url: receiver.url })
    const since = '2026-11-18T08:00:00.000Z'
    await world.db.write(sql`
      update webhook_lines set failures = 30, first_failure_at = ${since}, failing_since = ${since}
      where endpoint_id = ${id}`)
    const after = async (body: unknown) => {
      const { status, body: answer } = await send('PATCH', world.path(id), body)
      assert.equal(status, 200, answer.message)
      const [line] = await world.db.query(sql`
        select first_failure_at, failing_since from webhook_lines where endpoint_id = ${id}`)
      return [(answer.data as Record<string, unknown>)['failing_since'], line]
    }
    const stays = [since, { first_failure_at: since, failing_since: since }]
    assert.deepEqual(await after({ order: 'by_subject' }), stays)
    // Five days of failures would disable it at the first failure at its new address.
    const begins = [null, { first_failure_at: null, failing_since: null }]
    assert.deepEqual(await after({ url: `${receiver.url}?moved` }), begins)
    await send('DELETE', world.path(id))
  })

  it('shows what waits, when the next one goes, and why the last request failed (200)', async () => {
    const id = await world.addEndpoint({ name: 'stands', url: receiver.url, types: ['ticket.opened'] })
    const shown = async () => {
      const { body } = await send('GET', world.path(id))
      const { waiting_count, next_at, last_failure } = body.data as Record<string, unknown>
      return { waiting_count, next_at, last_failure }
    }
    assert.deepEqual(await shown(), { waiting_count: 0, next_at: null, last_failure: null })
    const at = new Date('2026-11-23T08:00:00.000Z')
    const [first, second] = [
      await insertDeliveredEvent(world.db, world.tenant, { type: 'ticket.opened', at }),
      await insertDeliveredEvent(world.db, world.tenant, { type: 'ticket.opened' }),
    ]
    const attempt = (event: string, n: number, status: number | null, reason: string | null) =>
      world.db.write(sql`
        insert into webhook_attempts (organization_id, endpoint_id, event_id, n, at, milliseconds, status, reason)
        values (${world.tenant.organization_id}, ${id}, ${event}, ${n},
          ${at}::timestamptz + ${n} * interval '1 minute', 5, ${status}, ${reason})`)
    await attempt(second, 1, 500, 'answered 500')
    await attempt(first, 2, null, 'the connection broke')
    await attempt(second, 3, 204, null)
    assert.deepEqual(await shown(), {
      waiting_count: 2,
      next_at: '2026-11-23T08:00:00.000Z',
      last_failure: { at: '2026-11-23T08:02:00.000Z', status: null, reason: 'the connection broke' },
    })
    // What is under way is counted, and is not the next.
    await world.db.write(sql`update webhook_deliveries set state = 'sending' where event_id = ${first}`)
    assert.equal((await shown()).waiting_count, 2)
    assert.notEqual((await shown()).next_at, '2026-11-23T08:00:00.000Z')
    await send('DELETE', world.path(id))
  })

  it('shows no time of a delivery that waits for another of its subject (200)', async () => {
    const { db, tenant } = world
    const types = ['ticket.opened']
    const id = await world.addEndpoint({ name: 'in-order', url: receiver.url, types, order: 'by_subject' })
    const nextAt = async () => {
      const { body } = await send('GET', world.path(id))
      return (body.data as Record<string, unknown>)['next_at']
    }
    const subjectId = uuidv7()
    const made = (at: string) =>
      insertDeliveredEvent(db, tenant, { type: 'ticket.opened', subjectId, at: new Date(at) })
    const [first, second] = [await made('2026-11-23T08:00:00Z'), await made('2026-11-23T08:01:00Z')]
    const tried = '2026-11-23T13:00:00.000Z'
    await db.write(sql`
      update webhook_deliveries set due_at = ${tried} where endpoint_id = ${id} and event_id = ${first}`)
    assert.equal(await nextAt(), tried, 'the second is not sent before the first')
    const set = (state: string) =>
      db.write(sql`
        update webhook_deliveries set state = ${state} where endpoint_id = ${id} and event_id = ${first}`)
    await set('sending')
    assert.equal(await nextAt(), null)
    await set('delivered')
    const { body } = await send('GET', world.path(id, `/deliveries/${second}`))
    assert.equal(await nextAt(), (body.data as Record<string, unknown>)['next_at'])
    assert.notEqual(await nextAt(), null)
    await send('DELETE', world.path(id))
  })

  it('names the field that is wrong, and what would be right (400)', async () => {
    const faults: [Record<string, unknown>, RegExp][] = [
      [{ url: 'ftp://example.com' }, /^url: must be an https address/],
      [{ url: 'https://user:pass@example.com' }, /^url: must be an https address/],
      [{ url: 'https://example.com/#top' }, /^url: must be an https address/],
      [
        { url: 'http://crm.example.com/hooks' },
        /^url: must be https; http is only for hosts that the operator/,
      ],
      [
        { url: 'https://crm.example.com:8443/' },
        /^url: can not be reached: port 8443 is not allowed, only 80 and 443, unless the operator names/,
      ],
      [
        { url: 'https://crm.internal/' },
        /^url: can not be reached: crm.internal is a name of private networks, unless the operator/,
      ],
      [{ types: [] }, /^types: must not be empty/],
      [{ types: ['call'] }, /^types\[0\]: must be a type of event such as call.ended/],
      [{ types: ['call.*', 'call.*'] }, /^types: must not name a type twice/],
      [{ rate_per_second: 0 }, /^rate_per_second: must be >= 1/],
      [{ content: 'all' }, /^content: must be one of ids, full/],
      [{ secret: 'whsec_short' }, /^secret: must be whsec_ and 24 to 64 bytes/],
      [{ name: 'crm' }, /^name: is taken/],
      [{ events: ['call.*'] }, /^events: unknown field/],
    ]
    for (const [wrong, message] of faults) {
      const { status, body } = await send('POST', base(), { name: 'wrong', ...given, ...wrong })
      assert.equal(status, 400, JSON.stringify(wrong))
      assert.match(body.message, message)
    }
    for (const url of ['x', 'http://crm.example.com/hooks']) {
      const { status, body } = await send('PATCH', world.path(endpointId), { url })
      assert.equal(status, 400)
      assert.match(body.message, /^url: /)
    }
  })

  it('has at most 20 (400), and what is removed counts no more', async () => {
    const ids: string[] = []
    for (;;) {
      const { status, body } = await send('POST', base(), { name: randomUUID(), ...given })
      if (status === 201) ids.push((body.data as { _id: string })._id)
      else {
        assert.equal(status, 400)
        assert.match(body.message, /^name: is one too many: a project has at most 20/)
        break
      }
    }
    assert.equal(ids.length, 17)
    await send('DELETE', world.path(ids[0]!))
    assert.equal((await send('POST', base(), { name: randomUUID(), ...given })).status, 201)
  })

  it('applying an export changes nothing, and shows no secret', async () => {
    const { context } = world.service
    const yaml = declarationToYaml((await exportDeclaration(context, world.tenant.organization_id))!)
    assert.match(yaml, /webhook_endpoints:/)
    assert.ok(!yaml.includes('whsec_'))
    const parsed = parseDeclaration(yaml)
    assert.ok(parsed.ok)
    const applied = await applyDeclaration(context, parsed.value)
    assert.ok(applied.ok, JSON.stringify(applied))
    assert.deepEqual([applied.changes.created, applied.changes.updated], [0, 0])
  })

  it('apply refuses an address that nothing can be sent to', async () => {
    const webhook_endpoints = [{ name: 'plain', url: 'http://crm.example.com/hooks', types: ['call.*'] }]
    const projects = [{ name: 'Plain', webhook_endpoints }]
    const applied = await applyDeclaration(world.service.context, {
      organizations: [{ name: 'Acme', projects }],
    })
    assert.ok(!applied.ok)
    assert.match(applied.faults[0]?.path ?? '', /webhook_endpoints\[0\]\.url$/)
    assert.match(applied.faults[0]?.message ?? '', /^must be https; http is only for hosts that the operator/)
  })

  it('apply shows the secret that it made, once', async () => {
    const webhook_endpoints = [{ name: 'crm', url: receiver.url, types: ['call.*'] }]
    const tree = (name: string) =>
      world.service.apply({
        organizations: [{ name: 'Acme', projects: [{ name, webhook_endpoints }] }],
      })
    const [made] = (await tree('Fresh')).organizations[0]!.projects[0]!.webhook_endpoints
    assert.match(made?.secret ?? '', /^whsec_/)
    const [again] = (await tree('Fresh')).organizations[0]!.projects[0]!.webhook_endpoints
    assert.deepEqual(again, { _id: made!._id, name: 'crm' })
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', async () => {
    await checkRefusals(world, 'GET', base())
    await checkRefusals(world, 'POST', base(), { name: 'x', ...given })
    await checkRefusals(world, 'GET', world.path(endpointId))
    await checkRefusals(world, 'PATCH', world.path(endpointId), {})
  })
})
