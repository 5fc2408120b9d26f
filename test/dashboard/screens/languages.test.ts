// Each language in a browser: its direction, its words, and the reader's choice.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertNarrow, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

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
      await becomes('the direction', () => page.locator('html').getAttribute('dir'), dir)
      await becomes('the language', () => page.locator('html').getAttribute('lang'), lang)
      for (const address of [dashboard.at(), dashboard.at('/live'), dashboard.at('/campaigns'), '/me']) {
        await page.goto(`${dashboard.service.url}/app${address}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await waitForRest(page)
        await assertNarrow(page, `${language} ${address}`)
      }
      await dashboard.leave(page)
    })

  test('are chosen in the account, and hold at once', async () => {
    const page = await dashboard.open('/me')
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    await becomes('the language', () => page.locator('html').getAttribute('lang'), 'de-DE')
    await dashboard.leave(page)
  })

  test('of two that are chosen quickly, the second one is shown, and one that does not come is not kept', async () => {
    const page = await dashboard.open('/me')
    const lang = () => page.locator('html').getAttribute('lang')
    const kept = () => page.evaluate<string | null>("localStorage.getItem('language')")
    const released = Promise.withResolvers<void>()
    await page.route(/assets\/texts-de-base-/, async (route) => {
      await released.promise
      await route.continue()
    })
    const german = page.waitForRequest(/assets\/texts-de-base-/)
    await page.getByLabel('Language').selectOption('Deutsch')
    await german
    await page.getByLabel('Language').selectOption('Español')
    await page.getByRole('heading', { level: 1, name: 'Su cuenta' }).waitFor()
    const came = page.waitForResponse(/assets\/texts-de-base-/)
    released.resolve()
    await (await came).finished()
    await waitForRest(page)
    await becomes('the language', lang, /^es/)
    assert.equal(await kept(), 'es')
    await page.route(/assets\/texts-ar-/, (route) => route.abort())
    await page.getByLabel('Idioma').selectOption('العربية')
    await page.getByText('No se han podido cargar los textos de ese idioma.', { exact: false }).waitFor()
    await becomes('what is chosen', () => page.getByLabel('Idioma').inputValue(), 'es')
    assert.equal(await kept(), 'es')
    await dashboard.leave(page)
  })

  test('come with the page that uses them: sign-in loads its own alone', async () => {
    const page = await dashboard.open('/me', { language: 'es' })
    await page.context().clearCookies()
    await page.goto(`${dashboard.service.url}/app/sign-in`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Only now has the page before ended what it fetched for the next click.
    const loaded = textsOf(page)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await waitForRest(page)
    assert.deepEqual([...loaded].sort(), ['es-base', 'es-second-factor', 'es-sign-in'])
    await dashboard.leave(page)
  })

  test('come at the same time as the code of a page, which is not shown before both are there', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    const released = Promise.withResolvers<void>()
    await page.route(/assets\/(?:texts-en-)?tickets-[^/]+\.js/, async (route) => {
      await released.promise
      await route.continue()
    })
    const codeIsAskedFor = page.waitForRequest(/assets\/tickets-[^/]+\.js/)
    const textsAreAskedFor = page.waitForRequest(/assets\/texts-en-tickets-[^/]+\.js/)
    await placeOf(page, 'Tickets').click()
    // Neither waits for the other: both are asked for while both are held.
    await Promise.all([codeIsAskedFor, textsAreAskedFor])
    await page.getByRole('heading', { level: 1, name: /campaign/i }).waitFor()
    released.resolve()
    await page.getByRole('heading', { level: 1, name: /ticket/i }).waitFor()
    await dashboard.leave(page)
  })

  test('are all there when another one is chosen, for the pages before too', async () => {
    const page = await dashboard.open('/me')
    await placeOf(page, 'Campaigns').click()
    await page.getByRole('heading', { level: 1, name: /campaign/i }).waitFor()
    await page.goBack()
    await page.getByLabel('Language').waitFor()
    await waitForRest(page)
    const loaded = textsOf(page)
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    await waitForRest(page)
    assert.ok(loaded.has('de-campaigns'), [...loaded].join(', '))
    loaded.clear()
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Kampagnen' }).waitFor()
    await waitForRest(page)
    assert.deepEqual([...loaded], [])
    await dashboard.leave(page)
  })
})

/** A place of the side bar. */
function placeOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name, exact: true })
}

/** The texts that a page has asked for since, as `language-file`. */
function textsOf(page: Page): Set<string> {
  const names = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /assets\/texts-([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name !== undefined) names.add(name)
  })
  return names
}
