import type { z } from 'zod'
import { systemClock } from '../../base/clock.ts'
import type { Clock } from '../../base/clock.ts'
import { Background } from '../network/background.ts'
import type { HttpLimits } from '../network/http-caller.ts'
import { startHttpServer } from '../network/http-server.ts'
import { NetworkLog } from '../network/network-log.ts'
import { Speed } from '../network/speed.ts'
import { Accounts } from './accounts.ts'
import { placeLeg } from './call-life.ts'
import { callRecord } from './control.ts'
import type { CallRecord } from './control.ts'
import { AccountRate, DialRate } from './dial-rate.ts'
import type { Exchange } from './exchange.ts'
import { FaultRule, Faults } from './faults.ts'
import type { FaultRuleInput } from './faults.ts'
import { AccountNumber, Numbers } from './inbound/numbers.ts'
import { InboundCall, placeInboundCall } from './inbound/place-inbound-call.ts'
import { Legs } from './legs.ts'
import type { LogEntry, PhoneFacts } from './log.ts'
import type { Improvise } from './outcomes.ts'
import { OutgoingRequests } from './outgoing-requests.ts'
import { People, Person } from './people.ts'
import { RequestRouter } from './request-router.ts'

export type PhoneNetworkOptions = {
  /** The address to listen on; the loopback address if absent, because the control endpoints require no credentials. */
  host?: string
  /** 0 takes any free port. */
  port: number
  /** The NDJSON file to which the log is appended; without it the log is kept in memory. */
  logFile?: string | null
  /** How many times faster than real time phones and people are; 1 if absent. */
  speed?: number
  clock?: Clock
  /** The time limits of callbacks, in real milliseconds; Twilio's (5 s to connect, 15 s in all) if absent. */
  callbackLimits?: HttpLimits
}

/** A running phone network. */
export type PhoneNetwork = AsyncDisposable & {
  /** The base address without a final slash, which replaces `https://api.twilio.com`. */
  readonly url: string
  readonly port: number
  /** Returns the log entries with numbers above `after` (0 if absent), oldest first. */
  entries(after?: number): readonly LogEntry[]
  /** Returns all legs in the order in which they were placed. */
  calls(): readonly CallRecord[]
  /** Does the same as POST /sandbox/accounts. @throws z.ZodError if the account is malformed */
  setAccount(account: AccountRate): void
  /**
   * Does the same as POST /sandbox/people. `improvise` decides what the person says over ConversationRelay, instead of
   * `answers`.
   *
   * @throws z.ZodError if the person is malformed
   */
  addPerson(person: Person, improvise?: Improvise): void
  /** Does the same as POST /sandbox/numbers. @throws z.ZodError if the number is malformed */
  setNumber(number: z.input<typeof AccountNumber>): void
  /** Does the same as POST /sandbox/inbound-calls. @throws RangeError if the number can't be called */
  placeInboundCall(call: InboundCall): CallRecord
  /** Does the same as POST /sandbox/faults. @throws z.ZodError if the rule is malformed */
  addFault(rule: FaultRuleInput): void
  clearFaults(): void
  /** Resolves once every call is over and every callback has been sent. */
  idle(): Promise<void>
  /** Closes within a second, whatever is under way: drops calls without a trace and destroys connections. */
  close(): Promise<void>
}

const callbackLimitsDefault: HttpLimits = { connectMs: 5000, totalMs: 15_000 }

/**
 * Starts a phone network, which simulates Twilio's REST API, its callbacks and the called people. The called number
 * decides what happens. Rejects with the system's error (`EADDRINUSE`) if the port is in use.
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
    numbers: new Numbers(),
    faults: new Faults(),
    outgoing: new OutgoingRequests({ clock, log, limits }),
    background: new Background((error) => {
      // A bug of the sandbox itself must be visible.
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
    addPerson: (person, improvise) => exchange.people.put(Person.parse(person), improvise),
    setNumber: (number) => void exchange.numbers.put(AccountNumber.parse(number)),
    placeInboundCall: (call) => callRecord(placeInboundCall(exchange, InboundCall.parse(call))),
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
