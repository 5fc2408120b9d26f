import { addDomain } from '../../sources/crawl/add-domain.ts'
import type { DomainContext } from '../../sources/crawl/add-domain.ts'
import { demoKeyName } from './demo-declaration.ts'
import type { LoadedDemo } from './load-demo.ts'
import { selectHasDomain, selectKeysOf } from './queries.ts'

/**
 * Adds the website of the demo's business to its knowledge base, once; the worker crawls it like any other. Returns
 * whether it was added. The crawl needs the site's host to be open (`CRAWL_PRIVATE_HOSTS`).
 */
export async function addKnowledge(
  context: DomainContext,
  demo: LoadedDemo,
  siteUrl: string,
): Promise<boolean> {
  const { organization_id, project_id } = demo
  if (await selectHasDomain(context.db, demo)) return false
  const keys = await selectKeysOf(context.db, organization_id, project_id)
  const key = keys.find(({ name, revoked }) => !revoked && name.startsWith(demoKeyName))
  if (key === undefined) return false
  await addDomain(context, {
    organization_id,
    project_id,
    author: {
      creator: { kind: 'api_key', _id: key._id, name: key.name },
      actor: { kind: 'key', id: key._id, name: key.name, via: 'api', requestId: null },
    },
    domain: siteUrl,
    crawling_strategy: 'deep_crawl',
    max_pages: 50,
    max_depth: 3,
    include_patterns: [],
    exclude_patterns: ['/boat'],
    frequency_days: 30,
    crawler: 'crawler_a',
  })
  return true
}
