import type { Log } from '../../base/log.ts'
import type { Bell } from '../../jobs/bell.ts'
import type { Duty } from '../../jobs/repeat.ts'
import type { DialContext } from '../dial-attempt.ts'
import { dialDueCall, serveDueLine } from '../serve-line.ts'
import type { DueDial } from '../serve-line.ts'

/** Dials under way that one process has at one carrier account: one that hangs must not take the room of the others. */
const dialsPerCarrierMost = 100
/** The same over all carriers. */
const dialsMost = 1_000
/** How often the lines are looked at without being told: for instants that come due, and for what a notice missed. */
const pauseMs = 200

/** Lets waiting calls go whose turn has come, line after line, and dials them while the next lines are served. */
export function serveLines(context: DialContext & { log: Log }, bell: Bell): Duty {
  const perCarrier = new Map<string, number>()
  const underWay = new Set<Promise<void>>()

  const roomFor = (carrierId: string): number =>
    Math.min(dialsPerCarrierMost - (perCarrier.get(carrierId) ?? 0), dialsMost - underWay.size)

  function start(dial: DueDial): void {
    const { voice_carrier_id } = dial.attempt
    perCarrier.set(voice_carrier_id, (perCarrier.get(voice_carrier_id) ?? 0) + 1)
    const running = dialDueCall(context, dial)
      .catch((error: unknown) =>
        context.log.error({ err: error, attempt_id: dial.attempt._id }, 'a dial was not settled'),
      )
      .finally(() => {
        underWay.delete(running)
        const left = (perCarrier.get(voice_carrier_id) ?? 1) - 1
        if (left > 0) perCarrier.set(voice_carrier_id, left)
        else perCarrier.delete(voice_carrier_id)
      })
    underWay.add(running)
  }

  return {
    name: 'serve lines',
    pauseMs,
    bell,
    run: async () => {
      const dials = await serveDueLine(context, roomFor)
      dials?.forEach(start)
      return dials !== null
    },
    finish: async () => {
      await Promise.all(underWay)
    },
  }
}
