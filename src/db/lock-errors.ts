const lockTimeout = '55P03'
const deadlock = '40P01'

/** Returns whether a statement failed because a lock was not free in time. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === lockTimeout
}

/** Returns whether a statement failed because a lock was not free in time, or to resolve a deadlock. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || codeOf(error) === deadlock
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
