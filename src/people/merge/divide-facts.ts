/** A name or a property, and where a property was said, if it was. */
export interface Fact {
  /** The name, or the property as JSON text. */
  value: string
  /** A row as JSON text. */
  said: string | null
}

/** A profile of a tree of merges, with what it is known by: `name`, and each property as `.plan`. */
export interface MergedNode {
  _id: string
  /** The profile that it was merged into; null for the survivor of all. */
  intoId: string | null
  /** A merged profile has those of when it was merged, the survivor those of now. */
  facts: Map<string, Fact>
  /** The facts that came from it into the profile that it was merged into, because that had none. */
  gave: Set<string>
}

/**
 * Takes a merged profile out of a tree of merges. It keeps what it had, with what was set since on facts that only it
 * had. Those leave the profiles that it was merged into, unless a profile that was merged later has them too, whose
 * fact then takes the place. So each profile ends with what it would have without the merge.
 *
 * @param nodes all of the tree, in the order in which they were merged; they are changed.
 * @returns the profiles whose facts or gifts have changed, without the one that leaves.
 */
export function divideFacts(nodes: readonly MergedNode[], leavingId: string): MergedNode[] {
  const byId = new Map(nodes.map((node) => [node._id, node]))
  const intoOf = ({ intoId }: MergedNode) => (intoId === null ? undefined : byId.get(intoId))
  const leaving = byId.get(leavingId)!
  const changed = new Set<MergedNode>()

  /** Sets what a profile has now, also in those that have it from there. */
  const set = (node: MergedNode, fact: string, value: Fact): void => {
    node.facts.set(fact, value)
    changed.add(node)
    const into = intoOf(node)
    if (into !== undefined && node.gave.has(fact)) set(into, fact, value)
  }
  /** Takes away what a profile had from the one that leaves. */
  const drop = (node: MergedNode, fact: string): void => {
    changed.add(node)
    const giver = nodes.find(
      (each) => each.intoId === node._id && each !== leaving && each.facts.has(fact) && !each.gave.has(fact),
    )
    if (giver !== undefined) {
      giver.gave.add(fact)
      changed.add(giver)
      set(node, fact, giver.facts.get(fact)!)
      return
    }
    node.facts.delete(fact)
    const into = intoOf(node)
    if (into === undefined || !node.gave.delete(fact)) return
    drop(into, fact)
  }

  for (const fact of leaving.gave) {
    let holder = leaving
    for (let into = intoOf(holder); into !== undefined && holder.gave.has(fact); into = intoOf(holder))
      holder = into
    const held = holder.facts.get(fact)
    if (held !== undefined) leaving.facts.set(fact, held)
    drop(intoOf(leaving)!, fact)
  }
  leaving.gave.clear()
  changed.delete(leaving)
  return [...changed]
}
