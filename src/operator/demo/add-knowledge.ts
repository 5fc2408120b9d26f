import { addSource } from '../../sources/add-source.ts'
import { addDomain } from '../../sources/crawl/add-domain.ts'
import type { DomainContext } from '../../sources/crawl/add-domain.ts'
import { readMarkdown } from '../../sources/index/read-text.ts'
import type { SourceAuthor } from '../../sources/source.ts'
import { demoKeyName } from './demo-declaration.ts'
import type { LoadedDemo } from './load-demo.ts'
import { selectHasDomain, selectKeysOf } from './queries.ts'

/** What the people of the business know beside their website, as a file that they have added. */
const notes = `# Notes for the phone

## Late payments

A customer who pays late is covered for another 30 days. We send two reminders, one after 5 days and one after 20.
Nobody loses the cover without a letter.

## Who may ask

We speak about a policy with the policyholder, and with whoever they have named to us in writing. Others get the form
"Authorization" by post.

## Complaints

We take every complaint by phone, repeat it in our own words, and call back within two working days.
`

/**
 * Adds the website of the demo's business to its knowledge base, and a file of notes, once; the worker crawls the site
 * like any other. Returns whether they were added. The crawl needs the site's host to be open (`PRIVATE_HOSTS`).
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
  const author: SourceAuthor = {
    creator: { kind: 'api_key', _id: key._id, name: key.name },
    actor: { kind: 'key', id: key._id, name: key.name, via: 'api', requestId: null },
  }
  const document = readMarkdown(notes, 'Notes for the phone.md', 'en')
  if (document === null) throw new Error('the notes of the demo have no text')
  await addSource(context, {
    organization_id,
    project_id,
    name: 'Notes for the phone.md',
    document,
    byteSize: Buffer.byteLength(notes),
    from: { kind: 'file', type: 'text/markdown' },
    author,
  })
  await addDomain(context, {
    organization_id,
    project_id,
    author,
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
