import type { Log } from '../../base/log.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../attempt/dial-attempt.ts'
import { dialDueCall, serveDueQueue } from '../queue/serve-queue.ts'
import { createRoomPerCarrier } from './room-per-carrier.ts'

/** Dials under way that one process has at one carrier account, and in all. */
const dialsPerCarrierMost = 100
const dialsMost = 1_000
/** How often the lines are looked at without being told: for instants that come due, and for what a notice missed. */
const pauseMs = 200

/** Lets waiting calls go whose turn has come, line after line, and dials them while the next lines are served. */
export function serveQueues(context: DialContext & { log: Log }, wakeSignal: WakeSignal): Job {
  const room = createRoomPerCarrier(dialsPerCarrierMost, dialsMost)
  return {
    name: 'serve lines',
    pauseMs,
    wakeSignal,
    run: async () => {
      const dials = await serveDueQueue(context, room.left)
      for (const dial of dials ?? [])
        room.begin(
          dial.attempt.voice_carrier_id,
          () => dialDueCall(context, dial),
          (error) =>
            context.log.error({ err: error, attempt_id: dial.attempt._id }, 'a dial was not settled'),
        )
      return dials !== null
    },
    finish: room.idle,
  }
}
