import type { LogEntryOf, NetworkLog } from '../network/network-log.ts'

/**
 * An event of a message. `received`, `marked_read` and `typing` are for messages from people, all others are for
 * messages to people. `typing`: the business shows that it writes an answer.
 */
export type MessageEvent =
  | 'accepted'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'received'
  | 'marked_read'
  | 'typing'

/** An update of a webhook in the log: its status or type, and the id of its message. */
export type UpdateSummary = { field: string; what: string; message_id: string | null }

/**
 * The content of a log entry, by kind. Texts, numbers and secrets never appear; the network has the messages in memory
 * while it runs.
 */
export type WhatsappFacts =
  /** A request arrived. `path` is without the query. */
  | { kind: 'request'; request_id: number; method: string; path: string }
  /** The request was answered. `status` is the intended status, `delivery` says how much of the answer was sent. */
  | {
      kind: 'answer'
      request_id: number
      status: number
      delivery: 'whole' | 'partial' | 'none'
      message_id: string | null
      code: number | null
      fault: string | null
    }
  /** A fault reset a connection before its request was complete. */
  | { kind: 'connection_cut'; received_bytes: number }
  /** A message has a new status. `callback_data` is the opaque data of the send. */
  | {
      kind: 'message'
      event: MessageEvent
      message_id: string
      phone_number_id: string
      type: string
      outcome: string | null
      callback_data: string | null
      code: number | null
    }
  /** The network posted a webhook. */
  | {
      kind: 'webhook'
      webhook_id: number
      url: string
      attempt: number
      forged: boolean
      bytes: number
      updates: readonly UpdateSummary[]
    }
  /** The webhook was answered (`status`), or failed (`failure`: the stage and the system's error code). */
  | {
      kind: 'webhook_answer'
      webhook_id: number
      status: number | null
      failure: string | null
      duration_ms: number
    }
  /** The handshake of a webhook address; passed if the answer was the challenge. */
  | {
      kind: 'handshake'
      phone_number_id: string
      passed: boolean
      status: number | null
      failure: string | null
    }
  /** A hint for the operator, such as updates that have no webhook address. */
  | { kind: 'notice'; phone_number_id: string; message: string }

/** An entry of the WhatsApp network's log. */
export type WhatsappLogEntry = LogEntryOf<WhatsappFacts>
export type WhatsappLog = NetworkLog<WhatsappFacts>
