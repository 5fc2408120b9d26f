import { systemClock } from '../../base/clock.ts'
import type { Clock } from '../../base/clock.ts'
import { Accounts } from './accounts.ts'
import { placeLeg } from './call-life.ts'
import { callRecord } from './control.ts'
import type { CallRecord } from './control.ts'
import { AccountRate, DialRate } from './dial-rate.ts'
import { Background } from '../network/background.ts'
import type { Exchange } from './exchange.ts'
import { FaultRule, Faults } from './faults.ts'
import type { FaultRuleInput } from './faults.ts'
import type { HttpLimits } from '../network/http-caller.ts'
import { startHttpServer } from '../network/http-server.ts'
import { Legs } from './legs.ts'
import { NetworkLog } from '../network/network-log.ts'
import type { LogEntry, PhoneFacts } from './log.ts'
import { OutgoingRequests } from './outgoing-requests.ts'
import { Speed } from '../network/speed.ts'
import { People, Person } from './people.ts'
import { RequestRouter } from './request-router.ts'

export type PhoneNetworkOptions = {
  /** Address to listen on; the loopback address when absent, because the control endpoints ask for no credentials. */
  host?: string
  /** 0 takes any free port. */
  port: number
  /** NDJSON file that the log is appended to; null or absent keeps it in memory. */
  logFile?: string | null
  /** How much faster than life phones and people are; 1 when absent. */
  speed?: number
  clock?: Clock
  /** Time limits of callbacks, in real milliseconds; Twilio's (5 s to connect, 15 s in all) when absent. */
  callbackLimits?: HttpLimits
}

/** A running phone network. */
export type PhoneNetwork = AsyncDisposable & {
  /** Base address, without a slash at the end: what stands in the place of `https://api.twilio.com`. */
  readonly url: string
  readonly port: number
  /** The log's entries numbered above `after` (0 when absent), oldest first. */
  entries(after?: number): readonly LogEntry[]
  /** Every leg, in the order they were placed. */
  calls(): readonly CallRecord[]
  /** As POST /sandbox/accounts. @throws z.ZodError when the account is not well-formed */
  setAccount(account: AccountRate): void
  /** As POST /sandbox/people. @throws z.ZodError when the person is not well-formed */
  addPerson(person: Person): void
  /** As POST /sandbox/faults. @throws z.ZodError when the rule is not well-formed */
  addFault(rule: FaultRuleInput): void
  clearFaults(): void
  /** Resolves once every call is over and every callback has been sent. */
  idle(): Promise<void>
  /** Ends within a second, whatever is under way: calls stop without a trace, connections are destroyed. */
  close(): Promise<void>
}

const callbackLimitsDefault: HttpLimits = { connectMs: 5000, totalMs: 15_000 }

/**
 * Starts a phone network: a program that speaks the provider's REST interface and callbacks, with people at the other end
 * whose behavior is decided by the called number. Rejects with the system's error (`EADDRINUSE`) when the port is taken.
 */
export async function startPhoneNetwork(options: PhoneNetworkOptions): Promise<PhoneNetwork> {
  const { host = '127.0.0.1', port, logFile = null, speed = 1, clock = systemClock } = options
  const accounts = new Accounts()
  const log = new NetworkLog<PhoneFacts>(clock, logFile)
  const limits = options.callbackLimits ?? callbackLimitsDefault
  const exchange: Exchange = {
    clock,
    speed: new Speed(speed),
    dialRate: new DialRate(),
    log,
    legs: new Legs(),
    people: new People(),
    faults: new Faults(),
    outgoing: new OutgoingRequests({ clock, log, limits }),
    background: new Background((error) => {
      // A bug of the sandbox itself: nothing that runs in the background may swallow it.
      process.emitWarning(error instanceof Error ? error : String(error))
    }),
    tokenOf: (accountSid) => accounts.tokenOf(accountSid),
    placeLeg: (order, outcome) => placeLeg(exchange, order, outcome),
  }
  const router = new RequestRouter(exchange, accounts)
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
  const close = () => (closed ??= shutDown(exchange, server.close))
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    port: server.port,
    entries: (after = 0) => log.after(after),
    calls: () => exchange.legs.oldestFirst().map(callRecord),
    setAccount: (account) => exchange.dialRate.put(AccountRate.parse(account)),
    addPerson: (person) => exchange.people.put(Person.parse(person)),
    addFault: (rule) => exchange.faults.arm(FaultRule.parse(rule)),
    clearFaults: () => exchange.faults.clear(),
    idle: () => exchange.background.idle(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function shutDown(exchange: Exchange, closeServer: () => Promise<void>): Promise<void> {
  exchange.background.close()
  for (const leg of exchange.legs.oldestFirst()) leg.drop()
  exchange.outgoing.close()
  await closeServer()
  await exchange.background.idle()
  exchange.log.close()
}
