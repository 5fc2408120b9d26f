import { systemClock } from '../../base/clock.ts'
import type { Clock } from '../../base/clock.ts'
import { startHttpServer } from '../network/http-server.ts'
import { NetworkLog } from '../network/network-log.ts'
import { Speed } from '../network/speed.ts'
import { BusyCounts } from './behavior/busy-counts.ts'
import { Script, Scripts } from './behavior/scripts.ts'
import type { ScriptInput } from './behavior/scripts.ts'
import type { Exchange } from './exchange.ts'
import { FaultRule, Faults } from './faults.ts'
import type { FaultRuleInput } from './faults.ts'
import { KeptRequests } from './kept-requests.ts'
import type { KeptRequest } from './kept-requests.ts'
import type { LogEntry, ModelFacts } from './log.ts'
import { Router } from './router.ts'

export type ModelNetworkOptions = {
  /** The address to listen on; the loopback address if absent, because the control endpoints require no credentials. */
  host?: string
  /** 0 takes any free port. */
  port: number
  /** The NDJSON file to which the log is appended; without it the log is kept in memory. */
  logFile?: string | null
  /** How many times faster than real time models speak; 1 if absent. */
  speed?: number
  clock?: Clock
}

/** A running model network. */
export type ModelNetwork = AsyncDisposable & {
  /** The base address without a final slash: the `base_url` of an `anthropic` account. */
  readonly url: string
  /** The `base_url` of an `openai_compatible` account. */
  readonly openaiUrl: string
  readonly port: number
  /** Returns the log entries with numbers above `after` (0 if absent), oldest first. */
  entries(after?: number): readonly LogEntry[]
  /** Returns the latest requests to models with their bodies, oldest first. */
  requests(): readonly KeptRequest[]
  /** Does the same as POST /sandbox/scripts. @throws z.ZodError if the script is malformed */
  addScript(script: ScriptInput): void
  clearScripts(): void
  /** Does the same as POST /sandbox/faults. @throws z.ZodError if the rule is malformed */
  addFault(rule: FaultRuleInput): void
  clearFaults(): void
  /** Closes within a second and destroys all connections. */
  close(): Promise<void>
}

/**
 * Starts a model network, which simulates the HTTP of OpenAI's chat completions and of Anthropic's messages. The name
 * of the model decides what happens. Rejects with the system's error (`EADDRINUSE`) if the port is in use.
 */
export async function startModelNetwork(options: ModelNetworkOptions): Promise<ModelNetwork> {
  const { host = '127.0.0.1', port, logFile = null, clock = systemClock } = options
  const { speed } = new Speed(options.speed ?? 1)
  const log = new NetworkLog<ModelFacts>(clock, logFile)
  const exchange: Exchange = {
    clock,
    speed,
    log,
    faults: new Faults(),
    state: { scripts: new Scripts(), busy: new BusyCounts() },
    requests: new KeptRequests(),
  }
  const router = new Router(exchange)
  const server = await startHttpServer({
    host,
    port,
    handle: (request) => router.handle(request),
    connectionFault: () => exchange.faults.takeForConnection(),
    onCut: (received_bytes) => log.append({ kind: 'connection_cut', received_bytes }),
  }).catch((error: unknown) => {
    log.close()
    throw error
  })
  let closed: Promise<void> | null = null
  const close = () => (closed ??= server.close().then(() => log.close()))
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`
  return {
    url,
    openaiUrl: `${url}/v1`,
    port: server.port,
    entries: (after = 0) => log.after(after),
    requests: () => exchange.requests.after(0),
    addScript: (script) => exchange.state.scripts.add(Script.parse(script)),
    clearScripts: () => exchange.state.scripts.clear(),
    addFault: (rule) => exchange.faults.arm(FaultRule.parse(rule)),
    clearFaults: () => exchange.faults.clear(),
    close,
    [Symbol.asyncDispose]: close,
  }
}
