// Loaded into a process of the program before all else (`node --import`): the time of day is off there by as many
// milliseconds as the file says that MOVED_CLOCK_FILE names, whenever it says so. What counts on from a start goes on
// untouched (performance.now, timers), as on a machine whose clock is set.
import { readFileSync } from 'node:fs'

/** How often the file is looked at; a clock is looked at far more often. */
const lookEveryMs = 100

const file = process.env['MOVED_CLOCK_FILE']
if (file !== undefined) moveClock(file)

function moveClock(file: string): void {
  const steadyNow = Date.now
  let offsetMs = 0
  let lookAgainAt = 0
  const now = (): number => {
    if (performance.now() >= lookAgainAt) {
      offsetMs = readOffset(file)
      lookAgainAt = performance.now() + lookEveryMs
    }
    return steadyNow() + offsetMs
  }
  Date.now = now
  // A proxy and not a class of its own, so that every date there is remains an instance of the one `Date`.
  const moved: DateConstructor = new Proxy(Date, {
    construct: (date, values: unknown[], made): object => {
      const from = values.length === 0 ? [now()] : values
      return Reflect.construct(date, from, made === moved ? date : made) as object
    },
    apply: (date) => new date(now()).toString(),
  })
  globalThis.Date = moved
}

/** Where there is no such file, nobody has moved the clock. */
function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}
