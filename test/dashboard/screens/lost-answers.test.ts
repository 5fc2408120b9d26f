// What happens to answers that are lost or come late, to requests that dial or that make what is shown once.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { seedPeople } from '../../support/people.ts'
import type { SeededPeople } from '../../support/people.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

suite('a call whose answer is lost', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard({
      campaigns: [scriptCampaign({ name: 'Autumn' }), scriptCampaign({ name: 'Winter', status: 'paused' })],
    })
  })
  after(() => dashboard[Symbol.asyncDispose]())

  const pathOf = (campaign: string) => {
    const { organizationId, projectId, campaignIds } = dashboard.service
    return `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds[campaign]}/calls`
  }

  /** Lets the server have each request, and loses its first answers. */
  async function loseAnswers(page: Page, pattern: RegExp, count: number): Promise<(string | undefined)[]> {
    const keys: (string | undefined)[] = []
    await page.route(pattern, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      const response = await route.fetch()
      return keys.length > count ? route.fulfill({ response }) : route.abort()
    })
    return keys
  }

  const countCalls = async (campaign: string): Promise<number> => {
    const { context, campaignIds } = dashboard.service
    const [row] = await context.db.query<{ count: number }>(
      sql`select count(*)::int as count from calls where campaign_id = ${campaignIds[campaign]}`,
    )
    return row!.count
  }

  test('is placed once, though the dialog is closed and opened again', async () => {
    const { service } = dashboard
    const body = { phone_number: '+14155551400', name: 'Ruth Abelson' }
    const placed = await service.request('POST', pathOf('Winter'), { body })
    assert.ok(placed.status < 300, JSON.stringify(placed.body))
    const { campaign_queue_id: id } = placed.body.data as { campaign_queue_id: string }
    await service.request('POST', `${pathOf('Winter')}/${id}/cancel`, { body: {} })
    const page = await dashboard.open(dashboard.at(`/calls/${id}`), { role: 'editor' })
    const keys = await loseAnswers(page, /\/calls$/, 2)
    const dialog = page.getByRole('alertdialog')
    const again = page.getByRole('button', { name: 'Place again…' })
    await again.click()
    await dialog.getByRole('button', { name: 'Place the call' }).click()
    await dialog.getByText('It is not known yet whether the call was placed.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    const leaving = page.getByRole('alertdialog', { name: 'Leave before the answer?' })
    await leaving.getByText('Only this page can ask again without a second call.', { exact: false }).waitFor()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await leaving.waitFor({ state: 'detached' })
    await again.click()
    await dialog.getByRole('button', { name: 'Ask again' }).click()
    await becomes('the requests', () => Promise.resolve(keys.length), 2)
    await dialog.getByText('It is not known yet whether the call was placed.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('heading', { level: 1, name: /Waits for the release/ }).waitFor()
    assert.equal(keys.length, 3)
    assert.equal(new Set(keys).size, 1)
    assert.equal(await countCalls('Winter'), 2)
    await dashboard.leave(page)
  })

  test('is repeated as it was by the test call', async () => {
    const id = dashboard.service.campaignIds['Autumn']
    const page = await dashboard.open(dashboard.at(`/campaigns/${id}`), { role: 'editor' })
    const keys = await loseAnswers(page, /\/trigger-call$/, 1)
    const open = page.getByRole('button', { name: 'Test call…' })
    await open.click()
    const dialog = page.getByRole('dialog')
    // Once the carrier is known to be one on this machine.
    await dialog.getByRole('combobox').waitFor()
    const number = dialog.getByLabel('Number')
    await number.fill('+14155551700')
    await dialog.getByRole('button', { name: 'Call now' }).click()
    await dialog.getByText('It is not known yet whether the call was placed.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await open.click()
    await becomes('the number', () => number.inputValue(), '+14155551700')
    await becomes('whether another can be typed', () => number.getAttribute('readonly'), '')
    await dialog.getByRole('button', { name: 'Ask again' }).click()
    await page.waitForURL(/\/(conversations|calls)\/[0-9a-f-]{36}$/)
    assert.equal(keys.length, 2)
    assert.equal(new Set(keys).size, 1)
    assert.equal(await countCalls('Autumn'), 1)
    await dashboard.leave(page)
  })
})

suite('what is shown once', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  /** Holds the answers back until what it returns is called. */
  async function holdAnswers(page: Page, pattern: RegExp): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(pattern, async (route) => {
      if (route.request().method() === 'POST') await released
      await route.continue()
    })
    return release
  }

  test('is a token, whose dialog neither Escape nor a press beside it closes', async () => {
    const page = await dashboard.open('/me', { role: 'editor' })
    await page.getByRole('button', { name: 'New token…' }).click()
    const release = await holdAnswers(page, /\/tokens$/)
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.getByLabel('Name').fill('for a script')
    const make = dialog.getByRole('button', { name: 'Make token' })
    await make.click()
    await becomes('whether it is under way', () => make.getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    release()
    await dialog.getByText('Copy the token now. It is not shown again.').waitFor()
    await page.mouse.click(5, 5)
    await waitForRest(page)
    await dialog.getByText('Copy the token now. It is not shown again.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  test('is a key, whose dialog says why it can not be canceled before the answer', async () => {
    const page = await dashboard.open(dashboard.at('/keys'), { role: 'admin' })
    await page.getByRole('button', { name: 'New key…' }).click()
    const release = await holdAnswers(page, /\/api-keys$/)
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.getByRole('textbox', { name: 'Name' }).fill('CRM')
    await dialog.getByLabel('place calls').check()
    await dialog.getByRole('button', { name: 'Make key' }).click()
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await becomes('why', () => cancel.getAttribute('aria-description'), 'Wait for the answer.')
    await page.keyboard.press('Escape')
    release()
    await dialog.getByRole('region', { name: 'key', exact: true }).waitFor()
    await dashboard.leave(page)
  })
})

suite('a refusal that comes late', () => {
  let dashboard: Dashboard
  let people: SeededPeople
  before(async () => {
    dashboard = await startDashboard({ campaigns: [scriptCampaign({ name: 'Autumn' })] })
    people = await seedPeople(dashboard.service)
  })
  after(() => dashboard[Symbol.asyncDispose]())

  interface Asked {
    at: () => string
    /** What is pressed to open the dialog, and in it. */
    open: string
    isInMenu?: boolean
    act: string
    fields: Record<string, string>
  }
  const person = () => dashboard.at(`/people/${people.maria._id}`)
  const dialogs: Record<string, Asked> = {
    'an opt-out': {
      at: () => dashboard.at('/opt-outs'),
      open: 'Add…',
      act: 'Opt out',
      fields: { 'Number or WhatsApp id': '+14155552600', Reason: 'asked' },
    },
    'a number that is not to be called': {
      at: () => `/${dashboard.service.organizationId}/do-not-call`,
      open: 'Add…',
      act: 'Add',
      fields: { Numbers: '+14155552600', Reason: 'asked' },
    },
    'a page of knowledge': {
      at: () => dashboard.at('/knowledge'),
      open: 'Add a page…',
      isInMenu: true,
      act: 'Add',
      fields: { Address: 'https://example.com/' },
    },
    'a project that is held': {
      at: () => dashboard.at('/live'),
      open: 'Hold all…',
      act: 'Hold all',
      fields: {},
    },
    'a ticket': {
      at: person,
      open: 'Open a ticket…',
      isInMenu: true,
      act: 'Open the ticket',
      fields: { 'What is to be looked after': 'Call back' },
    },
    'an erasure': { at: person, open: 'Erase…', isInMenu: true, act: 'Erase', fields: {} },
  }
  for (const [what, { at: address, open, isInMenu = false, act, fields }] of Object.entries(dialogs))
    test(`is shown in the dialog that asked for ${what}, which neither Escape nor Cancel closes before`, async () => {
      const page = await dashboard.open(address())
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/**', async (route) => {
        const request = route.request()
        const isDryRun = /dry_run=true/.test(request.url()) || /"dry_run":true/.test(request.postData() ?? '')
        if (request.method() === 'GET' || isDryRun) return route.continue()
        await released
        return route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } })
      })
      if (isInMenu) await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole(isInMenu ? 'menuitem' : 'button', { name: open }).click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
      const press = dialog.getByRole('button', { name: act, exact: true })
      await becomes('why it can not be pressed', () => press.getAttribute('aria-description'), null)
      await press.click()
      await becomes('whether it is under way', () => press.getAttribute('aria-disabled'), 'true')
      const cancel = dialog.getByRole('button', { name: 'Cancel' })
      await becomes('why', () => cancel.getAttribute('aria-description'), 'Wait for the answer.')
      await page.keyboard.press('Escape')
      release()
      await dialog.getByRole('alert').getByText('Broken.').waitFor()
      await cancel.click()
      if (Object.keys(fields).length > 0)
        await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await dashboard.leave(page)
    })
})
