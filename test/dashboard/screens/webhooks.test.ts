// Webhooks in a browser: an endpoint is made, tested, fails and is mended; deliveries are looked at and sent again;
// events.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { uuidv7 } from '../../../src/base/ids.ts'
import { sql } from '../../../src/db/sql.ts'
import { password } from '../../support/users.ts'
import { insertEvent } from '../../support/webhooks/events.ts'
import { startReceiver } from '../../support/webhooks/receiver.ts'
import type { Receiver } from '../../support/webhooks/receiver.ts'
import { createWebhookWorld } from '../../support/webhooks/world.ts'
import type { WebhookWorld } from '../../support/webhooks/world.ts'
import { openDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

suite('webhooks', () => {
  let world: WebhookWorld
  let receiver: Receiver
  let dashboard: Dashboard
  before(async () => {
    receiver = await startReceiver()
    world = await createWebhookWorld([receiver.host])
    world.service.startWorker()
    dashboard = await openDashboard(world.service)
  })
  after(async () => {
    await dashboard[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
  const refuse = () => {
    receiver.answer = (response) => void response.writeHead(500).end('the database is away')
  }
  const accept = () => {
    receiver.answer = (response) => void response.writeHead(204).end()
  }

  test('says what they are for, and makes an endpoint whose secret is shown once', async () => {
    const page = await dashboard.open(dashboard.at('/webhooks'))
    await page.getByText('This project has no webhook endpoint.').waitFor()
    await page.getByText('npx --no-install switchboard listen').waitFor()
    await link(page, 'New endpoint').click()
    await page.getByLabel('Name').fill('CRM')
    await page.getByLabel('Address').fill('http://crm.example.com/hooks')
    await page.getByLabel('Calls: all').check()
    await page.getByText(/Must be https; http is only for hosts/).waitFor()
    await page.getByLabel('Address').fill(receiver.url)
    await button(page, 'Choose single types: Tickets').click()
    await page.getByLabel('ticket.opened').check()
    await page.getByText('8 types are chosen.').waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/webhook-endpoints$/, async (route) => {
      await released
      await route.continue()
    })
    await button(page, 'Make endpoint').click()
    await page.goBack()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByText('Changes are still being saved.', { exact: false }).waitFor()
    release()
    await question.getByText('it is not shown again', { exact: false }).waitFor()
    await question.getByRole('button', { name: 'Stay' }).click()
    const shown = page.getByRole('region', { name: 'secret' })
    const secret = await becomes('the secret', () => shown.innerText(), /^whsec_/)
    await button(page, 'Close').click()
    await shown.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor()
    await page.getByText('Nothing was sent in the last 30 days.').waitFor()
    assert.ok(!(await page.content()).includes(secret))
    const [stored] = await world.db.query<{ declared_types: string[] }>(
      sql`select declared_types from webhook_endpoints where name = 'CRM'`,
    )
    assert.deepEqual(stored?.declared_types, ['call.*', 'ticket.opened'])
    // A test shows what the server answers.
    await button(page, 'Test…').click()
    await button(page, 'Send the test').click()
    await page.getByText(/^Accepted: 204 after [\d,]+ milliseconds\.$/).waitFor()
    refuse()
    await button(page, 'Send it again').click()
    await page.getByText('the database is away').waitFor()
    accept()
    await page.context().close()
  })

  test('asks for the password again before it makes a secret', async () => {
    const id = await world.addEndpoint({ name: 'Asks', url: receiver.url })
    const page = await dashboard.open(dashboard.at(`/webhooks/${id}`), { role: 'admin' })
    const { userId } = await dashboard.session('admin')
    await world.db.write(sql`
      update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${userId}`)
    await button(page, 'Replace the secret').click()
    await button(page, 'Make a new secret').click()
    const asking = page.getByRole('alertdialog', { name: 'Give your password again' })
    await asking.waitFor()
    assert.equal(await page.getByRole('region', { name: 'secret' }).count(), 0)
    await asking.getByLabel('Password', { exact: true }).fill(password)
    await asking.getByRole('button', { name: 'Go on' }).click()
    await becomes('the secret', () => page.getByRole('region', { name: 'secret' }).innerText(), /^whsec_/)
    await page.context().close()
  })

  test('keeps what two people changed, and asks about what both did', async () => {
    const id = await world.addEndpoint({ name: 'Two editors', url: receiver.url })
    const page = await dashboard.open(dashboard.at(`/webhooks/${id}/edit`))
    await page.getByLabel('Most deliveries in a second').fill('7')
    await world.addEndpoint({ name: 'Two editors', url: receiver.url, rate_per_second: 9, content: 'full' })
    await button(page, 'Save').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Most deliveries in a second').waitFor()
    await button(page, 'Go on with these').click()
    await button(page, 'Save').click()
    await page.getByText('The endpoint is saved.').waitFor()
    const [stored] = await world.db.query<{ content: string; rate_per_second: number }>(
      sql`select content, rate_per_second from webhook_endpoints where _id = ${id}`,
    )
    assert.deepEqual(stored, { content: 'full', rate_per_second: 7 })
    await page.context().close()
  })

  test('shows deliveries as they come, why one failed and when it is tried next, and sends it again', async () => {
    await world.removeEndpoints()
    const id = await world.addEndpoint({ name: 'CRM', url: receiver.url })
    const page = await dashboard.open(dashboard.at(`/webhooks/${id}`))
    await page.getByText('Nothing was sent in the last 30 days.').waitFor()
    refuse()
    const failed = await insertEvent(world.db, world.tenant, { data: { _id: 'shown', state: 'busy' } })
    // The hint brings the row, without a look by the reader.
    await page.getByText(/answered 500, next try/).waitFor()
    await page.getByText(/^Fails\./).waitFor()
    await link(page, 'call.ended').click()
    await page.getByText('the database is away').waitFor()
    await page.getByRole('region', { name: 'body' }).getByText('"state": "busy"').waitFor()
    await page.getByRole('region', { name: 'headers' }).getByText(`webhook-id: ${failed}`).waitFor()
    accept()
    await page.getByRole('button', { name: /^Send call.ended of .* again$/ }).click()
    await page.getByText('status 204').first().waitFor()
    assert.deepEqual(new Set(receiver.ids().slice(-2)), new Set([failed]))
    await page.context().close()
  })

  test('says that a delivery waits for the one before it of its subject', async () => {
    await world.removeEndpoints()
    const id = await world.addEndpoint({ name: 'In order', url: receiver.url, order: 'by_subject' })
    refuse()
    const subjectId = uuidv7()
    const first = await insertEvent(world.db, world.tenant, { type: 'call.started', subjectId })
    await world.deliveryIn(id, first, 'waiting', 1)
    const second = await insertEvent(world.db, world.tenant, { type: 'call.ended', subjectId })
    const page = await dashboard.open(dashboard.at(`/webhooks/${id}`))
    const row = (type: string) => page.getByRole('row').filter({ has: link(page, type) })
    await row('call.started')
      .getByText(/answered 500, next try/)
      .waitFor()
    await row('call.ended').getByText('waits for the event before it').waitFor()
    assert.equal(await row('call.ended').getByText('next try').count(), 0)
    accept()
    await world.letFailedPass(id)
    await world.deliveryIn(id, second, 'delivered')
    await page.getByText('waits for the event before it').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('sends again what a filter means, after the count, and shows how far it is', async () => {
    await world.removeEndpoints()
    const id = await world.addEndpoint({ name: 'CRM', url: receiver.url })
    const events: string[] = []
    for (const type of ['call.queued', 'call.ended', 'call.ended']) {
      const event = await insertEvent(world.db, world.tenant, { type })
      await world.deliveryIn(id, event, 'delivered')
      events.push(event)
    }
    const page = await dashboard.open(dashboard.at(`/webhooks/${id}?type=call.ended`))
    await link(page, 'call.ended').first().waitFor()
    const before = receiver.received.length
    await button(page, 'Send again by filter…').click()
    await page.getByText('2 deliveries').waitFor()
    await button(page, 'Send 2 again').click()
    await page.getByText('2 are in the queue or sent').waitFor()
    await becomes('what came again', async () => receiver.ids().slice(before).sort(), events.slice(1).sort())
    await page.context().close()
  })

  test('replaces the secret, turns off, enables with what was held, and deletes', async () => {
    await world.removeEndpoints()
    const id = await world.addEndpoint({ name: 'CRM', url: receiver.url })
    const page = await dashboard.open(dashboard.at(`/webhooks/${id}`))
    await button(page, 'Replace the secret').click()
    await button(page, 'Make a new secret').click()
    await page.getByRole('region', { name: 'secret' }).getByText('whsec_').waitFor()
    await button(page, 'Close').click()
    await page.getByText(/the new and the former one sign until/).waitFor()
    await button(page, 'Turn off…').click()
    await button(page, 'Turn off').click()
    await page.getByText(/^Turned off\. Somebody turned it off\./).waitFor()
    const held = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(id, held, 'held')
    await button(page, 'Enable…').click()
    await page.getByLabel('Send the 1 delivery that was held').waitFor()
    await button(page, 'Enable').click()
    await world.deliveryIn(id, held, 'delivered')
    await button(page, 'Delete…').click()
    await button(page, 'Delete for good').click()
    await page.getByText('This project has no webhook endpoint.').waitFor()
    const { items } = (await world.service.request('GET', world.path('').replace(/\/$/, ''))).body.data as {
      items: unknown[]
    }
    assert.deepEqual(items, [])
    await page.context().close()
  })

  test('lists events with who got them, and finds an endpoint by its name', async () => {
    await world.removeEndpoints()
    const id = await world.addEndpoint({ name: 'Warehouse', url: receiver.url, types: ['ticket.*'] })
    const delivered = await insertEvent(world.db, world.tenant, {
      type: 'ticket.opened',
      data: { _id: 'seen' },
    })
    await world.deliveryIn(id, delivered, 'delivered')
    const page = await dashboard.open(dashboard.at('/events'))
    await page.getByText('somebody has to look').waitFor()
    await page.getByLabel('Type').selectOption('ticket.*')
    await link(page, 'Warehouse').waitFor()
    await page
      .getByRole('cell', { name: /^call\./ })
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Show ticket.opened of/ }).click()
    await page.getByRole('region', { name: 'event' }).getByText('"seen"').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('Wareh')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor()
    await page.context().close()
  })

  test('lets editors read, and says why they change nothing', async () => {
    const page = await dashboard.open(dashboard.at('/webhooks'), { role: 'editor' })
    await link(page, 'Warehouse').click()
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor()
    for (const name of ['Test…', 'Edit', 'Delete…'])
      await becomes(
        `whether ${name} is disabled`,
        () => button(page, name).getAttribute('aria-disabled'),
        'true',
      )
    await page.goto(`${dashboard.service.url}/app${dashboard.at('/webhooks/new')}`)
    await page.getByText('This needs the role admin.').waitFor()
    await page.context().close()
  })

  test('fits every reader and a phone', async () => {
    await world.removeEndpoints()
    accept()
    const works = await world.addEndpoint({
      name: 'Warehouse',
      url: receiver.url,
      types: ['call.*', 'ticket.*'],
    })
    const delivered = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(works, delivered, 'delivered')
    refuse()
    const fails = await world.addEndpoint({ name: 'CRM', url: receiver.url, types: ['call.ended'] })
    const failed = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(fails, failed, 'waiting', 1)
    receiver.answer = (response) => void response.writeHead(410).end()
    const gone = await world.addEndpoint({ name: 'Old billing', url: receiver.url, types: ['ticket.opened'] })
    const last = await insertEvent(world.db, world.tenant, { type: 'ticket.opened' })
    await world.deliveryIn(gone, last, 'held')
    await world.service.request('POST', world.path(works, '/resend'), { body: {} })
    await lookAtEach(dashboard, {
      endpoints: dashboard.at('/webhooks'),
      'new endpoint': dashboard.at('/webhooks/new'),
      'edit an endpoint': dashboard.at(`/webhooks/${works}/edit`),
      'an endpoint': dashboard.at(`/webhooks/${works}`),
      'one that fails': dashboard.at(`/webhooks/${fails}`),
      'one that is disabled': dashboard.at(`/webhooks/${gone}`),
      'none match': dashboard.at(`/webhooks/${works}?state=exhausted`),
      'a delivery': dashboard.at(`/webhooks/${fails}/deliveries/${failed}`),
      'one that is not there': dashboard.at(`/webhooks/${fails}/deliveries/${works}`),
      events: dashboard.at('/events'),
      'events, refused': dashboard.at('/events?before=x'),
    })
  })
})
