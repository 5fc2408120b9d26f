import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'

export interface CrawlMetrics {
  crawls: Counter<'outcome'>
  urls: Counter<'crawler' | 'state'>
}

/** Creates the metrics of crawls (docs/operating.md). */
export function createCrawlMetrics(registry: Registry): CrawlMetrics {
  const registers = [registry]
  return {
    crawls: new Counter({
      name: 'switchboard_crawls_total',
      help: 'Crawls that this process ended or released, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    urls: new Counter({
      name: 'switchboard_crawled_urls_total',
      help: 'URLs that crawls have visited, by engine and outcome',
      labelNames: ['crawler', 'state'],
      registers,
    }),
  }
}
