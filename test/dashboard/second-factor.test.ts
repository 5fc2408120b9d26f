// A second factor from the account's page to the next sign-in, as somebody with a phone does it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { TOTP } from 'otpauth'
import { password } from '../support/users.ts'
import { assertAccessible, startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'

suite('a second factor', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('is set up, asked for at sign-in, and taken as app code or recovery code', async () => {
    const { email } = await dashboard.session('editor')
    const page = await dashboard.open('/me', { role: 'editor', size: 'phone' })
    await page.getByRole('button', { name: 'Set up…' }).click()
    const dialog = page.getByRole('alertdialog')
    const secret = await dialog.getByRole('region', { name: 'secret' }).innerText()
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
    await assertAccessible(page, 'setting up a second factor')
    const code = dialog.getByLabel('Code that the app shows now')
    await code.fill('000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('This code is not right.').waitFor()
    const app = new TOTP({ secret: secret.trim() })
    await code.fill(app.generate({ timestamp: Date.now() - 30_000 }))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = (await dialog.getByRole('region', { name: 'recovery codes' }).innerText())
      .trim()
      .split('\n')
    assert.equal(codes.length, 10)
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes are left').waitFor()
    await dashboard.leave(page)

    for (const given of [app.generate(), codes[0]!]) {
      const entrance = await dashboard.open('/sign-in', { role: null })
      await entrance.getByLabel('Email address').fill(email)
      await entrance.getByLabel('Password', { exact: true }).fill(password)
      await entrance.getByRole('button', { name: 'Sign in' }).click()
      const field = entrance.getByLabel('Code', { exact: true })
      await field.waitFor()
      assert.equal(await entrance.evaluate("document.activeElement?.getAttribute('name')"), 'code')
      await assertAccessible(entrance, 'sign-in with a code')
      await field.fill(given)
      await entrance.keyboard.press('Enter')
      await entrance.getByRole('navigation').first().waitFor()
      await dashboard.leave(entrance)
    }
    assert.deepEqual(dashboard.faults, [])
  })
})
