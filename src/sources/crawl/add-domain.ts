import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { organizationBounds } from './crawl-bounds.ts'
import { readDomain } from './rules/domain.ts'
import { lockDomainRoom, selectIsLinkQuotaReached, upsertDomain } from './domain-queries.ts'
import type { DomainSettings } from './domain-queries.ts'
import { openCrawl } from './open-crawl.ts'
import type { CheckPatterns } from './rules/pattern-checker.ts'
import { patternIssueOf } from './rules/patterns.ts'

export interface DomainContext {
  db: Db
  clock: Clock
  newId: NewId
  privateHosts: PrivateHosts
  checkPatterns: CheckPatterns
}

/** A caller's request for a domain. */
export interface DomainRequest extends Omit<DomainSettings, 'start_url'> {
  organization_id: string
  project_id: string
  key_id: string
}

/**
 * Adds a domain to a project's knowledge base, or changes its existing one, and requests a crawl (Rule 32).
 *
 * @throws {Refusal} 400 where the domain is not valid or in a private network, or a pattern can't be used; 403 where the
 * organization's link quota is reached; 429 where it has the most domains or open crawls.
 */
export async function addDomain(context: DomainContext, request: DomainRequest): Promise<void> {
  const { db, clock, newId, privateHosts } = context
  const domain = readDomain(request.domain, privateHosts)
  if (domain.kind === 'fault') throw refusals.invalidRequest(domain.message)
  // Compiling the patterns costs most, so it comes after all checks that need no compiling.
  if (await selectIsLinkQuotaReached(db, request.organization_id)) throw refusals.linkQuotaReached()
  await checkLists(context, request)
  await db.transaction(async (transaction) => {
    if (await selectIsLinkQuotaReached(transaction, request.organization_id))
      throw refusals.linkQuotaReached()
    const settings = { ...request, domain: domain.name, start_url: domain.startUrl }
    await requireRoom(transaction, settings)
    const now = clock.now()
    const _id = await upsertDomain(transaction, { ...settings, _id: newId() }, now)
    await openCrawl(context, transaction, { ...settings, _id }, now)
  })
}

async function requireRoom(
  transaction: Transaction,
  domain: { organization_id: string; project_id: string; domain: string },
): Promise<void> {
  const room = await lockDomainRoom(transaction, domain)
  const { domains, openCrawls } = organizationBounds
  if (!room.is_known && room.domains >= domains) throw refusals.tooManyDomains(domains)
  if (!room.is_open && room.open_crawls >= openCrawls) throw refusals.tooManyCrawls(openCrawls)
}

async function checkLists({ checkPatterns }: DomainContext, request: DomainRequest): Promise<void> {
  for (const list of ['include_patterns', 'exclude_patterns'] as const) {
    const fault = await checkPatterns(request[list])
    if (fault === null) continue
    const { at, message } = patternIssueOf(fault)
    throw refusals.invalidRequest(`${list}${at === null ? '' : `[${at}]`}: ${message}`)
  }
}
