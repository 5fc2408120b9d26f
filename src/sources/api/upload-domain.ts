import { z } from 'zod'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { addDomain } from '../crawl/add-domain.ts'
import type { DomainContext } from '../crawl/add-domain.ts'
import { crawlers, crawlingStrategies } from '../crawl/crawl.ts'
import { patternIssueOf, patternsFault, patternsMax } from '../crawl/rules/patterns.ts'
import { publishSource } from '../publish-source.ts'
import { authorOf } from './author-of.ts'

function wholeNumber({ min, max, otherwise }: { min: number; max: number; otherwise: number }) {
  const message = `must be a whole number from ${min} to ${max}`
  // `abort`: a value that is not an integer gets this message once, not a second time for the limits.
  return z.int({ error: message, abort: true }).min(min, message).max(max, message).default(otherwise)
}

function patterns(description: string) {
  return z
    .array(z.string('must be a string, such as /docs/**'), 'must be a list of patterns, such as ["/docs/**"]')
    .superRefine((given, context) => {
      // Only faults that need no compiling; `addDomain` compiles the patterns in a separate thread.
      const fault = patternsFault(given)
      if (fault === null) return
      const { at, message } = patternIssueOf(fault)
      context.addIssue({ code: 'custom', message, path: at === null ? [] : [at] })
    })
    .default([])
    .meta({ description, maxItems: patternsMax })
}

/** A domain with its settings, as callers write it. */
export const DomainBody = z
  .strictObject(
    {
      domain: z
        .string('must be a string, such as example.com/docs')
        .describe(
          'The domain to crawl: `example.com`, `example.com/docs` or a URL. A path limits the crawl to pages below it.',
        ),
      crawling_strategy: z
        .enum(crawlingStrategies, {
          error: ({ input }) =>
            input === undefined ? undefined : `must be one of ${crawlingStrategies.join(', ')}`,
        })
        .default('deep_crawl')
        .describe(
          '`deep_crawl` follows links from the start; `sitemap` takes the URLs in the sitemaps of the site.',
        ),
      max_pages: wholeNumber({ min: 1, max: 1_000, otherwise: 50 }).describe('Indexed pages at most.'),
      max_depth: wholeNumber({ min: 1, max: 10, otherwise: 3 }).describe('Links from the start at most.'),
      include_patterns: patterns(
        'Only URLs that match one of them are crawled. A pattern is a glob for the whole URL (for the path where it ' +
          'begins with `/`), or a regular expression, between slashes or with signs that globs do not have.',
      ),
      exclude_patterns: patterns('URLs that match one of them are not crawled.'),
      frequency_days: wholeNumber({ min: 1, max: 365, otherwise: 30 }).describe('Days until the next crawl.'),
      crawler: z
        .enum(crawlers, {
          error: ({ input }) => (input === undefined ? undefined : `must be one of ${crawlers.join(', ')}`),
        })
        .default('crawler_a')
        .describe('`crawler_a` reads pages as the server sends them; `crawler_b` renders them in a browser.'),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type'
          ? 'The body must be a JSON object such as {"domain":"example.com"}'
          : undefined,
    },
  )
  .meta({ id: 'UploadDomain', description: 'A domain to crawl.' })

/** Registers the endpoint that adds a domain. Adding it again changes its settings and starts a new crawl (Rule 32). */
export function uploadDomain(
  app: App,
  context: DomainContext & { hints: Pick<HintPublisher, 'publish'> },
): void {
  app.post(
    projectPath('/sources/domains'),
    {
      config: { isWrite: true },
      schema: {
        operationId: 'uploadDomain',
        summary: 'Add a domain to crawl',
        description:
          'The crawl starts by itself; the list of sources shows its progress. No scope is needed.',
        tags: ['Knowledge base'],
        params: ProjectParams,
        body: DomainBody,
        response: { 201: successOf(z.null(), 201), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const author = await authorOf(context.db, request)
      const sourceId = await addDomain(context, { ...request.params, ...request.body, author })
      publishSource(context, request.params, sourceId)
      return reply.code(201).send(success(null, 'The domain will be crawled', 201))
    },
  )
}
