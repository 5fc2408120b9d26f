import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser as Chromium, BrowserContext, Frame, Page } from 'playwright-core'
import { uuidv7 } from '../../../src/base/ids.ts'
import { sql } from '../../../src/db/sql.ts'
import { upsertProcess } from '../../../src/jobs/process-queries.ts'
import type { MemberRole } from '../../../src/users/roles.ts'
import type { Declared } from '../../support/declarations.ts'
import { startService } from '../../support/service.ts'
import type { Service, ServiceOptions } from '../../support/service.ts'
import { signInAs } from '../../support/users.ts'
import type { Browser } from '../../support/users.ts'
import { ensureBuilt, joinChromium } from './chromium.ts'
import { followRequests, waitMsMax } from './wait.ts'

const inPage = readFileSync(new URL('in-page.js', import.meta.url), 'utf8')
const axeCode = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The two sizes at which every page is looked at. */
export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } } as const

export interface OpenOptions {
  /** Who looks; `null`: nobody is signed in. A role is signed in once for all its pages. */
  role?: MemberRole | null
  size?: keyof typeof sizes
  theme?: 'light' | 'dark'
  /** `pseudo` is mirrored, and marks every text that is from the catalog. */
  language?: 'en' | 'es' | 'de' | 'ar' | 'pseudo'
}

/** The dashboard on a service of its own, and a browser that looks at it. */
export interface Dashboard extends AsyncDisposable {
  service: Service
  /** The address of a page of the test's project: `at('/live')`. */
  at: (path?: string) => string
  /** Opens an address below `/app` in a window of its own, and waits for the page's heading. */
  open: (address: string, options?: OpenOptions) => Promise<Page>
  /** Closes a page; the next one that looks the same gets its window, in which nothing of this one is left. */
  leave: (page: Page) => Promise<void>
  /** The session of a role, for requests beside the page. */
  session: (role: MemberRole) => Promise<Browser>
  /**
   * What went wrong on any page: policy violations, script errors, requests to another origin. The end of the dashboard
   * fails if there is one; a test that provokes one takes it out.
   */
  faults: string[]
}

/** Starts the service, builds the dashboard if its sources are newer, and starts Chromium. */
export async function startDashboard(declared: Declared = {}, options?: ServiceOptions): Promise<Dashboard> {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startService(declared, options))
  const dashboard = stack.use(await openDashboard(service))
  const held = stack.move()
  return { ...dashboard, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Opens the dashboard of a service that runs, which outlives it. */
export async function openDashboard(service: Service): Promise<Dashboard> {
  await using stack = new AsyncDisposableStack()
  const faults: string[] = []
  stack.defer(async () => assert.deepEqual(faults, []))
  await ensureBuilt()
  await reportWorker(service)
  const browser = await joinChromium()
  stack.defer(async () => browser.close())
  stack.defer(() => reportOpenPages(browser))
  const sessions = new Map<MemberRole, Promise<Browser>>()
  const session = (role: MemberRole): Promise<Browser> => {
    const known = sessions.get(role) ?? signInAs(service, role)
    sessions.set(role, known)
    return known
  }
  /** Windows that were left, by how they look. A new one costs the renderer and the cache of a browser. */
  const left = new Map<string, Page[]>()
  const looks = new WeakMap<Page, string>()
  const held = stack.move()
  return {
    service,
    faults,
    session,
    at: (below = '') => `/${service.organizationId}/${service.projectId}${below}`,
    open: async (address, { role = 'owner', size = 'desk', theme = 'light', language = 'en' } = {}) => {
      const cookie = role === null ? null : (await session(role)).cookie
      const look = [size, theme, language].join(' ')
      const opened = { size, theme, language, cookie: null }
      const page = left.get(look)?.pop() ?? (await (await openWindow(browser, service.url, opened)).newPage())
      looks.set(page, look)
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme: theme })
      await signInto(page.context(), service.url, cookie)
      followRequests(page)
      watch(page, service.url, faults)
      await page.goto(`${service.url}/app${address}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      return page
    },
    leave: async (page) => {
      await clear(page)
      const look = looks.get(page)!
      left.set(look, [...(left.get(look) ?? []), page])
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Prints what the pages show that no test has left: a test that fails leaves none, and its page says more than it. */
async function reportOpenPages(browser: Chromium): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    if (page.url() === 'about:blank') continue
    const shown = await page.locator('body').innerText({ timeout: 2_000 }).catch(String)
    console.error(`Left open: ${new URL(page.url()).pathname}\n${shown.replaceAll(/^/gm, '  ')}`)
  }
}

/** Takes out of a window what a page and its test have put into it. */
async function clear(page: Page): Promise<void> {
  // The page may have asked again, so that an answer is still being made.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  page.removeAllListeners()
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Notes a worker that every page sees for the next hour: without one, each shows a banner. */
async function reportWorker({ context: { db } }: Service): Promise<void> {
  const worker = { _id: uuidv7(), kind: 'worker', host: 'box-2', version: '1.8.0' } as const
  await upsertProcess(db, worker)
  await db.write(sql`update processes set seen_at = now() + interval '1 hour' where _id = ${worker._id}`)
}

/** Opens a window that looks as asked for, signed in by a cookie. */
export async function openWindow(
  browser: Chromium,
  url: string,
  { size = 'desk', theme = 'light', language = 'en', cookie }: OpenOptions & { cookie: string | null },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...(size === 'phone' && { hasTouch: true, isMobile: true }),
  })
  context.setDefaultTimeout(waitMsMax)
  await signInto(context, url, cookie)
  // An empty page has no storage.
  await context.addInitScript({
    content: `if (location.origin !== 'null') localStorage.setItem('language', '${language}')`,
  })
  await context.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (violation) =>
      console.error('policy violation: ' + violation.violatedDirective + ' ' + violation.blockedURI))`,
  })
  return context
}

