import { Parser } from 'htmlparser2'

/** The links and directives of a document. */
export interface Markup {
  /** Absolute addresses of links that may be followed, each once, in the order of the document. */
  links: string[]
  /** Absolute; null if the document names none. */
  canonical: string | null
  /** The address to which the document redirects by itself; null if it does not. */
  refreshesTo: string | null
  isNoindex: boolean
  isNofollow: boolean
}

/** More links than a page for readers has; further ones are ignored. */
const linksMax = 5_000
/** A refresh after a longer time reloads the page; it is no redirect. */
const refreshSecondsMax = 10

/**
 * Reads the links and the directives of a document.
 *
 * @param productToken the name of our crawler, for directives that apply to one crawler only.
 */
export function readMarkup(
  html: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  productToken: string,
): Markup {
  const tags = readTags(html)
  const base = resolve(tags.base, url) ?? url
  const directives = new Set([
    ...metaDirectives(tags, productToken),
    ...headerDirectives(headers['x-robots-tag'] ?? '', productToken),
  ])
  const isNofollow = directives.has('nofollow') || directives.has('none')
  return {
    links: isNofollow ? [] : linksOf(tags, base),
    canonical: resolve(tags.canonical, base),
    refreshesTo: refreshOf(tags, base),
    isNoindex: directives.has('noindex') || directives.has('none'),
    isNofollow,
  }
}

/** The values that are read from a document's tags, unchanged. */
interface Tags {
  base: string | undefined
  canonical: string | undefined
  /** The targets of links that may be followed. */
  hrefs: Set<string>
  refresh: string | undefined
  /** Names and contents, in lower case. */
  metas: { name: string; content: string }[]
}

/** Elements whose content is text, not tags, for a browser that runs scripts. */
const textOnly = new Set(['noscript', 'iframe', 'noembed', 'noframes', 'xmp'])

/** Reads the tags one after another, because a tree would take several times the size of the document. */
function readTags(html: string): Tags {
  const tags: Tags = {
    base: undefined,
    canonical: undefined,
    hrefs: new Set(),
    refresh: undefined,
    metas: [],
  }
  let within: string | null = null
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (within !== null) return
      if (textOnly.has(name)) within = name
      else note(tags, name, attributes)
    },
    onclosetag: (name) => {
      if (name === within) within = null
    },
  })
  parser.end(html)
  return tags
}

function note(tags: Tags, tag: string, attributes: Readonly<Record<string, string>>): void {
  const { href, rel = '', name, content } = attributes
  switch (tag) {
    case 'a':
    case 'area':
      if (href !== undefined && !/\b(nofollow|ugc|sponsored)\b/i.test(rel)) tags.hrefs.add(href)
      break
    case 'base':
      tags.base ??= href
      break
    case 'link':
      if (rel.toLowerCase().split(/\s+/).includes('canonical')) tags.canonical ??= href
      break
    case 'meta':
      if (attributes['http-equiv']?.toLowerCase() === 'refresh') tags.refresh ??= content ?? ''
      if (name !== undefined && content !== undefined)
        tags.metas.push({ name: name.trim().toLowerCase(), content })
  }
}

function linksOf({ hrefs }: Tags, base: string): string[] {
  const links = new Set<string>()
  for (const href of hrefs) {
    const link = resolve(href, base)
    if (link !== null) links.add(link)
    if (links.size >= linksMax) break
  }
  return [...links]
}

function refreshOf({ refresh = '' }: Tags, base: string): string | null {
  const [, seconds, target] = /^\s*(\d+(?:\.\d*)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(refresh) ?? []
  return target === undefined || Number(seconds) > refreshSecondsMax ? null : resolve(target, base)
}

function metaDirectives({ metas }: Tags, productToken: string): string[] {
  const names = new Set(['robots', productToken.toLowerCase()])
  return metas.filter(({ name }) => names.has(name)).flatMap(({ content }) => listed(content))
}

/**
 * Returns the directives of the header. Several headers are joined by commas; a crawler's name applies until the next
 * name.
 */
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
