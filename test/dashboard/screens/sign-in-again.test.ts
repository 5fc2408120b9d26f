// The dialog that asks to sign in again, over a page of a session that has ended.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ApiError } from '../../../dashboard/src/api/errors.ts'
import { askToSignIn, signedInAgain, whyRequestsWait } from '../../../dashboard/src/api/sign-in-requests.ts'
import { sql } from '../../../src/db/sql.ts'
import { password } from '../../support/users.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { endSessionAt } from '../support/end-session.ts'
import { becomes, waitForRest } from '../support/wait.ts'

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
    await endSessionAt(page, '/api/me')
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

  test('works after the service has been updated, whose files are others by then', async () => {
    const editor = await dashboard.session('editor')
    const page = await dashboard.open('/me', { role: 'editor' })
    const loaded = () =>
      page.evaluate<string>("performance.getEntriesByType('resource').map(({ name }) => name).join(' ')")
    await becomes('what is loaded', loaded, /sign-in-dialog-.*/)
    await waitForRest(page)
    await page.route('**/app/assets/**', (route) => route.fulfill({ status: 404, body: '' }))
    await endSessionAt(page, '/api/me')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Still there')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const again = page.getByRole('alertdialog', { name: /Your session has ended/ })
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    const saved = async () => ((await editor.request('GET', '/api/me')).body.data as { name: string }).name
    await becomes('the name that is saved', saved, 'Still there')
    await editor.request('PATCH', '/api/me', { name: 'The editor' })
    await dashboard.leave(page)
  })

  test('takes the place of the question for the password, and what asked for it is done', async () => {
    const admin = await dashboard.session('admin')
    const { db } = dashboard.service.context
    await db.write(sql`
      update sessions set confirmed_at = confirmed_at - interval '1 hour' where user_id = ${admin.userId}`)
    const page = await dashboard.open('/me', { role: 'admin' })
    await page.getByRole('button', { name: 'New token…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('nightly report')
    await page.getByRole('button', { name: 'Make token' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Give your password again' })
    await confirm.getByLabel('Password', { exact: true }).fill(password)
    await endSessionAt(page, '/api/me/confirm')
    await confirm.getByRole('button', { name: 'Go on' }).click()
    const again = page.getByRole('alertdialog', { name: /Your session has ended/ })
    await confirm.waitFor({ state: 'detached' })
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Copy the token now. It is not shown again.').waitFor()
    await becomes('dialogs that ask for the password', () => again.or(confirm).count(), 0)
    await dashboard.leave(page)
  })

  test('outranks the password, whichever is asked for first', async () => {
    const neededOf = (code: string) =>
      new ApiError({ status: 401, code, message: code, faults: [], requestId: null, retryAfterSeconds: null })
    for (const codes of [
      ['password_needed', 'sign_in_needed'],
      ['sign_in_needed', 'password_needed'],
    ]) {
      const asked = codes.map((code) => askToSignIn(neededOf(code)))
      assert.equal(whyRequestsWait(), 'signed_out')
      signedInAgain()
      await Promise.all(asked)
      assert.equal(whyRequestsWait(), null)
    }
  })
})
