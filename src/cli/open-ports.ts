import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../app/context.ts'
import { createHealthServer, createMetricsServer } from '../app/health.ts'
import type { Config } from '../base/config.ts'
import type { App } from '../http/app.ts'
import { CommandFault } from './output.ts'
import { Stopped } from './signals.ts'

/** How long running requests may take after a signal to stop; one of them may wait for a provider. */
const requestGraceMs = 10_000
/** The same after Ctrl+C, with somebody waiting at the terminal. */
const interruptGraceMs = 1_500
/** How long the program that has the port may take to accept a connection. */
const portAnswersMs = 1_000

export interface ListenAddress {
  host: string
  port: number
  /** The environment variable or option that sets the port. */
  variable: string
}

/**
 * Throws if the port is taken, before anything else is started. It connects to find out, because opening and closing a
 * listener would reset the connections of clients that wait for this start.
 */
export async function assertPortIsFree(address: ListenAddress): Promise<void> {
  if (address.port === 0) return
  const host = address.host === '0.0.0.0' ? '127.0.0.1' : address.host
  const socket = connect({ host, port: address.port, timeout: portAnswersMs })
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('timeout', () => resolve(false))
    socket.once('error', () => resolve(false))
  })
  socket.destroy()
  if (isTaken) throw takenFault(address)
}

function takenFault({ host, port, variable }: ListenAddress): CommandFault {
  return new CommandFault(`port ${port} on ${host} is taken; stop what listens there or set ${variable}`)
}

/** Returns what an operator reads of a port that can not be listened on. */
export function portFault(error: Error & { code?: string }, address: ListenAddress): Error {
  const { host, port, variable } = address
  switch (error.code) {
    case 'EADDRINUSE':
      return takenFault(address)
    case 'EACCES':
      return new CommandFault(
        `port ${port} on ${host} is not allowed to this user; set ${variable} to 1024 or above`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandFault(`HOST ${host} is not an address of this machine`)
    case 'EAI_AGAIN':
      return new CommandFault(`HOST ${host} is not known: the name server does not answer`)
    default:
      return error
  }
}

export async function listen(
  address: ListenAddress,
  app: App,
  stop: AbortSignal,
): Promise<App & AsyncDisposable> {
  try {
    await app.listen({ host: address.host, port: address.port })
  } catch (error) {
    throw error instanceof Error ? portFault(error, address) : error
  }
  return Object.assign(app, { [Symbol.asyncDispose]: () => closeServer(app, stop) })
}

export async function listenForMetrics(
  { host, metricsPort }: Config,
  context: Context,
  stop: AbortSignal,
): Promise<(App & AsyncDisposable) | null> {
  if (metricsPort === null) return null
  const address = { host, port: metricsPort, variable: 'METRICS_PORT' }
  return listen(address, await createMetricsServer(context, stop), stop)
}

/**
 * Serves health and metrics of a worker. If the port is taken, as by an API with the same environment, the worker
 * runs without it.
 */
export async function listenForHealth(
  { host, workerPort }: Config,
  context: Context,
  stop: AbortSignal,
): Promise<(App & AsyncDisposable) | null> {
  if (workerPort === null) return null
  try {
    const address = { host, port: workerPort, variable: 'WORKER_PORT' }
    return await listen(address, await createHealthServer(context, stop), stop)
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    context.log.warn({ err: error }, 'no health and metrics of this worker')
    return null
  }
}

export function addressOf(app: App): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

async function closeServer(app: App, stop: AbortSignal): Promise<void> {
  const isInterrupted = !(stop.reason instanceof Stopped) || stop.reason.signal === 'SIGINT'
  const graceMs = isInterrupted ? interruptGraceMs : requestGraceMs
  const closed = app.close()
  const late = delay(graceMs, undefined, { ref: false }).then(() => app.server.closeAllConnections())
  await Promise.race([closed, late])
}
