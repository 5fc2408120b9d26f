import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import type { WebAccess } from '../../providers/web/web-access.ts'
import { DomainBody } from '../api/upload-domain.ts'
import { checkLists } from '../crawl/add-domain.ts'
import { crawlUrlStates } from '../crawl/crawl.ts'
import { previewBounds, previewCrawl as preview, previewEnds } from '../crawl/preview-crawl.ts'
import type { CrawlPreview } from '../crawl/preview-crawl.ts'
import { readDomain } from '../crawl/rules/domain.ts'
import type { CheckPatterns } from '../crawl/rules/pattern-checker.ts'
import type { CrawlTiming } from '../crawl/run-crawl.ts'

/** Previews that a process runs at a time; an organization has one. */
const runningMax = 2
/** URLs in the answer. */
const urlsMax = 200

const count = (description: string) => z.int().min(0).describe(description)

const ShownPreview = z
  .object({
    domain: z.string().describe('The name that the source gets.'),
    start_url: z.string(),
    robots: z.object({
      is_readable: z.boolean(),
      detail: z.string().describe('How robots.txt was answered, in words.'),
      allows_start: z.boolean(),
      crawl_delay_seconds: z.number().nullable(),
      sitemaps: z.array(z.string()).describe('At most 20.'),
    }),
    ended_by: z
      .enum(previewEnds)
      .describe(
        `\`whole\`: it has seen all that a crawl would. Otherwise it ended after ${previewBounds.ms / 1_000} s, ` +
          `${previewBounds.pages} pages or ${previewBounds.bytes / 1_000_000} MB.`,
      ),
    outcome: z
      .enum(['success', 'partial', 'failed'])
      .nullable()
      .describe('How a crawl would end; null unless the preview has seen all.'),
    error: z.string().nullable().describe('What would go wrong, in words.'),
    found: count('URLs that were found.'),
    fetched: count('Requests for pages.'),
    bytes: count('Bytes read from the site.'),
    by_rule: z
      .array(z.object({ rule: z.string(), count: z.int().min(1) }))
      .describe('How many URLs each rule decides, the most first. `take`: would be in the index.'),
    urls: z
      .array(
        z.object({
          url: z.string(),
          state: z.enum(crawlUrlStates).describe('`waiting`: would be looked at next.'),
          rule: z.string().describe('`take`, `wait`, `failed`, `gone`, or the reason for skipping.'),
          detail: z.string().nullable(),
          depth: z.int().min(0),
          found_on: z.string().nullable(),
          title: z.string().nullable(),
          status_code: z.int().nullable(),
        }),
      )
      .describe(`The first ${urlsMax}, in the order in which they were found.`),
  })
  .meta({ id: 'CrawlPreview', description: 'What a crawl would do, as far as the preview got.' })

interface PreviewContext extends WebAccess {
  clock: Clock
  crawlTiming: Pick<CrawlTiming, 'previewMs'>
  privateHosts: PrivateHosts
  checkPatterns: CheckPatterns
}

/** Looks at a site as a crawl would, and stores nothing. It asks the web, so it needs an editor. */
export function previewCrawl(app: App, context: PreviewContext): void {
  const running = new Set<string>()
  app.post(
    projectPath('/crawls/preview'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'previewCrawl',
        summary: 'Try a crawl first',
        description:
          'Makes the requests of a crawl with these settings for a short time, by the same rules, and stores nothing. ' +
          'Scripts of pages do not run. The index is not read: known pages, duplicates of other sources and the links of ' +
          'the plan are not considered. An organization has one preview at a time.',
        tags: ['Knowledge base'],
        params: ProjectParams,
        body: DomainBody,
        response: { 200: successOf(ShownPreview), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async ({ params: { organization_id }, body }, reply) => {
      const domain = readDomain(body.domain, context.privateHosts)
      if (domain.kind === 'fault') throw refusals.faultyRequest({ path: 'domain', message: domain.message })
      if (running.has(organization_id) || running.size >= runningMax) throw refusals.tooManyPreviews()
      running.add(organization_id)
      const left = new AbortController()
      // Who has left waits for nothing.
      reply.raw.once('close', () => left.abort())
      try {
        await checkLists(context, body)
        const settings = { ...body, domain: domain.name, start_url: domain.startUrl }
        const seen = await preview(context, settings, left.signal)
        return success({ ...named(settings), ...shown(seen) }, 'OK')
      } finally {
        running.delete(organization_id)
      }
    },
  )
}

function named({ domain, start_url }: { domain: string; start_url: string }) {
  return { domain, start_url }
}

function shown({ robots, ended_by, conclusion, counts, urls }: CrawlPreview) {
  const rules = new Map<string, number>()
  for (const url of urls) rules.set(ruleOf(url), (rules.get(ruleOf(url)) ?? 0) + 1)
  return {
    robots: { ...robots, sitemaps: [...robots.sitemaps] },
    ended_by,
    outcome: conclusion?.syncStatus ?? null,
    error: conclusion?.error ?? null,
    found: counts.found,
    fetched: counts.fetched,
    bytes: counts.bytes,
    by_rule: [...rules]
      .map(([rule, number]) => ({ rule, count: number }))
      .sort((one, other) => other.count - one.count),
    urls: urls.slice(0, urlsMax).map((url) => ({
      url: url.url,
      state: url.state,
      rule: ruleOf(url),
      detail: url.detail,
      depth: url.depth,
      found_on: url.foundOn,
      title: url.title,
      status_code: url.status,
    })),
  }
}

function ruleOf({ state, reason }: CrawlPreview['urls'][number]): string {
  if (state === 'indexed') return 'take'
  if (state === 'waiting') return 'wait'
  return state === 'skipped' ? (reason ?? state) : state
}
