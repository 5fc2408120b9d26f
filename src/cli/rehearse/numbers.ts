let next = 1_000

/** Returns a number of the sandbox's networks that no other scene of this process has. */
export function newNumber(): string {
  return `+1415555${next++}`
}
