import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startChromium } from '../../scripts/pictures/take-pictures.ts'
import { createHistoryDatabase } from '../support/history-database.ts'
import { signInOwner } from '../support/owner-session.ts'
import { percentile, table } from '../support/report.ts'
import { seedProfiles } from '../support/seed-profiles.ts'
import type { Stage } from '../support/stage.ts'
import { serveBarePage } from './bare-page.ts'

const conversationsEach = 5
const inPage = readFileSync(new URL('in-page.js', import.meta.url), 'utf8')
const shownMsMax = 60_000
const untilRows = `Promise.race([rowsShown, new Promise((_, reject) => setTimeout(reject, ${shownMsMax}, 'no rows'))])`
/** What is still painted and moved once the rows are there. */
const settleMs = 1_000

/** A window on a desk, and a middling phone: four times slower, 1.6 Mbit/s, 150 ms there and back. */
const devices = {
  desk: { viewport: { width: 1440, height: 900 }, slower: 1, network: null },
  phone: { viewport: { width: 360, height: 740 }, slower: 4, network: { kbits: 1_600, latencyMs: 150 } },
} as const
type Device = keyof typeof devices

interface Load {
  rowsMs: number
  firstPaintMs: number
  largestPaintMs: number
  blockedMs: number
  shift: number
}

/**
 * Measures how long a browser with an empty cache needs until the list of conversations is painted, beside a bare page
 * without libraries that shows the same answer, in turn; and from a click to the next page, to a filter and back.
 */
export async function benchFirstLoad(
  stage: Stage,
  { conversations, times }: { conversations: number; times: number },
): Promise<void> {
  const history = await createHistoryDatabase(stage, conversations)
  await seedProfiles(history.databaseUrl, history, Math.ceil(conversations / conversationsEach))
  const { context, databaseUrl, organization_id, project_id, projectPath } = history
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const cookie = await signInOwner(context, api.url)
  await using bare = await serveBarePage(`${api.url}/api${projectPath}/conversations?limit=50`, cookie)
  await using stack = new AsyncDisposableStack()
  const browser = await startChromium()
  stack.defer(() => browser.close())
  const pages = [
    {
      what: 'the list of conversations',
      url: `${api.url}/app/${organization_id}/${project_id}/conversations`,
    },
    { what: 'a bare page of the same rows', url: bare.url },
  ]
  for (const device of ['desk', 'phone'] as const) {
    const loads = pages.map((): Load[] => [])
    // The first of each is not counted: the service compiles its statements then.
    for (let time = 0; time <= times; time++)
      for (const [index, { url }] of pages.entries()) {
        const load = await loadOnce(browser, { url, cookie, device })
        if (time > 0) loads[index]!.push(load)
      }
    reportLoads(
      `Cold load on a ${device}, ${conversations.toLocaleString('en')} conversations ` +
        `(${device === 'desk' ? 'p50 < 700 ms and p95 < 1,000 ms are the targets' : 'p50 < 3,000 ms is the target'})`,
      pages.map(({ what }) => what),
      loads,
    )
  }
  await benchSteps(browser, { url: pages[0]!.url, cookie, device: 'desk' }, times)
  await api.stop()
}

interface Opened {
  url: string
  cookie: string
  device: Device
}

async function loadOnce(browser: Browser, opened: Opened): Promise<Load> {
  const { context, page } = await openWindow(browser, opened)
  await page.goto(opened.url, { waitUntil: 'commit', timeout: shownMsMax })
  await page.evaluate(untilRows)
  await page.waitForTimeout(settleMs * devices[opened.device].slower)
  const load = await page.evaluate<Load>('({ ...noted, blockedMs: blockedMs() })')
  await context.close()
  return load
}

/** Each context has a cache of its own, which is empty. */
async function openWindow(
  browser: Browser,
  { url, cookie, device }: Opened,
): Promise<{ context: BrowserContext; page: Page }> {
  const { viewport, slower, network } = devices[device]
  const isPhone = device === 'phone'
  const context = await browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: new URL(url).origin, httpOnly: true, sameSite: 'Strict' }])
  await context.addInitScript({ content: inPage })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (network !== null) {
    const bytes = (network.kbits * 1_000) / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: bytes,
      uploadThroughput: bytes / 2,
    })
  }
  return { context, page }
}

function reportLoads(title: string, names: readonly string[], loads: readonly Load[][]): void {
  const of = (index: number, name: keyof Load, share: number) =>
    percentile(
      loads[index]!.map((load) => load[name]),
      share,
    )
  table(
    title,
    [
      '',
      'n',
      'rows p50 ms',
      'rows p95 ms',
      '× bare',
      'first paint p50',
      'largest paint p50',
      'blocked p50',
      'shift p95',
    ],
    names.map((name, index) => [
      name,
      loads[index]!.length,
      of(index, 'rowsMs', 0.5).toFixed(0),
      of(index, 'rowsMs', 0.95).toFixed(0),
      (of(index, 'rowsMs', 0.5) / of(1, 'rowsMs', 0.5)).toFixed(1),
      of(index, 'firstPaintMs', 0.5).toFixed(0),
      of(index, 'largestPaintMs', 0.5).toFixed(0),
      of(index, 'blockedMs', 0.5).toFixed(0),
      of(index, 'shift', 0.95).toFixed(3),
    ]),
  )
}

/** What is done on the page, in the page itself, so that only the page is measured. */
const steps = {
  'the next page': `untilOtherRows(() => document.querySelector('a[href*="page=2"]').click())`,
  back: 'untilOtherRows(() => history.back())',
  'a filter': `untilOtherRows(() => {
    const select = [...document.querySelectorAll('select')].find((each) => each.querySelector('option[value="busy"]'))
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, 'busy')
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })`,
}

async function benchSteps(browser: Browser, opened: Opened, times: number): Promise<void> {
  const { context, page } = await openWindow(browser, opened)
  const tookMs = Object.values(steps).map((): number[] => [])
  for (let time = 0; time <= times; time++) {
    await page.goto(opened.url, { waitUntil: 'load', timeout: shownMsMax })
    await page.evaluate(untilRows)
    for (const [index, step] of Object.values(steps).entries()) {
      const took = await page.evaluate<number>(step)
      if (time > 0) tookMs[index]!.push(took)
      await page.waitForTimeout(200)
    }
  }
  await context.close()
  table(
    'From a click on the list until other rows are painted (150 ms is the target)',
    ['step', 'n', 'p50 ms', 'p95 ms'],
    Object.keys(steps).map((what, index) => [
      what,
      tookMs[index]!.length,
      percentile(tookMs[index]!, 0.5).toFixed(0),
      percentile(tookMs[index]!, 0.95).toFixed(0),
    ]),
  )
}
