import { startHttpServer } from '../network/http-server.ts'
import type { Answer, Incoming } from '../network/http-server.ts'
import { closedPath, sitePages } from './pages.ts'
import type { SitePage } from './pages.ts'

/** A running site. */
export interface Site extends AsyncDisposable {
  /** `127.0.0.1:9903`, as crawls name it. */
  host: string
  /** With the scheme, without a final slash. */
  url: string
}

/**
 * Starts the website of the fictional business on the loopback address, so that a crawl has something small and always
 * the same to read. Rejects with the system's error (`EADDRINUSE`) if the port is in use; port 0 takes any free one.
 */
export async function startSite({ port }: { port: number }): Promise<Site> {
  let url = ''
  const server = await startHttpServer({
    host: '127.0.0.1',
    port,
    handle: (request) => ({ answer: answerTo(request, url), fault: null, delivered: () => {} }),
    connectionFault: () => null,
    onCut: () => {},
  })
  const host = `127.0.0.1:${server.port}`
  url = `http://${host}`
  return { host, url, [Symbol.asyncDispose]: server.close }
}

function answerTo({ method, path }: Incoming, url: string): Answer {
  if (method !== 'GET' && method !== 'HEAD') return answer(405, 'text/plain', 'only GET and HEAD')
  if (path === '/robots.txt')
    return answer(200, 'text/plain', `User-agent: *\nDisallow: ${closedPath}\nSitemap: ${url}/sitemap.xml\n`)
  if (path === '/sitemap.xml') return answer(200, 'application/xml', sitemap(url))
  const page = sitePages.find((known) => known.path === path)
  return page === undefined
    ? answer(404, 'text/html', html({ path, title: 'Page not found', sections: [] }))
    : answer(200, 'text/html', html(page))
}

function answer(status: number, type: string, text: string): Answer {
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
    body: Buffer.from(text),
    repeat: 1,
  }
}

function sitemap(url: string): string {
  const entries = sitePages.map(({ path }) => `<url><loc>${url}${path}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
}

const menu = ['/', '/home', '/car', '/boat', '/claims', '/payments', '/change-of-address', '/contact']

/** No text of the pages has a character that HTML would need escaped. */
function html({ title, sections, links = [] }: SitePage): string {
  const link = (path: string) => {
    const named = sitePages.find((page) => page.path === path)?.title ?? 'Old forms'
    return `<a href="${path}">${named}</a>`
  }
  const body = sections
    .map(({ heading, text }) => `<h2>${heading}</h2>${text.map((each) => `<p>${each}</p>`).join('')}`)
    .join('')
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>` +
    `<header><nav>${menu.map(link).join(' ')}</nav></header><main><h1>${title}</h1>${body}` +
    `${links.map((path) => `<p>${link(path)}</p>`).join('')}</main>` +
    `<footer>Acme Insurance is fictional.</footer></body></html>`
  )
}
