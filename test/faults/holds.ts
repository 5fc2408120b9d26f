import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { Breach, Evidence, Finding } from './evidence.ts'
import { campaignOfDial, indexOf } from './evidence.ts'
import type { Plan } from './plan.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** A stretch of time in which a campaign was surely on hold: between the commits of its hold and of its release. */
export interface Hold {
  campaign: string
  from: number
  until: number
}

/** Holds and releases campaigns by turns until the load is over; resolves once the last one is released. */
export async function runHolds(db: Db, plan: Plan, seed: string, untilMs: number): Promise<Hold[]> {
  const held = plan.campaigns.filter(({ purpose }) => purpose === 'held')
  const holds = held.map(({ name }) => holdByTurns(db, name, createRandom(`${seed} hold ${name}`), untilMs))
  return (await Promise.all(holds)).flat()
}

async function holdByTurns(db: Db, campaign: string, random: Random, untilMs: number): Promise<Hold[]> {
  const holds: Hold[] = []
  for (;;) {
    await delay(random.integer(2_000, 5_000))
    const forMs = random.integer(4_000, 9_000)
    if (Date.now() + forMs > untilMs) return holds
    await writeStatus(db, campaign, 'paused')
    const from = Date.now()
    await delay(forMs)
    const until = Date.now()
    await writeStatus(db, campaign, 'running')
    holds.push({ campaign, from, until })
  }
}

/** Writes what `apply` writes for a changed status, again and again while the database is down. */
async function writeStatus(db: Db, campaign: string, status: 'paused' | 'running'): Promise<void> {
  for (;;) {
    const written = await db
      .write(
        sql`
        with held as (update campaigns set status = ${status} where name = ${campaign} returning organization_id, _id)
        update campaign_queues q set next_at = now(), closed_until = null from held
        where q.organization_id = held.organization_id and q.campaign_id = held._id returning q.campaign_id`,
      )
      .then(
        () => true,
        () => false,
      )
    if (written) return
    await delay(100)
  }
}

/** How much the clock of a process may differ from the database's, before it has the correction. */
const clockMs = 1_000
/** How long a request is on its way to the carrier at most, after the last look at what forbids it. */
const arrivalMs = 1_000

/**
 * Rule 80: no dial belongs to an attempt that was begun while its campaign was on hold, and no request of an earlier
 * attempt is sent once the hold is committed.
 */
export function checkHolds(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  let judged = 0
  for (const { attemptId, to, at } of evidence.requests) {
    const campaign = campaignOfDial(index, { attemptId })
    const claimedAt = index.attemptOf.get(attemptId)?.created_at
    if (campaign?.purpose !== 'held' || claimedAt === undefined) continue
    judged++
    const holds = evidence.holds.filter((hold) => hold.campaign === campaign.name)
    const where = { attemptId, number: to, campaign: campaign.name, at }
    const begun = holds.find(({ from, until }) => claimedAt > from + clockMs && claimedAt < until - clockMs)
    const sent = holds.find(({ from, until }) => at > from + arrivalMs && at < until)
    if (begun !== undefined)
      breaches.push({ what: `begun ${claimedAt - begun.from} ms after its campaign was paused`, ...where })
    else if (sent !== undefined)
      breaches.push({ what: `dialed ${at - sent.from} ms after its campaign was paused`, ...where })
  }
  const figure = `${breaches.length} of ${judged} dials, ${evidence.holds.length} holds`
  // Without a hold no dial could break one.
  return {
    bar: 'B6',
    what: 'dials of paused campaigns',
    figure,
    must: '0',
    judged: Math.min(judged, evidence.holds.length),
    breaches,
  }
}
