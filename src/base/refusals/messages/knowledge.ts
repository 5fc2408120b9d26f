import { Refusal } from '../refusal.ts'

/** Refusals about sources, crawls and pages. */
export const knowledgeRefusals = {
  sourceNotFound: () => new Refusal('source_not_found', 'The project has no source with this id'),
  pageNotFound: () => new Refusal('page_not_found', 'The source has no page with this id in the index'),
  notADomain: () =>
    new Refusal(
      'not_a_domain',
      'The source is no domain and has no crawls; add the file or address again instead',
    ),
  unreadableSource: (message: string) => new Refusal('unreadable_source', message),
  linkQuotaReached: () =>
    new Refusal(
      'link_quota_reached',
      'The organization has as many links in its index as its plan allows; remove sources, or ask the operator for more links',
    ),
  tooManyDomains: (most: number) =>
    new Refusal(
      'too_many_domains',
      `The organization has ${most} domains in its knowledge bases, which is the maximum; ask the operator to remove some`,
    ),
  tooManyCrawls: (most: number) =>
    new Refusal(
      'too_many_crawls',
      `${most} crawls of the organization wait or run, which is the maximum; try again when some have ended`,
      { 'retry-after': '60' },
    ),
  tooManyFiles: () =>
    new Refusal('too_many_files', 'Other files are being read; try again in a moment', {
      'retry-after': '5',
    }),
  tooManyPreviews: () =>
    new Refusal('too_many_previews', 'Another preview of a crawl runs; try again when it has ended', {
      'retry-after': '10',
    }),
} as const
