/** What an answer to a send means for the checks. */
export type AnswerKind =
  /** 200: WhatsApp has it. */
  | 'sent'
  /** WhatsApp has definitely refused it. */
  | 'rejected'
  /** 503: whether WhatsApp has it is not known. */
  | 'unresolved'
  /** 202: in flight, or not known. */
  | 'pending'
  /** Surely not sent, and the key is free again. */
  | 'busy'
  | 'quota'
  | 'conflict'
  /** Any other 4xx: nothing was done. */
  | 'refused'
  /** No answer, or one that promises nothing. */
  | 'unknown'

/** Returns the kind by the status and the message, which are all that a client has. */
export function answerKind(status: number | null, message: string): AnswerKind {
  switch (status) {
    case 200:
      return 'sent'
    case 202:
      return 'pending'
    case 402:
      return 'quota'
    case 409:
      return 'conflict'
    case 400:
      if (message.startsWith('WhatsApp refused the message')) return 'rejected'
      return /^(Nothing was sent|Too many messages)/.test(message) ? 'busy' : 'refused'
    case 503:
      return message.startsWith('Whether WhatsApp has the message') ? 'unresolved' : 'unknown'
    default:
      return status !== null && status >= 400 && status < 500 ? 'refused' : 'unknown'
  }
}

/** Returns whether the answer is kept under the key for good. */
export function isSettled(kind: AnswerKind): boolean {
  return kind === 'sent' || kind === 'rejected'
}
