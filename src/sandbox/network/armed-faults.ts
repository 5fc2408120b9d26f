/** Most faults armed at once. */
export const faultsMax = 10_000

/** The armed faults of a network, oldest first. An occasion uses up one strike of the first rule that fits it. */
export class ArmedFaults<Rule extends { times: number }> {
  #rules: Rule[] = []

  /** @throws RangeError when `faultsMax` are armed. */
  arm(rule: Rule): void {
    if (this.#rules.length >= faultsMax)
      throw new RangeError(`at most ${faultsMax} faults can be armed at once`)
    this.#rules.push({ ...rule })
  }

  clear(): void {
    this.#rules = []
  }

  /** What is still armed, with the strikes left. */
  armed(): readonly Rule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** The first rule that fits, one strike of it used up; null when none does. */
  take<Fitting extends Rule>(fits: (rule: Rule) => rule is Fitting): Fitting | null {
    const rule = this.#rules.find(fits)
    if (rule === undefined) return null
    rule.times--
    if (rule.times === 0) this.#rules = this.#rules.filter((other) => other !== rule)
    return rule
  }
}
