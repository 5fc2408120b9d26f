import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '../evidence.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { describeSendCrash, sendCrashes } from './crash-points.ts'
import type { SendCrash } from './crash-points.ts'
import { templateSend } from './load.ts'
import type { Victims } from './nemesis.ts'
import { lapseLeases } from './watch-database.ts'

/** How long a process has to run into its crash. */
const crashWithinMs = 8_000
/** How many messages are requested, so that a process reaches the point. */
const burst = 8
/** How long WhatsApp delays an answer that must arrive after the crash. */
const answerDelayMs = 3_000

/**
 * Ends a process at each point of sending a message, several times, while messages are under way. The checks at the end
 * cover the results; this function returns whether every point was reached.
 */
export async function crashEverywhere(
  victims: Victims,
  rounds: number,
  say: (line: string) => void,
): Promise<Finding> {
  const random = createRandom(`${victims.load.seed} whatsapp crashes`)
  const missed: string[] = []
  for (let round = 0; round < rounds; round++)
    for (const crash of sendCrashes) {
      await victims.program.untilUp()
      const isHit =
        crash.kind === 'ask'
          ? await crashAsking(crash, victims, random)
          : await crashCommitting(crash, victims, random)
      if (!isHit) missed.push(describeSendCrash(crash))
      say(`crash ${describeSendCrash(crash)}${isHit ? '' : ': not reached'}`)
    }
  await victims.program.untilUp()
  const count = rounds * sendCrashes.length
  return {
    bar: 'B2',
    what: 'crash points of a send: each reached',
    figure: `${count - missed.length} of ${count}`,
    must: 'all',
    judged: count - missed.length,
    least: count,
    breaches: missed.map((what) => ({ what: `${what}: not reached` })),
  }
}

async function crashCommitting(
  { point, moment }: Extract<SendCrash, { kind: 'commit' }>,
  victims: Victims,
  random: Random,
): Promise<boolean> {
  const { program } = victims
  const names = point.roles.flatMap((role) => program.names(role))
  const ended: string[] = []
  const disarm = (): void => {
    for (const name of names) program.setTrap(name, null)
  }
  for (const name of names) {
    const crash = (): void => {
      disarm()
      ended.push(name)
      program.kill(name)
    }
    const afterMs = random.integer(0, 20)
    program.setTrap(name, { isAt: point.isAt, moment, skip: random.integer(0, 2), afterMs, crash })
  }
  for (const until = Date.now() + crashWithinMs; ended.length === 0 && Date.now() < until; await delay(200)) {
    if (point.name === 'mark stale') {
      // A message counts as lost once its lease is over, while its answer is still waited for.
      victims.network.addFault({ operation: 'send', times: 1, fault: { kind: 'delay', ms: answerDelayMs } })
      await lapseLeases(victims.db).catch(() => {})
    }
    ask(victims, random)
  }
  disarm()
  return ended.length > 0
}

async function crashAsking(
  { moment }: Extract<SendCrash, { kind: 'ask' }>,
  victims: Victims,
  random: Random,
): Promise<boolean> {
  const { program, network, load } = victims
  const [target] = program.names('api')
  const { to, ...wanted } = templateSend(load, random, 'Roomy')
  const key = random.chance(0.5) ? load.clients.freshKey(wanted.organization) : null
  const ms = moment === 'asked' ? answerDelayMs : 0
  network.addFault({ operation: 'send', number: to, times: 1, fault: { kind: 'delay', ms } })
  const logged = network.entries().at(-1)?.n ?? 0
  void load.clients.send({ ...wanted, to, key }, target)
  ask(victims, random)
  for (const until = Date.now() + crashWithinMs; Date.now() < until; await delay(1)) {
    const [taken] = network.messages(to)
    if (taken === undefined) continue
    const isAnswered = () =>
      network
        .entries(logged)
        .some((entry) => entry.kind === 'answer' && entry.message_id === taken.message_id)
    if (moment === 'answered' && !isAnswered()) continue
    program.kill(target!)
    return true
  }
  return false
}

/** Requests messages from any API, half of them with a key, without waiting for the answers. */
function ask({ load }: Victims, random: Random): void {
  for (let sent = 0; sent < burst; sent++) {
    const wanted = templateSend(load, random, 'Roomy')
    const key = random.chance(0.5) ? load.clients.freshKey(wanted.organization) : null
    void load.clients.send({ ...wanted, key })
  }
}
