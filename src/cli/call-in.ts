import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { normalizePhoneNumber } from '../base/phone-number.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { selectAnsweredNumbers } from '../campaigns/inbound-queries.ts'
import type { AnsweredNumber } from '../campaigns/inbound-queries.ts'
import type { Db } from '../db/database.ts'
import { isSandboxAddress, pointNumberHere } from '../operator/point-number.ts'
import { privateHostsOf } from '../providers/web/guard/private-hosts.ts'
import { createResolver } from '../providers/web/guard/resolver.ts'
import { openDatabase } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'

interface CallInOptions {
  from: string
  to?: string
  json?: true
}

/** The most numbers that are looked through for one of the sandbox. */
const numbersMax = 1_000
const sandboxMs = 10_000

/** Adds the command `call-in`, with which somebody in the sandbox calls a number that an inbound campaign answers. */
export function addCallIn(program: Command, config: () => Config): void {
  program
    .command('call-in')
    .description('have somebody in the sandbox call a number that an inbound campaign answers')
    .option('--from <number>', 'who calls; the last two digits decide how they talk', '+14155550100')
    .option('--to <number>', 'the number; the first one of a sandbox account if it is left out')
    .option('--json', 'print one JSON document')
    .action((options: CallInOptions) => callIn(config(), options))
}

async function callIn(settings: Config, { from, to, json }: CallInOptions): Promise<void> {
  const caller = numberOf(from, '--from')
  const called = to === undefined ? null : numberOf(to, '--to')
  await using opened = await openDatabase(settings, 'command')
  const number = await findNumber(opened.db, called)
  const serviceUrl = serviceUrlOf(settings)
  const secretBox = createSecretBox(await loadSecretKey(settings))
  const fault = await pointNumberHere(secretBox, number, serviceUrl, {
    privateHosts: privateHostsOf(settings.privateHosts),
    lookup: createResolver(),
  })
  if (fault !== null) throw new CommandFault(`the sandbox at ${number.api_url} can not be used: ${fault}`)
  const call = await place(number, caller)
  if (json === true) return printJson({ number: number.number, ...call })
  printLine(`${caller} calls ${number.place}: ${call.sid}. The call is on the live page of the dashboard.`)
}

function numberOf(text: string, option: string): string {
  const number = normalizePhoneNumber(text, null)
  if (number === null) throw new CommandFault(`${option} must be a number such as +14155550100`)
  return number
}

async function findNumber(db: Db, called: string | null): Promise<AnsweredNumber> {
  const numbers = await selectAnsweredNumbers(db, { organizationId: null, number: called }, numbersMax)
  const number = numbers.find(({ api_url }) => isSandboxAddress(api_url))
  if (number !== undefined) return number
  if (numbers.length > 0)
    throw new CommandFault('the number belongs to a real carrier account: call it with a telephone')
  const which = called === null ? 'no caller ID' : `no caller ID ${called}`
  throw new CommandFault(`there is ${which} with an inbound_campaign; declare one and apply it`)
}

const Placed = z.object({ sid: z.string(), status: z.string() })

/** Has the sandbox's phone network place the call, and waits for nothing more. */
async function place(
  { api_url, number }: AnsweredNumber,
  from: string,
): Promise<{ sid: string; status: string }> {
  const response = await Promise.race([
    fetch(`${api_url}/sandbox/inbound-calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: number }),
    }).catch(() => null),
    sleep(sandboxMs, null, { ref: false }),
  ])
  if (response === null) throw new CommandFault(`the sandbox at ${api_url} does not answer`)
  if (!response.ok) throw new CommandFault(`the sandbox refuses the call: ${await response.text()}`)
  return Placed.parse(await response.json())
}
