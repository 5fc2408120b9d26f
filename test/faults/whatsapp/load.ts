import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { isSettled } from './answers.ts'
import type { Clients, Wanted } from './clients.ts'
import { pickFate, talkers, templateData } from './plan.ts'
import type { PlannedOrganization } from './plan.ts'

/** The clients of a load, and what they send. */
export interface Load {
  clients: Clients
  plan: readonly PlannedOrganization[]
  seed: string
  untilMs: number
  /** Returns whether messages that are never answered may be among them. */
  isSilenceAllowed: () => boolean
  /** How many times longer the intervals between sends are. */
  slowness?: number
}

/** The kinds of sends with their intervals: about thirty sends a second in all, which two cores can handle. */
const kinds = [
  { name: 'unkeyed', everyMs: 120, begin: sendUnkeyed },
  { name: 'keyed', everyMs: 150, begin: sendKeyed },
  { name: 'racing', everyMs: 500, begin: race },
  { name: 'other body', everyMs: 700, begin: useForAnother },
  { name: 'talking', everyMs: 350, begin: talk },
  { name: 'stopping', everyMs: 2_000, begin: sendOverStop },
] as const

/** Sends until the time is over; resolves once every request has its answer. */
export async function load(options: Load): Promise<void> {
  const running: Promise<unknown>[] = []
  const lines = kinds.map(async ({ name, everyMs, begin }) => {
    const random = createRandom(`${options.seed} load ${name}`)
    while (Date.now() < options.untilMs) {
      running.push(begin(options, random))
      await delay(everyMs * (options.slowness ?? 1) * (0.5 + random.next()))
    }
  })
  await Promise.all(lines)
  await Promise.all(running)
}

/**
 * Returns a template to a number of its own with a random outcome, from the organization or one of the two that share
 * the load.
 */
export function templateSend(load: Load, random: Random, organizationName?: string): Wanted {
  const name = organizationName ?? random.pick(['Roomy', 'Roomy', 'Roomy', 'Tight'])
  const { senders } = load.plan.find((organization) => organization.name === name)!
  const to = load.clients.freshNumber(pickFate(random, load.isSilenceAllowed()))
  const body = JSON.stringify({ to: spell(to, random), data: templateData })
  return { organization: name, broadcast: random.pick(senders).name, key: null, to, isOwnNumber: true, body }
}

async function sendUnkeyed(load: Load, random: Random): Promise<void> {
  await load.clients.send(templateSend(load, random))
}

async function sendKeyed(load: Load, random: Random): Promise<void> {
  const key = (wanted: Wanted) => ({ ...wanted, key: load.clients.freshKey(wanted.organization) })
  await repeatUntilSettled(load, key(templateSend(load, random)), random)
}

const triesMax = 8

/** Sends again with the same key after every answer that leaves the outcome open, and once more when it is settled. */
async function repeatUntilSettled({ clients, untilMs }: Load, wanted: Wanted, random: Random): Promise<void> {
  for (let tries = 0; tries < triesMax && Date.now() < untilMs; tries++) {
    const { kind } = await clients.send(reordered(wanted, random))
    if (kind === 'refused') return
    await delay(random.integer(50, 1_200))
    if (isSettled(kind)) {
      await clients.send(reordered(wanted, random))
      return
    }
  }
}

/** Sends with one key from several clients at once, as after a timeout of a queue that all of them read. */
async function race(load: Load, random: Random): Promise<void> {
  const wanted = templateSend(load, random)
  const keyed = { ...wanted, key: load.clients.freshKey(wanted.organization) }
  const racers = Array.from({ length: random.integer(2, 6) }, () =>
    load.clients.send(reordered(keyed, random)),
  )
  await Promise.all(racers)
  await repeatUntilSettled(load, keyed, random)
}

/** Uses a key for one request, and then, or at the same time, for another. */
async function useForAnother(load: Load, random: Random): Promise<void> {
  const one = templateSend(load, random)
  const key = load.clients.freshKey(one.organization)
  const other = { ...templateSend(load, random, one.organization), broadcast: one.broadcast }
  const first = load.clients.send({ ...one, key })
  if (random.chance(0.5)) await first
  await load.clients.send({ ...other, key })
  await repeatUntilSettled(load, { ...one, key }, random)
  await load.clients.send({ ...other, key })
}

/** Sends a template or a free-form message to a person to whom others write at the same time. */
async function talk(load: Load, random: Random): Promise<void> {
  const { senders } = load.plan.find(({ name }) => name === 'Roomy')!
  const to = random.pick(talkers)
  const text = { to, type: 'text', payload: { body: 'Hello' } }
  const wanted: Wanted = {
    organization: 'Roomy',
    broadcast: random.pick(senders).name,
    key: null,
    to,
    isOwnNumber: false,
    body: JSON.stringify(random.chance(0.5) ? text : { to, data: templateData }),
  }
  await Promise.all(Array.from({ length: random.integer(1, 3) }, () => load.clients.send(wanted)))
}

/** How long a person takes at least to read a message and to answer it with STOP (`speed`). */
const untilStopMs = 250

/** Sends to a person again and again over the moment in which they opt out. */
async function sendOverStop(load: Load, random: Random): Promise<void> {
  const { senders } = load.plan.find(({ name }) => name === 'Roomy')!
  const to = load.clients.freshNumber('05')
  const broadcast = random.pick(senders).name
  const body = JSON.stringify({ to, data: templateData })
  const send = () =>
    load.clients.send({ organization: 'Roomy', broadcast, key: null, to, isOwnNumber: false, body })
  await send()
  await delay(untilStopMs)
  const sends: Promise<unknown>[] = []
  for (let count = 0; count < 10; count++) {
    sends.push(send())
    await delay(random.integer(20, 60))
  }
  await Promise.all(sends)
}

/** Returns the same request with its JSON members in another order and with other white space. */
function reordered(wanted: Wanted, random: Random): Wanted {
  if (random.chance(0.5)) return wanted
  const members = Object.entries(JSON.parse(wanted.body) as Record<string, unknown>).toReversed()
  return { ...wanted, body: JSON.stringify(Object.fromEntries(members), null, 2) }
}

/** Returns a random spelling of the number. */
function spell(number: string, random: Random): string {
  return random.chance(0.8) ? number : `${number.slice(0, 2)} (${number.slice(2, 5)}) ${number.slice(5)}`
}
