import { askSilentCarriers } from '../calls/jobs/ask-silent-carriers.ts'
import { dialDueCalls } from '../calls/jobs/dial-due-calls.ts'
import type { Duty } from '../jobs/repeat.ts'
import type { Context } from './context.ts'

/** Everything that a worker does. Any number of workers may do it on one database. */
export function duties(context: Context): Duty[] {
  return [dialDueCalls(context), askSilentCarriers(context)]
}
