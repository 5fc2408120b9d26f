// The process that talks to Chromium: started by `openBrowserEngine`, which gives it one document after another.
import { chromium } from 'playwright-core'
import type { Browser, LaunchOptions } from 'playwright-core'
import { serveParent } from '../../../base/helper-process.ts'
import type { AskParent } from '../../../base/helper-process.ts'
import type { FetchedPage } from './crawl-engine.ts'
import { renderPage } from './render-page.ts'
import type { DocumentToRender, FetchResource } from './render-page.ts'

export interface BrowserSettings {
  executablePath: string
  userAgent: string
  proxy: { server: string; username: string; password: string }
}

export type BrowserQuestion =
  | { kind: 'launch'; settings: BrowserSettings }
  | { kind: 'render'; document: DocumentToRender }
  | { kind: 'close' }

/** `fault`: Chromium can not be started, whatever the page. */
export type BrowserAnswer = 'done' | FetchedPage | { kind: 'fault'; detail: string }

/** After this many pages Chromium is restarted, because it grows over time. */
const pagesMax = 100
const closeMsMax = 10_000
/**
 * The memory limit of this process, which includes browser messages that are not read yet. Usual pages take some 110
 * MB.
 */
const rssBytesMax = 320 * 1_048_576
const lookEveryMs = 20

let settings: BrowserSettings | null = null
let browser: Browser | null = null
let pages = 0

// The heap limit counts only messages that were read. Playwright ends Chromium when this process exits.
setInterval(() => {
  if (process.memoryUsage.rss() > rssBytesMax) process.exit(1)
}, lookEveryMs)

serveParent(async (question: BrowserQuestion, askParent): Promise<BrowserAnswer> => {
  switch (question.kind) {
    case 'launch':
      ;({ settings } = question)
      return (await launch()) ?? 'done'
    case 'render':
      return (await launch()) ?? render(question.document, askParent)
    case 'close':
      await browser?.close()
      return 'done'
  }
})

/** Starts Chromium if none runs, or if the running one has rendered its last page. Returns why that failed, or null. */
async function launch(): Promise<BrowserAnswer | null> {
  if (browser?.isConnected() && pages < pagesMax) return null
  try {
    await browser?.close()
    browser = await chromium.launch(launchOptions(settings!))
    pages = 0
    return null
  } catch (error) {
    return { kind: 'fault', detail: firstLines(error) }
  }
}

/** Renders a document in a context of its own, so that it shares no data with the previous one. */
async function render(document: DocumentToRender, askParent: AskParent): Promise<FetchedPage> {
  pages++
  try {
    const context = await browser!.newContext({
      userAgent: settings!.userAgent,
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: [],
    })
    try {
      return await renderPage(await context.newPage(), document, askParent as FetchResource)
    } finally {
      const timer = setTimeout(() => process.exit(1), closeMsMax)
      await context.close()
      clearTimeout(timer)
    }
  } catch (error) {
    const detail = `the page can not be rendered: ${firstLines(error)}`
    return { kind: 'failed', reason: 'render', detail, bytes: document.bytes }
  }
}

function firstLines(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 500)
}

function launchOptions({ executablePath, proxy }: BrowserSettings): LaunchOptions {
  return {
    executablePath,
    headless: true,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    proxy: { ...proxy, bypass: '<-loopback>' },
    args: [
      // The proxy resolves names; Chromium itself resolves none.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--dns-prefetch-disable',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-extensions',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--js-flags=--max-old-space-size=256',
      '--no-first-run',
      '--no-pings',
    ],
  }
}
