// Forms: what is saved is saved once, and only what was changed.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

suite('forms', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('make a record once, however often save is pressed while it is under way', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns/new'), { role: 'editor' })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Made once')
    await page.getByRole('textbox', { name: 'Script', exact: true }).fill('Hello {{ customer.name }}.')
    await page.getByText('1 variable:').waitFor()
    await page.getByRole('combobox', { name: 'Caller ID' }).selectOption({ index: 1 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/campaigns$/, async (route) => {
      asked += 1
      await released
      await route.continue()
    })
    const bar = page.getByRole('region', { name: 'What is not saved' })
    const save = bar.getByRole('button', { name: 'Make campaign' })
    await save.dblclick()
    await bar.getByText('Saving…').waitFor()
    await becomes('whether it is disabled', () => save.getAttribute('aria-disabled'), 'true')
    await save.press('Enter')
    await save.click({ force: true })
    const discard = bar.getByRole('button', { name: 'Discard' })
    await becomes('whether nothing is discarded', () => discard.getAttribute('aria-disabled'), 'true')
    release()
    await page.getByRole('heading', { level: 1, name: 'Made once' }).waitFor()
    assert.equal(asked, 1)
    await dashboard.leave(page)
  })

  test('with one field alone make a record once, however often Enter is pressed', async () => {
    const page = await dashboard.open('/me', { role: 'editor' })
    await page.getByRole('button', { name: 'New token…' }).click()
    const dialog = page.getByRole('dialog')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/tokens$/, async (route) => {
      if (route.request().method() === 'POST') asked += 1
      await released
      await route.continue()
    })
    const name = dialog.getByLabel('Name')
    await name.fill('made once')
    await name.press('Enter')
    const make = dialog.getByRole('button', { name: 'Make token' })
    await becomes('whether it is under way', () => make.getAttribute('aria-disabled'), 'true')
    await name.press('Enter')
    await name.press('Enter')
    release()
    await page.getByText('Copy the token now. It is not shown again.').waitFor()
    assert.equal(asked, 1)
    await dashboard.leave(page)
  })

  test('ask before a name that is not saved is left, and not once it is saved', async () => {
    const page = await dashboard.open('/me', { role: 'editor' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const title = page.getByRole('heading', { level: 1 })
    const toKeys = page.getByRole('link', { name: 'Keys', exact: true })
    // The server takes the blank off.
    await name.fill('Ada ')
    await toKeys.click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByText('1 change is not saved').waitFor()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await becomes('the page', () => title.textContent(), 'Your account')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/api\/me$/, async (route) => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toKeys.click()
    await dialog.getByText('Changes are still being saved.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    release()
    await page.getByText('Saved.').waitFor()
    await becomes('the name', () => name.inputValue(), 'Ada')
    await toKeys.click()
    await becomes('the next page', () => title.textContent(), 'Keys')
    await dashboard.leave(page)
  })

  test('in a dialog ask before what is typed is lost, by Escape, by Cancel and by going back', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns'), { role: 'admin' })
    await page.getByRole('link', { name: 'Carriers', exact: true }).click()
    const open = page.getByRole('button', { name: 'New carrier…' })
    await open.click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const stay = async (): Promise<void> => {
      await asked.getByText('1 change is not saved').waitFor()
      await asked.getByRole('button', { name: 'Stay' }).click()
      await asked.waitFor({ state: 'detached' })
      await becomes('the name', () => name.inputValue(), 'West')
    }
    await name.fill('West')
    await name.press('Escape')
    await stay()
    await page.goBack()
    await stay()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/voice-carriers$/, async (route) => {
      await released
      await route.fulfill({ status: 503, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } })
    })
    await page.getByLabel('Account SID').fill(`AC${'3'.repeat(32)}`)
    await page.getByLabel('Auth token', { exact: true }).fill('of-the-west')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.goBack()
    await asked.getByText('Changes are still being saved.', { exact: false }).waitFor()
    release()
    await asked.getByText('3 changes are not saved').waitFor()
    await asked.getByRole('button', { name: 'Stay' }).click()
    await becomes('the name', () => name.inputValue(), 'West')
    await page.unroute(/\/voice-carriers$/)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await asked.getByRole('button', { name: 'Leave' }).click()
    await name.waitFor({ state: 'detached' })
    await open.click()
    await becomes('the name', () => name.inputValue(), '')
    await name.press('Escape')
    await name.waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  test('that are small ask before what is typed is lost, too', async () => {
    const { at } = dashboard
    const { organizationId } = dashboard.service
    const page = await dashboard.open('/me')
    const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    for (const [address, open, label] of [
      [`/${organizationId}/do-not-call`, 'Add…', 'Numbers'],
      [at('/opt-outs'), 'Add…', 'Reason'],
      [at('/keys'), 'New key…', 'Name'],
      [`/${organizationId}/people-and-roles`, 'Invite…', 'Email address'],
      ['/me', 'New token…', 'Name'],
    ] as const) {
      await page.goto(`${dashboard.service.url}/app${address}`)
      await page.getByRole('button', { name: open }).click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      const field = dialog.getByRole('textbox', { name: label })
      await field.fill('Typed')
      await field.press('Escape')
      await asked.getByText('What you have typed would be lost.').waitFor()
      await asked.getByRole('button', { name: 'Stay' }).click()
      await becomes(`what is typed at ${address}`, () => field.inputValue(), 'Typed')
      await field.press('Escape')
      await asked.getByRole('button', { name: 'Leave' }).click()
      await field.waitFor({ state: 'detached' })
    }
    await dashboard.leave(page)
  })

  test('of a key ask before it is left by going back, also once the key is shown', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns'))
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('button', { name: 'New key…' }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('CRM')
    await dialog.getByLabel('place calls').check()
    await page.goBack()
    await asked.getByText('What you have typed would be lost.').waitFor()
    await asked.getByRole('button', { name: 'Stay' }).click()
    await becomes('the name', () => name.inputValue(), 'CRM')
    await dialog.getByRole('button', { name: 'Make key' }).click()
    const key = dialog.getByRole('region', { name: 'key', exact: true })
    await key.waitFor()
    await page.goBack()
    await asked.getByRole('button', { name: 'Stay' }).click()
    await key.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    await dashboard.leave(page)
  })

  test('show a zone that the browser has under another name', async () => {
    const session = await dashboard.session('editor')
    await session.request('PATCH', '/api/me', { timezone: 'Asia/Kolkata' })
    const page = await dashboard.open('/me', { role: 'editor' })
    const zone = page.getByRole('combobox', { name: 'Your time zone' })
    await becomes('the zone', () => zone.inputValue(), 'Asia/Kolkata')
    await zone.fill('kyiv')
    await page.getByRole('option', { name: 'Europe/Kyiv' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await session.request('GET', '/api/me')
    assert.equal(body.data['timezone'], 'Europe/Kyiv')
    await dashboard.leave(page)
  })

  test('ask before signing out, and end the session only once the answer is there', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns/new'), { role: 'admin' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Not saved')
    let asked = 0
    await page.route(/\/api\/sign-out$/, async (route) => {
      asked += 1
      const broken = { code: 'broken', message: 'Broken.', request_id: 'r-1' }
      if (asked === 1) return route.fulfill({ status: 500, json: broken })
      // Others of this file need the session.
      return route.fulfill({ status: 401, json: { ...broken, code: 'sign_in_needed' } })
    })
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const signOut = async (answer: string): Promise<void> => {
      await page.getByRole('button', { name: 'The admin', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await dialog.waitFor()
      await dialog.getByRole('button', { name: answer }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await signOut('Stay')
    assert.equal(asked, 0)
    await signOut('Leave')
    await page.getByText('Signing out failed, so you may still be signed in.', { exact: false }).waitFor()
    await becomes('the name', () => name.inputValue(), 'Not saved')
    await signOut('Leave')
    await page.waitForURL(/\/sign-in/)
    assert.equal(asked, 2)
    await dashboard.leave(page)
  })

  test('send of a role only what was changed, so that what somebody else did meanwhile stays', async () => {
    const { service } = dashboard
    const { userId } = await dashboard.session('viewer')
    const owner = await dashboard.session('owner')
    const people = `/api/organizations/${service.organizationId}/people`
    const made = await owner.request('POST', `/api/organizations/${service.organizationId}/projects`, {
      name: 'Second',
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const page = await dashboard.open(`/${service.organizationId}/people-and-roles`)
    const dialog = page.getByRole('alertdialog')
    const person = async () => {
      const { body } = await owner.request('GET', people)
      const { items } = body.data as {
        items: { _id: string; name: string; role: string; project_ids: unknown }[]
      }
      return items.find(({ _id }) => _id === userId)!
    }
    const { name } = await person()
    const open = async () => {
      await page.getByRole('button', { name: `Change the role of ${name}` }).click()
      await dialog.getByRole('checkbox', { name: 'All projects' }).waitFor()
    }
    const change = async () => {
      await dialog.getByRole('button', { name: 'Change role' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await open()
    const restricted = await owner.request('PATCH', `${people}/${userId}`, {
      project_ids: [service.projectId],
    })
    assert.equal(restricted.status, 200, JSON.stringify(restricted.body))
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('editor')
    await change()
    const { role, project_ids } = await person()
    assert.deepEqual([role, project_ids], ['editor', [service.projectId]])
    await page.reload()
    await open()
    const lowered = await owner.request('PATCH', `${people}/${userId}`, { role: 'viewer' })
    assert.equal(lowered.status, 200, JSON.stringify(lowered.body))
    await dialog.getByRole('checkbox', { name: 'All projects' }).check()
    await change()
    const last = await person()
    assert.deepEqual([last.role, last.project_ids], ['viewer', null])
    await dashboard.leave(page)
  })

  test('stay with what is typed where the role is lowered meanwhile', async () => {
    const { context, organizationId, campaignIds } = dashboard.service
    const [campaign] = Object.values(campaignIds)
    const publish = () =>
      context.hints.publish({ topic: 'config', organization_id: organizationId, project_id: null, ids: null })
    for (const address of [
      `/campaigns/${campaign}/edit`,
      '/campaigns/new',
      '/workflows/new',
      '/agents/new',
      '/webhooks/new',
    ]) {
      const page = await dashboard.open(dashboard.at(address), { role: 'admin' })
      await page
        .getByRole('status')
        .filter({ hasText: /^Live$/ })
        .waitFor()
      const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
      await name.fill('Typed before')
      await page.route(/\/api\/organizations\?/, async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as { data: { items: { role: string }[] } }
        for (const item of json.data.items) item.role = 'viewer'
        await route.fulfill({ response, json })
      })
      publish()
      const lowered = page.getByRole('status').filter({ hasText: /This needs the role/ })
      await lowered.waitFor()
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await page.getByRole('link', { name: 'Live', exact: true }).click()
      await question.getByRole('button', { name: 'Stay' }).click()
      await becomes(`what is typed at ${address}`, () => name.inputValue(), 'Typed before')
      await page.unroute(/\/api\/organizations\?/)
      publish()
      await lowered.waitFor({ state: 'detached' })
      await becomes(`what is typed at ${address}`, () => name.inputValue(), 'Typed before')
      await page.getByRole('link', { name: 'Live', exact: true }).click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL(/\/live$/)
      await dashboard.leave(page)
    }
  })

  test('of a new campaign save the caller ID that they show, also when another one is added meanwhile', async () => {
    const { organizationId, projectId } = dashboard.service
    const owner = await dashboard.session('owner')
    const project = `/api/organizations/${organizationId}/projects/${projectId}`
    const page = await dashboard.open(dashboard.at('/campaigns/new'))
    const chosen = page.getByRole('combobox', { name: 'Caller ID' })
    await becomes('the caller ID', () => chosen.inputValue(), '+14155550100')
    const added = page.waitForResponse(/\/caller-ids\?/)
    const second = { number: '+14155550177', carrier: 'main' }
    assert.equal((await owner.request('POST', `${project}/caller-ids`, second)).status, 201)
    await added
    await waitForRest(page)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('As shown')
    await becomes('the caller ID', () => chosen.inputValue(), '+14155550100')
    const saved = page.waitForResponse((answer) => answer.status() === 201)
    await page.getByRole('button', { name: 'Make campaign' }).click()
    assert.equal((await (await saved).json()).data.caller_id, '+14155550100')
    await dashboard.leave(page)
  })

  test('of a new number save the carrier that they show, also when another one is added meanwhile', async () => {
    const { organizationId, projectId } = dashboard.service
    const owner = await dashboard.session('owner')
    const project = `/api/organizations/${organizationId}/projects/${projectId}`
    const page = await dashboard.open(dashboard.at('/carriers'))
    await page.getByRole('button', { name: 'New caller ID…' }).click()
    // With something typed it is an alert.
    const dialog = page.locator('[role=dialog], [role=alertdialog]')
    const carrier = dialog.getByRole('combobox', { name: 'Carrier' })
    await becomes('the carrier', () => carrier.inputValue(), 'main')
    const renewed = page.waitForResponse(/\/voice-carriers\?/)
    const account = { kind: 'twilio', account_sid: `AC${'3'.repeat(32)}`, auth_token: 'of-the-west' }
    const made = await owner.request('POST', `${project}/voice-carriers`, { name: 'West', ...account })
    assert.equal(made.status, 201)
    await renewed
    await carrier.getByRole('option', { name: 'West' }).waitFor({ state: 'attached' })
    await dialog.getByLabel('Number').fill('+14155550178')
    await becomes('the carrier', () => carrier.inputValue(), 'main')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /415 555 0178/ })
      .getByText('main')
      .first()
      .waitFor()
    await dashboard.leave(page)
  })
})
