/**
 * Hands out telephone numbers, each of them once: a project calls a number once at a time, so that each call of a test
 * takes one of its own unless the test is about just that.
 */
export function createNumbers(): () => string {
  let next = 1_000
  return () => `+1415555${next++}`
}
