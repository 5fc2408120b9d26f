import { isObject } from './shape.ts'
import type { Json } from './shape.ts'

/** What a path yields when an object lacks the key, or a scalar or null is where the path goes on. */
export const miss = Symbol('miss')
export type Yielded = Json | typeof miss

/** What a path yields: with the arrays at its end unwrapped, and with only these arrays as a whole. */
export interface Reach {
  readonly opened: readonly Yielded[]
  readonly ends: readonly Yielded[]
}

/** Returns a value that is tested by itself, such as an element in `$elemMatch`; it is never unwrapped. */
export function reachOfElement(element: Json): Reach {
  return { opened: [element], ends: [element] }
}

export function countKeys(value: Json, segments: readonly string[]): Reach {
  const opened: Yielded[] = []
  const ends: Yielded[] = []

  const end = (value: Yielded, { open }: { open: boolean }): void => {
    if (open && Array.isArray(value)) opened.push(...value)
    opened.push(value)
    ends.push(value)
  }

  const walk = (value: Json, at: number): void => {
    const segment = segments[at]
    if (segment === undefined) end(value, { open: true })
    else if (Array.isArray(value)) walkArray(value, segment, at)
    else if (isObject(value) && Object.hasOwn(value, segment)) walk(value[segment]!, at + 1)
    else end(miss, { open: false })
  }

  const walkArray = (array: readonly Json[], segment: string, at: number): void => {
    array.forEach((element, index) => {
      if (isObject(element)) walk(element, at)
      if (String(index) !== segment) return
      // Found by index: taken as it is where the path ends; a scalar is passed over where the path goes on.
      if (at + 1 === segments.length) end(element, { open: false })
      else if (Array.isArray(element) || isObject(element)) walk(element, at + 1)
    })
  }

  walk(value, 0)
  return { opened, ends }
}
