import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../attempt/dial-attempt.ts'
import { notifyForgottenQueues } from '../queue/queue-queries.ts'

/**
 * Finds lines that go on although nobody woke them: the process that freed a slot ended before it could say so
 * (Promise 22).
 */
export function notifyForgotten(context: Pick<DialContext, 'db' | 'clock'>): Job {
  return {
    name: 'wake forgotten lines',
    pauseMs: 1_500,
    run: async () => {
      await notifyForgottenQueues(context.db, context.clock.now())
      return false
    },
  }
}
