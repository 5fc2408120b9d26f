import { setTimeout as delay } from 'node:timers/promises'
import type { Clients, Sent } from './clients.ts'
import type { Breach, Finding } from './evidence.ts'
import type { SeenLeg } from './observer-log.ts'
import type { Observer } from './observer.ts'
import type { PlannedCampaign } from './plan.ts'

/** A campaign that got more calls at once than it has slots; only the slots limit them. */
export interface Filled {
  campaign: string
  slots: number
  /** When each of its calls was accepted. */
  acceptedAt: number[]
  /** The legs in the order of their beginning. A number that is called again has several. */
  legs: SeenLeg[]
}

const idleMsMax = 5_000
const atOnce = 16
const waitMsMost = 60_000

/** Requests more calls than the campaigns have slots, without faults, and waits until every call is over. */
export async function fill(
  { clients, observer }: { clients: Clients; observer: Observer },
  campaigns: readonly PlannedCampaign[],
): Promise<Sent[]> {
  observer.durationBy({ leastMs: 700, mostMs: 1_200 })
  const waiting = campaigns.flatMap(({ name, slots }) => Array.from({ length: slots * 2 + 3 }, () => name))
  const sent: Sent[] = []
  const send = async (): Promise<void> => {
    for (let campaign = waiting.shift(); campaign !== undefined; campaign = waiting.shift()) {
      const number = clients.freshNumber()
      const wanted = { campaign, number, isOwnNumber: true, idempotencyKey: null }
      sent.push(await clients.send({ endpoint: 'calls', ...wanted }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  const until = performance.now() + waitMsMost
  // Between two calls a campaign may be idle for a moment, so all is over only after a quiet second.
  for (let quiet = 0; quiet < 10 && performance.now() < until; await delay(200))
    quiet = observer.openLegs() === 0 ? quiet + 1 : 0
  return sent
}

/** Returns the accepted calls and the carrier's legs by campaign. */
export function filledOf(
  campaigns: readonly PlannedCampaign[],
  sent: readonly Sent[],
  legs: readonly SeenLeg[],
): Filled[] {
  const legsTo = Map.groupBy(legs, ({ to }) => to)
  return campaigns.map(({ name, slots }) => {
    const accepted = sent.filter(({ campaign, outcome }) => campaign === name && outcome === 'ok')
    const own = accepted.flatMap(({ number }) => legsTo.get(number) ?? [])
    return {
      campaign: name,
      slots,
      acceptedAt: accepted.map(({ answeredAt }) => answeredAt),
      legs: own.toSorted((one, other) => one.createdAt - other.createdAt),
    }
  })
}

/** Promise 22: while calls wait that may be dialed, a free slot is used within five seconds. */
export function checkFullUse(filled: readonly Filled[]): Finding {
  let worstMs = 0
  const breaches: Breach[] = []
  for (const { campaign, slots, acceptedAt, legs } of filled) {
    const idle = longestIdle(slots, acceptedAt, legs)
    worstMs = Math.max(worstMs, idle.forMs)
    if (idle.forMs > idleMsMax)
      breaches.push({
        what: `${idle.used} of ${slots} slots used for ${(idle.forMs / 1000).toFixed(1)} s while calls waited`,
        campaign,
        at: idle.since,
      })
  }
  const figure = `${(worstMs / 1000).toFixed(1)} s, ${filled.length} campaigns`
  const judged = filled.filter(({ slots, acceptedAt }) => acceptedAt.length > slots).length
  return { bar: 'B4', what: 'free slot while calls wait', figure, must: '≤ 5 s', judged, breaches }
}

/** Returns the longest span with a free slot and a waiting call. */
function longestIdle(
  slots: number,
  acceptedAt: readonly number[],
  legs: readonly SeenLeg[],
): { since: number; forMs: number; used: number } {
  // Calls are alike, so each first leg counts as one of the waiting calls. It may begin before its caller has the
  // answer.
  const first = new Map(legs.toReversed().map((leg) => [leg.to, leg]))
  const changes = [
    ...acceptedAt.map((at) => ({ at, waiting: 1, used: 0 })),
    ...legs.map((leg) => ({ at: leg.createdAt, waiting: first.get(leg.to) === leg ? -1 : 0, used: 1 })),
    ...legs.flatMap(({ endedAt }) => (endedAt === null ? [] : [{ at: endedAt, waiting: 0, used: -1 }])),
  ].sort((one, other) => one.at - other.at || one.used - other.used)
  const longest = { since: 0, forMs: 0, used: 0 }
  let [waiting, used] = [0, 0]
  let since: number | null = null
  let least = 0
  for (const change of changes) {
    const isIdle = waiting > 0 && used < slots
    if (isIdle && since !== null && change.at - since > longest.forMs)
      Object.assign(longest, { since, forMs: change.at - since, used: least })
    waiting += change.waiting
    used += change.used
    if (waiting > 0 && used < slots) {
      least = since === null ? used : Math.min(least, used)
      since ??= change.at
    } else since = null
  }
  // A call that still waits at the end waits forever.
  if (since !== null && waiting > 0)
    Object.assign(longest, { since, forMs: Number.POSITIVE_INFINITY, used: least })
  return longest
}
