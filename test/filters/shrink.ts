import { isObject } from './shape.ts'
import type { Json } from './shape.ts'

/** Returns the smallest value that still fails, found by leaving out parts one by one. */
export async function shrink<T extends Json>(value: T, fails: (smaller: T) => Promise<boolean>): Promise<T> {
  for (const smaller of smallerThan(value)) {
    if (await fails(smaller as T)) return shrink(smaller as T, fails)
  }
  return value
}

/** Yields the value without one of its parts, each part alone, and the same inside of each part. */
function* smallerThan(value: Json): Generator<Json> {
  if (typeof value === 'string' && value.length > 1) yield* [value.slice(1), value.slice(0, -1)]
  if (Array.isArray(value)) {
    const members: readonly Json[] = value
    for (const index of members.keys()) yield members.toSpliced(index, 1)
    for (const [index, member] of members.entries())
      for (const smaller of smallerThan(member)) yield members.with(index, smaller)
  } else if (isObject(value)) {
    for (const key of Object.keys(value))
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key))
    for (const part of Object.values(value).flat()) if (isObject(part)) yield part
    for (const [key, part] of Object.entries(value))
      for (const smaller of smallerThan(part)) yield { ...value, [key]: smaller }
  }
}
