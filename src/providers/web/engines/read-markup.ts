import { load } from 'cheerio'
import type { CheerioAPI } from 'cheerio'

/** What a document says of itself and of others, to a crawler. */
export interface Markup {
  /** Absolute addresses of links that may be followed, each once, in the order of the document. */
  links: string[]
  /** Absolute; null where it names none. */
  canonical: string | null
  /** Where it sends its reader on by itself; null where it does not. */
  refreshesTo: string | null
  isNoindex: boolean
  isNofollow: boolean
}

/** More links than any page for readers has; the rest is left out. */
const linksMax = 5_000
/** A page that stays for longer is one that reloads itself, not a redirection. */
const refreshSecondsMax = 10

/**
 * Reads the links and the directives of a document.
 *
 * @param productToken the crawler's name, by which directives can be meant for it alone.
 */
export function readMarkup(
  html: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  productToken: string,
): Markup {
  const $ = load(html)
  const base = resolve($('base[href]').first().attr('href'), url) ?? url
  const directives = new Set([
    ...metaDirectives($, productToken),
    ...headerDirectives(headers['x-robots-tag'] ?? '', productToken),
  ])
  const isNofollow = directives.has('nofollow') || directives.has('none')
  return {
    links: isNofollow ? [] : linksOf($, base),
    canonical: resolve($('link[rel~="canonical" i][href]').first().attr('href'), base),
    refreshesTo: refreshOf($, base),
    isNoindex: directives.has('noindex') || directives.has('none'),
    isNofollow,
  }
}

function linksOf($: CheerioAPI, base: string): string[] {
  const links = new Set<string>()
  for (const element of $('a[href], area[href]')) {
    const { href, rel = '' } = element.attribs
    if (/\b(nofollow|ugc|sponsored)\b/i.test(rel)) continue
    const link = resolve(href, base)
    if (link !== null) links.add(link)
    if (links.size >= linksMax) break
  }
  return [...links]
}

function refreshOf($: CheerioAPI, base: string): string | null {
  const content = $('meta[http-equiv="refresh" i]').first().attr('content') ?? ''
  const [, seconds, target] = /^\s*(\d+(?:\.\d*)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
  return target === undefined || Number(seconds) > refreshSecondsMax ? null : resolve(target, base)
}

function metaDirectives($: CheerioAPI, productToken: string): string[] {
  const names = new Set(['robots', productToken.toLowerCase()])
  return $('meta[name][content]')
    .toArray()
    .filter(({ attribs }) => names.has(attribs['name']?.trim().toLowerCase() ?? ''))
    .flatMap(({ attribs }) => listed(attribs['content'] ?? ''))
}

/** Several headers come joined by commas; an agent's name holds until the next one. */
function headerDirectives(header: string, productToken: string): string[] {
  let isForUs = true
  return header.split(',').flatMap((part) => {
    const [, agent, rest] = /^\s*([\w-]+)\s*:(.*)$/.exec(part) ?? []
    const isAgent = agent !== undefined && !/^(unavailable_after|max-)/i.test(agent)
    if (isAgent) isForUs = agent.toLowerCase() === productToken.toLowerCase()
    return isForUs ? listed(isAgent ? (rest ?? '') : part) : []
  })
}

function listed(text: string): string[] {
  return text.split(',').map((directive) => directive.trim().toLowerCase())
}

function resolve(href: string | undefined, base: string): string | null {
  const text = href?.trim()
  return text === undefined || text === '' || !URL.canParse(text, base) ? null : new URL(text, base).href
}
