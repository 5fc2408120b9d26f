// The people who are called and written to, and their tickets: find somebody and all that happened in two steps,
// whether or not WhatsApp hides their number.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { isUuid } from '../../../src/base/ids.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { createMergeWorld } from '../../support/merge-world.ts'
import { seedPeople } from '../../support/people.ts'
import type { SeededPeople } from '../../support/people.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

suite('people called', () => {
  let dashboard: Dashboard
  let people: SeededPeople
  let screens: Record<string, string>

  before(async () => {
    dashboard = await startDashboard({ campaigns: [scriptCampaign({ name: 'Renewals of spring' })] })
    people = await seedPeople(dashboard.service)
    const editor = await dashboard.session('editor')
    const { organizationId, projectId } = dashboard.service
    const project = `/api/organizations/${organizationId}/projects/${projectId}`
    const opened = await editor.request('POST', `${project}/tickets`, {
      subject: 'Change the date',
      conversation_id: people.hidden.conversationId,
    })
    assert.equal(opened.status, 201)
    const { at } = dashboard
    screens = {
      people: at('/people'),
      'people, none match': at('/people?search=nobody'),
      person: at(`/people/${people.maria._id}`),
      'person without a number': at(`/people/${people.hidden._id}`),
      'person that is not there': at(`/people/${projectId}`),
      tickets: at('/tickets'),
      'tickets, none closed': at('/tickets?show=closed'),
      conversations: at('/conversations'),
      'conversation without a number': at(`/conversations/${people.hidden.conversationId}`),
    }
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('are found from any screen in two steps, by name, number, username and id', async () => {
    const { maria, hidden } = people
    const page = await dashboard.open(dashboard.at('/live'))
    const cases = [
      ['María Delgado', 'maria del', maria._id],
      ['María Delgado', '+1 415 555 0188', maria._id],
      ['María Delgado', maria._id, maria._id],
      ['Bruno Dias', 'Bruno D', hidden._id],
      ['Bruno Dias', 'bruno.dias', hidden._id],
      ['Bruno Dias', hidden.userId, hidden._id],
      ['Bruno Dias', hidden._id, hidden._id],
    ] as const
    for (const [name, typed, id] of cases) {
      await page.goto(`${dashboard.service.url}/app${dashboard.at('/live')}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // One: the finder. Two: the person.
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: 'Find a number, id or name' }).fill(typed)
      await page.getByRole('dialog').getByRole('link', { name }).first().click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.waitForURL((url) => url.pathname.endsWith(`/people/${id}`))
      await page.getByRole('list', { name: 'What happened' }).waitFor()
    }
    await dashboard.leave(page)
  })

  test('have one timeline whose entries lead to their place, with its kinds in the address', async () => {
    const page = await dashboard.open(screens['person']!)
    const log = page.getByRole('list', { name: 'What happened' })
    await log.getByText('Where is my order?').waitFor()
    await becomes('calls', () => log.getByRole('link', { name: 'Call of Renewals of spring' }).count(), 3)
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await page.waitForURL(/kind=messages/)
    await log.getByRole('link', { name: 'Call of Renewals of spring' }).first().waitFor({ state: 'detached' })
    await log.getByRole('link', { name: 'Wrote to us' }).click()
    await page.waitForURL(new RegExp(people.maria.conversationId))
    await page.goBack()
    await page.waitForURL(/kind=messages/)
    await dashboard.leave(page)
  })

  test('say what can not be done for somebody whose number is hidden, and why', async () => {
    const page = await dashboard.open(screens['people']!)
    await page.getByText('no calls, no authentication templates').waitFor()
    await page.getByRole('link', { name: 'Bruno Dias' }).click()
    await page.getByText('Can’t be called: WhatsApp hides the number.').first().waitFor()
    const call = page.getByRole('button', { name: 'Call…' })
    await becomes('whether it is disabled', () => call.getAttribute('aria-disabled'), 'true')
    await page.getByText('@bruno.dias').first().waitFor()
    await page.goto(`${dashboard.service.url}/app${screens['conversations']}`)
    await page.getByRole('link', { name: 'Bruno Dias' }).waitFor()
    await dashboard.leave(page)
  })

  test('are opted out with a reason, and in again, seen at once in the timeline', async () => {
    const page = await dashboard.open(screens['person without a number']!, { role: 'editor' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Opt out…' }).click()
    await page.getByLabel('Reason').fill('asked by letter')
    await page.getByRole('button', { name: 'Opt out', exact: true }).click()
    await page.getByText('because: asked by letter').first().waitFor()
    await page.getByText('Opted out: All messages').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Opt in again…' }).click()
    await page.getByLabel('Reason').fill('changed their mind')
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText('Opted in again', { exact: true }).waitFor()
    await page.getByText('Takes messages: nobody has opted out.').waitFor()
    await dashboard.leave(page)
  })

  test('keep a reason that is being typed while somebody else opts them out', async () => {
    const { service } = dashboard
    const page = await dashboard.open(screens['person']!, { role: 'editor' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Opt out…' }).click()
    const reason = page.getByLabel('Reason')
    await reason.fill('asked on the phone')
    const editor = await dashboard.session('editor')
    const optOuts = `/api/organizations/${service.organizationId}/projects/${service.projectId}/opt-outs`
    const { number } = people.maria
    const barred = await editor.request('POST', optOuts, { number, reason: 'asked by letter' })
    assert.ok(barred.status < 300, JSON.stringify(barred.body))
    await page.getByText('because: asked by letter').first().waitFor()
    await becomes('what is typed', () => reason.inputValue(), 'asked on the phone')
    await page.getByRole('button', { name: 'Opt out', exact: true }).waitFor()
    const ended = await editor.request('POST', `${optOuts}/${encodeURIComponent(number)}/end`, {
      reason: 'changed their mind',
    })
    assert.ok(ended.status < 300, JSON.stringify(ended.body))
    await dashboard.leave(page)
  })

  test('have tickets that are opened on their page and closed with a note', async () => {
    const page = await dashboard.open(screens['person']!, { role: 'editor' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Open a ticket…' }).click()
    await page.getByLabel('What is to be looked after').fill('Call Maria back')
    await page.getByRole('button', { name: 'Open the ticket' }).click()
    await page.getByText('Ticket opened').waitFor()
    await page.getByRole('link', { name: '1 ticket is open.' }).click()
    await page.getByRole('button', { name: 'Close Call Maria back' }).click()
    await page.getByLabel('What was done').fill('She has her order.')
    await page.getByRole('button', { name: 'Close the ticket' }).click()
    await page.getByText('Nothing matches these filters.').waitFor()
    await page.getByRole('link', { name: 'Closed', exact: true }).click()
    await page.getByText('She has her order.').waitFor()
    await page.getByRole('link', { name: 'María Delgado' }).click()
    await page.getByRole('link', { name: 'Ticket closed' }).click()
    await page.getByRole('heading', { level: 1, name: /ticket/i }).waitFor()
    await page.getByText('She has her order.').waitFor()
    const { searchParams } = new URL(page.url())
    assert.equal(searchParams.get('show'), 'closed')
    assert.ok(isUuid(searchParams.get('search') ?? ''))
    await dashboard.leave(page)
  })

  test('that were merged by mistake are separated, with the choice of a shared contact and what moves', async () => {
    const { service } = dashboard
    const world = await createMergeWorld(service, service.projectId)
    const at = (minute: number) => new Date(Date.parse('2026-11-20T07:00:00Z') + minute * 60_000)
    const [phone, own, email] = ['+14155550161', '+14155550162', 'grace@example.com']
    const older = await world.call({ phone }, at(0), 'Ada Byron')
    const younger = await world.call({ phone: own, email }, at(1), 'Grace Hopper')
    await world.call({ phone, email }, at(2))
    const page = await dashboard.open(dashboard.at(`/people/${older}`), { role: 'editor' })
    await page.getByText('Grace Hopper').waitFor()
    await page.getByText('named both.').waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/separate$/, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Separate…' }).click()
    const press = page.getByRole('button', { name: 'Separate', exact: true })
    await becomes('why not', () => press.getAttribute('aria-description'), /^Wait until it says/)
    release()
    await page.getByText('1 calls and chats, 0 messages, 0 tickets, 2 contacts.').waitFor()
    await page.getByLabel('grace@example.com belongs to').selectOption('survivor')
    await becomes('whether it is disabled', () => press.getAttribute('aria-disabled'), null)
    await press.click()
    await page.getByText('They are two profiles again.').waitFor()
    await page.getByText('grace@example.com').first().waitFor()
    await page.getByText('Grace Hopper').waitFor({ state: 'detached' })
    await page.goto(`${service.url}/app${dashboard.at(`/people/${younger}`)}`)
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor()
    await dashboard.leave(page)
  })

  test('are erased only once it is shown how much goes', async () => {
    const page = await dashboard.open(screens['person']!, { role: 'admin' })
    const refused = { code: 'broken', message: 'Broken.', request_id: 'r-1' }
    await page.route(/dry_run=true/, (route) => route.fulfill({ status: 500, json: refused }))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase…' }).click()
    const dialog = page.getByRole('alertdialog')
    const press = dialog.getByRole('button', { name: 'Erase', exact: true })
    await becomes('why not', () => press.getAttribute('aria-description'), /^Wait until it says/)
    const failure = dialog.getByRole('alert')
    await failure.waitFor()
    assert.equal(await press.getAttribute('aria-disabled'), 'true')
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await failure.waitFor({ state: 'detached' })
    await becomes('whether it is disabled', () => press.getAttribute('aria-disabled'), null)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dashboard.leave(page)
  })

  test('are called with a campaign that is chosen, by the form of the test call', async () => {
    const page = await dashboard.open(screens['person']!, { role: 'editor' })
    await page.getByRole('button', { name: 'Call…' }).click()
    await page.getByLabel('With the campaign').waitFor()
    await page.getByRole('button', { name: 'Go on' }).click()
    await becomes('the number', () => page.getByLabel('Number').inputValue(), people.maria.number)
    await dashboard.leave(page)
  })

  test('are exported with their conversations as the list is filtered', async () => {
    const page = await dashboard.open(dashboard.at('/conversations?channel=whatsapp'))
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export (NDJSON)' }).click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /^conversations-\d{4}-\d\d-\d\d\.ndjson$/)
    let text = ''
    for await (const chunk of await download.createReadStream()) text += String(chunk)
    const rows = text.trim().split('\n')
    assert.equal(rows.length, 2)
    assert.ok(rows.every((row) => (JSON.parse(row) as { channel_type: string }).channel_type === 'whatsapp'))
    await dashboard.leave(page)
  })

  test('say why an export is refused, and export it once it is not', async () => {
    const page = await dashboard.open(dashboard.at('/conversations?channel=whatsapp'))
    const refused = /\/conversations\/export\?/
    await page.route(refused, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'error-code': 'too_many_exports' },
        json: { code: 'too_many_exports', message: 'Other exports are under way', request_id: 'r-1' },
      }),
    )
    await page.getByRole('link', { name: 'Export (NDJSON)' }).click()
    const fault = page.getByRole('alert')
    await fault.getByText('Other exports are under way.', { exact: true }).waitFor()
    await fault.getByText('r-1').waitFor()
    await page.unroute(refused)
    const downloading = page.waitForEvent('download')
    await fault.getByRole('button', { name: 'Try again' }).click()
    assert.match((await downloading).suggestedFilename(), /^conversations-/)
    await fault.waitFor({ state: 'detached' })
    // So does the menu of a person.
    await page.route(/\/customer-profiles\/[^/]+\/export$/, (route) => route.abort())
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/people/${people.maria._id}`)}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Everything that is known, as JSON' }).click()
    await fault.waitFor()
    await dashboard.leave(page)
  })

  test('have screens without violation of WCAG 2.2 AA in light and dark, that fit into 360 px, and all text from the catalog', () =>
    lookAtEach(dashboard, screens))
})
