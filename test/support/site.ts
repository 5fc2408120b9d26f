import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response of a test site. */
export interface SitePage {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A response, or a function that makes one for a request. */
export type SiteAnswer = SitePage | ((request: IncomingMessage) => SitePage | Promise<SitePage>)

/** A test web site on loopback. */
export interface Site extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a final slash. */
  origin: string
  /** `127.0.0.1:PORT`. */
  host: string
  /** Responses by path and query, or `*` for all others; without either, 404. Tests may change them at any time. */
  pages: Map<string, SiteAnswer>
  /** Requested paths, in order. */
  requests: string[]
  /** Returns the highest number of concurrent requests so far. */
  mostAtOnce: () => number
}

/** Starts a site with these responses. */
export async function startSite(pages: Record<string, SiteAnswer> = {}): Promise<Site> {
  const byPath = new Map(Object.entries(pages))
  const requests: string[] = []
  let underWay = 0
  let most = 0
  const server = createServer((request, response) => {
    underWay++
    most = Math.max(most, underWay)
    response.on('close', () => underWay--)
    requests.push(request.url ?? '')
    void answer(byPath, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    pages: byPath,
    requests,
    mostAtOnce: () => most,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  pages: ReadonlyMap<string, SiteAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = pages.get(request.url ?? '') ?? pages.get('*') ?? { status: 404 }
  const { status = 200, headers = {}, body = '' } = typeof found === 'function' ? await found(request) : found
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

/** Returns an HTML page with these links. Its text depends on the title, so that no other page is a duplicate of it. */
export function htmlPage(
  title: string,
  links: readonly string[] = [],
  { head = '', text = '' } = {},
): SitePage {
  const words = text === '' ? ownWords(title) : text
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')
  return {
    body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav><ul>${list}</ul></nav>
      <main><h1>${title}</h1><p>${words}</p></main></body></html>`,
  }
}

/** Returns sixty pseudo-random words that depend on the title only. */
function ownWords(title: string): string {
  let seed = 7
  for (const character of title) seed = (seed * 31 + character.codePointAt(0)!) % 2_147_483_647
  const words = Array.from({ length: 60 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return `word${(seed % 5_000).toString(36)}`
  })
  return `${title} is explained here. ${words.join(' ')}.`
}

/** Delays a response, like a distant server. */
export function afterMoment(ms: number, answer: SitePage): SiteAnswer {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return answer
  }
}
