import { isRecord } from './is-record.ts'

/** A place where two records differ. */
export interface ChangedPlace {
  /** Such as `steps.ask.branches[0].next`. */
  path: string
  before: unknown
  after: unknown
}

/** Returns the places where two values of JSON differ, as paths. What is on one side alone has null on the other. */
export function changedPaths(before: unknown, after: unknown, path = ''): ChangedPlace[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, at) => changedPaths(before[at], after[at], `${path}[${at}]`)).flat()
  }
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => changedPaths(before[name], after[name], pathBelow(path, name)))
  }
  return [{ path, before: before ?? null, after: after ?? null }]
}

function pathBelow(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}
