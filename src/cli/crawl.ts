import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { systemClock } from '../base/clock.ts'
import { chromiumDirOf, serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { privateHostsOf } from '../providers/web/guard/private-hosts.ts'
import { createWebAccess } from '../providers/web/web-access.ts'
import { crawlers, crawlingStrategies } from '../sources/crawl/crawl.ts'
import type { CrawlCounts, Crawler, CrawlingStrategy, CrawlSettings } from '../sources/crawl/crawl.ts'
import type { KnownUrl } from '../sources/crawl/frontier/memory-store.ts'
import { readDomain } from '../sources/crawl/rules/domain.ts'
import { readPatterns } from '../sources/crawl/rules/patterns.ts'
import { tryCrawl } from '../sources/crawl/try-crawl.ts'
import type { TriedCrawl } from '../sources/crawl/try-crawl.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { listenForStop, unlessStopped } from './signals.ts'
import { collect } from './text-option.ts'

interface CrawlOptions {
  strategy: CrawlingStrategy
  maxPages: number
  maxDepth: number
  include: string[]
  exclude: string[]
  crawler: Crawler
  json?: true
}

export function addCrawl(program: Command, config: () => Config): void {
  program
    .command('crawl')
    .description(
      'show which pages a crawl of a domain would index, and the rule for each URL; stores nothing',
    )
    .argument('<url>', 'the domain, such as example.com/docs')
    .requiredOption('--dry-run', 'only show; domains are added by the API')
    .addOption(new Option('--strategy <strategy>').choices(crawlingStrategies).default('deep_crawl'))
    .option('--max-pages <n>', 'the most pages, 1 to 1000', wholeNumber(1, 1_000), 50)
    .option('--max-depth <n>', 'the most links from the start, 1 to 10', wholeNumber(1, 10), 3)
    .option('--include <pattern>', 'only URLs that match this pattern; may be repeated', collect, [])
    .option('--exclude <pattern>', 'no URLs that match this pattern; may be repeated', collect, [])
    .addOption(new Option('--crawler <crawler>').choices(crawlers).default('crawler_a'))
    .option('--json', 'print one JSON document')
    .action((url: string, options: CrawlOptions) => showCrawl(config(), url, options))
}

/** Prints the result of a dry run. Exits with 1 if the crawl would fail. */
async function showCrawl(config: Config, url: string, options: CrawlOptions): Promise<void> {
  const settings = settingsOf(config, url, options)
  const publicUrl = serviceUrlOf(config)
  const web = createWebAccess({
    named: config.privateHosts,
    clock: systemClock,
    publicUrl: () => publicUrl,
    chromiumDir: chromiumDirOf(config),
  })
  const stop = listenForStop()
  const progress = progressLine()
  const trying = tryCrawl({ ...web, clock: systemClock }, settings, {
    onProgress: progress.show,
    signal: stop,
  })
  const tried = await unlessStopped(stop, trying).finally(progress.clear)
  if (options.json) printJson(shownCrawl(settings, tried))
  else printCrawl(settings, tried)
  if (tried.conclusion.syncStatus === 'failed') process.exitCode = 1
}

function settingsOf(config: Config, url: string, options: CrawlOptions): CrawlSettings {
  const domain = readDomain(url, privateHostsOf(config.privateHosts))
  if (domain.kind === 'fault') throw new CommandFault(`domain: ${domain.message}`)
  for (const [name, patterns] of [
    ['--include', options.include],
    ['--exclude', options.exclude],
  ] as const) {
    const read = readPatterns(patterns)
    if (read.kind === 'fault') throw new CommandFault(`${name}: ${read.message}`)
  }
  return {
    domain: domain.name,
    start_url: domain.startUrl,
    crawling_strategy: options.strategy,
    max_pages: options.maxPages,
    max_depth: options.maxDepth,
    include_patterns: options.include,
    exclude_patterns: options.exclude,
    crawler: options.crawler,
  }
}

function shownCrawl({ start_url, ...settings }: CrawlSettings, { conclusion, counts, urls }: TriedCrawl) {
  return {
    start: start_url,
    settings,
    outcome: conclusion.syncStatus,
    error: conclusion.error,
    counts,
    urls: urls.map(({ url, depth, foundOn, state, reason, detail, status, bytes, title }) => ({
      url,
      state,
      reason,
      detail,
      depth,
      found_on: foundOn,
      status_code: status,
      bytes,
      title,
    })),
  }
}

function printCrawl({ start_url }: CrawlSettings, { conclusion, counts, urls }: TriedCrawl): void {
  const width = Math.max(...urls.map((url) => ruleOf(url).length))
  for (const url of urls) {
    const why = url.detail === null ? '' : `  (${url.detail})`
    printLine(`${ruleOf(url).padEnd(width)}  ${url.depth}  ${url.url}${why}`)
  }
  const { found, fetched, indexed, skipped, failed, gone, bytes } = counts
  printLine(
    `${start_url}: ${conclusion.syncStatus}: ${indexed} pages of ${found} URLs, ${skipped} skipped, ${failed} failed, ` +
      `${gone} gone; ${fetched} requests for pages, ${Math.ceil(bytes / 1_024)} KiB`,
  )
  if (conclusion.error !== null) printLine(conclusion.error)
}

/** Returns `take`, or the rule that excludes the URL. */
function ruleOf({ state, reason }: KnownUrl): string {
  if (state === 'indexed') return 'take'
  return state === 'skipped' ? (reason ?? state) : state
}

const shownEveryMs = 2_000

/** Shows progress: on a terminal one line that is overwritten, else a new line every 2 s. */
function progressLine(): { show: (counts: CrawlCounts, url: string) => void; clear: () => void } {
  const isTerminal = process.stderr.isTTY
  let shownAt = performance.now()
  return {
    show: ({ found, fetched, indexed }, url) => {
      const now = performance.now()
      if (now - shownAt < (isTerminal ? 100 : shownEveryMs)) return
      shownAt = now
      const line = `${indexed} pages, ${fetched} requests, ${found} URLs; ${url}`
      process.stderr.write(isTerminal ? `\r\x1b[K${line.slice(0, process.stderr.columns - 1)}` : `${line}\n`)
    },
    clear: () => {
      if (isTerminal) process.stderr.write('\r\x1b[K')
    },
  }
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d{1,4}$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`)
    return value
  }
}
