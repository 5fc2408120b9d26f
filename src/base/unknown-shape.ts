/** Returns whether a value of unknown shape has members by name. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a value of unknown shape as a mapping; an empty one if it is none. */
export function asMapping(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {}
}

/** Returns an own member of a value of unknown shape; undefined if there is none. */
export function memberOf(holder: unknown, name: PropertyKey): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  return Reflect.get(holder, name)
}
