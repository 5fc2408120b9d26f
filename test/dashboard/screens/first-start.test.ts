// An installation that nothing has been applied to: its first owner reaches the first organization and project by
// links.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext } from '../../../src/app/context.ts'
import { createServer } from '../../../src/app/server.ts'
import { createLog } from '../../../src/base/log.ts'
import { makeFirstOwnerLink } from '../../../src/users/links.ts'
import { createTestDatabase } from '../../support/database.ts'
import { password } from '../../support/users.ts'
import { assertAccessible, assertNarrow, openWindow, watch } from '../support/browser.ts'
import { ensureBuilt, joinChromium } from '../support/chromium.ts'
import { followRequests, waitForRest } from '../support/wait.ts'

test('an operator without an organization makes the first one and its first project on a phone', async () => {
  await using stack = new AsyncDisposableStack()
  const { db } = stack.use(await createTestDatabase())
  let url = ''
  const context = createContext({
    db,
    log: createLog('silent'),
    secretKey: Buffer.alloc(32, 7),
    publicUrl: () => url,
  })
  stack.use(context.lists)
  const app = await createServer(context, { checkResponses: true })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  await ensureBuilt()
  const browser = await joinChromium()
  stack.defer(async () => browser.close())
  const link = await makeFirstOwnerLink(context)
  const page = await (await openWindow(browser, url, { size: 'phone', cookie: null })).newPage()
  const faults: string[] = []
  followRequests(page)
  watch(page, url, faults)
  await page.goto(link!.url)
  await page.getByLabel('Your name').fill('Olive Owner')
  await page.getByLabel('Email address').fill('owner@example.com')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  const content = page.locator('main')
  await content.getByText('There is no organization yet').waitFor()
  // React Aria keeps what it has said about a pressed button for a while, without its button.
  await page.reload()
  await content.getByText('There is no organization yet').waitFor()
  await waitForRest(page)
  await assertNarrow(page, 'without an organization')
  await assertAccessible(page, 'without an organization')
  // There is nothing to find, and the places of operators are in the bar too.
  assert.equal(await page.getByRole('button', { name: /Find/ }).count(), 0)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Health' }).waitFor()
  await page.getByRole('menuitem', { name: 'Organizations' }).waitFor()
  // The button is as wide as the page, and the menu must not be wider.
  await assertNarrow(page, 'with the menu of a single button')
  await page.keyboard.press('Escape')

  await content.getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('button', { name: 'New organization…' }).click()
  // With something typed it is an alert.
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  await dialog.getByLabel('Name').fill('Acme')
  await dialog.getByRole('button', { name: 'Make' }).click()
  await content.getByRole('link', { name: 'Acme' }).waitFor()
  await page.goto(`${url}/app/`)
  await content.getByText('Acme has no project yet').waitFor()
  await content.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'New project…' }).click()
  await dialog.getByLabel('Name').fill('Renewals')
  await dialog.getByRole('button', { name: 'Make' }).click()
  await content.getByRole('table').getByText('Renewals').waitFor()
  await page.getByRole('link', { name: 'Live' }).waitFor()
  assert.deepEqual(faults, [])
})
