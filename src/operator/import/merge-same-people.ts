import { mergePeople } from '../../people/merge-people.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { SamePerson } from './person-queries.ts'

/** Profiles merged by one set of statements. */
const mergedAtOnce = 2_000

/**
 * Makes one profile of those that turned out to be one person, directly or by way of others (Rule 21). A file of
 * people who are all known already has as many of them as lines, so many are merged at once.
 *
 * @returns how many profiles are gone.
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
      merged += await mergePeople(transaction, { organization_id, project_id }, groups, now)
  }
  return merged
}

/** Whole groups, together of {@link mergedAtOnce} profiles or somewhat more. */
function* inParts(groups: readonly string[][]): Generator<string[][]> {
  let part: string[][] = []
  let profiles = 0
  for (const group of groups) {
    part.push(group)
    profiles += group.length
    if (profiles < mergedAtOnce) continue
    yield part
    part = []
    profiles = 0
  }
  if (part.length > 0) yield part
}

/** The profiles of pairs that are bound together by profiles they share, each in one group. */
function groupsOf(pairs: readonly SamePerson[]): string[][] {
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
  const groups = Map.groupBy(pairs, ({ one }) => rootOf(one)).values()
  return [...groups].map((group) => [...new Set(group.flatMap(({ one, other }) => [one, other]))])
}
