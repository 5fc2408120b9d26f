import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { findChromium } from '../../src/providers/web/engines/find-chromium.ts'

const chromiumDir = fileURLToPath(new URL('../../node_modules/.cache/switchboard-chromium', import.meta.url))

export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } } as const
export const themes = ['light', 'dark'] as const
/** The pseudo-language is mirrored and a third longer. */
export const directions = ['ltr', 'rtl'] as const
export type Size = keyof typeof sizes
export type Direction = (typeof directions)[number]

/** A page that takes longer to load is shown as it is then. */
const loadMsMax = 60_000
const settleMsMax = 8_000
/** A longer page is cut there: the sheets are for looking at screens. */
const heightsMax = 3

/** Starts the Chromium that also renders pages for crawls. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(chromiumDir),
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
  })
}

export interface Look {
  url: string
  size: Size
  direction: Direction
  /** As a request carries it; null: nobody is signed in. */
  cookie: string | null
}

/** Opens a page that looks as asked for, which is closed with its window. */
export async function openPage(browser: Browser, { url, size, direction, cookie }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: sizes[size],
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...(size === 'phone' && { hasTouch: true, isMobile: true }),
  })
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
  }
  const language = direction === 'rtl' ? 'pseudo' : 'en'
  await context.addInitScript({ content: `localStorage.setItem('language', '${language}')` })
  const page = await context.newPage()
  page.setDefaultTimeout(loadMsMax)
  return page
}

/** What the page shows, as one text, and whether something is still loading. A page without a word has not begun. */
const shownState = `JSON.stringify([
  document.querySelector('[role="status"] svg rect') !== null || document.body.innerText.trim() === '',
  document.body.innerText.replaceAll(/\\d/g, '').length,
  document.documentElement.scrollHeight,
])`

/** Loads a page again and waits until it has stopped changing; returns what went wrong, or null. */
export async function showPage(page: Page, address: string): Promise<string | null> {
  // A change of the fragment alone would not load the page again.
  await page.goto('about:blank')
  return openSettled(page, address)
}

/** Opens a page and waits until it has stopped changing; returns what went wrong, or null. */
export async function openSettled(
  page: Page,
  address: string,
  settleMs = settleMsMax,
): Promise<string | null> {
  const failed = await page.goto(address, { waitUntil: 'load', timeout: loadMsMax }).then(
    () => null,
    (error: unknown) => String(error).split('\n')[0] ?? '',
  )
  let before = ''
  let sameTimes = 0
  for (const end = performance.now() + settleMs; performance.now() < end && sameTimes < 3;) {
    await page.waitForTimeout(150)
    const state = await page.evaluate<string>(shownState)
    sameTimes = state === before && state.startsWith('[false') ? sameTimes + 1 : 0
    before = state
  }
  return failed ?? (sameTimes < 3 ? 'still loading' : null)
}

/** Writes the whole page, down to three windows' heights. The window grows, so that bars stand where they belong. */
export async function takePicture(page: Page, file: string, size: Size): Promise<void> {
  const { width, height } = sizes[size]
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), height * heightsMax) })
  await page.screenshot({ path: file, animations: 'disabled' })
  await page.setViewportSize({ width, height })
}

export interface Sheet {
  title: string
  size: Size
  /** Relative to the folder, with what is written below each. */
  pictures: { file: string; name: string }[]
}

/** Writes all pictures of a kind, made smaller, beside each other. */
export async function writeSheet(
  browser: Browser,
  folder: string,
  { title, size, pictures }: Sheet,
): Promise<void> {
  // A longer sheet shows nothing of a page when it is looked at whole.
  const perSheet = size === 'desk' ? 9 : 12
  if (pictures.length > perSheet) {
    for (let from = 0; from < pictures.length; from += perSheet) {
      const part = pictures.slice(from, from + perSheet)
      await writeSheet(browser, folder, { title: `${title}-${from / perSheet + 1}`, size, pictures: part })
    }
    return
  }
  const columnWidth = size === 'desk' ? 640 : 300
  const columns = size === 'desk' ? 3 : 6
  const cells = pictures.map(
    ({ file, name }) => `<figure><figcaption>${name}</figcaption><img src="${file}"></figure>`,
  )
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>
    body { margin: 16px; font: 13px system-ui; background: #888; color: #000 }
    main { display: grid; grid-template-columns: repeat(${columns}, ${columnWidth}px); gap: 16px; align-items: start }
    figure { margin: 0 } img { width: 100%; display: block; max-height: ${columnWidth * 2.5}px; object-fit: cover; object-position: top }
  </style><h1>${title}</h1><main>${cells.join('')}</main>`
  const place = path.join(folder, `${title}.html`)
  await writeFile(place, html)
  const page = await browser.newPage({
    viewport: { width: columns * (columnWidth + 16) + 16, height: 800 },
  })
  await page.goto(`file://${place}`, { waitUntil: 'load', timeout: loadMsMax })
  await page.screenshot({ path: path.join(folder, `${title}.png`), fullPage: true })
  await page.close()
}
