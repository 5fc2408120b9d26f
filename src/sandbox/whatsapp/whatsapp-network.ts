import { systemClock } from '../../base/clock.ts'
import type { Clock } from '../../base/clock.ts'
import { Background } from '../network/background.ts'
import { HttpCaller } from '../network/http-caller.ts'
import type { HttpLimits } from '../network/http-caller.ts'
import { startHttpServer } from '../network/http-server.ts'
import { NetworkLog } from '../network/network-log.ts'
import { Speed } from '../network/speed.ts'
import { WhatsappAccount, WhatsappAccounts } from './accounts.ts'
import type { WhatsappAccountInput } from './accounts.ts'
import { makeChange, WhatsappChange } from './changes.ts'
import type { WhatsappChangeInput } from './changes.ts'
import type { WhatsappExchange } from './exchange.ts'
import { WhatsappFaultRule, WhatsappFaults } from './faults.ts'
import type { WhatsappFaultRuleInput } from './faults.ts'
import { shakeHands } from './handshake.ts'
import type { HandshakeOrder, HandshakeResult } from './handshake.ts'
import { InboundMessages, receiveInbounds } from './inbound.ts'
import type { WhatsappFacts, WhatsappLogEntry } from './log.ts'
import { WhatsappMessages } from './messages.ts'
import type { InboundMessage, SentMessage } from './messages.ts'
import { WhatsappPeople, WhatsappPerson } from './people.ts'
import type { WhatsappPersonInput } from './people.ts'
import { WhatsappRelations } from './relations.ts'
import { WhatsappRouter } from './router.ts'
import { WhatsappTemplate, WhatsappTemplates } from './templates.ts'
import type { WhatsappTemplateInput } from './templates.ts'
import { WebhookRelease, WhatsappWebhooks } from './webhooks.ts'

export type WhatsappNetworkOptions = {
  /** The address to listen on; the loopback address if absent, because the control endpoints require no credentials. */
  host?: string
  /** 0 takes any free port. */
  port: number
  /** The NDJSON file to which the log is appended; without it the log is kept in memory. */
  logFile?: string | null
  /** How many times faster than real time messages travel and people read; 1 if absent. */
  speed?: number
  clock?: Clock
  /** Whether free-form messages are refused outside the 24-hour window; true if absent. */
  enforceWindow?: boolean
  /** The time limits of webhooks, in real milliseconds; 5 s to connect and 15 s in all if absent. */
  webhookLimits?: HttpLimits
  /** The pauses before a failed webhook is repeated, in real milliseconds; 1, 5 and 20 s if absent. */
  webhookRetryAfterMs?: readonly number[]
}

/**
 * A running WhatsApp network. Its methods do what the control endpoints do, and throw where those return 400 or 409.
 */
export type WhatsappNetwork = AsyncDisposable & {
  /** The base address without a final slash, which replaces `https://graph.facebook.com`. */
  readonly url: string
  readonly port: number
  /** Returns the log entries with numbers above `after` (0 if absent), oldest first. */
  entries(after?: number): readonly WhatsappLogEntry[]
  /**
   * Returns the requests for messages, accepted or not, oldest first; only those to one number (E.164) if it is given.
   */
  messages(to?: string): readonly SentMessage[]
  /** Returns the messages from people, oldest first. */
  inboundMessages(from?: string): readonly InboundMessage[]
  setAccount(account: WhatsappAccountInput): void
  addTemplate(template: WhatsappTemplateInput): WhatsappTemplate
  addPerson(person: WhatsappPersonInput): void
  addFault(rule: WhatsappFaultRuleInput): void
  clearFaults(): void
  setWindowEnforced(enforced: boolean): void
  /** Sends messages from people in one webhook, in the background, and returns their ids. */
  receive(inbound: InboundMessages): { message_ids: string[] }
  change(change: WhatsappChangeInput): void
  holdWebhooks(): void
  releaseWebhooks(release?: Partial<WebhookRelease>): void
  shakeHands(order: HandshakeOrder): Promise<HandshakeResult>
  /** Resolves once every message has its final status and no webhook is left to send. */
  idle(): Promise<void>
  /** Closes within a second, whatever is under way: drops messages without a trace and destroys connections. */
  close(): Promise<void>
}

