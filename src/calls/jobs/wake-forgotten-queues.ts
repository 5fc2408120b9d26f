import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../call-context.ts'
import { dueWhileCallsWait, notifyForgottenQueues } from '../queue/queue-queries.ts'

/**
 * Wakes queues that can go on but got no notification, because the process that freed a slot died first (Promise 22).
 */
export function wakeForgottenQueues(context: Pick<DialContext, 'db' | 'clock'>): Job {
  return {
    name: 'wake forgotten queues',
    pauseMs: 1_500,
    due: dueWhileCallsWait,
    run: async () => {
      await notifyForgottenQueues(context.db, context.clock.now())
      return false
    },
  }
}
