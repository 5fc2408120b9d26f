import { createHelperThread } from '../../../base/helper-thread.ts'
import { patternsFault } from './patterns.ts'

/** Returns what is wrong with a list of patterns, as the message of `readPatterns`, or null. */
export type CheckPatterns = (given: readonly string[]) => Promise<string | null>

/** The time for one list, after the thread has loaded. A list within its limits takes some tenths of a second. */
const compileMsMax = 2_000

/**
 * Creates a checker that compiles patterns in a separate thread, one list after another, so that they never block other
 * requests. Faults that need no compiling are found first, without the thread.
 */
export function createPatternChecker(timeoutMs = compileMsMax): CheckPatterns {
  const compile = createHelperThread<readonly string[], string | null>(
    new URL('./pattern-thread.ts', import.meta.url),
  )
  return async (given) => {
    const fault = patternsFault(given)
    if (fault !== null || given.length === 0) return fault
    const answer = await compile(given, timeoutMs)
    return answer === undefined ? `take longer than ${timeoutMs / 1_000} s to compile` : answer
  }
}
