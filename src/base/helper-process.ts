import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

/**
 * A process of its own for work that may take too much time or memory: its end is an answer. It ends with `await using`, and
 * by itself when this process does.
 */
export interface HelperProcess<Question, Answer> extends AsyncDisposable {
  /**
   * Sends a question and returns the answer. Returns null where the process ended or took longer than `timeoutMs`; it has
   * then ended for good. One question at a time.
   */
  ask: (question: Question, timeoutMs: number) => Promise<Answer | null>
}

/** How long a process may take to start, on a machine that has much else to do. */
const startMsMax = 30_000

const isReady = 'ready'

/**
 * Starts a script that calls `serveParent`. It gets no environment, so that what breaks out of its work finds no secrets
 * there.
 *
 * @param options.heapMb the most that its objects may take; the process takes some 90 MB more.
 * @throws where it does not start.
 */
export async function startHelper<Question, Answer>(
  script: URL,
  options: { heapMb: number; args?: readonly string[] },
): Promise<HelperProcess<Question, Answer>> {
  const { heapMb, args = [] } = options
  const child = fork(script, args, {
    env: {},
    // Old objects are collected early and the space of new ones stays small: what a page leaves behind piles up otherwise.
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=8', '--heap-growing-percent=30'],
    serialization: 'advanced',
    // Of its end by lack of memory the engine would print a page.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Whoever waits for it learns of its end; without a listener an error would end this process.
  child.on('error', () => {})
  const helper: HelperProcess<Question, Answer> = {
    ask: async (question, timeoutMs) => {
      child.send(question as object, () => {})
      const answer = (await nextMessage(child, timeoutMs)) as { answer: Answer } | null
      if (answer === null) await end(child)
      return answer === null ? null : answer.answer
    },
    [Symbol.asyncDispose]: () => end(child),
  }
  if ((await nextMessage(child, startMsMax)) === isReady) return helper
  await end(child)
  throw new Error(`the process ${script.pathname.replace(/^.*\//, '')} did not start`)
}

/** Answers the questions of the process that started this one. What `answer` throws ends the process. */
export function serveParent(answer: (question: never) => unknown): void {
  // A terminal sends these to all of a group; the parent decides when its helper ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  const reply = async (question: unknown): Promise<void> => {
    process.send?.({ answer: await answer(question as never) })
  }
  process.on('message', (question) => void reply(question))
  process.send?.(isReady)
}

/** Returns null where the process has ended, or sends nothing in time. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const giveUp = (): void => resolve(null)
  if (!child.connected) return Promise.resolve(null)
  const timer = setTimeout(giveUp, timeoutMs)
  child.on('message', resolve).on('error', giveUp).on('exit', giveUp).on('disconnect', giveUp)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', resolve).off('error', giveUp).off('exit', giveUp).off('disconnect', giveUp)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}
