import type { RecordOptOut } from '../agents/conversation/record-unread-opt-out.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { SecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import type { StopCallsTo } from '../guards/do-not-call/add-numbers.ts'
import type { HintPublisher } from '../hints/publish-hints.ts'
import type { VoiceProvider } from '../providers/voice-carrier.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { QueueNotifier } from './queue/queue-notifier.ts'

/** The dependencies of functions that record outcomes. */
export interface SettleContext {
  db: Db
  clock: Clock
  newId: NewId
  queueNotifier: QueueNotifier
  hints: Pick<HintPublisher, 'publish'>
  log: Log
  metrics: CallMetrics
  recordOptOut: RecordOptOut
  voiceProvider: Pick<VoiceProvider, 'subjectOfCode'>
}

/** The dependencies of functions that send requests to a carrier. */
export interface DialContext extends SettleContext {
  secretBox: SecretBox
  voiceProvider: VoiceProvider
  /** Returns the address at which carriers reach the service, without a slash at the end. */
  publicUrl: () => string
  stopCallsTo: StopCallsTo
  /** How long a call waits for a look-up in the knowledge base. */
  lookUpMs: number
}
