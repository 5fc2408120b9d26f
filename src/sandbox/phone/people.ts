import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import { outcomeNamed, outcomeOfNumber, outcomesByDigits } from './outcomes.ts'
import type { Outcome, Reply } from './outcomes.ts'

/** Most scripted people at once. */
export const peopleMax = 10_000

const replyShape = z.union([
  z.strictObject({ silence: z.literal(true) }),
  z.strictObject({ hang_up: z.literal(true) }),
  z.strictObject({
    speech: z.string().min(1).max(2000),
    digits: z
      .string()
      .regex(/^[0-9*#]{1,32}$/)
      .optional(),
  }),
  z.strictObject({ digits: z.string().regex(/^[0-9*#]{1,32}$/) }),
])

/**
 * Somebody whose behavior a test or a demo decides: one answer per question (each Gather uses one up, understood or
 * not), from the start in every call, and silence after the last. `outcome` is a name from the table, the number's own
 * when absent; answers count only where that outcome answers.
 */
export const Person = z.strictObject({
  number: z.string().regex(e164),
  answers: z.array(replyShape).max(1000),
  outcome: z.enum(Object.values(outcomesByDigits).map((outcome) => outcome.name)).optional(),
})
export type Person = z.infer<typeof Person>

/** Who answers at which number. */
export class People {
  readonly #byNumber = new Map<string, Person>()

  /** Replaces whoever was at that number. @throws RangeError when `peopleMax` are scripted. */
  put(person: Person): void {
    if (!this.#byNumber.has(person.number) && this.#byNumber.size >= peopleMax) {
      throw new RangeError(`at most ${peopleMax} people can be scripted at once`)
    }
    this.#byNumber.set(person.number, person)
  }

  all(): readonly Person[] {
    return [...this.#byNumber.values()]
  }

  /** What a call to that number meets: the scripted person's outcome and replies, or the table's. */
  outcomeOf(number: string): Outcome {
    const person = this.#byNumber.get(number)
    if (person === undefined) return outcomeOfNumber(number)
    const named = person.outcome === undefined ? null : outcomeNamed(person.outcome)
    const own = named ?? outcomeOfNumber(number)
    if (own.phone.kind !== 'answers') return own
    // A script with answers in it replaces the outcome's own conversation; an empty one leaves it as it is.
    if (person.answers.length === 0) return own
    return { ...own, phone: { ...own.phone, replies: person.answers.map(asReply), afterwards: 'silence' } }
  }
}

/** Without the members that are undefined, which the exact type does not admit. */
function asReply(reply: z.infer<typeof replyShape>): Reply {
  if (!('speech' in reply)) return reply
  return reply.digits === undefined
    ? { speech: reply.speech }
    : { speech: reply.speech, digits: reply.digits }
}

/** A person in the course of one call: hands out the replies one by one. */
export class Conversation {
  readonly #replies: readonly Reply[]
  readonly #afterwards: 'repeat_last' | 'silence'
  #next = 0

  constructor(replies: readonly Reply[], afterwards: 'repeat_last' | 'silence') {
    this.#replies = replies
    this.#afterwards = afterwards
  }

  next(): Reply {
    const reply = this.#replies[this.#next]
    if (reply !== undefined) {
      this.#next++
      return reply
    }
    return (this.#afterwards === 'repeat_last' ? this.#replies.at(-1) : undefined) ?? { silence: true }
  }
}
