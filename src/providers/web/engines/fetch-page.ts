import type { WebFetch } from '../guard/web-fetch.ts'
import { pageBytesMax, pageTimeoutMs } from './crawl-engine.ts'
import type { FetchedPage, WantedPage } from './crawl-engine.ts'
import { decodeHtml } from './decode-html.ts'

const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** Fetches a document from the server for both engines: by one request, without following redirects. */
export async function fetchPage(
  webFetch: WebFetch,
  wanted: WantedPage,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const answer = await webFetch({
    url: wanted.url,
    headers: headersOf(wanted),
    bytesMax: pageBytesMax,
    timeoutMs: pageTimeoutMs,
    redirectsMax: 0,
    signal,
  })
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reason, detail: answer.detail }
  if (answer.kind === 'failed')
    return { kind: 'failed', reason: answer.reason, detail: answer.detail, bytes: 0 }
  const { status, headers, body, bytes, isCut } = answer
  const to = targetOf(headers['location'], wanted.url)
  if (redirectStatuses.has(status) && to !== null) return { kind: 'redirected', status, to, bytes }
  const html = isHtml(headers['content-type'], body) ? decodeHtml(body, headers['content-type'] ?? '') : null
  return { kind: 'answered', status, headers, html, bytes, isCut }
}

function headersOf({ etag, lastModified }: WantedPage): Record<string, string> {
  return {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

/** Returns whether a document is HTML. Without a type it is HTML if it begins like HTML. */
function isHtml(contentType: string | undefined, body: Buffer): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '') return htmlTypes.has(type)
  return /^\uFEFF?\s*<(!doctype html|html|head|body)\b/i.test(body.subarray(0, 512).toString('utf8'))
}

function targetOf(location: string | undefined, base: string): string | null {
  return location === undefined || !URL.canParse(location, base) ? null : new URL(location, base).href
}
