import { z } from 'zod'
import { e164 } from './e164.ts'
import { peopleMax } from './people.ts'
import { InboundContent } from './whatsapp-inbound-content.ts'
import {
  whatsappOutcomeNamed,
  whatsappOutcomeOfNumber,
  whatsappOutcomesByDigits,
} from './whatsapp-outcomes.ts'
import type { WhatsappOutcome } from './whatsapp-outcome.ts'

/**
 * Somebody whose behaviour a test or a demo decides. `outcome` is a name from the table, the number's own when absent.
 * Each message that is read uses up one of `replies`; after the last the person is silent.
 */
export const WhatsappPerson = z.strictObject({
  number: z.string().regex(e164),
  name: z.string().min(1).max(200).default('Ada'),
  outcome: z.enum(Object.values(whatsappOutcomesByDigits).map((outcome) => outcome.name)).optional(),
  replies: z.array(InboundContent).max(1000).default([]),
})
export type WhatsappPerson = z.infer<typeof WhatsappPerson>
/** A person as a caller writes them, defaults left out. */
export type WhatsappPersonInput = z.input<typeof WhatsappPerson>

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
