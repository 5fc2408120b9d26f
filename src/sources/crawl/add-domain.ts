import { changedFields } from '../../audit/changed-fields.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { recordSource } from '../record-source.ts'
import type { SourceAuthor } from '../source.ts'
import { selectDomainSettings, selectIsLinkQuotaReached, upsertDomain } from './domain-queries.ts'
import type { DomainSettings } from './domain-queries.ts'
import { requireRoom } from './domain-room.ts'
import { openCrawl } from './open-crawl.ts'
import { readDomain } from './rules/domain.ts'
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
  author: SourceAuthor
}

/**
 * Adds a domain to a project's knowledge base, or changes its existing one, and requests a crawl (Rule 32). Returns the
 * id of the source.
 *
 * @throws {Refusal} 400 where the domain is not valid or in a private network, or a pattern can't be used; 403 where
 * the organization's link quota is reached; 429 where it has the most domains or open crawls.
 */
export async function addDomain(context: DomainContext, request: DomainRequest): Promise<string> {
  const { db, clock, newId, privateHosts } = context
  const domain = readDomain(request.domain, privateHosts)
  if (domain.kind === 'fault') throw refusals.faultyRequest({ path: 'domain', message: domain.message })
  // The whole body is checked before the quota. Patterns are compiled apart from other requests, with a time limit.
  await checkLists(context, request)
  return db.transaction(async (transaction) => {
    if (await selectIsLinkQuotaReached(transaction, request.organization_id))
      throw refusals.linkQuotaReached()
    const { author, ...given } = request
    const settings = { ...given, domain: domain.name, start_url: domain.startUrl }
    await requireRoom(transaction, settings)
    const now = clock.now()
    const before = await selectDomainSettings(transaction, settings)
    const made = { ...settings, _id: newId(), created_by: author.creator }
    const _id = await upsertDomain(transaction, made, now)
    await openCrawl(context, transaction, { ...settings, _id }, now)
    await recordDomain(transaction, { now, newId, author }, { ...settings, _id }, before)
    return _id
  })
}

async function recordDomain(
  transaction: Transaction,
  writing: Parameters<typeof recordSource>[1],
  domain: DomainSettings & { organization_id: string; project_id: string; _id: string },
  before: DomainSettings | null,
): Promise<void> {
  const fields = changedFields(before && settingsOf(before), settingsOf(domain))
  const action = before === null ? 'created' : fields.length > 0 ? 'updated' : 'crawl requested'
  await recordSource(transaction, writing, { ...domain, name: domain.domain }, action, fields)
}

function settingsOf(domain: DomainSettings) {
  const { start_url, crawling_strategy, max_pages, max_depth, crawler, frequency_days } = domain
  const { include_patterns, exclude_patterns } = domain
  const patterns = { include_patterns, exclude_patterns }
  return {
    domain: domain.domain,
    start_url,
    crawling_strategy,
    max_pages,
    max_depth,
    ...patterns,
    crawler,
    frequency_days,
  }
}

/** @throws {Refusal} 400 where a pattern can't be used. */
export async function checkLists(
  { checkPatterns }: Pick<DomainContext, 'checkPatterns'>,
  request: Pick<DomainSettings, 'include_patterns' | 'exclude_patterns'>,
): Promise<void> {
  for (const list of ['include_patterns', 'exclude_patterns'] as const) {
    const fault = await checkPatterns(request[list])
    if (fault === null) continue
    const { at, message } = patternIssueOf(fault)
    throw refusals.faultyRequest({ path: at === null ? list : `${list}[${at}]`, message })
  }
}
