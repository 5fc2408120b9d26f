import type { Transaction } from '../../db/queryable.ts'
import { publishMerged } from '../profile-events.ts'
import { refreshSearch } from '../queries.ts'
import { lockProfilesToMerge, mergeProfiles } from './merge-queries.ts'
import type { Merge } from './merge-queries.ts'
import { moveConversations } from './move-conversations.ts'
import { apartFromSeparated, selectSeparated } from './separated.ts'

/** Profiles that are one person, and what says so. */
export interface SamePeople {
  /** Ids of profiles, each in one group. */
  ids: readonly string[]
  /** The contacts by which they are one person, such as `email:ada@example.com`. */
  contacts: readonly string[]
}

/**
 * Merges each group of profiles into its oldest, with everything that is linked to them (Rule 21). Profiles that
 * somebody has separated stay apart. If another transaction has merged some of them meanwhile, there is less to do, or
 * nothing.
 *
 * @param by the channel of the call or message that joined them, or `import`.
 * @returns how many profiles were merged away.
 */
export async function mergePeople(
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  groups: readonly SamePeople[],
  { by, now }: { by: string; now: Date },
): Promise<number> {
  const { organization_id } = project
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  const oldestFirst = await lockProfilesToMerge(transaction, organization_id, [...groupOf.keys()])
  const separated = await selectSeparated(transaction, organization_id, oldestFirst)
  const merges = [...Map.groupBy(oldestFirst, (id) => groupOf.get(id)!)].flatMap(([{ contacts }, ids]) =>
    apartFromSeparated(ids, separated).flatMap(([survivor_id, ...merged]) =>
      merged.map((_id): Merge => ({ _id, survivor_id: survivor_id!, shared: contacts })),
    ),
  )
  if (merges.length === 0) return 0
  await moveConversations(transaction, project, merges)
  await mergeProfiles(transaction, project, merges, { by, now })
  await publishMerged(transaction, project, merges, now)
  await refreshSearch(transaction, organization_id, [
    ...new Set(merges.map(({ survivor_id }) => survivor_id)),
  ])
  return merges.length
}
