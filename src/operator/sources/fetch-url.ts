import { pageBytesMax } from '../../providers/web/engines/crawl-engine.ts'
import { readMarkup } from '../../providers/web/engines/read-markup.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { RobotsFiles } from '../../providers/web/robots-file.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import { normalizeUrl } from '../../sources/crawl/frontier/crawl-url.ts'
import type { FileReading } from './file-reading.ts'
import { fileBytesMax, isHtmlType, typeByContent } from './file-types.ts'
import { readBounded } from './read-bounded.ts'

export type FetchedPage =
  | {
      kind: 'page'
      url: string
      byteSize: number
      document: Extract<FileReading, { kind: 'document' }>['document']
    }
  | { kind: 'fault'; message: string }

const hopsMax = 5
const timeoutMs = 30_000

/**
 * Fetches one page for an operator. The same guard and the same robots.txt rules apply as in a crawl, also to each
 * redirect. The returned URL is the one after all redirects.
 */
export async function fetchUrl(
  { webFetch, robotsOf }: { webFetch: WebFetch; robotsOf: RobotsFiles },
  given: string,
  language: string,
): Promise<FetchedPage> {
  let url = normalizeUrl(given)
  for (let hop = 0; hop <= hopsMax; hop++) {
    if (url === null) return fault('is not an http or https address')
    const { origin, pathname, search } = new URL(url)
    const { robots, isReachable, detail } = await robotsOf(origin)
    if (!isReachable) return fault(`may not be fetched: ${detail}`)
    if (!robots.allows(pathname + search)) return fault('may not be fetched: robots.txt forbids it')
    const answer = await webFetch({ url, bytesMax: fileBytesMax + 1, timeoutMs, redirectsMax: 0 })
    if (answer.kind !== 'answered') return fault(`can not be fetched: ${answer.detail}`)
    const { status, headers, body } = answer
    const location = headers['location']
    if (status >= 300 && status < 400 && location !== undefined) {
      url = normalizeUrl(location, url)
      continue
    }
    if (status !== 200) return fault(`can not be fetched: the server answered ${status}`)
    const reading = await readBody(url, { body, headers }, language)
    if (reading.kind === 'fault') return fault(reading.message)
    return { kind: 'page', url, byteSize: body.length, document: reading.document }
  }
  return fault(`redirects more than ${hopsMax} times`)
}

async function readBody(
  url: string,
  { body, headers }: { body: Buffer; headers: Readonly<Record<string, string>> },
  language: string,
): Promise<FileReading> {
  const mime = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const type = typeByContent(body, mime)
  if (isHtmlType(type) && body.length > pageBytesMax)
    return { kind: 'fault', message: `is larger than ${Math.floor(pageBytesMax / 1_000_000)} MB` }
  // Files other than HTML can declare noindex only in their headers.
  if (readMarkup('', url, headers, productToken).isNoindex)
    return { kind: 'fault', message: 'asks not to be indexed (noindex)' }
  return readBounded({ bytes: body, type, name: url, language, fetched: { url, headers } })
}

function fault(message: string): FetchedPage {
  return { kind: 'fault', message }
}
