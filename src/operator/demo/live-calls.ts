import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { DialContext } from '../../calls/call-context.ts'
import { placeCall } from '../../calls/place/place-call.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { ownHours } from '../../campaigns/campaign-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded, isReady } from '../../campaigns/readiness.ts'
import type { Db } from '../../db/database.ts'
import { isNearStorm, demoPeople } from './history/people.ts'
import type { DemoPerson } from './history/people.ts'
import { createRandom } from './history/random.ts'
import type { Random } from './history/random.ts'
import { liveAnswers } from './history/talks.ts'
import type { LoadedDemo } from './load-demo.ts'
import { selectCallRoom, takeCallOfDay, updatePlacesCalls } from './queries.ts'

/** No call is placed while so many of the organization are under way, or wait in the campaign. */
export const underWayMax = 6
/** The most calls of a day, UTC. */
export const callsPerDayMax = 2_000
/** The pause between two calls: five in a minute. */
const pauseMs = { min: 8_000, max: 16_000 }
/** How often to ask whether somebody watches. */
const lookMs = 1_000
/** The pause after a fault, such as a database that is away. */
const faultPauseMs = 30_000

export interface LiveCallOptions {
  /** The address of the sandbox's phone network. */
  carrierUrl: string
  /** Sets what somebody answers when the sandbox calls them. */
  setAnswers: (number: string, answers: readonly string[]) => void
}

/** Why no call was placed, or `placed`. */
export type LiveCall =
  | 'placed'
  | 'switched_off'
  | 'foreign_carrier'
  | 'enough_under_way'
  | 'enough_today'
  | 'no_campaign'
  | 'refused'

/** Switches the calls of an organization's demo on or off. Returns false where it has no demo. */
export function switchLiveCalls(db: Db, organizationId: string, isOn: boolean): Promise<boolean> {
  return updatePlacesCalls(db, organizationId, isOn)
}

/**
 * Queues one call on a campaign of the demo that is open, like any caller of the API. The called number decides what
 * happens in the sandbox: most answer and talk, some are busy or don't answer.
 *
 * Nothing is placed where a carrier account of the organization is not the sandbox's, so that no telephone ever rings.
 */
export async function placeLiveCall(
  context: DialContext,
  demo: LoadedDemo,
  { carrierUrl, setAnswers }: LiveCallOptions,
): Promise<LiveCall> {
  const { db, clock, newId } = context
  const random = createRandom(newId())
  const campaign = await pickCampaign(context, demo, random)
  if (campaign === null) return 'no_campaign'
  const bounds = { campaignId: campaign._id, carrierUrl, waitingMax: underWayMax }
  const room = await selectCallRoom(db, demo, bounds)
  if (room.has_other_carrier) return 'foreign_carrier'
  if (!room.places_calls) return 'switched_off'
  if (room.under_way + room.waiting >= underWayMax) return 'enough_under_way'
  if (!(await takeCallOfDay(db, demo, callsPerDayMax, clock.now()))) return 'enough_today'
  const person = pickPerson(random, campaign.isNearStorm)
  const workflow = campaign.isNearStorm ? 'storm_check' : 'renewal'
  setAnswers(person.number, liveAnswers(random, workflow))
  const customer = {
    phone_number: person.number,
    name: person.name,
    ...(person.email !== null && { email: person.email }),
    policy: person.policyNumber,
  }
  const { organization_id, project_id } = demo
  const request = { organization_id, project_id, campaign_id: campaign._id, customer, idempotencyKey: null }
  try {
    await placeCall(context, 'queue', request)
    return 'placed'
  } catch (error) {
    // A campaign may have been changed meanwhile, and the sandbox may refuse a number.
    if (error instanceof Refusal) return 'refused'
    throw error
  }
}

/** The campaigns that live calls belong to, with their shares. */
const shares = [
  ['Renewal reminders', 6],
  ['Welcome calls', 2],
  ['Office hours', 1],
  ['Storm check-ins', 3],
] as const

interface LiveCampaign {
  _id: string
  isNearStorm: boolean
}

/** Returns one of the campaigns that are open at the moment; null where none is. */
async function pickCampaign(
  { db, clock }: DialContext,
  { organization_id, project_id, campaigns }: LoadedDemo,
  random: Random,
): Promise<LiveCampaign | null> {
  const now = clock.now()
  const open: [LiveCampaign, number][] = []
  for (const [name, share] of shares) {
    const id = campaigns[name]
    if (id === undefined) continue
    const found = (await selectCampaignForCalls(db, organization_id, project_id, id))?.campaign
    if (!found || !isReady(found) || found.status === 'paused' || hasEnded(found, now)) continue
    if (openingAt(ownHours(found.calling_hours), now).isOpen)
      open.push([{ _id: id, isNearStorm: name === 'Storm check-ins' }, share])
  }
  return open.length === 0 ? null : random.weighted(open)
}

/** The last two digits that decide how a call ends in the sandbox, with their shares; the rest answers and talks. */
const outcomes = [
  ['', 60],
  ['02', 5],
  ['04', 3],
  ['05', 5],
  ['07', 4],
  ['08', 4],
  ['10', 6],
  ['11', 8],
  ['12', 3],
  ['13', 1],
  ['14', 1],
] as const

const special = new Set<string>(outcomes.map(([digits]) => digits))

function pickPerson(random: Random, isStorm: boolean): DemoPerson {
  const digits = random.weighted(outcomes)
  const fitting = demoPeople().filter(
    (person) =>
      (digits === '' ? !special.has(person.number.slice(-2)) : person.number.endsWith(digits)) &&
      (!isStorm || isNearStorm(person)),
  )
  return random.pick(fitting)
}

/** How long a call that is being placed is waited for at the end; a worker settles what is cut off. */
const endMs = 1_500

/** Places calls while somebody watches, until it is disposed. */
export function startLiveCalls(
  context: DialContext,
  demo: LoadedDemo,
  { isWatched, ...options }: LiveCallOptions & { isWatched: () => boolean },
): AsyncDisposable {
  const stop = new AbortController()
  const running = (async () => {
    for (let nextAt = 0; !stop.signal.aborted;) {
      await delay(lookMs, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted || performance.now() < nextAt || !isWatched()) continue
      const random = createRandom(context.newId())
      nextAt = performance.now() + random.whole(pauseMs.min, pauseMs.max)
      await placeLiveCall(context, demo, options).catch((error: unknown) => {
        nextAt += faultPauseMs
        context.log.warn({ err: error }, 'the demo could not place a call')
      })
    }
  })()
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await Promise.race([running, delay(endMs, undefined, { ref: false })])
    },
  }
}
