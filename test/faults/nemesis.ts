import { setTimeout as delay } from 'node:timers/promises'
import { burst } from './burst.ts'
import { crash, crashDialler, watchForDialCrashes } from './crash.ts'
import type { DialCrash } from './crash.ts'
import type { CallbackFate } from './observer-leg.ts'
import type { AnswerFault } from './observer-log.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { describeFault } from './schedule.ts'
import type { CarrierTrouble, Fault } from './schedule.ts'
import type { Victims } from './victims.ts'

/** Does what the schedule says, and resolves with the instant at which the last of it was over. */
export async function runSchedule(
  faults: readonly Fault[],
  victims: Victims,
  seed: string,
  say: (line: string) => void,
): Promise<number> {
  const begun = Date.now()
  const dialCrashes: DialCrash[] = []
  watchForDialCrashes(victims, dialCrashes)
  const paused = new Set<string>()
  const running = faults.map(async (fault) => {
    await delay(Math.max(begun + fault.atMs - Date.now(), 0))
    say(describeFault(fault))
    await commit(fault, victims, paused, dialCrashes, createRandom(`${seed} ${fault.kind} ${fault.atMs}`))
  })
  await Promise.all(running)
  return Date.now()
}

async function commit(
  fault: Fault,
  victims: Victims,
  paused: Set<string>,
  dialCrashes: DialCrash[],
  random: Random,
): Promise<void> {
  const { program, observer } = victims
  const all = [...program.names('api'), ...program.names('worker')]
  switch (fault.kind) {
    case 'kill':
      await burst(fault.burst, victims, fault.target, fault.afterMs, random)
      // A stopped process is not killed, because it must continue after others have done its work.
      if (!paused.has(fault.target)) program.kill(fault.target)
      return
    case 'pause':
      await burst(fault.burst, victims, fault.target, fault.afterMs, random)
      paused.add(fault.target)
      program.pause(fault.target)
      await delay(fault.forMs)
      program.resume(fault.target)
      paused.delete(fault.target)
      return
    case 'kill_database':
      await burst(fault.burst, victims, null, fault.afterMs, random)
      return program.killDatabase().catch(() => {})
    case 'kill_all':
      for (const name of all) if (!paused.has(name)) program.kill(name)
      return program.killDatabase().catch(() => {})
    case 'carrier':
      if (fault.trouble === 'refuse') {
        await observer.refuseConnections(true)
        await delay(fault.forMs)
        return observer.refuseConnections(false)
      }
      observer.answerBy(() => answerIn(fault.trouble, random))
      await delay(fault.forMs)
      return observer.answerBy(() => ({ kind: 'none' }))
    case 'crash':
      // A stopped process reaches no point of its work.
      if (!paused.has(fault.target)) await crash(fault, victims, random)
      return
    case 'crash_dialler':
      return crashDialler(fault, victims, dialCrashes, random)
    case 'clock':
      program.moveClock(fault.target, fault.byMs)
      await delay(fault.forMs)
      return program.moveClock(fault.target, 0)
  }
}

function answerIn(trouble: CarrierTrouble, random: Random): AnswerFault {
  switch (trouble) {
    case 'cut':
      return { kind: 'cut', afterBytes: random.integer(0, 700) }
    case 'hang':
      return { kind: 'stall', afterBytes: random.pick([0, 0, 20, 300]) }
    case 'status_500':
    case 'lost':
    case 'rate_limit':
      return { kind: trouble }
    case 'refuse':
      return { kind: 'none' }
    case 'mixed':
      return random.chance(0.66) ? { kind: 'none' } : mixed(random)
  }
}

function mixed(random: Random): AnswerFault {
  return random.pick<AnswerFault>([
    { kind: 'cut', afterBytes: random.integer(0, 700) },
    { kind: 'stall', afterBytes: 0 },
    { kind: 'late', ms: random.integer(500, 4_000) },
    { kind: 'status_500' },
    { kind: 'callback_first' },
    { kind: 'lost' },
    { kind: 'rate_limit' },
    { kind: 'rejected' },
  ])
}

/** What befalls a callback: most arrive, some do not, or twice, or late, or behind a forged one. */
export function troubledCallback(random: Random): CallbackFate {
  const roll = random.next()
  if (roll < 0.7) return { kind: 'send' }
  if (roll < 0.78) return { kind: 'twice' }
  if (roll < 0.88) return { kind: 'delay', ms: random.integer(20, 1_500) }
  if (roll < 0.93) return { kind: 'forged_first' }
  return { kind: 'drop' }
}
