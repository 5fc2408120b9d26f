// The tab "From a file" of a campaign: a file is checked, queued, followed, canceled and exported.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scriptCampaign } from '../../support/declarations.ts'
import { assertAccessible, assertFromCatalog, assertNarrow, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

const rows = [
  'phone_number,name,car',
  ...Array.from({ length: 12 }, (_, index) => `+1415555${2000 + index},Person ${index},Fiat`),
  '+14155552000,Person 0,Fiat',
  '12,Nobody,Fiat',
  '+14155552100,Ada,',
]

suite('calls from a file', () => {
  let dashboard: Dashboard
  let address = ''

  before(async () => {
    dashboard = await startDashboard({
      campaigns: [
        scriptCampaign({
          name: 'Autumn',
          status: 'paused',
          script: 'Hello {{ customer.name }}, your {{ customer.car }}',
        }),
      ],
    })
    dashboard.service.startWorker()
    address = dashboard.at(`/campaigns/${dashboard.service.campaignIds['Autumn']}?tab=file`)
  })
  after(() => dashboard[Symbol.asyncDispose]())

  const pick = (page: Page, lines = rows, name = 'autumn.csv') =>
    page
      .getByLabel('A file of calls')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

  const look = async (page: Page, what: string) => {
    await waitForRest(page)
    await assertAccessible(page, what)
    await page.setViewportSize({ width: 360, height: 740 })
    await waitForRest(page)
    await assertNarrow(page, what)
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  test('is checked, queued, canceled and exported, and every state can be read by everybody', async () => {
    const page = await dashboard.open(address)
    await page.getByText('No file has been given to this campaign.').waitFor()
    await look(page, 'empty')

    await pick(page)
    await page.getByText('12 calls would be queued').waitFor()
    const faults = page.getByRole('table', { name: 'Faults by line' })
    await faults.getByText('is the number of line 2 too').waitFor()
    await faults.getByText(/country code/).waitFor()
    await page.getByText('Assuming').waitFor()
    await look(page, 'checked')

    await page.getByLabel(/Also queue 1 row that lack a value/).check()
    await page.getByText('13 calls would be queued').waitFor()
    await page.getByRole('button', { name: 'Queue these 13 calls' }).click()
    await page.getByText('13 of 13').waitFor()
    const outcomes = page.getByRole('table', { name: 'Outcomes' })
    await outcomes.getByText('waiting').waitFor()
    // React Aria keeps what it has said about a pressed button for a while, without its button.
    await page.reload()
    await outcomes.getByText('waiting').waitFor()
    await look(page, 'queued')

    await page.getByRole('button', { name: 'Cancel what waits…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel what waits' }).click()
    await outcomes.getByText('canceled').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export outcomes' }).click()
    const exported = await text(await (await downloading).createReadStream())
    assert.equal(exported.trim().split('\r\n').length, 14)
    assert.match(exported, /2,\+14155552000,Person 0,canceled/)

    await page.getByRole('link', { name: 'All files' }).click()
    await page.getByRole('link', { name: 'autumn.csv' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'autumn.csv' }).waitFor()
    await look(page, 'list')
    await pick(page)
    await page.getByText(/This file was given before/).waitFor()
    await dashboard.leave(page)
  })

  test('is checked again with other rows while the page stays as it is', async () => {
    const page = await dashboard.open(address)
    await pick(page, [...rows, '+14155552101,Grace,Seat'], 'again.csv')
    const incomplete = page.getByLabel(/Also queue 1 row that lack a value/)
    await incomplete.waitFor()
    const status = page.getByRole('status').filter({ hasText: /would be queued|Checking/ })
    const before = await status.innerText()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/dry_run=true/, async (route) => {
      await released
      await route.continue()
    })
    await incomplete.focus()
    await page.keyboard.press('Space')
    await becomes('the status', () => status.innerText(), /^Checking/)
    const send = page.getByRole('button', { name: /^Queue th/ })
    await becomes('whether it waits', () => send.getAttribute('aria-disabled'), 'true')
    const isFocused = () =>
      page.evaluate<boolean>('document.activeElement?.getAttribute("type") === "checkbox"')
    assert.equal(await isFocused(), true)
    release()
    await becomes('the status', async () => (await status.innerText()) !== before, true)
    await becomes('the status', () => status.innerText(), /would be queued/)
    assert.deepEqual([await isFocused(), await incomplete.isChecked()], [true, true])
    await page.unrouteAll()
    const after = await status.innerText()
    const broken = { code: 'broken', message: 'Broken.', request_id: 'r-1' }
    await page.route(/dry_run=true/, (route) => route.fulfill({ status: 500, json: broken }))
    await page.keyboard.press('Space')
    await page.getByRole('alert').getByText('Broken.').waitFor()
    // What the check is about.
    await becomes('whether it is included', () => incomplete.isChecked(), true)
    assert.deepEqual([await isFocused(), await status.innerText()], [true, after])
    await dashboard.leave(page)
  })

  test('says why a file can not be used, and that a viewer may not give one', async () => {
    const page = await dashboard.open(address)
    await pick(page, ['phone,name', '1,2'])
    await page
      .getByRole('alert')
      .getByText(/phone_number/)
      .first()
      .waitFor()
    await dashboard.leave(page)
    const viewer = await dashboard.open(address, { role: 'viewer' })
    await viewer.getByRole('heading', { name: 'Files' }).waitFor()
    await waitForRest(viewer)
    await becomes(
      'buttons for a file',
      () => viewer.getByRole('button', { name: 'Choose a file' }).count(),
      0,
    )
    await dashboard.leave(viewer)
  })

  test('has faults that can all be read once it is queued, by pages', async () => {
    const page = await dashboard.open(address)
    const bad = Array.from({ length: 150 }, (_, index) => `12,Nobody ${index},Fiat`)
    await pick(page, ['phone_number,name,car', ...bad, '+14155552300,Ada,Fiat'], 'faulty.csv')
    await page.getByRole('button', { name: /^Queue th/ }).click()
    const faults = page.getByRole('table', { name: 'Faults by line' })
    await page.getByRole('link', { name: /^Next/ }).click()
    await becomes('the first line', () => faults.getByRole('row').nth(1).innerText(), /^\s*102\b/)
    assert.equal(await faults.getByRole('row').count(), 51)
    await page.getByText('150 faults', { exact: true }).waitFor()
    await dashboard.leave(page)
  })

  test('is queued without pulling back whoever has left the page meanwhile', async () => {
    const page = await dashboard.open(address)
    await pick(page, [rows[0]!, '+14155552400,Ada,Fiat'], 'left.csv')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.getByRole('button', { name: /^Queue th/ }).waitFor()
    await page.route(/\/call-batches\?(?!.*dry_run)/, async (route) => {
      if (route.request().method() === 'POST') await released
      await route.continue()
    })
    const sent = page.waitForRequest((request) => /\/call-batches\?(?!.*dry_run)/.test(request.url()))
    await page.getByRole('button', { name: /^Queue th/ }).click()
    await sent
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    const left = page.url()
    release()
    await page.getByText(/1 call .*queued/).waitFor()
    await waitForRest(page)
    assert.equal(page.url(), left)
    await dashboard.leave(page)
  })

  test('has no text that is not from the catalog, mirrored', async () => {
    const page = await dashboard.open(address, { language: 'pseudo' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await waitForRest(page)
    await assertFromCatalog(page, 'files')
    await dashboard.leave(page)
  })
})
