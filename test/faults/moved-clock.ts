// Loaded into a process of the program before anything else (`node --import`). Moves the time of day by the
// milliseconds in the file that MOVED_CLOCK_FILE names, also when the file changes. Monotonic time (performance.now,
// timers) is not affected, as on a machine whose clock is set.
import { readFileSync } from 'node:fs'

/** How often the file is read; the clock is read far more often. */
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
  // A proxy and not another class, so that all dates are instances of the same `Date`.
  const moved: DateConstructor = new Proxy(Date, {
    construct: (date, values: unknown[], made): object => {
      const from = values.length === 0 ? [now()] : values
      return Reflect.construct(date, from, made === moved ? date : made) as object
    },
    apply: (date) => new date(now()).toString(),
  })
  globalThis.Date = moved
}

/** Returns the offset in the file; 0 if there is no file, because the clock was not moved. */
function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}
