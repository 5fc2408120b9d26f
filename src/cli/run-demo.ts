import type { Context } from '../app/context.ts'
import type { Config } from '../base/config.ts'
import { selectAnsweredNumbers } from '../campaigns/inbound-queries.ts'
import { addKnowledge } from '../operator/demo/add-knowledge.ts'
import { askWhatsapp } from '../operator/demo/ask-whatsapp.ts'
import { demoNumber } from '../operator/demo/demo-declaration.ts'
import type { DemoAddresses } from '../operator/demo/demo-declaration.ts'
import { startLiveCalls } from '../operator/demo/live-calls.ts'
import type { DemoContext, LoadedDemo } from '../operator/demo/load-demo.ts'
import { pointNumberHere } from '../operator/point-number.ts'
import type { ConnectionRules } from '../providers/web/guard/checked-connection.ts'
import { startModelNetwork } from '../sandbox/models/model-network.ts'
import type { ModelNetwork } from '../sandbox/models/model-network.ts'
import { startPhoneNetwork } from '../sandbox/phone/phone-network.ts'
import { startSite } from '../sandbox/site/site.ts'
import type { Site } from '../sandbox/site/site.ts'
import { startWhatsappNetwork } from '../sandbox/whatsapp/whatsapp-network.ts'
import { openDemoNumber } from './demo-number.ts'
import { describeHistory, loadShownHistory, loadWithKey } from './load-demo.ts'
import { printLine } from './output.ts'
import {
  modelNetworkLog,
  modelNetworkPort,
  phoneNetworkLog,
  phoneNetworkPort,
  sitePort,
  whatsappNetworkLog,
  whatsappNetworkPort,
} from './sandbox.ts'

/** The demo with its sandbox running. */
export interface RunningDemo extends LoadedDemo, DemoAddresses, AsyncDisposable {
  /** Makes the WhatsApp network report message statuses to the service at this address. */
  reportStatusesTo: (serviceUrl: string) => void
  /** Points the demo's numbers in the phone network at the service, so that people there can call it. */
  pointNumbersTo: (serviceUrl: string) => Promise<void>
  /** Sets what somebody answers in the phone network when called. */
  setAnswers: (number: string, answers: readonly string[]) => void
}

/** Starts the website of the demo's business, which the demo crawls. Its host must be open to crawls. */
export function startDemoSite(): Promise<Site> {
  return startNear(sitePort, (port) => startSite({ port }))
}

/** Starts the network of the demo's models. Its host must be open to model accounts. */
export async function startDemoModels(config: Config): Promise<ModelNetwork> {
  const logFile = await modelNetworkLog(config)
  return startNear(modelNetworkPort, (port) => startModelNetwork({ port, logFile }))
}

/**
 * Starts the rest of the sandbox in this process, and loads the demo organization, whose calls and messages go to it.
 */
