import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { StopCallsTo } from '../../guards/do-not-call/add-numbers.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { AccountRests } from '../../providers/models/account-rests.ts'
import type { ModelClient } from '../../providers/models/model-client.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { AgentMetrics } from '../agent-metrics.ts'

/** Somebody who wants to be called and written to no more. */
export interface OptingOut {
  organization_id: string
  project_id: string
  /** E.164, or the id that WhatsApp has given a person who hides their number. */
  address: string
}

/** What turns of agents need. */
export interface AgentContext {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  hints: HintPublisher
  secretBox: SecretBox
  webFetch: WebFetch
  models: { client: ModelClient; rests: AccountRests }
  agentMetrics: AgentMetrics
  /** How long a look-up in the knowledge base may take, in milliseconds. */
  lookUpMs: number
  stopCallsTo: StopCallsTo
  /** Keeps that a person opted out, where each channel asks for it. */
  recordOptOut: (db: Queryable, person: OptingOut, since: Date) => Promise<void>
}
