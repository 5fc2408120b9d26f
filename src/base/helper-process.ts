import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import path from 'node:path'

/**
 * A child process for work that may need too much time or memory. When it dies, the caller gets null instead of an
 * answer. It ends with `await using`, and by itself when its parent ends.
 */
export interface HelperProcess<Question, Answer> extends AsyncDisposable {
  /**
   * Sends a question and returns the answer. Returns null when the process ended, or took longer than `timeoutMs` and
   * was ended for that. Ask one question at a time.
   */
  ask: (question: Question, timeoutMs: number) => Promise<Answer | null>
}

/** How long the process may take to start on a busy machine. */
const startMsMax = 30_000

const isReady = 'ready'

/**
 * What a helper sends apart from `isReady`: its answer, or a request of its own with an id, to which this process
 * responds.
 */
type FromHelper = { answer: unknown } | { id: number; request: unknown }
type ToHelper = { question: unknown } | { id: number; response: unknown }

/**
 * Starts a script that calls `serveParent`. It gets only the given environment variables, so that an attacker who takes
 * the helper over finds no secrets there. It also gets the folder of this process's compiled modules if there is one.
 * Without it, compiling takes more than half of the time that the script needs to start.
 *
 * @param options.heapMb maximum JavaScript heap; the process needs about 90 MB more.
 * @param options.serve answers the helper's requests while it works; it must not reject.
 * @throws when the process does not start.
 */
export async function startHelper<Question, Answer>(
  script: URL,
  options: {
    heapMb: number
    args?: readonly string[]
    env?: Readonly<Record<string, string>>
    serve?: (request: never) => Promise<unknown>
  },
): Promise<HelperProcess<Question, Answer>> {
  const { heapMb, args = [], env = {}, serve } = options
  const child = fork(script, args, {
    env: { ...compiledModules(), ...env },
    execArgv: [
      // The fault of docs/adr/2026-11-23-compiler-fault.md.
      '--no-maglev-escape-analysis',
      `--max-old-space-size=${heapMb}`,
      // Collects garbage early, because the garbage of many pages would pile up otherwise.
      '--max-semi-space-size=8',
      '--heap-growing-percent=30',
    ],
    serialization: 'advanced',
    // When it runs out of memory, V8 prints a page about it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // `nextMessage` notices the end; without a listener an error would end this process.
  child.on('error', () => {})
  const send = (message: ToHelper): void => void child.send(message, () => {})
  if (serve !== undefined)
    child.on('message', (message: FromHelper) => {
      if (!isRequest(message)) return
      const { id, request } = message
      void serve(request as never).then((response) => child.connected && send({ id, response }))
    })
  const helper: HelperProcess<Question, Answer> = {
    ask: async (question, timeoutMs) => {
      send({ question })
      const reply = (await nextMessage(child, timeoutMs)) as { answer: Answer } | null
      if (reply === null) await end(child)
      return reply === null ? null : reply.answer
    },
    [Symbol.asyncDispose]: () => end(child),
  }
  if ((await nextMessage(child, startMsMax)) === isReady) return helper
  await end(child)
  throw new Error(`the process ${script.pathname.replace(/^.*\//, '')} did not start`)
}

/** Returns the variable that passes the folder of compiled modules on. Node keeps them in it by version. */
function compiledModules(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) }
}

/** Sends a request to the parent process and returns its response. */
export type AskParent = (request: unknown) => Promise<unknown>

/**
 * Serves the questions of the parent process. An error that `answer` throws ends the process.
 *
 * Keeps the compiled modules when it begins, and those of the first answer after that: a parent ends its helper with
 * SIGKILL, and Node keeps them when a process ends by itself. The next helper then starts in half the time.
 */
export function serveParent(answer: (question: never, askParent: AskParent) => unknown): void {
  // A terminal sends these signals to the whole process group, but the parent decides when its helper ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  const waiting = new Map<number, (response: unknown) => void>()
  let lastId = 0
  const askParent: AskParent = (request) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(++lastId, resolve)
    process.send?.({ id: lastId, request })
    return promise
  }
  let isFirst = true
  const reply = async (question: unknown): Promise<void> => {
    process.send?.({ answer: await answer(question as never, askParent) })
    if (isFirst) setImmediate(flushCompileCache)
    isFirst = false
  }
  process.on('message', (message: ToHelper) => {
    if ('question' in message) return void reply(message.question)
    waiting.get(message.id)?.(message.response)
    waiting.delete(message.id)
  })
  process.send?.(isReady)
  flushCompileCache()
}

function isRequest(message: FromHelper | typeof isReady): message is Extract<FromHelper, { id: number }> {
  return message !== isReady && 'request' in message
}

/** Returns the next message that is not a request, or null when the process ends or sends none in time. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const giveUp = (): void => resolve(null)
  const receive = (message: FromHelper | typeof isReady): void => {
    if (!isRequest(message)) resolve(message)
  }
  if (!child.connected) return Promise.resolve(null)
  const timer = setTimeout(giveUp, timeoutMs)
  child.on('message', receive).on('error', giveUp).on('exit', giveUp).on('disconnect', giveUp)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', receive).off('error', giveUp).off('exit', giveUp).off('disconnect', giveUp)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}