const webhookLimitsDefault: HttpLimits = { connectMs: 5000, totalMs: 15_000 }
const webhookRetryAfterMsDefault = [1000, 5000, 20_000]
/** How much of a webhook's answer is read; enough for the challenge of a handshake. */
const webhookAnswerBytesMax = 4096

/**
 * Starts a WhatsApp network, which simulates the Graph API and the webhooks of Meta's Cloud API. A person's number
 * decides their behavior. Rejects with the system's error (`EADDRINUSE`) if the port is in use.
 */
export async function startWhatsappNetwork(options: WhatsappNetworkOptions): Promise<WhatsappNetwork> {
  const { host = '127.0.0.1', port, logFile = null, clock = systemClock } = options
  const log = new NetworkLog<WhatsappFacts>(clock, logFile)
  let url = ''
  const exchange = createExchange(options, clock, log, () => url)
  const router = new WhatsappRouter(exchange)
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
  url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`
  let closed: Promise<void> | null = null
  const close = () => (closed ??= shutDown(exchange, server.close))
  return {
    url,
    port: server.port,
    ...controlsOf(exchange),
    idle: () => exchange.background.idle(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function createExchange(
  options: WhatsappNetworkOptions,
  clock: Clock,
  log: NetworkLog<WhatsappFacts>,
  baseUrl: () => string,
): WhatsappExchange {
  const { speed = 1, enforceWindow = true } = options
  const limits = options.webhookLimits ?? webhookLimitsDefault
  const retryAfterMs = options.webhookRetryAfterMs ?? webhookRetryAfterMsDefault
  const caller = new HttpCaller({ limits, answerBytesMax: webhookAnswerBytesMax })
  const faults = new WhatsappFaults()
  const background = new Background((error) => {
    // A bug of the sandbox itself must be visible.
    process.emitWarning(error instanceof Error ? error : String(error))
  })
  return {
    clock,
    speed: new Speed(speed),
    log,
    accounts: new WhatsappAccounts(),
    people: new WhatsappPeople(),
    templates: new WhatsappTemplates(),
    relations: new WhatsappRelations({ enforceWindow }),
    messages: new WhatsappMessages(),
    faults,
    webhooks: new WhatsappWebhooks({ clock, log, faults, background, caller, retryAfterMs }),
    caller,
    background,
    baseUrl,
  }
}

function controlsOf(exchange: WhatsappExchange) {
  const { log, messages, accounts, templates, people, faults, relations, webhooks } = exchange
  return {
    entries: (after = 0) => log.after(after),
    messages: (to?: string) => messages.sent(to),
    inboundMessages: (from?: string) => messages.inbound(from),
    setAccount: (account: WhatsappAccountInput) => accounts.put(WhatsappAccount.parse(account)),
    addTemplate: (template: WhatsappTemplateInput) => templates.put(WhatsappTemplate.parse(template)),
    addPerson: (person: WhatsappPersonInput) => people.put(WhatsappPerson.parse(person)),
    addFault: (rule: WhatsappFaultRuleInput) => faults.arm(WhatsappFaultRule.parse(rule)),
    clearFaults: () => faults.clear(),
    setWindowEnforced: (enforced: boolean) => {
      relations.enforceWindow = enforced
    },
    receive: (inbound: InboundMessages) => receiveInbounds(exchange, InboundMessages.parse(inbound)),
    change: (change: WhatsappChangeInput) => makeChange(exchange, WhatsappChange.parse(change)),
    holdWebhooks: () => webhooks.hold(),
    releaseWebhooks: (release: Partial<WebhookRelease> = {}) =>
      webhooks.release(WebhookRelease.parse(release)),
    shakeHands: (order: HandshakeOrder) => shakeHands(exchange, order),
  }
}

async function shutDown(exchange: WhatsappExchange, closeServer: () => Promise<void>): Promise<void> {
  exchange.background.close()
  exchange.caller.close()
  await closeServer()
  await exchange.background.idle()
  exchange.log.close()
}
