import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Asks a thread. Returns undefined if it ended or took longer than `timeoutMs`; the next question then starts a new
 * thread.
 */
export type AskThread<Question, Answer> = (
  question: Question,
  timeoutMs: number,
) => Promise<Answer | undefined>

/** The thread ends after this long without a question. */
const idleMsMax = 30_000

/**
 * Creates a thread for work that would hold up the event loop. It answers one question after another. The time limit of
 * a question starts when the thread begins with it. The thread starts at the first question, ends when nobody asks for
 * a while, and does not keep the process alive.
 *
 * @param script posts any message when it has loaded, and then one message for each that it gets.
 */
export function createHelperThread<Question, Answer>(script: URL): AskThread<Question, Answer> {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function start(): Promise<Worker> {
    const started = new Worker(script)
    started.unref()
    // `answerOf` notices the end; without a listener an error would end the process.
    started.on('error', () => {})
    await once(started, 'message')
    return started
  }

  function end(): void {
    void thread?.terminate()
    thread = null
  }

  async function ask(question: Question, timeoutMs: number): Promise<Answer | undefined> {
    clearTimeout(idle)
    thread ??= await start()
    const answer = await answerOf<Answer>(thread, question, timeoutMs)
    if (answer === undefined) end()
    idle = setTimeout(end, idleMsMax).unref()
    return answer
  }

  return (question, timeoutMs) => {
    const turn = last.then(() => ask(question, timeoutMs))
    last = turn.catch(() => {})
    return turn
  }
}

/** Returns undefined if the thread ended or took too long. */
function answerOf<Answer>(thread: Worker, question: unknown, timeoutMs: number): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  const giveUp = (): void => resolve(undefined)
  const timer = setTimeout(giveUp, timeoutMs)
  thread.on('message', resolve).on('exit', giveUp)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(question)
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve).off('exit', giveUp)
  })
}
