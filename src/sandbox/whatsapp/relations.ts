/** The length of the window that a person's message opens. Provider: customer service window. */
export const windowMs = 24 * 3_600_000

/** The most pairs that are kept; the oldest are dropped. */
const pairsMax = 100_000

type Relation = { lastInboundAt: number; stoppedMarketing: boolean }

/** For each business number and person, when the person last wrote, and whether they stopped marketing. */
export class WhatsappRelations {
  /** Whether free-form messages outside the window are refused. */
  enforceWindow: boolean
  readonly #relations = new Map<string, Relation>()

  constructor({ enforceWindow }: { enforceWindow: boolean }) {
    this.enforceWindow = enforceWindow
  }

  /** Records the time of a person's message. A message older than the last changes nothing. */
  noteInbound(phoneNumberId: string, number: string, at: Date): void {
    const relation = this.#of(phoneNumberId, number)
    relation.lastInboundAt = Math.max(relation.lastInboundAt, at.getTime())
  }

  notePreference(phoneNumberId: string, number: string, value: 'stop' | 'resume'): void {
    this.#of(phoneNumberId, number).stoppedMarketing = value === 'stop'
  }

  isWindowOpen(phoneNumberId: string, number: string, at: Date): boolean {
    const relation = this.#relations.get(keyOf(phoneNumberId, number))
    return relation !== undefined && at.getTime() - relation.lastInboundAt < windowMs
  }

  hasStoppedMarketing(phoneNumberId: string, number: string): boolean {
    return this.#relations.get(keyOf(phoneNumberId, number))?.stoppedMarketing ?? false
  }

  #of(phoneNumberId: string, number: string): Relation {
    const key = keyOf(phoneNumberId, number)
    const known = this.#relations.get(key)
    if (known !== undefined) return known
    const oldest = this.#relations.keys().next()
    if (this.#relations.size >= pairsMax && oldest.done !== true) this.#relations.delete(oldest.value)
    const relation: Relation = { lastInboundAt: Number.NEGATIVE_INFINITY, stoppedMarketing: false }
    this.#relations.set(key, relation)
    return relation
  }
}

function keyOf(phoneNumberId: string, number: string): string {
  return `${phoneNumberId} ${number}`
}
