import { matchablePath, readPathPattern } from './robots-pattern.ts'
import type { PathPattern } from './robots-pattern.ts'

/** What a site's robots file lets our crawler do (RFC 9309). */
export interface Robots {
  /** Whether a path with its query, as `url.pathname + url.search` has it, may be asked for. */
  allows: (path: string) => boolean
  /** The pause that the site asks for between two requests, at most `crawlDelayMaxMs`; null where it names none. */
  crawlDelayMs: number | null
  /** Absolute http(s) addresses of sitemaps, wherever in the file they stand, each once, at most `sitemapsMax`. */
  sitemaps: string[]
}

/** For a site without robots file. */
export const everythingAllowed: Robots = { allows: () => true, crawlDelayMs: null, sitemaps: [] }

/** For a site whose robots file can't be read: what it says may be anything. */
export const nothingAllowed: Robots = { allows: () => false, crawlDelayMs: null, sitemaps: [] }

/** Characters that are read; the RFC asks for 500 KiB at least. */
export const robotsCharactersMax = 524_288
/** Who wants longer pauses gets these: a crawl has to end. */
export const crawlDelayMaxMs = 30_000
const sitemapsMax = 100

interface Rule {
  isAllowed: boolean
  pattern: PathPattern
}

/** Lines that follow one or several `User-agent` lines in a row. */
interface Group {
  /** Product tokens in lower case, `*` for every crawler. */
  agents: string[]
  rules: Rule[]
  crawlDelayMs: number | null
}

/**
 * Reads a robots file for the crawler with the given product token. All groups of that token hold together, and those
 * of `*` only where there is none. The longest pattern that matches decides, and `Allow` between two of one length. What
 * is no line of a robots file is passed over, so that any text can be read.
 */
export function parseRobots(text: string, productToken: string): Robots {
  const { groups, sitemaps } = readGroups(wholeLinesOf(text))
  const own = groups.filter((group) => group.agents.includes(productToken.toLowerCase()))
  const applying = own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'))
  const delays = applying.flatMap(({ crawlDelayMs }) => (crawlDelayMs === null ? [] : [crawlDelayMs]))
  // The first that matches decides in this order.
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

/** Half a rule could allow or forbid what the whole one does not, so that the line that is cut is left out. */
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
  // Only a rule ends the list of agents that a group begins with: no other line may come between them.
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
      // A rule without a path says nothing; one before any group is for nobody.
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

/** The product token that a value begins with: a version or a remark behind it is not compared. */
function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*'
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase()
}

/** Seconds, with a fraction at most. */
function readDelay(value: string): number | null {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) return null
  return Math.min(Math.round(Number(value) * 1_000), crawlDelayMaxMs)
}

function protocolOf(address: string): string {
  return URL.parse(address)?.protocol ?? ''
}
