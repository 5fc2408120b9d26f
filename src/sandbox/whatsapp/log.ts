import type { LogEntryOf, NetworkLog } from '../network/network-log.ts'

/** What happened to a message. `received` is one from a person, all others are of messages to people. */
export type MessageEvent = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed' | 'received' | 'marked_read'

/** One thing that a webhook tells: a status or type, and the id of what it is about. */
export type UpdateSummary = { field: string; what: string; message_id: string | null }

/**
 * What one entry tells, by kind. Neither texts nor numbers nor secrets of the people and accounts appear; what was sent
 * is had from the network while it runs.
 */
export type WhatsappFacts =
  /** A request arrived. `path` is without the query. */
  | { kind: 'request'; request_id: number; method: string; path: string }
  /** It was answered; `status` as it was composed, `delivery` as it went out. */
  | {
      kind: 'answer'
      request_id: number
      status: number
      delivery: 'whole' | 'partial' | 'none'
      message_id: string | null
      code: number | null
      fault: string | null
    }
  /** A connection was reset on purpose before its request was complete. */
  | { kind: 'connection_cut'; received_bytes: number }
  /** Something became of a message. `callback_data` is the opaque data that came along. */
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
  /** It was answered, or was not (`failure`: the stage and the system's code). */
  | {
      kind: 'webhook_answer'
      webhook_id: number
      status: number | null
      failure: string | null
      duration_ms: number
    }
  /** The handshake of a webhook address: passed when the challenge came back. */
  | {
      kind: 'handshake'
      phone_number_id: string
      passed: boolean
      status: number | null
      failure: string | null
    }
  /** What an operator might look for in vain: updates that went nowhere. */
  | { kind: 'notice'; phone_number_id: string; message: string }

/** One line of the WhatsApp network's log. */
export type WhatsappLogEntry = LogEntryOf<WhatsappFacts>
export type WhatsappLog = NetworkLog<WhatsappFacts>
