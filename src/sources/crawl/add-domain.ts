import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { readDomain } from './domain.ts'
import { selectIsLinkQuotaReached, upsertDomain } from './domain-queries.ts'
import type { DomainSettings } from './domain-queries.ts'
import { openCrawl } from './open-crawl.ts'

export interface DomainContext {
  db: Db
  clock: Clock
  newId: NewId
  privateHosts: PrivateHosts
}

/** What a caller asks for. */
export interface DomainRequest extends Omit<DomainSettings, 'start_url'> {
  organization_id: string
  project_id: string
  key_id: string
}

/**
 * Adds a domain to a project's knowledge base, or changes the one that it has, and has it crawled (Rule 32).
 *
 * @throws {Refusal} 400 where the domain is none or lies in a private network, 403 where the organization's link quota is
 * reached.
 */
export async function addDomain(context: DomainContext, request: DomainRequest): Promise<void> {
  const { db, clock, newId, privateHosts } = context
  const domain = readDomain(request.domain, privateHosts)
  if (domain.kind === 'fault') throw refusals.invalidRequest(domain.message)
  await db.transaction(async (transaction) => {
    if (await selectIsLinkQuotaReached(transaction, request.organization_id))
      throw refusals.linkQuotaReached()
    const now = clock.now()
    const settings = { ...request, domain: domain.name, start_url: domain.startUrl }
    const _id = await upsertDomain(transaction, { ...settings, _id: newId() }, now)
    await openCrawl(context, transaction, { ...settings, _id }, now)
  })
}
