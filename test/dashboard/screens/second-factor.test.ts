// A second factor from the account's page to the next sign-in, as somebody with a phone does it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { TOTP } from 'otpauth'
import { password } from '../../support/users.ts'
import { assertAccessible, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

suite('a second factor', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('is set up, asked for at sign-in, and taken as app code or recovery code', async () => {
    const { email } = await dashboard.session('editor')
    const page = await dashboard.open('/me', { role: 'editor', size: 'phone' })
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Set up…' }).click()
    const dialog = page.getByRole('alertdialog')
    const secret = await becomes(
      'the secret',
      () => dialog.getByRole('region', { name: 'secret' }).innerText(),
      /^\s*[A-Z2-7]+\s*$/,
    )
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
    await assertAccessible(page, 'setting up a second factor')
    // The stream of hints breaks and comes back, and then all is asked for again.
    const isAskedAgain = page.waitForResponse(/\/api\/me$/)
    dashboard.service.app.server.closeAllConnections()
    await isAskedAgain
    await waitForRest(page)
    assert.equal(await dialog.getByRole('region', { name: 'secret' }).innerText(), secret)
    const code = dialog.getByLabel('Code that the app shows now')
    await code.fill('000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('This code is not right.').waitFor()
    const app = new TOTP({ secret: secret.trim() })
    // A code is taken until the end of the period after its own, so this one has at least half a minute.
    await code.fill(app.generate())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const readCodes = async () =>
      (await dialog.getByRole('region', { name: 'recovery codes' }).innerText()).trim().split('\n')
    await becomes('the count of recovery codes', async () => (await readCodes()).length, 10)
    const codes = await readCodes()
    await page.goForward()
    await page.getByRole('button', { name: 'Stay' }).click()
    assert.deepEqual(await readCodes(), codes)
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes are left').waitFor()
    await dashboard.leave(page)

    // No code is taken twice, and that of the next period is taken already.
    const nextCode = () => app.generate({ timestamp: Date.now() + 30_000 })
    for (const give of [nextCode, () => codes[0]!]) {
      const entrance = await dashboard.open('/sign-in', { role: null })
      await entrance.getByLabel('Email address').fill(email)
      await entrance.getByLabel('Password', { exact: true }).fill(password)
      await entrance.getByRole('button', { name: 'Sign in' }).click()
      const field = entrance.getByLabel('Code', { exact: true })
      await field.waitFor()
      const focused = () => entrance.evaluate<string | null>("document.activeElement?.getAttribute('name')")
      await becomes('the field that has the focus', focused, 'code')
      await assertAccessible(entrance, 'sign-in with a code')
      await field.fill(give())
      await entrance.keyboard.press('Enter')
      await entrance.getByRole('navigation').first().waitFor()
      await dashboard.leave(entrance)
    }
    assert.deepEqual(dashboard.faults, [])
  })
})
