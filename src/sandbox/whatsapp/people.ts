import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import { peopleMax } from '../phone/people.ts'
import { InboundContent } from './inbound-content.ts'
import { whatsappOutcomeNamed, whatsappOutcomeOfNumber, whatsappOutcomesByDigits } from './outcomes.ts'
import type { WhatsappOutcome } from './outcomes.ts'
import { userIdForm } from './graph-values.ts'

/**
 * Somebody whose behavior a test or a demo decides. `outcome` is a name from the table, the number's own when absent.
 * Each message that is read uses up one of `replies`; after the last the person is silent.
 */
export const WhatsappPerson = z.strictObject({
  number: z.string().regex(e164),
  name: z.string().min(1).max(200).default('Ada'),
  /** Told of them in all webhooks, beside the number or, with `hide_number`, in its place. */
  user_id: z.string().regex(userIdForm).optional(),
  hide_number: z.boolean().optional(),
  username: z.string().min(1).max(100).optional(),
  outcome: z.enum(Object.values(whatsappOutcomesByDigits).map((outcome) => outcome.name)).optional(),
  replies: z.array(InboundContent).max(1000).default([]),
})
export type WhatsappPerson = z.infer<typeof WhatsappPerson>
/** A person as a caller writes them, defaults left out. */
export type WhatsappPersonInput = z.input<typeof WhatsappPerson>

/** What Meta tells of a person: their number is left out where they hide it. */
export type ShownPerson = { wa_id?: string; user_id?: string }

/** Who has which number. */
export class WhatsappPeople {
  readonly #byNumber = new Map<string, { person: WhatsappPerson; replied: number }>()

  /** Replaces whoever was at that number. @throws RangeError when `peopleMax` are scripted. */
  put(person: WhatsappPerson): void {
    if (!this.#byNumber.has(person.number) && this.#byNumber.size >= peopleMax)
      throw new RangeError(`at most ${peopleMax} people can be scripted at once`)
    this.#byNumber.set(person.number, { person, replied: 0 })
  }

  all(): readonly WhatsappPerson[] {
    return [...this.#byNumber.values()].map(({ person }) => person)
  }

  /** Notes the id by which somebody wrote, who need not be scripted. @throws RangeError as `put`. */
  noteUserId(number: string, userId: string, hidesNumber: boolean): void {
    const known = this.#byNumber.get(number)
    if (known === undefined)
      this.put(WhatsappPerson.parse({ number, user_id: userId, hide_number: hidesNumber }))
    else known.person = { ...known.person, user_id: userId, hide_number: hidesNumber }
  }

  /** The number of the person with that id, which a business may not know; null where nobody has it. */
  numberOf(userId: string): string | null {
    for (const { person } of this.#byNumber.values()) if (person.user_id === userId) return person.number
    return null
  }

  /**
   * What is told of a person in whose webhooks and answers the number can stand: it does where they do not hide it, and
   * where the business itself has addressed them by it.
   *
   * @param address a number, or the id of somebody who is not on this network.
   */
  shown(address: string, { waId, isByNumber }: { waId: string; isByNumber: boolean }): ShownPerson {
    if (!address.startsWith('+')) return { user_id: address }
    const person = this.#byNumber.get(address)?.person
    return {
      ...((isByNumber || person?.hide_number !== true) && { wa_id: waId }),
      ...(person?.user_id !== undefined && { user_id: person.user_id }),
    }
  }

  /** The person with that id. @throws RangeError when nobody has it. */
  find(userId: string): WhatsappPerson {
    const person = this.all().find(({ user_id }) => user_id === userId)
    if (person === undefined) throw new RangeError(`nobody has the id ${userId}`)
    return person
  }

  /** Gives somebody another id, as Meta does when their number changes. @throws RangeError when nobody has the old one. */
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

  /** What a message to that number meets: the scripted person's outcome, or the table's. */
  outcomeOf(number: string): WhatsappOutcome {
    const name = this.#byNumber.get(number)?.person.outcome
    const named = name === undefined ? null : whatsappOutcomeNamed(name)
    return named ?? whatsappOutcomeOfNumber(number)
  }

  /** What the person writes back to the message they have just read; null: nothing. */
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
