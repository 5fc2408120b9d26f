import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import { outcomeNamed, outcomeOfNumber, outcomesByDigits } from './outcomes.ts'
import type { Improvise, Outcome, Reply } from './outcomes.ts'

/** The most scripted people. */
export const peopleMax = 10_000

const keys = z.string().regex(/^[0-9*#]{1,32}$/)
const after_ms = z.number().int().min(0).max(600_000).optional()

const replyShape = z.union([
  z.strictObject({ silence: z.literal(true) }),
  z.strictObject({ hang_up: z.literal(true), after_ms }),
  z.strictObject({
    speech: z.string().min(1).max(2000),
    digits: keys.optional(),
    after_ms,
    barge_in_after: z.number().int().min(0).max(100_000).optional(),
  }),
  z.strictObject({ digits: keys, after_ms }),
])

/**
 * A person with a scripted behavior, for tests and demos. Each Gather, and each talk of a relayed service, uses one
 * answer, understood or not; after the last the person is silent. Every call starts with the first answer. `outcome` is
 * a name from the table; if absent, that of the number. The answers have an effect only if the outcome answers the
 * call.
 */
export const Person = z.strictObject({
  number: z.string().regex(e164),
  answers: z.array(replyShape).max(1000),
  outcome: z.enum(Object.values(outcomesByDigits).map((outcome) => outcome.name)).optional(),
})
export type Person = z.infer<typeof Person>

/** The scripted people by number. */
export class People {
  readonly #byNumber = new Map<string, Person>()
  readonly #improvise = new Map<string, Improvise>()

  /**
   * Adds or replaces the person with a number. `improvise` decides their replies instead of `answers`.
   *
   * @throws RangeError if `peopleMax` are scripted.
   */
  put(person: Person, improvise?: Improvise): void {
    if (!this.#byNumber.has(person.number) && this.#byNumber.size >= peopleMax) {
      throw new RangeError(`at most ${peopleMax} people can be scripted at once`)
    }
    this.#byNumber.set(person.number, person)
    if (improvise === undefined) this.#improvise.delete(person.number)
    else this.#improvise.set(person.number, improvise)
  }

  all(): readonly Person[] {
    return [...this.#byNumber.values()]
  }

  /** Returns the outcome of a call to a number: that of the scripted person, or that of the table. */
  outcomeOf(number: string): Outcome {
    const person = this.#byNumber.get(number)
    if (person === undefined) return outcomeOfNumber(number)
    const named = person.outcome === undefined ? null : outcomeNamed(person.outcome)
    const own = named ?? outcomeOfNumber(number)
    if (own.phone.kind !== 'answers') return own
    const improvise = this.#improvise.get(number)
    if (improvise !== undefined)
      return { ...own, phone: { ...own.phone, replies: [], afterwards: 'silence', improvise } }
    // Scripted answers replace the replies of the outcome; an empty list keeps them.
    if (person.answers.length === 0) return own
    return { ...own, phone: { ...own.phone, replies: person.answers.map(asReply), afterwards: 'silence' } }
  }
}

/** Returns the reply without undefined members, which its exact type does not allow. */
function asReply(reply: z.infer<typeof replyShape>): Reply {
  const given = Object.entries(reply).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

/** A person during one call, who gives the replies one by one. */
export class Conversation {
  readonly #replies: readonly Reply[]
  readonly #afterwards: 'repeat_last' | 'silence'
  #next = 0
  /** Decides the replies over ConversationRelay; null: they are those of the list. */
  readonly improvise: Improvise | null

  constructor(
    replies: readonly Reply[],
    afterwards: 'repeat_last' | 'silence',
    improvise: Improvise | null = null,
  ) {
    this.#replies = replies
    this.#afterwards = afterwards
    this.improvise = improvise
  }

  /** Returns the next reply and uses it up. */
  next(): Reply {
    const reply = this.peek()
    if (this.#next < this.#replies.length) this.#next++
    return reply
  }

  /** Returns the next reply, which stays the next one. */
  peek(): Reply {
    const reply = this.#replies[this.#next]
    if (reply !== undefined) return reply
    return (this.#afterwards === 'repeat_last' ? this.#replies.at(-1) : undefined) ?? { silence: true }
  }
}