export async function startDemo(
  config: Config,
  context: DemoContext & { givenHosts: ConnectionRules },
  { hasHistory, models }: { hasHistory: boolean; models: ModelNetwork },
): Promise<RunningDemo> {
  await using stack = new AsyncDisposableStack()
  const phoneLog = await phoneNetworkLog(config)
  const phone = await startNear(phoneNetworkPort, (port) => startPhoneNetwork({ port, logFile: phoneLog }))
  stack.use(phone)
  const whatsappLog = await whatsappNetworkLog(config)
  const whatsapp = await startNear(whatsappNetworkPort, (port) =>
    startWhatsappNetwork({ port, logFile: whatsappLog }),
  )
  stack.use(whatsapp)
  const addresses = {
    phoneNetworkUrl: phone.url,
    whatsappNetworkUrl: whatsapp.url,
    modelNetworkUrl: models.openaiUrl,
  }
  const demo = await loadWithKey(config, context, addresses, hasHistory)
  const running = stack.move()
  return {
    ...demo,
    ...addresses,
    reportStatusesTo: (serviceUrl) => openDemoNumber(whatsapp, serviceUrl),
    pointNumbersTo: (serviceUrl) => pointNumbers(context, demo, phone.url, serviceUrl),
    setAnswers: (number, answers) =>
      phone.addPerson({ number, answers: answers.map((speech) => ({ speech })) }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The most numbers of the demo that are pointed at the service. */
const numbersMax = 100

async function pointNumbers(
  { db, secretBox, givenHosts }: DemoContext & { givenHosts: ConnectionRules },
  { organization_id: organizationId }: LoadedDemo,
  phoneNetworkUrl: string,
  serviceUrl: string,
): Promise<void> {
  const numbers = await selectAnsweredNumbers(db, { organizationId, number: null }, numbersMax)
  for (const number of numbers.filter(({ api_url }) => api_url === phoneNetworkUrl)) {
    // oxlint-disable-next-line no-await-in-loop -- a few requests on loopback
    const fault = await pointNumberHere(secretBox, number, serviceUrl, givenHosts)
    if (fault !== null) printLine(`The number ${number.number} could not be pointed at the service: ${fault}`)
  }
}

/**
 * Starts a network on its usual port, or on any free port if another instance has that one. The demo's records name
 * the actual port.
 */
async function startNear<Network>(
  usualPort: number,
  start: (port: number) => Promise<Network>,
): Promise<Network> {
  return start(usualPort).catch((error: Error) => {
    if ('code' in error && error.code === 'EADDRINUSE') return start(0)
    throw error
  })
}

/**
 * Fills a running demo: loads its history and its knowledge base, then places calls while somebody watches. It all
 * happens behind the service, which is ready before; what fails is logged, and tried again at the next start.
 */
export function fillDemo(
  context: Context,
  demo: RunningDemo,
  { siteUrl, isWatched }: { siteUrl: string; isWatched: () => boolean },
): AsyncDisposable {
  const stop = new AbortController()
  const live = new AsyncDisposableStack()
  const filling = (async () => {
    const history = await loadShownHistory(context, demo, stop.signal)
    if (history !== null) printLine(describeHistory(history))
    await addKnowledge(context, demo, siteUrl)
    await askWhatsapp(context, demo)
    if (stop.signal.aborted) return
    const { phoneNetworkUrl: carrierUrl, setAnswers } = demo
    live.use(startLiveCalls(context, demo, { carrierUrl, setAnswers, isWatched }))
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) context.log.warn({ err: error }, 'the demo could not be filled')
  })
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error('the demo ends'))
      await filling
      await live.disposeAsync()
    },
  }
}

export function printDemo(address: string, demo: RunningDemo): void {
  const project = `${address}/organizations/${demo.organization_id}/projects/${demo.project_id}`
  const [campaignId] = Object.values(demo.campaigns)
  const [broadcastId] = Object.values(demo.broadcasts)
  printLine(`Phone network of the sandbox: ${demo.phoneNetworkUrl}`)
  printLine(`WhatsApp network of the sandbox: ${demo.whatsappNetworkUrl}`)
  printLine(`Model network of the sandbox: ${demo.modelNetworkUrl}`)
  printLine(`Demo API key: ${demo.key}`)
  printLine('Place a call:')
  printPost(`${project}/campaigns/${campaignId}/trigger-call`, demo, {
    phone_number: '+14155550100',
    name: 'Ada',
  })
  printLine('Have somebody call the demo’s number, which its agent answers:')
  printLine(`  curl ${demo.phoneNetworkUrl}/sandbox/inbound-calls -H 'Content-Type: application/json' \\
    -d '{"from":"+14155550101","to":"${demoNumber}"}'`)
  printLine('Send a WhatsApp message; a GET of the same address shows its status:')
  printPost(`${project}/broadcasts/${broadcastId}/messages`, demo, {
    to: '+14155550100',
    data: { name: 'Ada', end_date: '31 January' },
  })
}

/** Prints a command to paste into a shell. No value contains a quote. */
function printPost(url: string, { key }: { key: string }, body: object): void {
  printLine(`  curl -X POST ${url} \\
    -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(body)}'`)
}
