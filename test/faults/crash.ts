import { setTimeout as delay } from 'node:timers/promises'
import { burst } from './burst.ts'
import { atCarrier, callPoints } from './crash-points.ts'
import type { CarrierMoment, CrashName } from './crash-points.ts'
import type { Random } from './random.ts'
import { crashWithinMs } from './schedule.ts'
import type { Fault } from './schedule.ts'
import type { Victims } from './victims.ts'

/** How long to wait for a process that is just being started. */
const upWithinMs = 10_000

/** Ends a process at a point of its work once it is up, after requesting calls so that it reaches the point. */
export async function crash(
  fault: Extract<Fault, { kind: 'crash' }>,
  victims: Victims,
  random: Random,
): Promise<void> {
  const { target, point, moment, skip, afterMs } = fault
  const { program, coverage } = victims
  for (const until = Date.now() + upWithinMs; !program.isUp(target) && Date.now() < until;) await delay(50)
  const place = { point, how: `${target.replace(/-\d+$/, '')}, ${moment}` }
  coverage.set(place)
  const end = (): void => {
    coverage.hit(place)
    program.kill(target)
  }
  const { isAt } = callPoints.find(({ name }) => name === point)!
  program.setTrap(target, { isAt, moment, skip, afterMs, crash: end })
  await burst(fault.burst, victims, target, crashWithinMs, random)
  program.setTrap(target, null)
}

/** A crash that waits for its request to the carrier. */
export interface DialCrash {
  moment: CarrierMoment
  skip: number
}

/** Ends the process that makes a request to the carrier, after requesting calls. The carrier looks at `awaited`. */
export async function crashDialler(
  fault: Extract<Fault, { kind: 'crash_dialler' }>,
  victims: Victims,
  awaited: DialCrash[],
  random: Random,
): Promise<void> {
  const dialCrash: DialCrash = { moment: fault.moment, skip: fault.skip }
  victims.coverage.set(placeOf(dialCrash))
  awaited.push(dialCrash)
  await burst(fault.burst, victims, null, crashWithinMs, random)
  const position = awaited.indexOf(dialCrash)
  if (position >= 0) awaited.splice(position, 1)
}

/** Lets requests to the carrier run into the crashes that wait for them. */
export function watchForDialCrashes({ program, observer, coverage }: Victims, awaited: DialCrash[]): void {
  observer.watchDials((moment, port) => {
    const position = awaited.findIndex((each) => each.moment === moment)
    const dialCrash = awaited[position]
    if (dialCrash === undefined || dialCrash.skip-- > 0) return false
    const name = program.ownerOfPort(port)
    if (name === null) return false
    awaited.splice(position, 1)
    coverage.hit(placeOf(dialCrash))
    program.kill(name)
    return true
  })
}

function placeOf({ moment }: DialCrash): CrashName {
  return { point: atCarrier, how: moment }
}
