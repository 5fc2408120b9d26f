import type { RefusalTable } from './refusal-table.ts'

/** Refusals about sources, crawls and pages. */
export const knowledgeTable = {
  source_not_found: { status: 404, when: 'The project has no source with this id.' },
  page_not_found: { status: 404, when: 'The source has no page with this id in the index.' },
  not_a_domain: {
    status: 400,
    when: 'A crawl is requested of a source that is a file or a single web page.',
  },
  unreadable_source: {
    status: 400,
    when: 'A file or web page that is to be added can not be fetched or read, or is of a type that is not supported.',
  },
  link_quota_reached: {
    status: 403,
    when: 'The index of the organization has as many links as its plan allows.',
  },
  too_many_domains: {
    status: 429,
    when: 'The organization has as many domains in its knowledge bases as it may have.',
  },
  too_many_crawls: {
    status: 429,
    isRetryable: true,
    when: 'Too many crawls of the organization wait or run; `Retry-After` says when to try again.',
  },
  too_many_files: {
    status: 429,
    isRetryable: true,
    when: 'Too many files and web pages arrive or are being read; `Retry-After` says when to try again.',
  },
  too_many_previews: {
    status: 429,
    isRetryable: true,
    when: 'Another preview of a crawl runs; `Retry-After` says when to try again.',
  },
} as const satisfies RefusalTable
