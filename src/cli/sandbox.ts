import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { startPhoneNetwork } from '../sandbox/phone-network.ts'
import { printLine } from './output.ts'
import { untilStopped } from './signals.ts'

/** Where the sandbox listens unless it is told otherwise. */
export const phoneNetworkPort = 9901

export function addSandbox(program: Command, config: () => Config): void {
  program
    .command('sandbox')
    .description("run the provider sandbox alone: a phone network that speaks Twilio's HTTP on loopback")
    .option('--phone-port <port>', 'port of the phone network', parsePort, phoneNetworkPort)
    .option('--speed <factor>', 'how many times faster than life calls go', parseSpeed, 1)
    .action(async ({ phonePort, speed }: { phonePort: number; speed: number }) => {
      const logFile = await phoneNetworkLog(config())
      await using network = await startPhoneNetwork({ port: phonePort, logFile, speed })
      printLine(`Phone network: ${network.url} (api_url of a twilio carrier account)`)
      printLine(`What it saw:   ${logFile}`)
      await untilStopped()
    })
}

/** Where the phone network writes what it saw; its folder is there afterwards. */
export async function phoneNetworkLog({ dataDir }: Config): Promise<string> {
  const folder = path.join(dataDir, 'sandbox')
  await mkdir(folder, { recursive: true })
  return path.join(folder, 'phone-network.ndjson')
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
