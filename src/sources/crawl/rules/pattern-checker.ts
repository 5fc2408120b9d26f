import { createHelperThread } from '../../../base/helper-thread.ts'
import { patternsFault } from './patterns.ts'

/** Returns what is wrong with a list of patterns, in the words of `readPatterns`; null where nothing is. */
export type CheckPatterns = (given: readonly string[]) => Promise<string | null>

/** For one list, once the thread has loaded. The bounds of a list let it take some tenths of a second. */
const compileMsMax = 2_000

/**
 * Creates a checker that compiles patterns in a thread of its own, one list after another, so that callers' patterns hold up
 * no other request. Faults that show without compiling are found before, without the thread.
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
