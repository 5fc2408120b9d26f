import type { FaultPath, PlacedFault } from '../../base/faults.ts'

/** The deepest nesting of a declaration. A workflow definition takes about a third of it. */
export const depthMax = 64

/** The most values in a declaration, mappings and lists included. */
export const valuesMax = 1_000_000

const faultsMax = 100

/**
 * Finds what the database cannot store: values that JSON has no form for, and text with a NUL or half of a surrogate
 * pair. `sound` is false if the value cannot be walked safely (too deep, too large, not JSON); then no other check
 * may run on it.
 */
export function checkJsonValue(value: unknown): { sound: boolean; faults: PlacedFault[] } {
  const faults: PlacedFault[] = []
  let sound = true
  let values = 0

  const unsound = (path: FaultPath, message: string): void => {
    sound = false
    faults.push({ path, message })
  }
  const walk = (value: unknown, path: FaultPath): void => {
    if (faults.length >= faultsMax || ++values > valuesMax) return
    if (typeof value === 'string') {
      if (!isStorable(value)) faults.push({ path, message: unstorable })
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) unsound(path, 'must be a number that JSON can write')
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= depthMax) return unsound(path, `is nested more than ${depthMax} levels deep`)
      if (Array.isArray(value)) {
        // Loop by index, which also finds holes in the list.
        for (let index = 0; index < value.length; index++) walk(value[index], [...path, index])
        return
      }
      if (!isMapping(value)) return unsound(path, 'must be text, a number, true, false, a list or a mapping')
      for (const [name, member] of Object.entries(value)) {
        if (!isStorable(name)) faults.push({ path: [...path, name], message: unstorable })
        walk(member, [...path, name])
      }
    } else if (value !== null && typeof value !== 'boolean') {
      unsound(path, 'must be text, a number, true, false, a list or a mapping')
    }
  }

  walk(value, [])
  if (values > valuesMax) unsound([], `must have at most ${valuesMax} values`)
  return { sound, faults }
}

const unstorable = 'holds a character that cannot be stored (NUL, or half of a surrogate pair)'

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function isMapping(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
