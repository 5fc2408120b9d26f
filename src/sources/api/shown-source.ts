import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { crawlers, crawlingStrategies, crawlStates, crawlStops, crawlWaits } from '../crawl/crawl.ts'
import { sourceTypes, syncStatuses } from '../source.ts'

const count = (description: string) => z.int().min(0).describe(description)

const CrawlProgress = z
  .object({
    _id: z.string(),
    state: z.enum(crawlStates),
    found: count('URLs of the domain that became known: all those below, and those that wait.'),
    fetched: count('Requests for pages.'),
    indexed: count('Pages that are new in the index, or have changed.'),
    unchanged: count('Pages that are in the index as they were.'),
    skipped: count('URLs that were left out; each says why.'),
    failed: count('Pages that could not be fetched.'),
    gone: count('Pages that the server says it has not.'),
    bytes: count('Read from the site.'),
    stopped_by: z.enum(crawlStops).nullable().describe('The bound that ended it, where one did.'),
    waits_for: z
      .enum(crawlWaits)
      .nullable()
      .describe(
        'What it waits for: `host`, another crawl of the organization is at its host; `worker`, to be taken up by one.',
      ),
    waits_since: timestamp().nullable(),
    error: z.string().nullable().describe('What went wrong, in plain words.'),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  })
  .describe('The last crawl of a domain, the one under way included.')

const ofDomains = 'Null but for domains.'

/** A source as lists and looks show it. */
export const ShownSource = z
  .object({
    _id: z.string(),
    name: z.string(),
    source_type: z.enum(sourceTypes),
    sync_status: z.enum(syncStatuses).describe('`partial`: some pages failed.'),
    sync_error: z.string().nullable().describe('The last failure, in plain words.'),
    domain: z.string().nullable().describe('What is crawled; null but for domains.'),
    file_size: z.int().nullable().describe('Bytes; null but for files.'),
    file_type: z.string().nullable().describe('MIME type; null but for files.'),
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
        z.object({ kind: z.literal('operator') }),
      ])
      .describe('Who added it.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Source', description: 'A source of the project’s knowledge base.' })