/** Gives a window the cookie of a session. */
async function signInto(context: BrowserContext, url: string, cookie: string | null): Promise<void> {
  if (cookie === null) return
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
}

/** Notes what must not happen on any page. Refused requests are what some tests are about. */
export function watch(page: Page, url: string, faults: string[]): void {
  const note = (what: string) => faults.push(`${new URL(page.url()).pathname}: ${what}`)
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) note(text)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob|about):/.test(request.url()))
      note(`a request to ${request.url()}`)
  })
}

const accessTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Asserts that axe finds no violation on a page as it is now. */
export async function assertAccessible(page: Page, what = page.url()): Promise<void> {
  await assertRules(page, what, (axe) => axe.withTags(accessTags))
}

/** Asserts the rules about colors alone, for another theme of a page that keeps all others. */
export async function assertAccessibleColors(page: Page, what = page.url()): Promise<void> {
  await assertRules(page, what, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
}

async function assertRules(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await Promise.all(page.frames().map(loadAxe))
  const builder = new AxeBuilder({ page, axeSource: '/* It is there already. */' }).setLegacyMode()
  // Only of rules that are broken does axe describe every element.
  const axe = choose(builder.options({ resultTypes: ['violations'] }))
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ html, failureSummary }) => `${html}\n${failureSummary}`)
    return `${id}: ${help}\n${places.join('\n')}`
  })
  assert.deepEqual(found, [], what)
}

/**
 * Loads axe once for all that is asked of a page: the builder alone would compile its half megabyte twice each time.
 */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(axeCode)
}

/**
 * Loads axe with each address that a page goes to, for pages that are all looked at: it is sent to the browser once.
 */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: axeCode })
}

/** Returns what has the focus, and what is wrong with how it is seen; null: it is seen, and nothing lies over it. */
export function describeFocus(page: Page): Promise<{ name: string; fault: string | null }> {
  return page.evaluate(`${inPage}\ninPage.describeFocus()`)
}

interface NarrowFaults {
  overflow: number
  wide: string[]
  small: string[]
}

/** Asserts that a page does not scroll sideways, and that nothing to press is smaller than 24 px. */
export async function assertNarrow(page: Page, what = page.url()): Promise<void> {
  const found = await page.evaluate<NarrowFaults>(`${inPage}\ninPage.findNarrowFaults()`)
  assert.deepEqual(found, { overflow: 0, wide: [], small: [] }, what)
}

/**
 * Asserts that all text on a page in the pseudo-language is from the catalog. Names, numbers and what the service
 * stores have no marks; they stand in an element of their own (`bdi`, `time`, `code`, `kbd`, `data-stored`).
 */
export async function assertFromCatalog(page: Page, what = page.url()): Promise<void> {
  const found = await page.evaluate<string[]>(`${inPage}\ninPage.findForeignTexts()`)
  assert.deepEqual(found, [], what)
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl', what)
}
