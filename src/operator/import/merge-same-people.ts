import type { Transaction } from '../../db/queryable.ts'
import { mergePeople } from '../../people/merge/merge-people.ts'
import type { SamePeople } from '../../people/merge/merge-people.ts'
import type { SamePerson } from './person-queries.ts'

/** How many profiles are merged by one set of statements. */
const mergedAtOnce = 2_000

/**
 * Merges profiles that turned out to be one person, directly or by way of others (Rule 21). A file of known people has
 * as many of them as lines, so they are merged in large groups.
 *
 * @returns how many profiles were merged away.
 */
export async function mergeSamePeople(
  transaction: Transaction,
  pairs: readonly SamePerson[],
  now: Date,
): Promise<number> {
  let merged = 0
  const projects = Map.groupBy(pairs, (pair) => `${pair.organization_id} ${pair.project_id}`).values()
  for (const ofProject of projects) {
    const { organization_id, project_id } = ofProject[0]!
    for (const groups of inParts(groupsOf(ofProject)))
      merged += await mergePeople(transaction, { organization_id, project_id }, groups, { by: 'import', now })
  }
  return merged
}

/** Splits groups into parts of {@link mergedAtOnce} profiles or somewhat more, without splitting a group. */
function* inParts(groups: readonly SamePeople[]): Generator<SamePeople[]> {
  let part: SamePeople[] = []
  let profiles = 0
  for (const group of groups) {
    part.push(group)
    profiles += group.ids.length
    if (profiles < mergedAtOnce) continue
    yield part
    part = []
    profiles = 0
  }
  if (part.length > 0) yield part
}

/** Returns the groups of profiles that pairs connect. */
function groupsOf(pairs: readonly SamePerson[]): SamePeople[] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    // Shorten the path, so that the next look-up takes one step.
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
  const groups = Map.groupBy(pairs, ({ one }) => rootOf(one)).values()
  return [...groups].map((group) => ({
    ids: [...new Set(group.flatMap(({ one, other }) => [one, other]))],
    contacts: [...new Set(group.map(({ contact }) => contact))],
  }))
}
