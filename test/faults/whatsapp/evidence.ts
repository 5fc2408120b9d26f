import type { SentMessage } from '../../../src/sandbox/whatsapp/messages.ts'
import type { AnswerKind } from './answers.ts'
import type { PlannedOrganization } from './plan.ts'
import type { MessageRow, Rows } from './rows.ts'

/** One request of a client and its answer. */
export interface Sent {
  /** Position in the order of sending. */
  id: number
  organization: string
  /** The broadcast's name. */
  broadcast: string
  key: string | null
  /** E.164. */
  to: string
  /** Whether only requests with the same key write to this number. */
  isOwnNumber: boolean
  /** The request's body. */
  body: string
  sentAt: number
  answeredAt: number
  kind: AnswerKind
  /** Null where no answer came. */
  status: number | null
  /** The answer's body, byte for byte. */
  text: string
  message: string
  isReplay: boolean
  result: SendResult | null
}

export interface SendResult {
  message_id: string
  to: string
  status: string
  provider_message_id: string | null
}

/** A webhook as the network sent it, with the status of its answer; null without an answer. */
export interface SeenWebhook {
  at: number
  answeredAt: number
  isForged: boolean
  status: number | null
  updates: readonly { what: string; message_id: string | null }[]
}

/** A message with which a person opted out, as the network sent it. */
export interface SeenStop {
  messageId: string
  /** E.164. */
  number: string
}

/** Everything that is known after a run: what the network saw, what the clients got, what the database holds. */
export interface Evidence {
  plan: readonly PlannedOrganization[]
  history: readonly Sent[]
  /** Every request for a message that reached the network. */
  requests: readonly SentMessage[]
  webhooks: readonly SeenWebhook[]
  /** The ids of the messages from people. */
  inboundIds: readonly string[]
  /** Those of them that say STOP. */
  stops: readonly SeenStop[]
  rows: Rows
  /** The output of `recount`. */
  recount: string
  lastFaultAt: number
}

/** The requests with one key. A request without a key is a group of its own. */
export interface KeyUse {
  organization: string
  key: string | null
  sends: Sent[]
}

export function keyUsesOf(history: readonly Sent[]): KeyUse[] {
  const groups = Map.groupBy(history, ({ id, organization, key }) =>
    key === null ? `${id}` : `${organization} ${key}`,
  )
  return [...groups.values()].map((sends) => ({
    organization: sends[0]!.organization,
    key: sends[0]!.key,
    sends: sends.toSorted((one, other) => one.sentAt - other.sentAt),
  }))
}

/** The evidence by its keys. */
export interface Index {
  /** The requests that the network got for a number. */
  requestsTo: Map<string, SentMessage[]>
  /** The requests by our own id, which is their callback data. */
  requestsOf: Map<string, SentMessage[]>
  messageOf: Map<string, MessageRow>
  /** The updates of a message that the service has acknowledged, by the network's id. */
  acknowledgedOf: Map<string, Set<string>>
}

export function indexOf({ requests, rows, webhooks }: Evidence): Index {
  const acknowledgedOf = new Map<string, Set<string>>()
  for (const { updates, status, isForged } of webhooks) {
    if (isForged || status !== 200) continue
    for (const { what, message_id } of updates)
      if (message_id !== null)
        acknowledgedOf.set(message_id, (acknowledgedOf.get(message_id) ?? new Set()).add(what))
  }
  return {
    requestsTo: Map.groupBy(requests, ({ to }) => to),
    requestsOf: Map.groupBy(requests, ({ callback_data }) => callback_data ?? ''),
    messageOf: new Map(rows.messages.map((message) => [message._id, message])),
    acknowledgedOf,
  }
}

export function isAccepted({ message_id }: Pick<SentMessage, 'message_id'>): boolean {
  return message_id !== null
}
