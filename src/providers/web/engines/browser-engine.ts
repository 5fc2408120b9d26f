import { PlaywrightCrawler } from '@crawlee/playwright'
import { chromium } from 'playwright-core'
import { startFilteringProxy } from '../guard/filtering-proxy.ts'
import type { FilteringProxy } from '../guard/filtering-proxy.ts'
import type { CrawlDriver, CrawlEngine, FetchedPage, WantedPage } from './crawl-engine.ts'
import { requestSource } from './request-source.ts'
import { quietConfiguration, quietOptions, runToItsEnd } from './crawlee-quietly.ts'
import { fetchPage } from './fetch-page.ts'
import { findChromium } from './find-chromium.ts'
import { isNestedDeep } from './is-nested-deep.ts'
import type { EngineContext } from './open-engine.ts'
import { createPageResources } from './page-resources.ts'
import { renderPage } from './render-page.ts'
import type { DocumentToRender } from './render-page.ts'

/** Rendering, and the visit after it; Crawlee counts a page as hung after that. */
const handlerSeconds = 180

/**
 * `crawler_b`: asks for each document as `crawler_a` does, and renders those that are HTML in headless Chromium. Crawlee
 * keeps browser and pages. Documents, scripts and data come through the guarded client; whatever the browser might ask for
 * by itself meets the filtering proxy, its only way out.
 */
export function createBrowserEngine(context: EngineContext): CrawlEngine {
  return {
    run: async <Wanted extends WantedPage>(course: CrawlDriver<Wanted>) => {
      await using proxy = await startFilteringProxy({
        privateHosts: context.privateHosts,
        lookup: context.lookup,
      })
      const resources = createPageResources(context)
      const { queue, itemOf } = requestSource(() => nextToRender(context, course))
      const executablePath = await findChromium(context.chromiumDir)
      await runToItsEnd(
        course.signal,
        (failedRequestHandler) =>
          new PlaywrightCrawler(
            {
              ...quietOptions(),
              requestQueue: queue,
              persistCookiesPerSession: false,
              requestHandlerTimeoutSecs: handlerSeconds,
              launchContext: {
                launcher: chromium,
                // A context of its own for each page: nothing of one is there for the next.
                useIncognitoPages: true,
                launchOptions: { executablePath, ...launchOptions(proxy) },
              },
              browserPoolOptions: {
                useFingerprints: false,
                maxOpenPagesPerBrowser: 1,
                retireBrowserAfterPageCount: 100,
                operationTimeoutSecs: 60,
                prePageCreateHooks: [
                  (_id, _controller, options) => {
                    Object.assign(options ?? {}, {
                      userAgent: context.userAgent,
                      serviceWorkers: 'block',
                      acceptDownloads: false,
                      permissions: [],
                    })
                  },
                ],
              },
              requestHandler: async ({ page, request }) => {
                const { wanted, document } = itemOf(request)
                const fetched = await renderPage(page, document, resources, course.signal)
                course.signal.throwIfAborted()
                await course.visit(wanted, fetched)
              },
              failedRequestHandler,
            },
            quietConfiguration(),
          ),
      )
    },
  }
}

interface ToRender<Wanted> {
  url: string
  wanted: Wanted
  document: DocumentToRender
}

/** The next page that there is something to render of; the others are visited on the way. */
async function nextToRender<Wanted extends WantedPage>(
  { webFetch }: EngineContext,
  course: CrawlDriver<Wanted>,
): Promise<ToRender<Wanted> | null> {
  for (;;) {
    const wanted = await course.next()
    if (wanted === null) return null
    const fetched = await fetchPage(webFetch, wanted, course.signal)
    course.signal.throwIfAborted()
    const document = documentOf(wanted.url, fetched)
    if (document !== null) return { url: wanted.url, wanted, document }
    await course.visit(wanted, fetched)
  }
}

/** Null where there is nothing to render, or what would come of it says less than the document as it was sent. */
function documentOf(url: string, fetched: FetchedPage): DocumentToRender | null {
  if (fetched.kind !== 'answered' || fetched.html === null || fetched.isCut) return null
  const { status, headers, html, bytes } = fetched
  if (isNestedDeep(html)) return null
  return status >= 200 && status < 300 ? { url, status, headers, html, bytes } : null
}

function launchOptions({ url, username, password }: FilteringProxy) {
  return {
    headless: true,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    proxy: { server: url, username, password, bypass: '<-loopback>' },
    args: [
      // It looks no name up by itself: the proxy does.
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
