import { decodeHtml } from '../../providers/web/engines/decode-html.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { RobotsFiles } from '../../providers/web/robots-file.ts'
import { normalizeUrl } from '../../sources/crawl/crawl-url.ts'
import { readHtml } from '../../sources/index/read-document.ts'
import { fileBytesMax } from './file-types.ts'
import { readFile } from './read-file.ts'
import type { FileReading } from './read-file.ts'

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
 * Fetches one page for an operator, with the same guard and the same regard for robots.txt as a crawl, each redirection
 * included. The address that is kept is the one that answered.
 */
export async function fetchUrl(
  { webFetch, robotsOf }: { webFetch: WebFetch; robotsOf: RobotsFiles },
  given: string,
  language: string,
): Promise<FetchedPage> {
  let url = normalizeUrl(given)
  for (let hop = 0; hop <= hopsMax; hop++) {
    if (url === null) return fault('is no http or https address')
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
    const reading = await readBody(url, { body, type: headers['content-type'] ?? '' }, language)
    if (reading.kind === 'fault') return fault(reading.message)
    return { kind: 'page', url, byteSize: body.length, document: reading.document }
  }
  return fault(`redirects more than ${hopsMax} times`)
}

async function readBody(
  url: string,
  { body, type }: { body: Buffer; type: string },
  language: string,
): Promise<FileReading> {
  const mime = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (body.length > fileBytesMax || !/^(text\/html|application\/xhtml\+xml)$/.test(mime))
    return readFile(mime, { bytes: body, name: url, language })
  const document = readHtml(decodeHtml(body, type), url, language)
  return document === null ? { kind: 'fault', message: 'has no text' } : { kind: 'document', document }
}

function fault(message: string): FetchedPage {
  return { kind: 'fault', message }
}
