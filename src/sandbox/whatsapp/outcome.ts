import type { AnswerFault } from '../network/faults.ts'

/** What the request that sends a message meets. */
export type SendBehaviour =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: number; times: 'always' | 'first' }
  | { kind: 'fault'; fault: AnswerFault }

/** What becomes of an accepted message, `after_ms` of life after the step before. */
export type DeliveryStep =
  | { status: 'sent' | 'delivered' | 'read'; after_ms: number }
  | { status: 'failed'; after_ms: number; code: number }

/** How the status webhooks come: one by one, not at all, twice and out of order, or all in one request. */
export type WebhookBehaviour = 'in_order' | 'none' | 'repeated_and_reordered' | 'one_batch'

export type WhatsappOutcome = {
  readonly name: string
  /** One sentence, as it stands in the README's table. */
  readonly summary: string
  readonly answer: SendBehaviour
  /** Accepted, but held until its template is found good. */
  readonly held: boolean
  readonly course: readonly DeliveryStep[]
  readonly webhooks: WebhookBehaviour
  /** Whether a `failed` status bears the opaque data that the message was sent with; all others do. */
  readonly failedEchoes: boolean
  /** The person's `wa_id` is not the number that was asked for, as happens in Brazil and Mexico. */
  readonly otherWaId: boolean
  /** What the person writes once the message has been read; null: nothing. */
  readonly answersWith: string | null
}
