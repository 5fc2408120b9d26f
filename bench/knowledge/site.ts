// A documentation site for crawls: sections of pages, each with some kilobytes of text and 20 links. Within a section,
// four steps at most lead from any page to any other. `/-/asked` returns how many pages were requested since its last
// request. Prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { capital, paragraphOf, pick, randomOf, topicOf, vocabularyOf } from './text.ts'

const { values: options } = parseArgs({
  options: {
    sections: { type: 'string', default: 'guide,reference' },
    /** Pages of each section. */
    pages: { type: 'string', default: '1000' },
    /** Kilobytes of text in a page. */
    characters: { type: 'string', default: '8000' },
    /** Milliseconds before a response. */
    thinks: { type: 'string', default: '0' },
  },
})
const sections = options.sections.split(',')
const pages = Number(options.pages)
const characters = Number(options.characters)
const thinksMs = Number(options.thinks)

const vocabulary = vocabularyOf('en')
const paragraphCharacters = 500
/** Texts from which pages are made, so that making a large page takes no longer than sending it. */
const paragraphs = Array.from({ length: 4_000 }, (_, seed) => {
  const random = randomOf(seed)
  const topics = Array.from({ length: 4 }, () => topicOf(random, vocabulary))
  return paragraphOf(random, vocabulary, { topics, characters: paragraphCharacters * (0.4 + random()) })
})
const branches = 11

function pageOf(section: string, index: number): string {
  const random = randomOf(sections.indexOf(section) * 1_000_003 + index)
  const title = `${capital(topicOf(random, vocabulary))} ${topicOf(random, vocabulary)} ${index}`
  const link = (to: number) =>
    `<a href="/${section}/${to === 0 ? '' : `page-${to}.html`}">${topicOf(random, vocabulary)}</a>`
  const at = (to: number) => (to + pages) % pages
  // The first page links to all, as a root to its leaves.
  const below = Array.from({ length: branches }, (_, branch) => link(at(index * branches + branch + 1)))
  const top = [0, 1, 2, 3, 4, 5, 6].map(link)
  const parts = Array.from({ length: Math.max(1, Math.round(characters / 1_500)) }, (_, part) => {
    const texts = Array.from(
      { length: 3 },
      () => `<p>${pick(random, paragraphs)} See ${below[part] ?? 'above'}.</p>`,
    )
    return `<h2 id="part-${part}">${capital(topicOf(random, vocabulary))}</h2>\n${texts.join('\n')}`
  })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} – ${section}</title><meta name="viewport" content="width=device-width"></head>
<body>
<header><nav><ul>${top.map((one) => `<li>${one}</li>`).join('')}</ul></nav></header>
<main><h1>${title}</h1>
${parts.join('\n')}
</main>
<aside><ul>${below.map((one) => `<li>${one}</li>`).join('')}</ul></aside>
<footer>${link(at(index - 1))} ${link(at(index + 1))}</footer>
</body>
</html>
`
}

const small = new Map<string, string>()
if (characters < 50_000)
  for (const section of sections)
    for (let index = 0; index < pages; index++) small.set(pathOf(section, index), pageOf(section, index))

function pathOf(section: string, index: number): string {
  return `/${section}/${index === 0 ? '' : `page-${index}.html`}`
}

function answerTo(path: string): string | undefined {
  const [, section = '', index = '0'] = /^\/([a-z]+)\/(?:page-(\d+)\.html)?$/.exec(path) ?? []
  if (!sections.includes(section) || Number(index) >= pages) return undefined
  return small.get(path) ?? pageOf(section, Number(index))
}

let asked = new Set<string>()

const server = createServer(({ url = '/' }, response) => {
  if (url === '/-/asked') {
    response.end(JSON.stringify({ pages: asked.size }))
    asked = new Set()
    return
  }
  if (url === '/robots.txt') {
    response.setHeader('content-type', 'text/plain').end('User-agent: *\nAllow: /\n')
    return
  }
  const page = answerTo(url)
  if (page === undefined) {
    response.writeHead(404).end()
    return
  }
  asked.add(url)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (thinksMs > 0) setTimeout(() => response.end(page), thinksMs)
  else response.end(page)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
