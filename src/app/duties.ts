import { askSilentCarriers } from '../calls/jobs/ask-silent-carriers.ts'
import { serveLines } from '../calls/jobs/serve-lines.ts'
import { keepCountersUpToDate } from '../conversations/jobs/take-in-count-changes.ts'
import { wakeForgotten } from '../calls/jobs/wake-forgotten-lines.ts'
import { deletePastIdempotencyKeys } from '../idempotency/jobs/delete-past-keys.ts'
import type { Bell } from '../jobs/bell.ts'
import type { Duty } from '../jobs/repeat.ts'
import type { Context } from './context.ts'

/**
 * Everything that a worker does. Any number of workers may do it on one database.
 *
 * @param lineBell rings when a campaign's line may go on.
 */
export function duties(context: Context, lineBell: Bell): Duty[] {
  return [
    serveLines(context, lineBell),
    wakeForgotten(context),
    keepCountersUpToDate(context),
    askSilentCarriers(context),
    deletePastIdempotencyKeys(context),
  ]
}
