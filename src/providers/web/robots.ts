import { matchablePath, readPathPattern } from './robots-pattern.ts'
import type { PathPattern } from './robots-pattern.ts'

/** The rules of a site's robots file for our crawler (RFC 9309). */
export interface Robots {
  /** Returns whether a path with its query (`url.pathname + url.search`) may be requested. */
  allows: (path: string) => boolean
  /** The pause between two requests that the site demands, at most `crawlDelayMaxMs`; null if it demands none. */
  crawlDelayMs: number | null
  /** Absolute http(s) URLs of sitemaps from anywhere in the file, each once, at most `sitemapsMax`. */
  sitemaps: string[]
}

/** For a site without a robots file. */
export const everythingAllowed: Robots = { allows: () => true, crawlDelayMs: null, sitemaps: [] }

/** For a site whose robots file cannot be read: its rules are unknown. */
export const nothingAllowed: Robots = { allows: () => false, crawlDelayMs: null, sitemaps: [] }

/** Characters that are read; the RFC requires at least 500 KiB. */
export const robotsCharactersMax = 524_288
/** A site that demands longer pauses gets this one, because a crawl has to end. */
export const crawlDelayMaxMs = 30_000
const sitemapsMax = 100

interface Rule {
  isAllowed: boolean
  pattern: PathPattern
}

/** One or several `User-agent` lines in a row, and the rules that follow. */
interface Group {
  /** Product tokens in lower case, `*` for every crawler. */
  agents: string[]
  rules: Rule[]
  crawlDelayMs: number | null
}

/**
 * Parses a robots file for the crawler with the given product token. All groups with that token apply together; groups
 * with `*` apply only if there is none. The longest matching pattern decides; of two with the same length, `Allow`
 * does. Unknown lines are ignored, so that any text can be parsed.
 */
export function parseRobots(text: string, productToken: string): Robots {
  const { groups, sitemaps } = readGroups(wholeLinesOf(text))
  const own = groups.filter((group) => group.agents.includes(productToken.toLowerCase()))
  const applying = own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'))
  const delays = applying.flatMap(({ crawlDelayMs }) => (crawlDelayMs === null ? [] : [crawlDelayMs]))
  // Sorted, so that the first matching rule decides.
  const rules = applying
    .flatMap((group) => group.rules)
    .sort((a, b) => b.pattern.octets - a.pattern.octets || Number(b.isAllowed) - Number(a.isAllowed))
  return {
    allows: (path) => isAllowed(rules, path),
    crawlDelayMs: delays.length === 0 ? null : Math.max(...delays),
    sitemaps,
  }
}

function isAllowed(rules: readonly Rule[], path: string): boolean {
  const matchable = matchablePath(path.startsWith('/') ? path : `/${path}`)
  if (matchable === '/robots.txt') return true
  return rules.find((rule) => rule.pattern.matches(matchable))?.isAllowed ?? true
}

/** Splits the text into lines without a truncated last one: half a rule could allow or forbid something else. */
function wholeLinesOf(text: string): string[] {
  const lines = text
    .slice(0, robotsCharactersMax)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
  return text.length > robotsCharactersMax ? lines.slice(0, -1) : lines
}

function readGroups(lines: readonly string[]): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps = new Set<string>()
  // Only a rule ends the list of agents at the beginning of a group; other lines in between do not.
  let isListOpen = false
  for (const line of lines) {
    const { key, value } = readLine(line)
    const group = groups.at(-1)
    if (key === 'user-agent') {
      if (isListOpen) group?.agents.push(agentOf(value))
      else groups.push({ agents: [agentOf(value)], rules: [], crawlDelayMs: null })
      isListOpen = true
    } else if (key === 'allow' || key === 'disallow') {
      isListOpen = false
      // A rule without a path has no effect; a rule before the first group belongs to no crawler.
      if (value !== '') group?.rules.push({ isAllowed: key === 'allow', pattern: readPathPattern(value) })
    } else if (key === 'crawl-delay' && group !== undefined) {
      group.crawlDelayMs = readDelay(value) ?? group.crawlDelayMs
    } else if (key === 'sitemap' && sitemaps.size < sitemapsMax && /^https?:$/.test(protocolOf(value))) {
      sitemaps.add(value)
    }
  }
  return { groups, sitemaps: [...sitemaps] }
}

function readLine(line: string): { key: string; value: string } {
  const content = line.split('#', 1)[0] ?? ''
  const colon = content.indexOf(':')
  return colon === -1
    ? { key: '', value: '' }
    : { key: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() }
}

/** Returns the product token at the beginning of a value; a version behind it does not count. */
function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*'
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase()
}

/** Parses seconds, possibly with a fraction. */
function readDelay(value: string): number | null {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) return null
  return Math.min(Math.round(Number(value) * 1_000), crawlDelayMaxMs)
}

function protocolOf(address: string): string {
  return URL.parse(address)?.protocol ?? ''
}
