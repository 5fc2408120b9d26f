import type { CrawlSettings } from '../crawl.ts'
import { readPatterns } from './patterns.ts'
import type { UrlPattern } from './patterns.ts'
import { trapOf } from './traps.ts'

/** Why a URL that a crawl found is not in the index. */
const skipReasons = [
  /** Not on the domain, or not below its path. */
  'scope',
  /** Not an HTML page, by its extension or by the server's content type. */
  'type',
  'pattern',
  'depth',
  /** One of endlessly many URLs that a site generates. */
  'trap',
  'robots',
  /** `max_pages` or another limit of the crawl is reached. */
  'limit',
  /** The organization's indexed links are used up. */
  'quota',
  'noindex',
  /** It declares another URL as canonical. */
  'canonical',
  /** It redirects to another URL. */
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
  /** The page is fetched for its links but not indexed. */
  | { kind: 'follow_only' }
  /** `detail` explains to the caller why the page is missing. */
  | { kind: 'skip'; reason: SkipReason; detail: string }

/** Decides by a crawl's settings which URLs belong to it. */
export interface Scope {
  /** Takes a URL from `normalizeUrl`. The start and the page that it redirects to have depth 0. */
  decide: (url: string, depth: number) => ScopeDecision
}

export interface ScopeSettings {
  /** With the port, unless it is the default one. */
  host: string
  /** `/`, or a path without a final slash. */
  pathPrefix: string
  startUrl: string
  maxDepth: number
  includePatterns: readonly UrlPattern[]
  excludePatterns: readonly UrlPattern[]
}

/** Returns the scope of a crawl with these settings. */
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

/** Compiles patterns that were checked when the settings were stored. */
function patternsOf(given: readonly string[]): UrlPattern[] {
  const read = readPatterns(given)
  if (read.kind === 'fault') throw new Error(`a stored pattern cannot be compiled: ${read.message}`)
  return read.patterns
}

/**
 * Creates the decision by the rules that need only the URL and its depth (Promise 48).
 *
 * The start is always fetched, but indexed only if the patterns allow it (Rule 61). Any other URL must
 * - have the same host and port, with or without `www.`, by http or https;
 * - be the path itself or lie below it, by whole segments;
 * - not have a file extension that pages do not have;
 * - match none of `excludePatterns` and, if there are any, one of `includePatterns`;
 * - not be too deep;
 * - not look like a trap.
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
      if (!isPageLike(url.pathname)) return skip('type', 'its file extension is not that of a web page')
      // The page that the start redirects to counts as the start.
      if (left !== null) return depth === 0 ? { kind: 'follow_only' } : skip('pattern', left)
      if (depth > maxDepth)
        return skip('depth', `it is ${depth} links from the start, and max_depth is ${maxDepth}`)
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
  if (excluding !== undefined) return `it matches ${excluding.source} of exclude_patterns`
  const isIncluded = includePatterns.length === 0 || includePatterns.some((pattern) => pattern.matches(url))
  return isIncluded ? null : 'it matches none of include_patterns'
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
 * Returns whether a path could be that of an HTML page, by its file extension. Extensions that pages have as well
 * (`node.js`, `example.com`) pass: for them the server's content type decides.
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
