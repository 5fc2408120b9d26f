import { refusals } from '../../base/refusals.ts'
import { createdAt, endedAt, ids, listExamples, tooLong } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

const source = {
  _id: ids.source,
  name: 'example.com',
  source_type: 'domains',
  sync_status: 'success',
  sync_error: null,
  domain: 'https://example.com/',
  file_size: null,
  file_type: null,
  page_count: 12,
  crawling_strategy: 'deep_crawl',
  max_pages: 50,
  max_depth: 3,
  include_patterns: [],
  exclude_patterns: ['https://example.com/archive/**'],
  frequency_days: 30,
  crawler: 'crawler_a',
  crawl: {
    _id: ids.crawl,
    state: 'finished',
    found: 15,
    fetched: 13,
    indexed: 12,
    unchanged: 0,
    skipped: 2,
    failed: 0,
    gone: 1,
    bytes: 183_402,
    stopped_by: null,
    waits_for: null,
    waits_since: null,
    error: null,
    started_at: createdAt,
    finished_at: endedAt,
  },
  last_crawled_at: endedAt,
  next_crawl_at: '2026-12-21T09:01:38.250Z',
  created_by: { kind: 'api_key', _id: ids.key, name: 'backend' },
  created_at: createdAt,
  updated_at: endedAt,
}

/** Examples of this folder's endpoints, by operation. */
export const sourceExamples: Record<string, OperationExamples> = {
  uploadDomain: {
    request: { domain: 'example.com', max_pages: 50, exclude_patterns: ['https://example.com/archive/**'] },
    successes: { 201: { message: 'The domain will be crawled', data: null } },
    refusals: [
      refusals.invalidRequest('max_pages: must be a whole number from 1 to 1000'),
      refusals.linkQuotaReached(),
      refusals.tooManyDomains(100),
      refusals.tooManyCrawls(20),
    ],
  },
  listSources: listExamples(source),
  searchSources: {
    successes: {
      200: {
        message: 'OK',
        data: {
          items: [
            {
              page_url: 'https://example.com/returns',
              source_id: ids.source,
              source_name: 'example.com',
              title: 'Returns',
              heading: 'Returns › How long you have',
              anchor: 'how-long',
              text: 'You can return what you bought within 30 days.',
              highlight: 'You can <mark>return</mark> what you bought within 30 days.',
              score: 0.42,
            },
          ],
        },
      },
    },
    refusals: [refusals.invalidRequest('q: must be text'), tooLong],
  },
  getSource: {
    successes: { 200: { message: 'OK', data: source } },
    refusals: [refusals.sourceNotFound()],
  },
  listSourcePages: listExamples(
    {
      _id: ids.page,
      url: 'https://example.com/returns',
      title: 'Returns',
      language: 'en',
      chunk_count: 4,
      byte_size: 14_210,
      first_indexed_at: createdAt,
      indexed_at: createdAt,
    },
    [refusals.sourceNotFound()],
  ),
  listCrawlUrls: listExamples(
    {
      _id: '2f1d3b6c0a9e8d7c6b5a49382716f5e4d3c2b1a0987654321fedcba987654321',
      position: 7,
      url: 'https://example.com/archive/2019',
      state: 'skipped',
      reason: 'pattern',
      detail: 'an exclude pattern matches it',
      depth: 1,
      found_on: 'https://example.com/',
      leads_to: null,
      status_code: null,
      bytes: null,
      attempts: 0,
      settled_at: createdAt,
    },
    [refusals.sourceNotFound()],
  ),
  cancelCrawl: {
    successes: {
      200: {
        message: 'The crawl was cancelled',
        data: { source_id: ids.source, state_before: 'running', state: 'cancelled', cancelled: true },
      },
    },
    refusals: [refusals.sourceNotFound()],
  },
}
