import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { pageBytesMax } from './crawl-engine.ts'
import type { FetchedPage } from './crawl-engine.ts'
import type { PageResources } from './page-resources.ts'

/** Fetches what a page asks for through the guard; null where it may not be had, or could not be. */
export type FetchResource = (url: string) => ReturnType<PageResources['fetch']>

/** A document that the server has sent, to be rendered. */
export interface DocumentToRender {
  url: string
  status: number
  headers: Record<string, string>
  html: string
  bytes: number
}

/** What a page may take before it is taken as it stands. */
const bounds = {
  loadMs: 15_000,
  restMs: 5_000,
  readMs: 5_000,
  requests: 200,
  urlCharacters: 8_000,
  bytes: 20 * 1_048_576,
}
/** What can bring text. Pictures, fonts, styles and pages within pages don't. */
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
 * Renders a document in a browser's page. Its scripts run; what they fetch comes by `fetchResource`, and the browser itself
 * sends nothing to the network. A page that navigates elsewhere counts as a redirection. A page that does not come to rest
 * in time is taken as it stands then.
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
 * Returns the document as it stands, empty where it is larger than pages are taken: it is measured in the browser, so that it
 * never comes over whole. The measuring has a world of its own, in which the page's scripts can change nothing.
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

/** An expression for the browser: the whole document, or null where it is too large. */
const boundedHtml = `(() => {
  const doctype = document.doctype === null ? '' : new XMLSerializer().serializeToString(document.doctype)
  const html = doctype + (document.documentElement?.outerHTML ?? '')
  return html.length > ${pageBytesMax} ? null : html
})()`

/** A page that never does is taken as it stands when its time is over. */
async function comeToRest(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load', timeout: bounds.loadMs }).catch(() => null)
  await page.waitForLoadState('networkidle', { timeout: bounds.restMs }).catch(() => null)
}

interface Network {
  bytes: () => number
  /** Resolves when the page navigates elsewhere. */
  left: Promise<void>
  /** The address that the page navigated to; null where it stayed. */
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
  // A route can't be answered any more once its page is closed.
  await context.route('**/*', (route, request) =>
    answer(route, request).catch(() => route.abort().catch(() => {})),
  )
  return { bytes: () => bytes, left, leftFor: () => leftFor }
}

/** Other windows, sockets and peers, which no route shows. */
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

/** Null where it takes longer: scripts that never pause can't be interrupted. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const ended = new AbortController()
  const late = delay(ms, null, { signal: ended.signal }).catch(() => null)
  try {
    return await Promise.race([work.catch(() => null), late])
  } finally {
    ended.abort()
  }
}
