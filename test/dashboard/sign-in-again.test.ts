// The dialog that asks to sign in again, over a page of a session that has ended.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { password } from '../support/users.ts'
import { startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'

suite('signing in again', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('as somebody else begins anew: nothing of the first person is shown or sent', async () => {
    const { service } = dashboard
    const other = await dashboard.session('viewer')
    const page = await dashboard.open('/me', { role: 'editor' })
    await page.getByText('The editor').first().waitFor()
    await page.context().clearCookies()
    await page.getByLabel('Name', { exact: true }).fill('Changed')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const again = page.getByRole('alertdialog', { name: /Your session has ended/ })
    await again.getByLabel('Email address').fill(other.email)
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The viewer').first().waitFor()
    assert.equal(await page.getByText('The editor').count(), 0)
    const me = await other.request('GET', '/api/me')
    assert.equal((me.body.data as { name: string }).name, 'The viewer', service.url)
    await dashboard.leave(page)
  })
})
