import type { Transaction } from '../db/queryable.ts'
import { lockProfilesToMerge, mergeProfiles } from './merge-queries.ts'
import { refreshSearch } from './queries.ts'
import { moveConversations } from './move-conversations.ts'

/**
 * Merges each group of profiles into its oldest, with everything that is linked to them (Rule 21). If another
 * transaction has merged some of them meanwhile, there is less to do, or nothing.
 *
 * @param groups ids of profiles, each in one group.
 * @returns how many profiles were merged away.
 */
export async function mergePeople(
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  groups: readonly (readonly string[])[],
  now: Date,
): Promise<number> {
  const { organization_id } = project
  const groupOf = new Map(groups.flatMap((ids) => ids.map((id) => [id, ids] as const)))
  const oldestFirst = await lockProfilesToMerge(transaction, organization_id, [...groupOf.keys()])
  const merges = [...Map.groupBy(oldestFirst, (id) => groupOf.get(id)).values()].flatMap(
    ([survivor_id, ...merged]) => merged.map((_id) => ({ _id, survivor_id: survivor_id! })),
  )
  if (merges.length === 0) return 0
  await moveConversations(transaction, project, merges)
  await mergeProfiles(transaction, project, merges, now)
  await refreshSearch(transaction, organization_id, [
    ...new Set(merges.map(({ survivor_id }) => survivor_id)),
  ])
  return merges.length
}
