import type { SentMessage } from '../../../src/sandbox/whatsapp/messages.ts'
import type { AnswerKind } from './answers.ts'
import type { PlannedOrganization } from './plan.ts'
import type { MessageRow, Rows } from './rows.ts'

/** One request of a client and what it was told. */
export interface Sent {
  /** Position in the order of sending. */
  id: number
  organization: string
  /** The broadcast's name. */
  broadcast: string
  key: string | null
  /** E.164. */
  to: string
  /** Nobody else writes to this number, but requests with the same key. */
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

/** A webhook as the network sent it, and how it was answered: null where it was not. */
export interface SeenWebhook {
  at: number
  answeredAt: number
  isForged: boolean
  status: number | null
  updates: readonly { what: string; message_id: string | null }[]
}

/** Everything that is known after a run: what the network saw, what the clients were told, what the database holds. */
export interface Evidence {
  plan: readonly PlannedOrganization[]
  history: readonly Sent[]
  /** Every request for a message that reached the network. */
  requests: readonly SentMessage[]
  webhooks: readonly SeenWebhook[]
  /** Ids of the messages that people wrote. */
  inboundIds: readonly string[]
  rows: Rows
  /** What `recount` printed. */
  recount: string
  lastFaultAt: number
}

/** The requests of one use of a key; those without a key are each by themselves. */
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

/** The evidence by what it is about. */
export interface Index {
  /** The network's view of a number. */
  requestsTo: Map<string, SentMessage[]>
  /** By the id that our side gave along. */
  requestsOf: Map<string, SentMessage[]>
  messageOf: Map<string, MessageRow>
  /** What the service has acknowledged of a message, by the network's id. */
  toldOf: Map<string, Set<string>>
}

export function indexOf({ requests, rows, webhooks }: Evidence): Index {
  const toldOf = new Map<string, Set<string>>()
  for (const { updates, status, isForged } of webhooks) {
    if (isForged || status !== 200) continue
    for (const { what, message_id } of updates)
      if (message_id !== null) toldOf.set(message_id, (toldOf.get(message_id) ?? new Set()).add(what))
  }
  return {
    requestsTo: Map.groupBy(requests, ({ to }) => to),
    requestsOf: Map.groupBy(requests, ({ callback_data }) => callback_data ?? ''),
    messageOf: new Map(rows.messages.map((message) => [message._id, message])),
    toldOf,
  }
}

export function isAccepted({ message_id }: Pick<SentMessage, 'message_id'>): boolean {
  return message_id !== null
}
