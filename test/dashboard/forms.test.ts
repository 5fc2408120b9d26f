// Forms: what is saved is saved once.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'
import { becomes } from './support/wait.ts'

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
})
