import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { ConnectionRules } from '../../providers/web/guard/checked-connection.ts'
import type { SendRequest } from '../message/send-body.ts'
import type { SendResult } from './send-answer.ts'

export interface SendContext {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  hints: Pick<HintPublisher, 'publish'>
  secretBox: SecretBox
  /** How hosts are reached that somebody gave for WhatsApp's API. */
  givenHosts: ConnectionRules
}

/** A request to send a message under a broadcast. */
export interface Send {
  organization_id: string
  project_id: string
  broadcast_id: string
  request: SendRequest
  /** The failed message that is sent again; null for any other send. */
  resendOf: string | null
  idempotencyKey: string | null
  condition?: SendCondition
}

/** What a send depends on beside the rules, such as who answers a chat. */
export interface SendCondition {
  /**
   * Runs first in the transaction that commits the message.
   *
   * @throws {Refusal} so that nothing is sent.
   */
  inTransaction: (transaction: Transaction) => Promise<void>
  /**
   * Runs before a request that had to wait.
   *
   * @throws {Refusal} so that nothing is sent.
   */
  again: () => Promise<void>
}

export interface SentMessage {
  result: SendResult
  /** True: the provider has it. False: it is being sent, or its outcome is unknown (202). */
  isSettled: boolean
  /** True if the same answer was given before. */
  replayed: boolean
}
