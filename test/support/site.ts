import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a test's site answers at an address. */
export interface SitePage {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A function where the answer hangs on the request. */
export type SiteAnswer = SitePage | ((request: IncomingMessage) => SitePage | Promise<SitePage>)

/** A web site on loopback. */
export interface Site extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  /** `127.0.0.1:PORT`. */
  host: string
  /** By path and query; may be changed while it runs. What is not there is 404. */
  pages: Map<string, SiteAnswer>
  /** Paths asked for, in their order. */
  requests: string[]
  /** The most requests that were under way at once. */
  mostAtOnce: () => number
}

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

/** A page for readers with these links; its text is its own, so that it is nobody's duplicate. */
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

/** Sixty words that hang on the title alone. */
function ownWords(title: string): string {
  let seed = 7
  for (const character of title) seed = (seed * 31 + character.codePointAt(0)!) % 2_147_483_647
  const words = Array.from({ length: 60 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return `word${(seed % 5_000).toString(36)}`
  })
  return `${title} is told here. ${words.join(' ')}.`
}

/** The same, after a moment: a server that is at some distance. */
export function afterMoment(ms: number, answer: SitePage): SiteAnswer {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return answer
  }
}
