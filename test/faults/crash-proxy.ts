import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createMessageSplitter } from './postgres-messages.ts'
import { createStatementReader } from './statement-reader.ts'
import type { Unit } from './statement-reader.ts'

/**
 * When a process ends, relative to a commit. `before`: the commit never reaches the database. `sent`: it is done, and
 * the process does not get the answer. `answered`: the process gets the answer.
 */
export const crashMoments = ['before', 'sent', 'answered'] as const
export type CrashMoment = (typeof crashMoments)[number]

/** A point at which a process is ended. */
export interface Trap {
  isAt: (unit: Unit) => boolean
  moment: CrashMoment
  /** How often the process may pass it before. */
  skip: number
  /** Ends the process. */
  crash: () => void
  afterMs: number
}

/** A proxy between one process of the program and its PostgreSQL, which knows what is being committed. */
export interface CrashProxy extends AsyncDisposable {
  /** The database's address through this proxy. */
  databaseUrl: string
  /** The trap that the process runs into next, once; null: none. */
  trap: Trap | null
}

/** @param databaseUrl an address on a unix socket. */
export async function startCrashProxy(databaseUrl: string): Promise<CrashProxy> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const socketPath = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    stand(near, far, proxy)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: CrashProxy = {
    databaseUrl: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    trap: null,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

/** Passes the traffic of one connection in both directions, until the process has run into the trap. */
function stand(near: Socket, far: Socket, proxy: CrashProxy): void {
  const split = createMessageSplitter(true)
  const splitAnswers = createMessageSplitter(false)
  const reader = createStatementReader()
  let answers = 0
  /** Whether nothing more passes: to the database, to the process. */
  let [isMute, isDeaf] = [false, false]
  let afterAnswer: { number: number; trap: Trap } | null = null

  /** Returns the trap that the process runs into with this unit. */
  const sprung = (unit: Unit | null): Trap | null => {
    const { trap } = proxy
    if (unit === null || trap === null || !trap.isAt(unit) || trap.skip-- > 0) return null
    proxy.trap = null
    return trap
  }

  near.on('data', (chunk: Buffer) => {
    if (isMute) return
    const passed: Buffer[] = []
    let trap: Trap | null = null
    for (const message of split(chunk)) {
      trap = sprung(reader.read(message))
      if (trap?.moment === 'before') break
      passed.push(message.bytes)
      if (trap?.moment === 'answered') afterAnswer = { number: reader.answersDue(), trap }
      if (trap?.moment === 'sent') break
    }
    const isEnd = trap !== null && trap.moment !== 'answered'
    if (isEnd) isMute = isDeaf = true
    // Only once the bytes have left, because the end of the process closes the connection.
    far.write(Buffer.concat(passed), () => isEnd && trap?.crash())
  })
  far.on('data', (chunk: Buffer) => {
    if (isDeaf) return
    for (const { type } of splitAnswers(chunk)) if (type === 'Z') answers++
    const waiting = afterAnswer
    if (waiting === null || answers < waiting.number) return void near.write(chunk)
    afterAnswer = null
    near.write(chunk, () => void setTimeout(waiting.trap.crash, waiting.trap.afterMs))
  })
}
