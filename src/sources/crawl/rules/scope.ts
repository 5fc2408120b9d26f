import type { CrawlSettings } from '../crawl.ts'
import { readPatterns } from './patterns.ts'
import type { UrlPattern } from './patterns.ts'
import { trapOf } from './traps.ts'

/** Why a URL that a crawl has found is not in the index. */
export const skipReasons = [
  /** Not on the domain, or not below its path. */
  'scope',
  /** By its ending, or by what the server says it is. */
  'type',
  'pattern',
  'depth',
  /** One of endlessly many addresses that a site makes up. */
  'trap',
  'robots',
  /** `max_pages` is reached, or another bound of the crawl. */
  'limit',
  /** The organization's indexed links are used up. */
  'quota',
  'noindex',
  /** It names another URL as its own. */
  'canonical',
  /** It leads to another URL. */
  'redirect',
  /** Another page has the same text. */
  'duplicate',
  /** It has no text. */
  'empty',
  'too_large',
  'private_address',
  'error',
  /** 404 or 410. */
  'gone',
] as const
export type SkipReason = (typeof skipReasons)[number]

export type ScopeDecision =
  | { kind: 'take' }
  /** To be fetched for its links, and not indexed. */
  | { kind: 'follow_only' }
  /** `detail` names the rule, in words for whoever asks why the page is missing. */
  | { kind: 'skip'; reason: SkipReason; detail: string }

/** What the settings of a crawl say of each URL. */
export interface Scope {
  /** Takes a URL that `normalizeUrl` has made. The start has depth 0, and so has what it redirects to. */
  decide: (url: string, depth: number) => ScopeDecision
}

export interface ScopeSettings {
  /** With its port, where that is not the usual one. */
  host: string
  /** `/`, or a path without a slash at its end. */
  pathPrefix: string
  startUrl: string
  maxDepth: number
  includePatterns: readonly UrlPattern[]
  excludePatterns: readonly UrlPattern[]
}

/** The scope that the settings of a crawl describe. */
export function scopeOfSettings(settings: CrawlSettings): Scope {
  const slash = settings.domain.indexOf('/')
  return scopeOf({
    host: slash === -1 ? settings.domain : settings.domain.slice(0, slash),
    pathPrefix: slash === -1 ? '/' : settings.domain.slice(slash),
    startUrl: settings.start_url,
    maxDepth: settings.max_depth,
    includePatterns: patternsOf(settings.include_patterns),
    excludePatterns: patternsOf(settings.exclude_patterns),
  })
}

/** They were checked when they were given. */
function patternsOf(given: readonly string[]): UrlPattern[] {
  const read = readPatterns(given)
  if (read.kind === 'fault') throw new Error(`a pattern that was taken can not be read: ${read.message}`)
  return read.patterns
}

/**
 * The rules that hang on nothing but the URL and its depth. The start is taken in any case, but indexed only if the
 * patterns say so (Rule 61). For all others it is: the host, with or without `www.`, by http or https, and by the same
 * port; the path itself or what lies below it, in whole segments; none of `excludePatterns` and, if there are any, one of
 * `includePatterns`; the depth; and none of the marks of a trap (Promise 48).
 */
export function scopeOf(settings: ScopeSettings): Scope {
  const { startUrl, maxDepth } = settings
  return {
    decide: (text, depth) => {
      const url = new URL(text)
      const left = leftByPatterns(url, settings)
      if (text === startUrl) return left === null ? { kind: 'take' } : { kind: 'follow_only' }
      const outside = outsideOf(url, settings)
      if (outside !== null) return skip('scope', outside)
      if (!isPageLike(url.pathname)) return skip('type', 'its name ends like that of a file which is no page')
      // What the start redirects to stands for it.
      if (left !== null) return depth === 0 ? { kind: 'follow_only' } : skip('pattern', left)
      if (depth > maxDepth)
        return skip('depth', `it lies ${depth} links from the start, and max_depth is ${maxDepth}`)
      const trap = trapOf(url)
      return trap === null ? { kind: 'take' } : skip('trap', trap)
    },
  }
}

function skip(reason: SkipReason, detail: string): ScopeDecision {
  return { kind: 'skip', reason, detail }
}

function leftByPatterns(url: URL, { includePatterns, excludePatterns }: ScopeSettings): string | null {
  const excluding = excludePatterns.find((pattern) => pattern.matches(url))
  if (excluding !== undefined) return `exclude_patterns has ${excluding.source}, which matches`
  const isIncluded = includePatterns.length === 0 || includePatterns.some((pattern) => pattern.matches(url))
  return isIncluded ? null : 'none of include_patterns matches'
}

function outsideOf(url: URL, { host, pathPrefix }: ScopeSettings): string | null {
  if (bareHost(url.host) !== bareHost(host)) return `it is not on ${host}`
  const isBelow =
    pathPrefix === '/' || url.pathname === pathPrefix || url.pathname.startsWith(`${pathPrefix}/`)
  return isBelow ? null : `it is not below ${pathPrefix}`
}

function bareHost(host: string): string {
  return host.replace(/^www\./, '')
}

/**
 * Whether a path could be that of an HTML page, as far as its ending tells: not fetched is what is clearly something
 * else. Endings that pages have as well (`node.js`, `example.com`) are left to what the server says.
 */
function isPageLike(pathname: string): boolean {
  const [, ending] = /\.([a-z0-9]{2,8})$/i.exec(pathname) ?? []
  return ending === undefined || !files.has(ending.toLowerCase())
}

const files = new Set(
  `jpg jpeg jpe png gif webp avif bmp ico tif tiff svg svgz heic psd eps
  mp3 m4a m4b ogg oga opus wav flac aac mid midi wma mp4 m4v mpg mpeg webm ogv avi mov wmv mkv flv 3gp m3u m3u8 swf
  zip gz tgz bz2 xz zst 7z rar tar jar war iso dmg pkg deb rpm apk msi exe bin cab crx xpi
  pdf doc docx dot dotx odt rtf xls xlsx xlsm ods csv tsv ppt pptx pps ppsx odp pages epub mobi
  css scss less json jsonld xml xsl xsd rss atom rdf ics vcf kml gpx geojson yml yaml toml sql wasm
  woff woff2 ttf otf eot torrent sig asc md5 sha1 sha256 sha512`.split(/\s+/),
)
