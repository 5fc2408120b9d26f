import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { StopCallsTo } from '../../guards/do-not-call/add-numbers.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { AccountRests } from '../../providers/models/account-rests.ts'
import type { ModelClient } from '../../providers/models/model-client.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { AgentMetrics } from '../agent-metrics.ts'
import type { RecordOptOut } from '../conversation/record-unread-opt-out.ts'

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
  /** How long one process works on a turn of a chat before it counts as failed, in milliseconds. */
  chatTurnMs: number
  stopCallsTo: StopCallsTo
  recordOptOut: RecordOptOut
}
