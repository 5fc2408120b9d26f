import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { recordSource } from '../record-source.ts'
import type { SourceAuthor } from '../source.ts'
import type { DomainContext } from './add-domain.ts'
import { updateSourcePending } from './crawl-queries.ts'
import { lockSource, selectDomain, selectDomainSettings, selectIsLinkQuotaReached } from './domain-queries.ts'
import { requireRoom } from './domain-room.ts'
import { openCrawl } from './open-crawl.ts'

/**
 * Requests a crawl of a domain with its settings as they are, as adding it again would. A crawl that is open is
 * replaced.
 *
 * @throws {Refusal} 404 where the project has no such source; 400 where it is no domain; 403 where the organization's
 * link quota is reached; 429 where it has the most open crawls.
 */
export async function crawlSource(
  context: Pick<DomainContext, 'db' | 'clock' | 'newId'>,
  {
    organization_id,
    project_id,
    source_id,
  }: { organization_id: string; project_id: string; source_id: string },
  author: SourceAuthor,
): Promise<void> {
  const { db, clock, newId } = context
  if (!isUuid(source_id)) throw refusals.sourceNotFound()
  const project = { organization_id, project_id }
  await db.transaction(async (transaction) => {
    const found = await selectDomain(transaction, { ...project, source_id })
    if (found === null) throw refusals.sourceNotFound()
    if (found.domain == null) throw refusals.notADomain()
    if (await selectIsLinkQuotaReached(transaction, organization_id)) throw refusals.linkQuotaReached()
    const domain = { ...project, domain: found.domain }
    // The organization is locked before the source, as when a domain is added.
    await requireRoom(transaction, domain)
    const source = await lockSource(transaction, { ...project, _id: source_id })
    const settings = await selectDomainSettings(transaction, domain)
    if (source === null || settings === null) throw refusals.sourceNotFound()
    const now = clock.now()
    const named = { ...project, _id: source_id, name: source.name }
    await openCrawl(context, transaction, { ...settings, ...named }, now)
    await updateSourcePending(transaction, named, now)
    await recordSource(transaction, { now, newId, author }, named, 'crawl requested')
  })
}
