import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startHelper } from '../../../base/helper-process.ts'
import type { HelperProcess } from '../../../base/helper-process.ts'
import { startFilteringProxy } from '../guard/filtering-proxy.ts'
import type { BrowserAnswer, BrowserQuestion, BrowserSettings } from './browser-process.ts'
import type { CrawlEngine, EngineContext, FetchedPage } from './crawl-engine.ts'
import { fetchPage } from './fetch-page.ts'
import { findChromium } from './find-chromium.ts'
import { isNestedDeep } from './is-nested-deep.ts'
import { createPageResources } from './page-resources.ts'
import type { PageResources } from './page-resources.ts'
import type { DocumentToRender } from './render-page.ts'

/**
 * The limits for starting Chromium, for rendering a page (with a new Chromium if needed), and of the helper process.
 */
const bounds = { launchMs: 60_000, renderMs: 90_000, closeMs: 5_000, heapMb: 192 }

/**
 * Opens `crawler_b`. It fetches each document as `crawler_a` does, and renders HTML in headless Chromium. Documents,
 * scripts and data come through the guarded fetch. All other requests of the browser must go through the filtering
 * proxy. Chromium starts with the engine: if it can not start on this machine, no page loses an attempt.
 */
export async function openBrowserEngine(context: EngineContext): Promise<CrawlEngine> {
  await using opening = new AsyncDisposableStack()
  const { url, username, password } = opening.use(await startFilteringProxy(context))
  const settings: BrowserSettings = {
    executablePath: await findChromium(context.chromiumDir),
    userAgent: context.userAgent,
    proxy: { server: url, username, password },
  }
  const resources = createPageResources(context)
  let browser: Browser | null = await startBrowser(settings, resources)
  opening.defer(async () => browser?.close())
  const opened = opening.move()

  async function render(document: DocumentToRender, signal: AbortSignal): Promise<FetchedPage> {
    browser ??= await startBrowser(settings, resources)
    const fetched = await browser.render(document, signal)
    if (fetched === null) {
      await browser.close()
      browser = null
    }
    signal.throwIfAborted()
    const detail = `the page can not be rendered within ${bounds.renderMs / 1_000} s and the memory limit`
    return fetched ?? { kind: 'failed', reason: 'render', detail, bytes: document.bytes }
  }

  return {
    fetch: async (wanted, signal) => {
      const fetched = await fetchPage(context.webFetch, wanted, signal)
      signal.throwIfAborted()
      const document = documentOf(wanted.url, fetched)
      return document === null ? fetched : render(document, signal)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/**
 * Returns null if there is nothing to render, or if the rendered document would have less than the one that the server
 * sent.
 */
function documentOf(url: string, fetched: FetchedPage): DocumentToRender | null {
  if (fetched.kind !== 'answered' || fetched.html === null || fetched.isCut) return null
  const { status, headers, html, bytes } = fetched
  if (isNestedDeep(html)) return null
  return status >= 200 && status < 300 ? { url, status, headers, html, bytes } : null
}

interface Browser {
  /**
   * Returns null if the browser's process ended, took too long or was stopped by the signal: it must then be closed.
   */
  render: (document: DocumentToRender, signal: AbortSignal) => Promise<FetchedPage | null>
  close: () => Promise<void>
}

/**
 * Starts Chromium in a helper process. A page can make the browser send reports without limit (console messages,
 * errors, dialogs, requests with large bodies). The reports arrive in the helper, which ends when they become too many.
 * Chromium keeps its files in a folder of its own, which is removed with it.
 */
async function startBrowser(settings: BrowserSettings, resources: PageResources): Promise<Browser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-browser-'))
  let pageSignal = AbortSignal.abort()
  let helper: HelperProcess<BrowserQuestion, BrowserAnswer> | null = null
  const close = async (): Promise<void> => {
    await helper?.ask({ kind: 'close' }, bounds.closeMs)
    await helper?.[Symbol.asyncDispose]()
    // Chromium ends by itself when its helper is gone, and may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    helper = await startHelper(new URL('./browser-process.ts', import.meta.url), {
      heapMb: bounds.heapMb,
      env: { HOME: folder, TMPDIR: folder },
      serve: (url: string) => resources.fetch(url, pageSignal).catch(() => null),
    })
    const launched = await helper.ask({ kind: 'launch', settings }, bounds.launchMs)
    if (launched !== 'done') throw new Error(faultOf(launched))
  } catch (error) {
    await close()
    throw error
  }
  const process = helper
  return {
    render: async (document, signal) => {
      const ended = new AbortController()
      pageSignal = AbortSignal.any([signal, ended.signal])
      const stop = (): void => void process[Symbol.asyncDispose]()
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      try {
        const answer = await process.ask({ kind: 'render', document }, bounds.renderMs)
        if (answer === null || (answer !== 'done' && answer.kind !== 'fault')) return answer
        throw new Error(faultOf(answer))
      } finally {
        signal.removeEventListener('abort', stop)
        ended.abort()
      }
    },
    close,
  }
}

function faultOf(answer: BrowserAnswer | null): string {
  const why = answer !== null && answer !== 'done' && answer.kind === 'fault' ? `: ${answer.detail}` : ''
  return `Chromium can not be started${why}`
}
