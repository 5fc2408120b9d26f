// What a page shows and asks for before its code is there.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scriptCampaign } from '../../support/declarations.ts'
import { eventually } from '../../support/service.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'

suite('before the code of a page', () => {
  let dashboard: Dashboard

  before(async () => {
    dashboard = await startDashboard({ campaigns: [scriptCampaign()] })
  })
  after(() => dashboard[Symbol.asyncDispose]())

  /** Loads an address while some files are held back, and returns what lets them come. */
  const loadWithout = async (page: Page, address: string, files: RegExp): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(files, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(`${dashboard.service.url}/app${address}`, { waitUntil: 'commit' })
    return resolve
  }

  test('the frame is painted, and gone with it', async () => {
    const page = await dashboard.open('/me')
    const letCome = await loadWithout(page, dashboard.at(), /\/assets\/index-[\w-]+\.js$/)
    await page.locator('#frame b').waitFor()
    letCome()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('#frame').waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  test('nothing is painted around pages for people who are not signed in', async () => {
    const page = await dashboard.open('/sign-in', { role: null })
    const letCome = await loadWithout(page, '/sign-in', /\/assets\/index-[\w-]+\.js$/)
    await page.locator('#frame').waitFor({ state: 'attached' })
    assert.equal(await page.locator('#frame').isVisible(), false)
    letCome()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await dashboard.leave(page)
  })

  for (const language of ['en', 'de'] as const)
    test(`the texts of the page are asked for in ${language} beside the first file`, async () => {
      const page = await dashboard.open('/me', { language })
      // It loads texts of other pages while it has nothing to do.
      await page.goto('about:blank')
      const requests = new Set<string>()
      page.on('request', (request) => {
        const [, texts] = /\/assets\/texts-(\w+-[a-z-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
        if (texts !== undefined) requests.add(texts)
      })
      const letCome = await loadWithout(page, dashboard.at('/live'), /\/assets\/index-[\w-]+\.js$/)
      const wanted = ['base', 'shell', 'refusals', 'live', 'calls', 'campaigns', 'effects']
      const expected = wanted.map((area) => `${language}-${area}`).sort()
      await eventually('all are asked for', () =>
        Promise.resolve(requests.size >= expected.length ? true : null),
      )
      assert.deepEqual([...requests].sort(), expected)
      letCome()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await dashboard.leave(page)
    })

  for (const [path, file, asked] of [
    ['', 'home', '/today'],
    ['/live', 'live', '/queue'],
    ['/live?open=', 'live', '/queue'],
    ['/conversations', 'conversations', '/conversations'],
    ['/conversations', 'conversations', '/campaigns'],
    ['/analytics', 'analytics', '/analytics/voice'],
  ] as const)
    test(`what “${path}” begins with is asked for, once: ${asked}`, async () => {
      const page = await dashboard.open('/me')
      const requests: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/') && pathname.endsWith(asked)) requests.push(request.url())
      })
      // The stream asks again for all that is shown, as soon as it is there.
      await page.route('**/events', () => undefined)
      const letCome = await loadWithout(page, dashboard.at(path), new RegExp(`/assets/${file}-[\\w-]+\\.js$`))
      await eventually('it is asked for', () => Promise.resolve(requests.length > 0 ? true : null))
      letCome()
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(requests.length, 1, requests.join(' '))
      await dashboard.leave(page)
    })

  test('what a row asks for by itself comes after the row is painted', async () => {
    const page = await dashboard.open('/me')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/figures')) asked.push(request.url())
    })
    await page.addInitScript({
      content: `if (location.pathname.endsWith('/campaigns')) {
        const frames = []
        const draw = requestAnimationFrame.bind(globalThis)
        globalThis.requestAnimationFrame = (work) => frames.push(work)
        globalThis.goOn = () => {
          globalThis.requestAnimationFrame = draw
          frames.forEach((work) => draw(work))
        }
      }`,
    })
    await page.goto(`${dashboard.service.url}/app${dashboard.at('/campaigns')}`)
    await page.getByRole('row', { name: /Script/ }).waitFor()
    await page.waitForTimeout(500)
    assert.deepEqual(asked, [])
    await page.evaluate('goOn()')
    await eventually('it is asked for', () => Promise.resolve(asked.length > 0 ? true : null))
    await page.close()
  })
})
