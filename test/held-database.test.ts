// A database that was restored or copied: nothing leaves it until an operator releases it (Promise 175).
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { insertHold, judgeDatabase, releaseDatabase } from '../src/db/database-identity.ts'
import { sql } from '../src/db/sql.ts'
import { crawlSource } from '../src/sources/crawl/crawl-source.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { crawl } from './support/crawls.ts'
import { scriptCampaign } from './support/declarations.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { htmlPage, startSite } from './support/site.ts'
import type { Site } from './support/site.ts'
import { operator } from './support/source-author.ts'
import { signInFirstOwner } from './support/users.ts'
import { insertEvent } from './support/webhooks/events.ts'
import { startReceiver } from './support/webhooks/receiver.ts'
import type { Receiver } from './support/webhooks/receiver.ts'
import { startWhatsappService } from './support/whatsapp.ts'

const nextNumber = createNumbers()
const campaigns = [scriptCampaign({ name: 'One', slots: 5 })]
const start = (carrier: Carrier, watchesHold: boolean, crawlPrivateHosts: readonly string[] = []) =>
  startService(
    { carrier: { api_url: carrier.url, account_sid: carrierAccount }, campaigns },
    { watchesHold, crawlPrivateHosts },
  )
const pathOf = ({ organizationId, projectId, campaignIds }: Service, tail: string) =>
  `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['One']}/${tail}`
const place = (service: Service, tail = 'calls') =>
  service.request('POST', pathOf(service, tail), { body: { phone_number: nextNumber() } })

