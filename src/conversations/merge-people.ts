import type { Transaction } from '../db/database.ts'
import { lockProfilesToMerge, mergeProfiles } from '../profiles/merge-queries.ts'
import { refreshSearch } from '../profiles/queries.ts'
import { moveConversations } from './queries.ts'

/**
 * Makes one profile of several, the oldest, with all that is linked to them (Decision 21). Where another transaction has
 * done so meanwhile there is less to do, or nothing.
 */
export async function mergePeople(
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  profileIds: readonly string[],
  now: Date,
): Promise<void> {
  const { organization_id } = project
  const [survivorId, ...merged] = await lockProfilesToMerge(transaction, organization_id, profileIds)
  if (survivorId === undefined || merged.length === 0) return
  await moveConversations(transaction, project, merged, survivorId)
  await mergeProfiles(transaction, project, survivorId, merged, now)
  await refreshSearch(transaction, organization_id, [survivorId])
}
