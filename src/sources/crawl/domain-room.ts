import { refusals } from '../../base/refusals.ts'
import type { Transaction } from '../../db/queryable.ts'
import { organizationBounds } from './crawl-bounds.ts'
import { lockDomainRoom } from './domain-queries.ts'

/**
 * Checks that the organization may have this domain and one more open crawl. Until the transaction ends, other requests
 * that add to them wait.
 *
 * @throws {Refusal} 429
 */
export async function requireRoom(
  transaction: Transaction,
  domain: { organization_id: string; project_id: string; domain: string },
): Promise<void> {
  const room = await lockDomainRoom(transaction, domain)
  const { domains, openCrawls } = organizationBounds
  if (!room.is_known && room.domains >= domains) throw refusals.tooManyDomains(domains)
  if (!room.is_open && room.open_crawls >= openCrawls) throw refusals.tooManyCrawls(openCrawls)
}
