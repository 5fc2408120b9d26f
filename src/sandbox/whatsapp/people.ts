import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import { peopleMax } from '../phone/people.ts'
import { userIdForm } from './graph-values.ts'
import { InboundContent } from './inbound-content.ts'
import { whatsappOutcomeNamed, whatsappOutcomeOfNumber, whatsappOutcomesByDigits } from './outcomes.ts'
import type { WhatsappOutcome } from './outcomes.ts'

/**
 * A person with a scripted behavior, for tests and demos. `outcome` is a name from the table; if absent, that of the
 * number. The person answers each message that they read with the next one of `replies`; after the last, with nothing.
 */
export const WhatsappPerson = z.strictObject({
  number: z.string().regex(e164),
  name: z.string().min(1).max(200).default('Ada'),
  /** All webhooks have it beside the number, or instead of the number if `hide_number` is true. */
  user_id: z.string().regex(userIdForm).optional(),
  hide_number: z.boolean().optional(),
  username: z.string().min(1).max(100).optional(),
  outcome: z.enum(Object.values(whatsappOutcomesByDigits).map((outcome) => outcome.name)).optional(),
  replies: z.array(InboundContent).max(1000).default([]),
})
export type WhatsappPerson = z.infer<typeof WhatsappPerson>
/** A person as a caller writes it; fields with a default are optional. */
export type WhatsappPersonInput = z.input<typeof WhatsappPerson>

/** How webhooks name a person: without the number if they hide it. */
export type ShownPerson = { wa_id?: string; user_id?: string }

/** The scripted people by number. */
export class WhatsappPeople {
  readonly #byNumber = new Map<string, { person: WhatsappPerson; replied: number }>()

  /** Adds or replaces the person with a number. @throws RangeError if `peopleMax` are scripted. */
  put(person: WhatsappPerson): void {
    if (!this.#byNumber.has(person.number) && this.#byNumber.size >= peopleMax)
      throw new RangeError(`at most ${peopleMax} people can be scripted at once`)
    this.#byNumber.set(person.number, { person, replied: 0 })
  }

  all(): readonly WhatsappPerson[] {
    return [...this.#byNumber.values()].map(({ person }) => person)
  }

  /** Stores the user id of a person, scripted or not, who has written. @throws RangeError like `put`. */
  noteUserId(number: string, userId: string, hidesNumber: boolean): void {
    const known = this.#byNumber.get(number)
    if (known === undefined)
      this.put(WhatsappPerson.parse({ number, user_id: userId, hide_number: hidesNumber }))
    else known.person = { ...known.person, user_id: userId, hide_number: hidesNumber }
  }

  /** Returns the number of the person with a user id, even if they hide it; null if nobody has the id. */
  numberOf(userId: string): string | null {
    for (const { person } of this.#byNumber.values()) if (person.user_id === userId) return person.number
    return null
  }

  /**
   * Returns how webhooks and answers name a person. They contain the number if the person does not hide it, or if the
   * business itself has used it.
   *
   * @param address a number, or the user id of a person who is not on this network.
   */
  shown(address: string, { waId, isByNumber }: { waId: string; isByNumber: boolean }): ShownPerson {
    if (!address.startsWith('+')) return { user_id: address }
    const person = this.#byNumber.get(address)?.person
    return {
      ...((isByNumber || person?.hide_number !== true) && { wa_id: waId }),
      ...(person?.user_id !== undefined && { user_id: person.user_id }),
    }
  }

  /** Returns the person with a user id. @throws RangeError if nobody has it. */
  find(userId: string): WhatsappPerson {
    const person = this.all().find(({ user_id }) => user_id === userId)
    if (person === undefined) throw new RangeError(`nobody has the id ${userId}`)
    return person
  }

  /**
   * Changes a person's user id, as Meta does when their number changes. @throws RangeError if nobody has the old one.
   */
  replaceUserId(userId: string, newUserId: string, newNumber: string | null): WhatsappPerson {
    const old = this.find(userId)
    const person = { ...old, user_id: newUserId, number: newNumber ?? old.number }
    this.#byNumber.delete(old.number)
    this.put(person)
    return person
  }

  profileOf(number: string): { name: string; username?: string } {
    const username = this.#byNumber.get(number)?.person.username
    return { name: this.nameOf(number), ...(username !== undefined && { username }) }
  }

  nameOf(number: string): string {
    return this.#byNumber.get(number)?.person.name ?? 'Ada'
  }

  /** Returns the outcome of a message to a number: that of the scripted person, or that of the table. */
  outcomeOf(number: string): WhatsappOutcome {
    const name = this.#byNumber.get(number)?.person.outcome
    const named = name === undefined ? null : whatsappOutcomeNamed(name)
    return named ?? whatsappOutcomeOfNumber(number)
  }

  /** Returns the person's reply to the message that they have just read, or null. */
  nextReply(number: string, outcome: WhatsappOutcome): InboundContent | null {
    const scripted = this.#byNumber.get(number)
    const reply = scripted?.person.replies[scripted.replied]
    if (scripted !== undefined && reply !== undefined) {
      scripted.replied++
      return reply
    }
    return outcome.answersWith === null ? null : { type: 'text', text: { body: outcome.answersWith } }
  }
}
