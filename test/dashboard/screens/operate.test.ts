import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { parse } from 'yaml'
import { sql } from '../../../src/db/sql.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { askAsPage, signInFirstOwner } from '../../support/users.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

suite('the screens of those who operate', () => {
  let dashboard: Dashboard
  let screens: Record<string, string>

  before(async () => {
    dashboard = await startDashboard({ campaigns: [scriptCampaign({ name: 'Autumn' })] })
    await signInFirstOwner(dashboard.service)
    const owner = await dashboard.session('owner')
    await dashboard.service.context.db.write(
      sql`update users set is_operator = true where _id = ${owner.userId}`,
    )
    const { organizationId } = dashboard.service
    screens = {
      home: dashboard.at(),
      health: '/health',
      settings: `/${organizationId}/settings`,
      organizations: '/organizations',
      carriers: dashboard.at('/carriers'),
      people: `/${organizationId}/people-and-roles`,
    }
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('have no violation of WCAG 2.2 AA in light and dark, fit into 360 pixels, and have all text from the catalog', () =>
    lookAtEach(dashboard, screens))

  test('a carrier is checked, and says since when its credentials work', async () => {
    const page = await dashboard.open(screens['carriers']!)
    await page.getByText('not checked yet').waitFor()
    await page.getByRole('button', { name: /^Check .* now$/ }).click()
    await page.getByText('credentials work').waitFor()
    await page.getByText(/since .*, checked/).waitFor()
    // A pause is seen without a hint, and so is its end.
    const { db } = dashboard.service.context
    await db.write(sql`
      insert into carrier_rate_limits (organization_id, voice_carrier_id, held_until)
      select organization_id, _id, now() + interval '1 hour' from voice_carriers
      on conflict (organization_id, voice_carrier_id) do update set held_until = excluded.held_until`)
    await page.getByText('takes no calls until').waitFor()
    await db.write(sql`update carrier_rate_limits set held_until = null`)
    await page.getByText('credentials work').waitFor()
    await dashboard.leave(page)
  })

  test('the checks of doctor say what to mend', async () => {
    const page = await dashboard.open('/health')
    await page.getByText('box-2').waitFor()
    await page.getByRole('button', { name: 'Run the checks' }).click()
    await page.getByText(/All checks of “switchboard doctor”, run/).waitFor()
    await page.getByText(/carrier account Acme/).waitFor()
    await dashboard.leave(page)
  })

  test('the first steps show what is done and lead to the next one', async () => {
    const page = await dashboard.open(screens['home']!)
    const steps = page.getByRole('list', { name: 'To a first call' })
    await steps.getByText('Make a campaign, done').waitFor()
    await steps.getByRole('link', { name: 'Place a test call' }).waitFor()
    await dashboard.leave(page)
  })

  test('a project is made and changed, with faults at their fields', async () => {
    const page = await dashboard.open(screens['settings']!)
    await page.getByRole('button', { name: 'New project…' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByLabel('Name').fill('Second')
    await dialog.getByLabel(/^Country/).fill('Q')
    await dialog
      .getByText(/1 fault/)
      .first()
      .waitFor()
    await dialog.getByLabel(/^Country/).fill('US')
    await dialog.getByRole('button', { name: 'Make' }).click()
    await page.getByRole('row', { name: /Second/ }).waitFor()
    await page.getByRole('button', { name: 'Change Second' }).click()
    await dialog.getByLabel(/^Ticket words/).fill('agent\nhuman')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /agent, human/ }).waitFor()
    await dashboard.leave(page)
  })

  test('a pasted declaration shows whose values it overwrites before it is applied', async () => {
    const page = await dashboard.open(screens['settings']!)
    await page.getByRole('button', { name: 'Show it' }).click()
    const shown = page.getByRole('region', { name: /as YAML/ })
    const yaml = (await becomes('the declaration', () => shown.textContent(), /organizations:/)) ?? ''
    const field = page.getByLabel('Declaration in YAML or JSON')
    await field.fill('organizations: [')
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await page
      .getByRole('alert')
      .getByText(/line \d/)
      .first()
      .waitFor()
    await field.fill(yaml)
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await page.getByText('No difference: all of it is configured so already.').first().waitFor()
    await field.fill(yaml.replace(/slots: \d+/, 'slots: 7'))
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await page.getByText('1 record would change.').waitFor()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('1 record is made or changed.').waitFor()
    await dashboard.leave(page)
  })

  test('what was applied is shown with whose values it overwrote, and nothing that was not shown before', async () => {
    const { organizationId, projectId, campaignIds } = dashboard.service
    const campaign = `/api/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Autumn']}`
    const owner = await dashboard.session('owner')
    const set = async (slots: number) => {
      const { revision } = (await owner.request('GET', campaign)).body.data as { revision: number }
      const { cookie } = owner
      const headers = { 'if-match': `"${revision}"` }
      const answer = await askAsPage(dashboard.service, 'PATCH', campaign, {
        body: { slots },
        cookie,
        headers,
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    await set(3)
    const page = await dashboard.open(screens['settings']!)
    await page.getByRole('button', { name: 'Show it' }).click()
    const shown = page.getByRole('region', { name: /as YAML/ })
    const yaml = (await becomes('the declaration', () => shown.textContent(), /organizations:/)) ?? ''
    const field = page.getByLabel('Declaration in YAML or JSON')
    await field.fill(yaml.replace(/slots: \d+/, 'slots: 6'))
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await page.getByText(/overwrites what The owner set/).waitFor()
    await set(4)
    const apply = page.getByRole('button', { name: 'Apply', exact: true })
    await apply.click()
    await page.getByText('Somebody has changed something since.', { exact: false }).waitFor()
    const slots = async () => ((await owner.request('GET', campaign)).body.data as { slots: number }).slots
    assert.equal(await slots(), 4)
    await apply.click()
    await page.getByText('What was applied:').waitFor()
    await page.getByText(/overwrote what The owner set/).waitFor()
    assert.equal(await slots(), 6)
    await dashboard.leave(page)
  })

  test('new keys of a declaration are shown, whatever is typed while it is applied', async () => {
    const page = await dashboard.open(screens['settings']!)
    await page.getByRole('button', { name: 'Show it' }).click()
    const shown = page.getByRole('region', { name: /as YAML/ })
    const yaml = (await becomes('the declaration', () => shown.textContent(), /organizations:/)) ?? ''
    const field = page.getByLabel('Declaration in YAML or JSON')
    await field.fill(yaml.replace(/slots: \d+/, 'slots: 9'))
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await page.getByText('1 record would change.').waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let name = 'CRM'
    await page.route(/\/declaration$/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      const response = await route.fetch()
      const json = await response.json()
      json.data.api_keys =
        name === 'CRM'
          ? [{ _id: 'one', key: 'the-new-key', name, project: 'Support' }]
          : [{ _id: 'two', key: 'another-key', name, project: 'Support' }]
      await released
      return route.fulfill({ response, json })
    })
    const apply = page.getByRole('button', { name: 'Apply', exact: true })
    await apply.click()
    await becomes('whether it is under way', () => apply.getAttribute('aria-disabled'), 'true')
    await field.press('End')
    await page.keyboard.type('# more')
    release()
    await page.getByText('1 record is made or changed.').waitFor()
    const key = page.getByRole('region', { name: /CRM/ }).getByText('the-new-key')
    await key.waitFor()
    await becomes('what is applied', () => field.inputValue(), '')
    await field.fill('organizations: []')
    await key.waitFor()
    // Another file adds its keys to those that are shown, and none is left without a question.
    const question = page.getByRole('alertdialog')
    const leave = async (sentence: string) => {
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await question.getByText(sentence, { exact: false }).waitFor()
      await question.getByRole('button', { name: 'Stay' }).click()
      await question.waitFor({ state: 'detached' })
    }
    await leave('New keys and secrets are shown this once')
    name = 'Shop'
    await field.fill(yaml.replace(/slots: \d+/, 'slots: 8'))
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await page.getByText('1 record would change.').waitFor()
    await apply.click()
    await page.getByRole('region', { name: /Shop/ }).waitFor()
    await key.waitFor()
    await page.getByRole('button', { name: 'They are handed over' }).click()
    await key.waitFor({ state: 'detached' })
    await field.fill('organizations: []')
    await leave('The declaration is not applied')
    await field.fill('')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/settings'))
    await dashboard.leave(page)
  })

  test('what is probably a mistake is shown with the difference, and after it is applied', async () => {
    const page = await dashboard.open(screens['settings']!)
    await page.getByRole('button', { name: 'Show it' }).click()
    const shown = page.getByRole('region', { name: /as YAML/ })
    const yaml = (await becomes('the declaration', () => shown.textContent(), /organizations:/)) ?? ''
    const declaration = parse(yaml) as { organizations: [{ projects: [{ campaigns: [object] }] }] }
    const windows = [{ days: ['mon'], from: '09:00', to: '09:30' }]
    declaration.organizations[0].projects[0].campaigns[0] = {
      ...declaration.organizations[0].projects[0].campaigns[0],
      calling_hours: { timezone: 'callee', windows },
    }
    await page.getByLabel('Declaration in YAML or JSON').fill(JSON.stringify(declaration))
    await page.getByRole('button', { name: 'Show the difference' }).click()
    const warning = page
      .getByRole('status')
      .getByText(/^Probably a mistake: organizations.* are never open at once in all time zones of US/)
    await page.getByText('1 record would change.').waitFor()
    await warning.waitFor()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('What was applied:').waitFor()
    await warning.waitFor()
    await dashboard.leave(page)
  })

  test('an organization is made with a plan, which says what a smaller one does', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('button', { name: 'New organization…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Beta')
    await page.getByRole('button', { name: 'Make' }).click()
    await page.getByRole('row', { name: /Beta/ }).waitFor()
    await page.getByRole('button', { name: 'Name and plan of Acme' }).click()
    await page.getByLabel('State').selectOption('inactive')
    await page.getByText(/projects? takes? no WhatsApp messages from now on/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await dashboard.leave(page)
  })

  test('a form says why the record that it changes does not come, and is there once it does', async () => {
    const page = await dashboard.open('/health')
    for (const [address, open] of [
      [screens['organizations'], /^Name and plan of Acme$/],
      [screens['settings'], /^(?:Name and plan|Rename)…$/],
    ] as const) {
      await page.route(/\/api\/organizations\/[^/?]+$/, (route) =>
        route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } }),
      )
      await page.goto(`${dashboard.service.url}/app${address}`)
      await page.getByRole('button', { name: open }).click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialog.getByRole('alert').getByText('Broken.').waitFor()
      await page.unrouteAll()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      const name = dialog.getByRole('textbox', { name: 'Name' })
      await becomes('the name', () => name.inputValue(), 'Acme')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    await dashboard.leave(page)
  })

  test('the sessions of somebody are ended from the list', async () => {
    const editor = await dashboard.session('editor')
    const page = await dashboard.open(screens['people']!)
    await page.getByRole('button', { name: 'More for The editor' }).click()
    await page.getByRole('menuitem', { name: 'End sessions…' }).click()
    await page.getByRole('button', { name: 'End sessions' }).click()
    await page.getByText('The editor is signed out everywhere.').waitFor()
    assert.equal((await editor.request('GET', '/api/me')).status, 401)
    const owner = page.getByRole('row', { name: /The owner/ })
    await becomes('owners who have not signed in', () => owner.getByText('not yet').count(), 0)
    await dashboard.leave(page)
  })

  test('somebody who may not reads which role it needs', async () => {
    const page = await dashboard.open('/health', { role: 'admin' })
    await page.getByText('This needs the role operator.').waitFor()
    await page.getByText('Whoever runs the installation can make you one.').waitFor()
    await page.goto(`${dashboard.service.url}/app/organizations`)
    const make = page.getByRole('button', { name: 'New organization…' })
    await becomes('why none can be made', () => make.getAttribute('aria-description'), /operator/)
    await dashboard.leave(page)
    const viewer = await dashboard.open(screens['settings']!, { role: 'viewer' })
    await viewer.getByText('This needs the role admin.').waitFor()
    await viewer.getByText(/The owner.* can give it to you\.$/).waitFor()
    await dashboard.leave(viewer)
  })

  test('a lost stream says until when the page is up to date, and that it comes back', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    const state = page.getByRole('status').filter({ hasText: /Live|reconnecting/ })
    await state.getByText('Live').waitFor()
    // The stream breaks, and its next ones are refused.
    await page.route('**/events', (route) => route.abort())
    dashboard.service.app.server.closeAllConnections()
    await state.getByText(/^Updated \d\d:\d\d:\d\d, reconnecting$/).waitFor()
    await page.unroute('**/events')
    await state.getByText('Live').waitFor()
    await dashboard.leave(page)
  })
})
