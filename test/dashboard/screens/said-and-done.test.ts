// What a page says is what happened: a failure is said where it happens, what is refused can not be begun, and what is
// typed or chosen is what is saved and asked for.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { uuidv7 } from '../../../src/base/ids.ts'
import { sql } from '../../../src/db/sql.ts'
import { startWhatsappService } from '../../support/whatsapp.ts'
import type { WhatsappService } from '../../support/whatsapp.ts'
import { openDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** An error that the dashboard has no words for. */
const broken = { code: 'broken', message: 'Broken.', request_id: 'r-1' }

suite('what a page says', () => {
  let whatsapp: WhatsappService
  let dashboard: Dashboard
  let project: string
  before(async () => {
    const account = {
      name: 'fast',
      kind: 'openai_compatible',
      base_url: 'http://127.0.0.1:9/v1',
      model: 'scripted',
    }
    const agent = { name: 'renewals', purpose: 'Renews.', model: 'fast', prompt: 'You renew.' }
    const carrier = {
      name: 'West',
      kind: 'twilio',
      account_sid: `AC${'2'.repeat(32)}`,
      auth_token: 'a-token',
    }
    whatsapp = await startWhatsappService({
      modelPrivateHosts: ['127.0.0.1:9'],
      project: { model_accounts: [account], agents: [agent], voice_carriers: [carrier] },
    })
    dashboard = await openDashboard(whatsapp.service)
    const { organizationId, projectId } = whatsapp.service
    project = `/api/organizations/${organizationId}/projects/${projectId}`
  })
  after(async () => {
    await using _service = whatsapp
    await dashboard[Symbol.asyncDispose]()
  })

  const readItems = async <Item>(path: string): Promise<Item[]> => {
    const session = await dashboard.session('owner')
    return (await session.request('GET', `${project}${path}`)).body.data['items']
  }

  test('a number in German is the one that is saved, and one in English is refused', async () => {
    const page = await dashboard.open(dashboard.at('/carriers'), { language: 'de' })
    const stored = async () => {
      const [carrier] = await readItems<{ calls_per_second: number; unknown_grace_seconds: number }>(
        '/voice-carriers',
      )
      return [carrier?.calls_per_second, carrier?.unknown_grace_seconds]
    }
    await button(page, 'West ändern').click()
    const rate = page.getByRole('textbox', { name: 'Anrufe pro Sekunde' })
    const grace = page.getByRole('textbox', { name: 'Suchdauer' })
    await rate.fill('2.5')
    await grace.fill('1.200')
    await page.getByText('Das ist keine Zahl. Schreiben Sie sie so: 12.345,5.').waitFor()
    assert.equal(await rate.inputValue(), '2.5')
    await rate.fill('2,5')
    await page.getByText('Das ist keine Zahl.', { exact: false }).waitFor({ state: 'detached' })
    await button(page, 'Speichern').click()
    await becomes('what is saved', stored, [2.5, 1_200])
    await dashboard.leave(page)
  })

  test('signing out that fails is said, and nobody is sent away', async () => {
    const page = await dashboard.open(dashboard.at('/live'), { role: 'editor' })
    await page.route(/\/api\/sign-out$/, (route) => route.fulfill({ status: 500, json: broken }))
    const signOut = async (): Promise<void> => {
      await button(page, 'The editor').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    await page.getByText('Signing out failed, so you may still be signed in.', { exact: false }).waitFor()
    assert.match(page.url(), /\/live$/)
    await page.unrouteAll()
    // The session has ended already: that is what was asked for.
    await page.route(/\/api\/sign-out$/, (route) =>
      route.fulfill({ status: 401, json: { ...broken, code: 'sign_in_needed' } }),
    )
    await signOut()
    await page.waitForURL(/\/sign-in/)
    await dashboard.leave(page)
  })

  test('a message at the edge of the page stays where it failed, and while somebody points at it', async () => {
    const page = await dashboard.open(dashboard.at('/carriers'))
    const check = button(page, 'Check West now')
    const messages = page.getByRole('region', { name: 'Notifications' })
    const failure = messages.getByText('Broken.')
    const signedIn = messages.getByText('Signing out failed', { exact: false })
    const success = messages.getByText('West', { exact: true })
    let isBroken = true
    const data = { state: 'accepted' }
    await page.route(/\/sign-out$/, (route) =>
      route.fulfill({ status: 500, json: { ...broken, message: 'Not now.' } }),
    )
    await page.route(/\/check$/, (route) =>
      isBroken ? route.fulfill({ status: 500, json: broken }) : route.fulfill({ json: { data } }),
    )
    await button(page, 'The owner').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signedIn.waitFor()
    await page.clock.install()
    await check.click()
    await failure.waitFor()
    await page.clock.fastForward('00:20')
    await waitForRest(page)
    assert.ok(await failure.isVisible())
    assert.ok(await messages.getByText('r-1').isVisible())
    // A second try that succeeds takes the place of the first, and of no other failure.
    isBroken = false
    await check.click()
    await failure.waitFor({ state: 'detached' })
    await success.hover()
    await page.clock.fastForward('00:09')
    await waitForRest(page)
    assert.ok(await success.isVisible())
    await page.mouse.move(0, 0)
    await page.clock.fastForward('00:02')
    await success.waitFor({ state: 'detached' })
    assert.ok(await signedIn.isVisible())
    // The keyboard goes on where it was before the message.
    await check.focus()
    await messages.getByRole('button', { name: 'Close' }).press('Enter')
    await signedIn.waitFor({ state: 'detached' })
    await becomes('what has the focus', () => check.and(page.locator(':focus')).count(), 1)
    await dashboard.leave(page)
  })

  test('a check of a message that fails is said with its reason, and made again', async () => {
    const page = await dashboard.open(dashboard.at(`/broadcasts/${whatsapp.broadcastIds['October']}`))
    await page.route(/\/messages\/check$/, (route) => route.fulfill({ status: 500, json: broken }))
    await button(page, 'Send one…').click()
    const dialog = page.getByRole('alertdialog')
    const failure = dialog.getByRole('alert')
    await failure.waitFor()
    await becomes('whether it still waits', () => dialog.getByText('Checking…').count(), 0)
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('order_update (en) is approved.').waitFor()
    await becomes('failures', () => failure.count(), 0)
    await dashboard.leave(page)
  })

  test('an admin reads why owners and admins can not be changed', async () => {
    await Promise.all((['owner', 'editor'] as const).map((role) => dashboard.session(role)))
    const { organizationId } = whatsapp.service
    const page = await dashboard.open(`/${organizationId}/people-and-roles`, { role: 'admin' })
    const needed = 'This needs the role owner.'
    for (const name of ['The owner', 'The admin']) {
      const change = button(page, `Change the role of ${name}`)
      await becomes('the reason', () => change.getAttribute('aria-description'), needed)
      await button(page, `More for ${name}`).click()
      for (const label of ['New link…', 'End sessions…', 'Remove…']) {
        const entry = page.getByRole('menuitem', { name: label })
        await becomes(label, () => entry.getAttribute('aria-disabled'), 'true')
        await entry.getByText(needed).waitFor()
      }
      await page.keyboard.press('Escape')
    }
    await button(page, 'Change the role of The editor').click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    await dashboard.leave(page)
  })

  test('an agent can not be edited by a viewer', async () => {
    const [agent] = await readItems<{ _id: string }>('/agents')
    const page = await dashboard.open(dashboard.at(`/agents/${agent?._id}`), { role: 'viewer' })
    await waitForRest(page)
    const box = page.getByRole('textbox', { name: 'Purpose', exact: true })
    await becomes('the text', () => box.inputValue(), 'Renews.')
    const editable = page.locator('main :is(input, textarea, select):enabled')
    assert.equal(await editable.count(), 0)
    await page.getByRole('button', { name: 'Add tool' }).click({ force: true })
    await waitForRest(page)
    assert.equal(await page.getByRole('region', { name: 'What is not saved' }).count(), 0)
    await dashboard.leave(page)
  })

  test('the days of a span that is refused, or has not come yet, are those that were chosen', async () => {
    const page = await dashboard.open(dashboard.at('/analytics?span=12m&by=day'))
    await page.getByRole('alert').waitFor()
    await page.getByLabel('From day', { exact: true }).fill('2026-05-04')
    await page.getByLabel('From day', { exact: true }).press('Enter')
    await page.waitForURL(/from=2026-05-04&to=2026-05-04/)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.route(/\/analytics\//, async (route) => {
      await released
      await route.continue()
    })
    await page.getByLabel('From day', { exact: true }).fill('2026-04-01')
    await page.getByLabel('From day', { exact: true }).press('Enter')
    await page.waitForURL(/from=2026-04-01/)
    await page.getByLabel('Until day', { exact: true }).fill('2026-04-20')
    await page.getByLabel('Until day', { exact: true }).press('Enter')
    await page.waitForURL(/from=2026-04-01&to=2026-04-20/)
    release()
    await waitForRest(page)
    await dashboard.leave(page)
  })

  test('a server that does not answer is said in the language of the reader', async () => {
    const silent = 'Der Server antwortet nicht.'
    const { organizationId, projectId, context } = whatsapp.service
    const source = uuidv7()
    await context.db.write(sql`
      insert into sources (organization_id, project_id, _id, name, source_type, sync_status, domain, page_count,
        created_by, created_at, updated_at)
      values (${organizationId}, ${projectId}, ${source}, 'Help', 'domains', 'success', 'help.example', 0,
        '{"kind": "operator"}', now(), now())`)
    const page = await dashboard.open(dashboard.at(`/knowledge/${source}`), { language: 'de' })
    await page.route(/\/sources\//, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await button(page, 'Jetzt crawlen').click()
    await page.getByRole('region', { name: 'Benachrichtigungen' }).getByText(silent).waitFor()
    await page.goto(`${whatsapp.service.url}/app${dashboard.at('/knowledge')}`)
    await button(page, 'Dateien hinzufügen…').click()
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Open on Mondays.') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('listitem').filter({ hasText: 'notes.txt' }).getByText(silent).waitFor()
    await dashboard.leave(page)
  })

  test('a press that reads the templates of several senders says of each what came of it, faults first', async () => {
    const page = await dashboard.open(dashboard.at('/templates'), { role: 'editor' })
    await button(page, 'Read from WhatsApp now').click()
    const results = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
    await becomes('the results', () => results.count(), 2)
    assert.match(await results.nth(0).innerText(), /^gone is disconnected/)
    assert.match(await results.nth(1).innerText(), /^main: /)
    await dashboard.leave(page)
  })

  test('a count that ends at its bound is not said to be exact', async () => {
    const page = await dashboard.open(dashboard.at('/tickets'))
    await page.route(/\/today$/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.needs = [{ code: 'messages_unresolved', count: 1_000, is_more: true, since: null, ids: [] }]
      return route.fulfill({ response, json })
    })
    await page.goto(`${whatsapp.service.url}/app${dashboard.at()}`)
    await page.getByText('more than 1,000 messages are not known yet', { exact: false }).waitFor()
    await dashboard.leave(page)
  })

  test('a list is sorted on a phone too', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge'), { size: 'phone' })
    const table = page.getByRole('table', { name: 'Sources' })
    const sort = table.getByRole('link', { name: 'Pages', exact: true })
    await sort.waitFor()
    const box = await sort.boundingBox()
    assert.ok(box !== null && box.height >= 24 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box))
    await sort.click()
    await page.waitForURL(/sort=.*page_count/)
    await dashboard.leave(page)
  })

  test('a ticket of a conversation has its status in words, and leads to its place', async () => {
    const { organizationId, projectId, context } = whatsapp.service
    const [conversation, ticket] = [uuidv7(), uuidv7()]
    const mine = sql`${organizationId}, ${projectId}`
    await context.db.write(sql`
      insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
        start_time, end_time, created_at)
      values (${mine}, ${conversation}, 'voice', 'outbound', 'completed', '+14155550100', now(), now(), now())`)
    await context.db.write(sql`
      insert into tickets (organization_id, project_id, _id, conversation_id, channel_type, status, created_at)
      values (${mine}, ${ticket}, ${conversation}, 'voice', 'open', now())`)
    const address = dashboard.at(`/conversations/${conversation}`)
    const page = await dashboard.open(address, { language: 'de' })
    await page.getByText('Offen', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'kein Betreff' }).click()
    await page.waitForURL((url) => url.searchParams.get('search') === ticket)
    await dashboard.leave(page)
  })

  test('the keys of places work on a keyboard without Latin letters', async () => {
    const page = await dashboard.open(dashboard.at('/tickets'), { language: 'ar' })
    // As browsers report G and L of an Arabic keyboard.
    for (const [key, code] of [
      ['ل', 'KeyG'],
      ['م', 'KeyL'],
    ])
      await page.evaluate(
        `document.body.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, bubbles: true, cancelable: true })}))`,
      )
    await page.waitForURL(/\/live$/)
    await dashboard.leave(page)
  })

  test('words of a list have the comma of the language between them', async () => {
    const session = await dashboard.session('owner')
    const body = { name: 'CRM', scopes: ['calls:create', 'events:read'] }
    const made = await session.request('POST', `${project}/api-keys`, body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const page = await dashboard.open(dashboard.at('/keys'), { language: 'ar' })
    const scopes = page.getByRole('row', { name: /CRM/ }).getByRole('cell').nth(1)
    await becomes('the scopes', () => scopes.innerText(), /^[^,،\n]+، [^,،\n]+\n/)
    const { organizationId, projectId } = whatsapp.service
    await whatsapp.service.context.db.write(sql`
      insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status,
        phone_number, start_time, created_at)
      values (${organizationId}, ${projectId}, ${uuidv7()}, 'web', 'inbound', 'completed', '+14155550001', now(), now())`)
    await page.goto(`${whatsapp.service.url}/app${dashboard.at('/conversations?channel=web')}`)
    const row = page.getByRole('row').nth(1)
    await becomes('the conversation', () => row.innerText(), /^[^,]*، [^,]*، [^,]*$/)
    await dashboard.leave(page)
  })
})
