import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How far the heap may grow beyond the objects in use before old objects are collected. */
const growthPercent = 30
/**
 * In bytes. A space of new objects up to this size stays as it is: to make it smaller would stop the process for too
 * long.
 */
const smallSpace = 8e6

/**
 * Keeps the heap of the process small until it is disposed of. The objects of a page live just long enough to count as
 * old. V8 lets old objects pile up to several times the memory in use, and fills up to 64 MB with new ones before it
 * collects them. So old objects are collected early, and the space of new ones is shrunk once and does not grow again.
 * With this, a worker takes 314 MB instead of 406 MB over 300 pages of a documentation site.
 */
export function keepHeapSmall(): Disposable {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
  setFlagsFromString('--semi-space-growth-factor=1')
  if (newObjectsSpace() > smallSpace) shrink()
  return {
    [Symbol.dispose]: () => {
      setFlagsFromString('--heap-growing-percent=0')
      setFlagsFromString('--semi-space-growth-factor=2')
    },
  }
}

/** Returns how much memory new objects take up to now, in bytes. */
function newObjectsSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size
}

/** Makes the space of new objects small by one collection of everything, which stops the process for 50 to 400 ms. */
function shrink(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
