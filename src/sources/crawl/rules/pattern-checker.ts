import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { patternsFault } from './patterns.ts'

/** Returns what is wrong with a list of patterns, in the words of `readPatterns`; null where nothing is. */
export type CheckPatterns = (given: readonly string[]) => Promise<string | null>

/** For one list, once the thread has loaded. The bounds of a list let it take some tenths of a second. */
const compileMsMax = 2_000
/** After so long without a question the thread ends. */
const idleMsMax = 30_000

/**
 * Creates a checker that compiles patterns in a thread of its own, one list after another, so that callers' patterns hold up
 * no other request. What is clearly wrong is found before, without the thread. The thread starts at the first question, ends
 * when nobody asks, and does not keep the process alive.
 */
export function createPatternChecker(timeoutMs = compileMsMax): CheckPatterns {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./pattern-thread.ts', import.meta.url))
    started.unref()
    // Whoever waits for an answer learns of its end; without a listener an error would end the process.
    started.on('error', () => {})
    // It says so when it has loaded what it needs.
    await once(started, 'message')
    return started
  }

  function end(): void {
    void thread?.terminate()
    thread = null
  }

  async function compile(given: readonly string[]): Promise<string | null> {
    clearTimeout(idle)
    thread ??= await start()
    const answer = await answerOf(thread, given, timeoutMs)
    if (answer === undefined) end()
    idle = setTimeout(end, idleMsMax).unref()
    return answer === undefined ? `take longer than ${timeoutMs / 1_000} s to compile` : answer
  }

  return async (given) => {
    const fault = patternsFault(given)
    if (fault !== null || given.length === 0) return fault
    const turn = last.then(() => compile(given))
    last = turn.catch(() => {})
    return turn
  }
}

/** Undefined where the thread ended or took too long. */
function answerOf(
  thread: Worker,
  given: readonly string[],
  timeoutMs: number,
): Promise<string | null | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | null | undefined>()
  const giveUp = (): void => resolve(undefined)
  const timer = setTimeout(giveUp, timeoutMs)
  thread.on('message', resolve).on('exit', giveUp)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(given)
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve).off('exit', giveUp)
  })
}
