import { randomBytes } from 'node:crypto'

/** The newest messages that are kept of each direction. */
export const messagesMax = 20_000

/** Returns a new message id in Meta's format. */
export function newMessageId(): string {
  return `wamid.HBgL${randomBytes(33).toString('base64')}`
}

/** A request to send a message, accepted or not. Times are ISO 8601 in UTC with milliseconds. */
export type SentMessage = {
  /** Null if it was not accepted. */
  readonly message_id: string | null
  readonly phone_number_id: string
  /**
   * The person's number (E.164), even if the request has their user id; the user id of an unknown person; else empty.
   */
  readonly to: string
  readonly type: string
  /** The body of the request. */
  readonly body: unknown
  readonly callback_data: string | null
  readonly outcome: string
  readonly received_at: string
  /** The code of the refusal; null if the message was accepted, or if a fault has no code. */
  readonly code: number | null
  readonly statuses: { status: string; at: string; code: number | null }[]
}

/** A message from a person. */
export type InboundMessage = {
  readonly message_id: string
  readonly phone_number_id: string
  readonly from: string
  /** As the webhook has it. */
  readonly body: Readonly<Record<string, unknown>>
  read_at: string | null
}

/** The messages of both directions, in memory only. */
export class WhatsappMessages {
  readonly #sent: SentMessage[] = []
  readonly #inbound: InboundMessage[] = []
  readonly #sentById = new Map<string, SentMessage>()
  readonly #inboundById = new Map<string, InboundMessage>()

  addSent(message: SentMessage): void {
    this.#sent.push(message)
    if (message.message_id !== null) this.#sentById.set(message.message_id, message)
    if (this.#sent.length < messagesMax * 1.25) return
    for (const { message_id } of this.#sent.splice(0, this.#sent.length - messagesMax))
      if (message_id !== null) this.#sentById.delete(message_id)
  }

  addInbound(message: InboundMessage): void {
    this.#inbound.push(message)
    this.#inboundById.set(message.message_id, message)
    if (this.#inbound.length < messagesMax * 1.25) return
    for (const { message_id } of this.#inbound.splice(0, this.#inbound.length - messagesMax))
      this.#inboundById.delete(message_id)
  }

  findInbound(messageId: string): InboundMessage | null {
    return this.#inboundById.get(messageId) ?? null
  }

  /** Returns whether a message of either direction has this id. */
  knows(messageId: string): boolean {
    return this.#sentById.has(messageId) || this.#inboundById.has(messageId)
  }

  /** Returns messages in the order of their arrival; only those to the number if it is not null. */
  sent(to: string | null = null): readonly SentMessage[] {
    return this.#sent.filter((message) => to === null || message.to === to)
  }

  /** Returns messages in the order of their creation; only those from the number if it is not null. */
  inbound(from: string | null = null): readonly InboundMessage[] {
    return this.#inbound.filter((message) => from === null || message.from === from)
  }
}
