import { setTimeout as delay } from 'node:timers/promises'
import type { Clients } from './clients.ts'
import type { Breach, Evidence, Finding } from './evidence.ts'
import { createRandom } from './random.ts'

/** A number on the do-not-call list, and when its add was answered. */
export interface Listed {
  number: string
  answeredAt: number
}

/** How long ago a number was asked for at most: its call may still wait, or be about to be dialed. */
const freshMs = 4_000

/** Puts numbers that were just asked for on the do-not-call list until the load is over. */
export async function runListed(clients: Clients, seed: string, untilMs: number): Promise<Listed[]> {
  const random = createRandom(`${seed} listed`)
  const listed: Listed[] = []
  const known = new Set<string>()
  const running: Promise<void>[] = []
  while (Date.now() < untilMs) {
    await delay(random.integer(200, 900))
    const numbers = clients.history
      .filter(({ campaign, number, sentAt }) => {
        const isFresh = campaign === 'Listed' && sentAt > Date.now() - freshMs
        return isFresh && !known.has(number) && random.chance(0.4)
      })
      .map(({ number }) => number)
    // A request for a call to it may come at the same moment.
    numbers.push(clients.freshNumber())
    for (const number of numbers) known.add(number)
    running.push(
      clients.list(numbers).then((answeredAt) => {
        if (answeredAt !== null) listed.push(...numbers.map((number) => ({ number, answeredAt })))
      }),
    )
  }
  await Promise.all(running)
  return listed
}

/** Promise 161: no request for a call to a number arrives after the answer that the number is on the list. */
export function checkListed({ requests, listed }: Evidence): Finding {
  const answeredAt = new Map(listed.map((each) => [each.number, each.answeredAt]))
  const breaches: Breach[] = []
  let dialed = 0
  for (const { attemptId, to, at } of requests) {
    const since = answeredAt.get(to)
    if (since === undefined) continue
    dialed++
    if (at > since)
      breaches.push({
        what: `dialed ${at - since} ms after it was put on the list`,
        attemptId,
        number: to,
        at,
      })
  }
  const figure = `${breaches.length} of ${listed.length} numbers, ${dialed} dialed before`
  return {
    bar: 'B6',
    what: 'dials of listed numbers',
    figure,
    must: '0',
    judged: listed.length,
    least: 10,
    breaches,
  }
}
