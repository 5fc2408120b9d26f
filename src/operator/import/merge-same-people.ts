import { mergePeople } from '../../conversations/merge-people.ts'
import type { Transaction } from '../../db/database.ts'
import type { SamePerson } from './person-queries.ts'

/**
 * Makes one profile of those that turned out to be one person, directly or by way of others (Decision 21). One group
 * after the other: they are few, since a number or an address that nobody had was given to its first line.
 *
 * @returns how many profiles are gone.
 */
export async function mergeSamePeople(
  transaction: Transaction,
  pairs: readonly SamePerson[],
  now: Date,
): Promise<number> {
  let merged = 0
  for (const group of groupsOf(pairs)) {
    const [first] = group
    if (first === undefined) continue
    const { organization_id, project_id } = first
    const ids = new Set(group.flatMap(({ one, other }) => [one, other]))
    await mergePeople(transaction, { organization_id, project_id }, [...ids], now)
    merged += ids.size - 1
  }
  return merged
}

/** Pairs that are bound together by profiles they share, each in one group. */
function groupsOf(pairs: readonly SamePerson[]): SamePerson[][] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    // Whoever asks next is there in one step.
    for (let at = id; at !== root;) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (const { one, other } of pairs) {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a !== b) parents.set(a, b)
  }
  return [...Map.groupBy(pairs, ({ one }) => rootOf(one)).values()]
}
