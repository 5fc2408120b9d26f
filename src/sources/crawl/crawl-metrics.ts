import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

export interface CrawlMetrics {
  crawls: Counter<'outcome'>
  urls: Counter<'crawler' | 'state'>
}

/** The metrics of crawls (docs/operating.md). */
export function createCrawlMetrics(registry: Registry): CrawlMetrics {
  const registers = [registry]
  return {
    crawls: new Counter({
      name: 'switchboard_crawls_total',
      help: 'Crawls that this process ended or let go of, by how',
      labelNames: ['outcome'],
      registers,
    }),
    urls: new Counter({
      name: 'switchboard_crawled_urls_total',
      help: 'URLs that crawls have come to, by engine and what became of them',
      labelNames: ['crawler', 'state'],
      registers,
    }),
  }
}
