import { uuidv7 } from '../../src/base/ids.ts'
import { recordCarrierEvent } from '../../src/calls/attempt/settle-attempt.ts'
import { selectCampaignForCalls } from '../../src/campaigns/queries.ts'
import { insertWaitingCall } from '../../src/calls/queries.ts'
import type { Context } from '../../src/app/context.ts'
import type { Db } from '../../src/db/database.ts'
import type { Transaction } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { createNumbers } from '../support/numbers.ts'
import { seedOrganization } from '../support/organization.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

/** Who wants the events of a project. */
interface Listening {
  name: string
  /** The statements are sent without their events. */
  isStripped?: true
  /** The types of the project's endpoint; absent: it has none. */
  types?: string[]
}

const variants: Listening[] = [
  { name: 'the same statements without events', isStripped: true, types: ['call.ended'] },
  { name: 'nobody listens' },
  { name: 'one endpoint, for the end of calls', types: ['call.ended'] },
  {
    name: 'one endpoint, for every event of calls',
    types: ['call.queued', 'call.started', 'call.answered', 'call.ended'],
  },
]

const writers = 8

/**
 * Measures what events cost in the transactions of a call's facts: it is accepted, rings, is answered and ends, each in a
 * durable transaction of the service. Rounds of the variants follow each other in turn.
 */
export async function benchFactsCost(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const { context } = await stage.createDatabase()
  const seeded = await seedOrganization(context, {
    projects: variants.length,
    campaigns: [{ slots: 10_000 }],
    carrierUrl: 'http://127.0.0.1:9',
  })
  const next = createNumbers()
  const places: Place[] = []
  for (const [index, { projectId, campaignIds }] of seeded.projects.entries()) {
    const place = {
      organization_id: seeded.organizationId,
      project_id: projectId,
      campaign_id: campaignIds[0]!,
    }
    const [carrier] = await context.db.query<{ _id: string }>(sql`
      select _id from voice_carriers where project_id = ${projectId}`)
    if (variants[index]!.types) await addEndpoint(context.db, place, variants[index]!.types)
    places.push({ ...place, voice_carrier_id: carrier!._id })
  }
  const costs = variants.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const index of variants.keys()) {
      // Each round begins with another one, so that none profits from what the one before it leaves to be written.
      const at = (index + round) % variants.length
      const db = variants[at]!.isStripped ? withoutEvents(context.db) : context.db
      const cost = await measure(stage, { ...context, db }, places[at]!, next, seconds)
      if (round > 0) costs[at]!.push(cost)
    }
  const medians = costs.map((all) => median(all))
  table(
    'PostgreSQL CPU of the four transactions of a call (targets: 1.02 where nobody listens, 1.10 with an endpoint)',
    ['', 'ms a call', '×', 'rounds'],
    variants.map(({ name }, index) => [
      name,
      medians[index]!.toFixed(3),
      (medians[index]! / medians[0]!).toFixed(3),
      costs[index]!.map((cost) => cost.toFixed(3)).join(' '),
    ]),
  )
}

interface Place {
  organization_id: string
  project_id: string
  campaign_id: string
  voice_carrier_id: string
}

async function measure(
  stage: Stage,
  context: Context,
  place: Place,
  nextNumber: () => string,
  seconds: number,
): Promise<number> {
  // Plans that were made while the tables were empty would read them from end to end.
  await context.db.write(sql`analyze`)
  await context.db.write(sql`checkpoint`)
  const ended = AbortSignal.timeout(seconds * 1_000)
  const before = cpuSeconds(stage.postgresPid)
  let calls = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (; !ended.aborted; calls++) await liveOneCall(context, place, nextNumber())
    }),
  )
  return (1_000 * (cpuSeconds(stage.postgresPid) - before)) / calls
}

async function liveOneCall(context: Context, place: Place, phone_number: string): Promise<void> {
  const { db } = context
  const [call, attempt, sid] = [uuidv7(), uuidv7(), `CA${uuidv7().replaceAll('-', '')}`]
  const now = new Date()
  // The request that places a call reads its campaign first, in every variant.
  const found = await selectCampaignForCalls(db, place.organization_id, place.project_id, place.campaign_id)
  const events_wanted = found!.campaign!.events_wanted
  await db.transaction((transaction) =>
    insertWaitingCall(
      transaction,
      {
        ...place,
        _id: call,
        placed_by: 'queue',
        phone_number,
        customer: { phone_number, name: 'Ada' },
        events_wanted,
      },
      { open_until: null, due_at: null, held_timezone: null },
      uuidv7(),
      now,
    ),
  )
  // What a claim would write; the same in every variant.
  await db.write(sql`
    with moved as (
      update calls set state = 'dialling', waits_for = null, attempts_count = 1
      where organization_id = ${place.organization_id} and _id = ${call}
    )
    insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
      phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since, script, voice, poll_at,
      created_at)
    values (${place.organization_id}, ${place.project_id}, ${attempt}, ${call}, ${place.campaign_id},
      ${place.voice_carrier_id}, 1, ${phone_number}, '+14155550100', 30, false, 'dialling', ${now}, 'Hello', 'alice', ${now},
      ${now})`)
  for (const [index, call_status] of (['ringing', 'in-progress', 'completed'] as const).entries())
    await recordCarrierEvent(context, place.organization_id, attempt, {
      call_sid: sid,
      call_status,
      sequence_number: index,
      source: 'status_callback',
      occurred_at: new Date(now.getTime() + index).toISOString(),
      received_at: new Date().toISOString(),
      duration_seconds: call_status === 'completed' ? 61 : null,
      answered_by: null,
      sip_response_code: null,
      error_code: null,
    })
}

async function addEndpoint(db: Db, place: Omit<Place, 'voice_carrier_id'>, types: string[]): Promise<void> {
  await db.write(sql`
    insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
      created_at, updated_at)
    values (${place.organization_id}, ${place.project_id}, ${uuidv7()}, 'crm', 'https://crm.example.com/hooks', ${types},
      ${types}, '2026-11-22', '\\x00', now(), now())`)
}

/** Returns the database as statements see it that write no events. */
function withoutEvents(db: Db): Db {
  return {
    ...db,
    transaction: (run) =>
      db.transaction((transaction) => {
        const send = <Row>(statement: Sql) => {
          const stripped = strip(statement)
          return stripped === null ? Promise.resolve([]) : transaction.query<Row>(stripped)
        }
        return run({ inTransaction: true, query: send, write: send } satisfies Transaction)
      }),
  }
}

const begins = /,?\s*new_event as \(/

/** Returns a statement without what `eventsOf` has added; null where nothing else is left. */
function strip({ strings, values }: Sql): Sql | null {
  const first = strings.findIndex((text) => begins.test(text))
  if (first === -1) return { strings, values }
  const { index, 0: begin } = begins.exec(strings[first]!)!
  const before = strings[first]!.slice(0, index)
  // Up to the parenthesis that closes the part.
  let depth = 1
  let last = first
  let at = index + begin.length
  for (; depth > 0; at++) {
    for (; at >= strings[last]!.length; at = 0) last++
    if (strings[last]![at] === '(') depth++
    if (strings[last]![at] === ')') depth--
  }
  if (/^\s*with\s*$/.test(before)) return null
  return {
    strings: [...strings.slice(0, first), before + strings[last]!.slice(at), ...strings.slice(last + 1)],
    values: [...values.slice(0, first), ...values.slice(last)],
  }
}
