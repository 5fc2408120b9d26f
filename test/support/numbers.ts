/**
 * Returns a function that makes phone numbers, each of them once. A project calls a number once at a time, so each call
 * of a test needs its own number unless the test is about that.
 */
export function createNumbers(): () => string {
  let next = 1_000
  return () => `+1415555${next++}`
}
