// Each language in a browser: its direction, its words, and the reader's choice.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertNarrow, startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'

const languages = {
  es: { dir: 'ltr', lang: /^es/ },
  de: { dir: 'ltr', lang: /^de/ },
  ar: { dir: 'rtl', lang: /^ar/ },
} as const

suite('the languages', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  for (const [language, { dir, lang }] of Object.entries(languages))
    test(`${language}: is shown from its side, also on a phone`, async () => {
      const page = await dashboard.open(dashboard.at(), { language: language as 'es', size: 'phone' })
      assert.equal(await page.locator('html').getAttribute('dir'), dir)
      assert.match((await page.locator('html').getAttribute('lang')) ?? '', lang)
      for (const address of [dashboard.at(), dashboard.at('/live'), dashboard.at('/campaigns'), '/me']) {
        await page.goto(`${dashboard.service.url}/app${address}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForTimeout(300)
        await assertNarrow(page, `${language} ${address}`)
      }
      await page.context().close()
    })

  test('are chosen in the account, and hold at once', async () => {
    const page = await dashboard.open('/me')
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE')
    await page.context().close()
  })
})
