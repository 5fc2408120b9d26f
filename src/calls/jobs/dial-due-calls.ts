import type { Duty } from '../../jobs/repeat.ts'
import type { DialContext } from '../dial-attempt.ts'
import { startDueCall } from '../start-due-call.ts'

/** Dials waiting calls whose time has come, one after the other. */
export function dialDueCalls(context: DialContext): Duty {
  return { name: 'dial due calls', pauseMs: 500, run: () => startDueCall(context) }
}
