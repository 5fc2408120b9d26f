import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { pageBytesMax } from './crawl-engine.ts'
import type { FetchedPage } from './crawl-engine.ts'
import type { PageResources } from './page-resources.ts'

/** Fetches a resource of a page through the guard. Returns null if the request is not allowed or failed. */
export type FetchResource = (url: string) => ReturnType<PageResources['fetch']>

/** A document that the server has sent and that is to be rendered. */
export interface DocumentToRender {
  url: string
  status: number
  headers: Record<string, string>
  html: string
  bytes: number
}

/** The limits of rendering. When a page reaches one, its present state is used. */
const bounds = {
  loadMs: 15_000,
  restMs: 5_000,
  readMs: 5_000,
  requests: 200,
  urlCharacters: 8_000,
  bytes: 20 * 1_048_576,
}
/** Types of requests that can add text. Images, fonts, styles and frames do not. */
const fetchedTypes = new Set(['script', 'xhr', 'fetch'])
/** Headers that describe the body as it was on the wire, or that the page must not see here. */
const droppedHeaders = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'link',
  'refresh',
  'report-to',
  'nel',
])

/**
 * Renders a document in a page of the browser. Its scripts run. Their requests go through `fetchResource`, and the
 * browser itself sends nothing to the network. A page that navigates elsewhere counts as a redirect. If a page is not
 * idle in time, its present state is used.
 */
export async function renderPage(
  page: Page,
  document: DocumentToRender,
  fetchResource: FetchResource,
): Promise<FetchedPage> {
  const network = await takeOverNetwork(page, document, fetchResource)
  const { status, headers } = document
  await Promise.race([comeToRest(page, document.url), network.left])
  const bytes = document.bytes + network.bytes()
  const to = network.leftFor()
  if (to !== null) return { kind: 'redirected', status, to, bytes }
  const content = await within(bounds.readMs, contentOf(page))
  if (content === null)
    return { kind: 'failed', reason: 'timeout', detail: 'the page did not come to rest', bytes }
  return { kind: 'answered', status, headers, ...content, bytes }
}

/**
 * Returns the present document; an empty one if it is larger than `pageBytesMax`. The browser measures it first, so
 * that a large document is never transferred. The script that measures runs in an isolated world, where the page's
 * scripts can change nothing.
 */
async function contentOf(page: Page): Promise<{ html: string; isCut: boolean }> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const frameId = frameTree.frame.id
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: boundedHtml,
    returnByValue: true,
  })
  return typeof result.value === 'string' ? { html: result.value, isCut: false } : { html: '', isCut: true }
}

/** An expression that the browser evaluates: the whole document, or null if it is too large. */
const boundedHtml = `(() => {
  const doctype = document.doctype === null ? '' : new XMLSerializer().serializeToString(document.doctype)
  const html = doctype + (document.documentElement?.outerHTML ?? '')
  return html.length > ${pageBytesMax} ? null : html
})()`

/** Waits until the page is idle, or until its time is over. */
async function comeToRest(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load', timeout: bounds.loadMs }).catch(() => null)
  await page.waitForLoadState('networkidle', { timeout: bounds.restMs }).catch(() => null)
}

interface Network {
  bytes: () => number
  /** Resolves when the page navigates elsewhere. */
  left: Promise<void>
  /** The address that the page navigated to; null if it stayed. */
  leftFor: () => string | null
}

async function takeOverNetwork(
  page: Page,
  document: DocumentToRender,
  fetchResource: FetchResource,
): Promise<Network> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  let isServed = false
  let leftFor: string | null = null
  let requests = 0
  let bytes = 0

  async function answer(route: Route, request: Request): Promise<void> {
    if (isOwnNavigation(page, request)) {
      if (!isServed && request.url() === new URL(document.url).href) {
        isServed = true
        return route.fulfill({
          status: document.status,
          headers: { ...shownHeaders(document.headers), 'content-type': 'text/html; charset=utf-8' },
          body: document.html,
        })
      }
      leftFor ??= request.url()
      leave()
      return route.abort('aborted')
    }
    const isWanted = fetchedTypes.has(request.resourceType()) && request.method() === 'GET'
    const isAddress = request.url().length <= bounds.urlCharacters && /^https?:/.test(request.url())
    if (!isWanted || !isAddress || ++requests > bounds.requests || bytes > bounds.bytes)
      return route.abort('blockedbyclient')
    const fetched = await fetchResource(request.url())
    if (fetched === null) return route.abort('failed')
    bytes += fetched.bytes
    const { status, headers, body } = fetched.resource
    return route.fulfill({ status, headers: shownHeaders(headers), body })
  }

  const context = page.context()
  await shutOtherWays(context, page)
  // A route can not be answered any more once its page is closed.
  await context.route('**/*', (route, request) =>
    answer(route, request).catch(() => route.abort().catch(() => {})),
  )
  return { bytes: () => bytes, left, leftFor: () => leftFor }
}

/** Blocks other windows, sockets and peer connections, which no route sees. */
async function shutOtherWays(context: BrowserContext, page: Page): Promise<void> {
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => {})
  })
  await context.routeWebSocket('**/*', (socket) => void socket.close())
  await context.addInitScript(() => {
    for (const name of [
      'RTCPeerConnection',
      'webkitRTCPeerConnection',
      'WebTransport',
      'EventSource',
      'SharedWorker',
    ])
      Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false })
  })
}

function isOwnNavigation(page: Page, request: Request): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame()
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.has(name)))
}

/** Returns null if the work takes longer: scripts that never pause can not be interrupted. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const ended = new AbortController()
  const late = delay(ms, null, { signal: ended.signal }).catch(() => null)
  try {
    return await Promise.race([work.catch(() => null), late])
  } finally {
    ended.abort()
  }
}