suite('a process whose database was replaced under it', () => {
  let carrier: Carrier
  let service: Service
  before(async () => {
    carrier = await startCarrier()
    service = await start(carrier, false)
    const alone = async () => false
    assert.equal(await judgeDatabase(service.context.db, 'test', alone), null)
    // As after a restore to an instant in the past: the server writes another timeline than the one recorded.
    await service.context.db.write(sql`update database_identity set timeline = timeline + 1`)
  })
  after(async () => {
    await service[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })

  test('refuses a triggered call at the last moment, before the carrier is asked (503)', async () => {
    const { status, headers, body } = await place(service, 'trigger-call')
    assert.equal(status, 503, body.message)
    assert.equal(headers.get('error-code'), 'database_held')
    assert.equal(carrier.creates, 0)
  })

  test('lets a call wait, and dials it after the release', async () => {
    const { status, body } = await place(service)
    assert.equal(status, 200, body.message)
    assert.equal((body.data as { scheduled: boolean }).scheduled, true)
    assert.equal(carrier.creates, 0)
    await releaseDatabase(service.context.db, 'ada@one')
    service.startWorker()
    await eventually('the call is dialed', () => (carrier.creates === 1 ? true : null))
  })
})

async function heldMetric({ context }: Service): Promise<number | undefined> {
  const metrics = await context.registry.getMetricsAsJSON()
  return metrics.find(({ name }) => name === 'switchboard_database_held')?.values[0]?.value
}

suite('a process that finds its database held', () => {
  let carrier: Carrier
  let site: Site
  let receiver: Receiver
  let service: Service
  before(async () => {
    carrier = await startCarrier()
    site = await startSite({ '/': htmlPage('Held') })
    receiver = await startReceiver()
    service = await start(carrier, true, [site.host, receiver.host])
    service.startWorker()
  })
  after(async () => {
    await service[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })
  const until = (isHeld: boolean) =>
    eventually('the process notices', () =>
      (service.context.holdState.hold !== null) === isHeld ? true : null,
    )

  test('answers reads, refuses the rest (503), runs no job, and goes on after the release', async () => {
    const person = await signInFirstOwner(service)
    carrier.behave({ kind: 'refuse', status: 429, code: 20429 })
    assert.equal((await place(service)).status, 200)
    await insertHold(service.context.db, 'operator', null)
    await until(true)
    const refused = await place(service)
    assert.equal(refused.status, 503)
    assert.match(refused.body.message, /until its operator releases it/)
    assert.equal(refused.headers.get('retry-after'), '60')
    const creates = carrier.creates
    assert.equal((await service.request('GET', pathOf(service, 'calls'))).status, 200)
    assert.equal((await service.request('POST', '/webhooks/whatsapp', { body: {} })).status, 503)
    const today = await person.request(
      'GET',
      `/api/organizations/${service.organizationId}/projects/${service.projectId}/today`,
    )
    const { needs } = today.body.data as { needs: { code: string }[] }
    assert.equal(needs[0]?.code, 'database_held')
    // The call that waits is not said to wait for a slot alone.
    for (const tail of ['queue', 'calls-under-way']) {
      const { body } = await person.request(
        'GET',
        `/api/organizations/${service.organizationId}/projects/${service.projectId}/${tail}`,
      )
      assert.equal((body.data as { is_held: boolean }).is_held, true, tail)
    }
    const health = await person.request('GET', '/api/health')
    const { checks } = health.body.data as { checks: { check: string; status: string }[] }
    assert.equal(checks.find(({ check }) => check === 'hold')?.status, 'fail')
    const invited = await person.request('POST', `/api/organizations/${service.organizationId}/people`, {
      email: 'eve@example.com',
      role: 'viewer',
    })
    assert.equal(invited.status, 503)
    const ready = await service.request('GET', '/readyz', { key: null })
    assert.equal(ready.status, 200)
    assert.match(ready.body.message, /held/)
    assert.equal(await heldMetric(service), 1)
    assert.equal(carrier.creates, creates, 'nothing was dialed meanwhile')
    assert.equal((await person.request('POST', '/api/sign-out')).status, 200)
    await releaseDatabase(service.context.db, 'ada@one')
    await until(false)
    assert.equal(await heldMetric(service), 0)
    await eventually('the waiting call is dialed', () => (carrier.legs.length === 1 ? true : null))
  })

  test('crawls nothing and sends no webhook until the release', async () => {
    const { context, organizationId: organization_id, projectId: project_id } = service
    const webhook_endpoints = [{ name: 'ours', url: receiver.url, types: ['call.ended'] }]
    const projects = [{ name: 'Renewals', default_country: 'US', webhook_endpoints }]
    await service.apply({ organizations: [{ name: 'Acme', projects }] })
    const source = await crawl(service, { domain: site.origin, max_pages: 1 })
    const crawled = site.requests.length
    assert.ok(crawled > 0)
    await insertHold(context.db, 'operator', null)
    await until(true)
    await crawlSource(context, { organization_id, project_id, source_id: source._id }, operator)
    const event = await insertEvent(context.db, { organization_id, project_id })
    // Several times as long as a worker that runs its jobs needs to find both.
    await delay(2_000)
    assert.deepEqual([site.requests.length, receiver.ids().includes(event)], [crawled, false])
    // Both are refused once more where they leave; this shows that no job ran.
    const made = await context.db.query(sql`select from webhook_deliveries where event_id = ${event}`)
    assert.equal(made.length, 0)
    await releaseDatabase(context.db, 'ada@one')
    await eventually('both come', () =>
      site.requests.length > crawled && receiver.ids().includes(event) ? true : null,
    )
  })
})

test('a message is not sent while the database is another than the one in service (503)', async () => {
  await using world = await startWhatsappService()
  const { service, broadcastIds } = world
  await judgeDatabase(service.context.db, 'test', async () => false)
  await service.context.db.write(sql`update database_identity set system_identifier = system_identifier + 1`)
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['October']}/messages`
  const body = {
    to: '+14155551000',
    data: { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' },
  }
  const refused = await service.request('POST', path, { body })
  assert.equal(refused.status, 503, refused.body.message)
  assert.equal(refused.headers.get('error-code'), 'database_held')
  await releaseDatabase(service.context.db, 'ada@one')
  assert.equal((await service.request('POST', path, { body })).status, 200)
})
