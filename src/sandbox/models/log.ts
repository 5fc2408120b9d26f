import type { LogEntryOf, NetworkLog } from '../network/network-log.ts'

/** The content of a log entry, by kind. Keys never appear. */
export type ModelFacts =
  | {
      kind: 'request'
      request_id: number
      method: string
      path: string
      /** The header that had a key: `authorization`, `x-api-key`, or null. */
      key: string | null
      asked: AskedFacts | null
    }
  /** `delivery` says how much of the answer was to be sent; `fault` is the kind of the armed fault that changed it. */
  | {
      kind: 'answer'
      request_id: number
      status: number
      delivery: 'whole' | 'partial' | 'none'
      /** What the model said and called, before any fault; null where it was not asked. */
      said: { text: string; calls: readonly { tool: string; arguments: string }[]; stop: string } | null
      fault: string | null
    }
  /** A fault reset a connection before its request was complete. */
  | { kind: 'connection_cut'; received_bytes: number }

/** What a model was asked. `GET /sandbox/requests` has the whole body. */
export type AskedFacts = {
  model: string
  /** The last input of the user, which input it is, and how many tool calls followed it. */
  input: string
  turn: number
  step: number
  messages: number
  tools: readonly string[]
  may_call: boolean
  max_tokens: number | null
}

/** An entry of the model network's log. */
export type LogEntry = LogEntryOf<ModelFacts>
export type ModelLog = NetworkLog<ModelFacts>
