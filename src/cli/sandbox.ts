import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { startModelNetwork } from '../sandbox/models/model-network.ts'
import { startPhoneNetwork } from '../sandbox/phone/phone-network.ts'
import { startWhatsappNetwork } from '../sandbox/whatsapp/whatsapp-network.ts'
import { openDemoNumber } from './demo-number.ts'
import { portFault } from './open-ports.ts'
import { printLine } from './output.ts'
import { untilStopped } from './signals.ts'

/** The default port of the sandbox's phone network. */
export const phoneNetworkPort = 9901
/** The default port of the sandbox's WhatsApp network. */
export const whatsappNetworkPort = 9902
/** The default port of the website that the demo crawls. */
export const sitePort = 9903
/** The default port of the sandbox's model network. */
export const modelNetworkPort = 9904

interface SandboxOptions {
  phonePort: number
  whatsappPort: number
  modelPort: number
  speed: number
}

export function addSandbox(program: Command, config: () => Config): void {
  program
    .command('sandbox')
    .description(
      "run the provider sandbox alone: a phone, a WhatsApp and a model network that speak the providers' HTTP on loopback",
    )
    .option('--phone-port <port>', 'port of the phone network', parsePort, phoneNetworkPort)
    .option('--whatsapp-port <port>', 'port of the WhatsApp network', parsePort, whatsappNetworkPort)
    .option('--model-port <port>', 'port of the model network', parsePort, modelNetworkPort)
    .option('--speed <factor>', 'how many times faster than real time calls and messages go', parseSpeed, 1)
    .action(async ({ phonePort, whatsappPort, modelPort, speed }: SandboxOptions) => {
      const settings = config()
      const serviceUrl = serviceUrlOf(settings)
      const phoneLog = await phoneNetworkLog(settings)
      const whatsappLog = await whatsappNetworkLog(settings)
      await using phone = await unlessTaken(phonePort, '--phone-port', (port) =>
        startPhoneNetwork({ port, logFile: phoneLog, speed }),
      )
      await using whatsapp = await unlessTaken(whatsappPort, '--whatsapp-port', (port) =>
        startWhatsappNetwork({ port, logFile: whatsappLog, speed }),
      )
      const modelLog = await modelNetworkLog(settings)
      await using models = await unlessTaken(modelPort, '--model-port', (port) =>
        startModelNetwork({ port, logFile: modelLog, speed }),
      )
      openDemoNumber(whatsapp, serviceUrl)
      printLine(`Phone network: ${phone.url} (api_url of a twilio carrier account)`)
      printLine(`What it saw:   ${phoneLog}`)
      printLine(`WhatsApp network: ${whatsapp.url} (api_url of a WhatsApp sender)`)
      printLine(`What it saw:      ${whatsappLog}`)
      printLine(`Model network: ${models.openaiUrl} (base_url of an openai_compatible model account)`)
      printLine(`               ${models.url} (base_url of an anthropic one)`)
      printLine(`What it saw:   ${modelLog}`)
      printLine(`Statuses of the demo's messages are reported to ${serviceUrl}`)
      await untilStopped()
    })
}

/** @throws {CommandFault} if the port can not be listened on, as beside `npm start`, which runs the sandbox too. */
function unlessTaken<Network>(
  port: number,
  variable: string,
  start: (port: number) => Promise<Network>,
): Promise<Network> {
  return start(port).catch((error: Error) => {
    throw portFault(error, { host: '127.0.0.1', port, variable })
  })
}

/** Returns the file in which the phone network logs requests; makes its folder. */
export function phoneNetworkLog(config: Config): Promise<string> {
  return logFile(config, 'phone-network.ndjson')
}

/** Returns the file in which the WhatsApp network logs requests; makes its folder. */
export function whatsappNetworkLog(config: Config): Promise<string> {
  return logFile(config, 'whatsapp-network.ndjson')
}

/** Returns the file in which the model network logs requests; makes its folder. */
export function modelNetworkLog(config: Config): Promise<string> {
  return logFile(config, 'model-network.ndjson')
}

async function logFile({ dataDir }: Config, name: string): Promise<string> {
  const folder = path.join(dataDir, 'sandbox')
  await mkdir(folder, { recursive: true })
  return path.join(folder, name)
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('must be from 0 to 65535')
  return Number(text)
}

function parseSpeed(text: string): number {
  const speed = Number(text)
  if (!(speed > 0 && speed <= 100_000)) throw new InvalidArgumentError('must be above 0, at most 100000')
  return speed
}
