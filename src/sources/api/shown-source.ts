import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { crawlers, crawlingStrategies, crawlStates, crawlStops, crawlWaits } from '../crawl/crawl.ts'
import { sourceTypes, syncStatuses } from '../source.ts'

const count = (description: string) => z.int().min(0).describe(description)

const CrawlProgress = z
  .object({
    _id: z.string(),
    state: z.enum(crawlStates),
    found: count('URLs of the domain that the crawl found: the sum of those below and those that wait.'),
    fetched: count('Requests for pages.'),
    indexed: count('Pages that are new in the index or have changed.'),
    unchanged: count('Pages that are in the index and have not changed.'),
    skipped: count('URLs that were excluded; the list of URLs gives the reason of each.'),
    failed: count('Pages that could not be fetched.'),
    gone: count('Pages that do not exist, as the server answered.'),
    bytes: count('Bytes read from the site.'),
    stopped_by: z.enum(crawlStops).nullable().describe('The limit that ended it; null where none did.'),
    waits_for: z
      .enum(crawlWaits)
      .nullable()
      .describe(
        '`host`: another crawl of the organization uses the host; `worker`: no worker has taken it yet. Null where it does ' +
          'not wait.',
      ),
    waits_since: timestamp().nullable(),
    error: z.string().nullable().describe('What went wrong, in words.'),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  })
  .describe('The running or else the last crawl of a domain.')

const ofDomains = 'Null unless the source is a domain.'

/** A source in the responses of the API. */
export const ShownSource = z
  .object({
    _id: z.string(),
    name: z.string(),
    source_type: z.enum(sourceTypes),
    sync_status: z
      .enum(syncStatuses)
      .describe('`partial`: some pages failed, or were not found and are kept.'),
    sync_error: z.string().nullable().describe('What went wrong in the last crawl, in words.'),
    domain: z.string().nullable().describe('What is crawled; null unless the source is a domain.'),
    file_size: z.int().nullable().describe('Bytes; null unless the source is a file.'),
    file_type: z.string().nullable().describe('MIME type; null unless the source is a file.'),
    page_count: z.int().min(0).describe('Pages in the index.'),
    crawling_strategy: z.enum(crawlingStrategies).nullable().describe(ofDomains),
    max_pages: z.int().nullable().describe(ofDomains),
    max_depth: z.int().nullable().describe(ofDomains),
    include_patterns: z.array(z.string()).nullable().describe(ofDomains),
    exclude_patterns: z.array(z.string()).nullable().describe(ofDomains),
    frequency_days: z.int().nullable().describe(ofDomains),
    crawler: z.enum(crawlers).nullable().describe(ofDomains),
    crawl: CrawlProgress.nullable(),
    last_crawled_at: timestamp().nullable(),
    next_crawl_at: timestamp().nullable(),
    created_by: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('api_key'), _id: z.string(), name: z.string() }),
        z.object({ kind: z.literal('person'), _id: z.string(), name: z.string() }),
        z.object({ kind: z.literal('operator') }),
      ])
      .describe('Who added it: a key, a person in the dashboard, or the operator by a command.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Source', description: 'A source of the project’s knowledge base.' })
