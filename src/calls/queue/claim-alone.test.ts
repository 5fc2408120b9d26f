import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { fc } from '../../../test/support/properties.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { guardTimes } from '../../guards/limits/guard-times.ts'
import { attemptToDial } from '../attempt/new-attempt.ts'
import { claimAlone } from './claim-alone.ts'
import type { OwnClaim } from './claim-alone.ts'
import { claimCalls } from './claim-calls.ts'
import type { Claim } from './claim-request.ts'

const nextNumber = createNumbers()
let service: Service
let campaign: ReadyCampaign
let otherCampaign = ''

before(async () => {
  service = await startService({
    campaigns: [scriptCampaign({ name: 'Mine', slots: 2 }), scriptCampaign({ name: 'Other' })],
  })
  const { context, organizationId, projectId, campaignIds } = service
  const found = await selectCampaignForCalls(context.db, organizationId, projectId, campaignIds['Mine']!)
  assert.ok(found?.campaign)
  campaign = found.campaign as ReadyCampaign
  otherCampaign = campaignIds['Other']!
})
after(() => service[Symbol.asyncDispose]())

/** What may stand in the way of a call, or be beside it. */
interface World {
  isPaused: boolean
  takenSlots: number
  /** Fewer slots than calls under way. */
  isLowered: boolean
  numberIsInUse: boolean
  numberIsPaused: boolean
  hours: 'none' | 'open' | 'closed'
  carrier: 'free' | 'soon' | 'late' | 'held' | 'set back'
  dialsToday: number
  dialsOfNumber: number
  dialsOfBlock: number
  /** What is left to spend, in minutes of the call; null: no limit. */
  minutesToSpend: number | null
  hasRate: boolean
  before: 'nothing' | 'a call of the queue' | 'a call to the number'
  behind: boolean
  inOrder: boolean
}

const worlds: fc.Arbitrary<World> = fc.record({
  isPaused: rarely(),
  takenSlots: fc.constantFrom(0, 0, 1, 2),
  isLowered: rarely(),
  numberIsInUse: rarely(),
  numberIsPaused: rarely(),
  hours: fc.constantFrom('none', 'none', 'open', 'closed'),
  carrier: fc.constantFrom('free', 'free', 'soon', 'late', 'held'),
  dialsToday: fc.constantFrom(0, 9, 10),
  dialsOfNumber: fc.constantFrom(0, 0, 2, 3),
  dialsOfBlock: fc.constantFrom(0, 0, 4, 5),
  minutesToSpend: fc.constantFrom(null, null, -1, 0, 1, 1_000),
  hasRate: fc.boolean(),
  before: fc.constantFrom('nothing', 'nothing', 'nothing', 'a call of the queue', 'a call to the number'),
  behind: fc.boolean(),
  inOrder: fc.boolean(),
})

function rarely(): fc.Arbitrary<boolean> {
  return fc.constantFrom(false, false, false, false, true)
}

test('claims what the general claim does, or says that there are other calls', async () => {
  let claimed = 0
  let alone = 0
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { mine, general } = await claimTwice(world)
      const hasOthers =
        world.before === 'a call to the number' || (world.inOrder && world.before === 'a call of the queue')
      assert.equal(mine === null, hasOthers)
      if (mine === null) return
      alone++
      claimed += mine.claimed.length
      assert.deepEqual(shown(mine), shown(general))
    }),
    { numRuns: 150 },
  )
  assert.ok(claimed > 5 && alone > 60, `${claimed} claimed of ${alone}`)
})

test('claims a call although the pauses of carrier and number end in an hour, as the database’s clock was set back', async () => {
  const { mine, general } = await claimTwice({
    isPaused: false,
    takenSlots: 0,
    isLowered: false,
    numberIsInUse: false,
    numberIsPaused: true,
    hours: 'none',
    carrier: 'set back',
    dialsToday: 0,
    dialsOfNumber: 0,
    dialsOfBlock: 0,
    minutesToSpend: null,
    hasRate: false,
    before: 'nothing',
    behind: false,
    inOrder: true,
  })
  for (const claim of [mine, general])
    assert.deepEqual(
      claim?.claimed.map(({ delay_ms }) => delay_ms),
      [0],
    )
})

/** Claims the call of a world in both ways, each as if the other had not been, and leaves nothing. */
async function claimTwice(world: World): Promise<{ mine: Claim | null; general: Claim }> {
  const result: { mine: Claim | null; general: Claim | null } = { mine: null, general: null }
  class Undone extends Error {}
  const running = service.context.db.transaction(async (transaction) => {
    const request = await makeWorld(transaction, world)
    await transaction.query(sql`savepoint world`)
    result.mine = await claimAlone(transaction, request)
    await transaction.query(sql`rollback to savepoint world`)
    result.general = await claimCalls(transaction, request)
    throw new Undone()
  })
  await assert.rejects(running, Undone)
  const { mine, general } = result
  assert.ok(general)
  return { mine, general }
}

/** What both claims must agree about. The general one may count a call as eligible that a guard keeps back. */
function shown({ limits, claimed }: Claim) {
  const { is_paused, guard, free_slots, within_rate, candidates, carrier_failures, rate_wait_ms } = limits
  const calls = claimed.map(
    ({
      attempt_id,
      call_id,
      phone_number,
      attempt_number,
      rate_per_minute,
      number_was_refused,
      delay_ms,
    }) => [
      [attempt_id, call_id, phone_number, attempt_number, rate_per_minute, number_was_refused],
      delay_ms > 100,
    ],
  )
  return {
    is_paused,
    guard,
    free_slots: guard === null ? free_slots : null,
    candidates,
    within_rate,
    carrier_failures,
    waits: rate_wait_ms > 100,
    calls,
  }
}

/** Writes what stands in the way of a call, the call itself and those beside it; returns the claim of the call. */
async function makeWorld(transaction: Transaction, world: World): Promise<OwnClaim> {
  const now = new Date()
  const { day, dayBegins, bucket } = guardTimes(now)
  const { organizationId: organization_id, projectId: project_id } = service
  const { _id: campaign_id, voice_carrier_id } = campaign
  const phone = nextNumber()
  const write = (statement: Sql) => transaction.query(statement)
  const insertCall = async (of: string, number: string, state: 'waiting' | 'live' = 'waiting') => {
    const _id = uuidv7()
    const until = { none: null, open: new Date(now.getTime() + 3_600_000), closed: now }[world.hours]
    await write(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, created_at, open_until)
      values (${organization_id}, ${project_id}, ${_id}, ${of}, 'queue', ${number}, '{}', ${state}, ${now},
        ${state === 'waiting' ? 'turn' : null}, ${now}, ${state === 'waiting' ? until : null})`)
    return _id
  }
  const calls = {
    dials_a_day: 10,
    minutes_a_day: 1_000_000,
    number_dials_a_day: 3,
    number_dials_a_week: 5,
    block_dials_an_hour: 5,
    ...(world.minutesToSpend !== null && { spend_a_day: 1_000 }),
    ...(world.hasRate && { rates: [{ prefix: '+', per_minute: 0.5 }] }),
  }
  const attempt = { ...attemptToDial(campaign), time_limit_seconds: 60 }
  const used = world.minutesToSpend === null ? 0 : 1_000 - 0.5 * world.minutesToSpend
  await write(
    sql`update organizations set calls = ${JSON.stringify(calls)}::jsonb where _id = ${organization_id}`,
  )
  await write(sql`
    insert into call_days (organization_id, day, dials, used_amount)
    values (${organization_id}, ${day}::date, ${world.dialsToday}, ${used})
    on conflict (organization_id, day) do update set dials = excluded.dials, used_amount = excluded.used_amount`)
  const counts: [string, Date, number][] = [
    [phone, dayBegins, world.dialsOfNumber],
    [`${phone.slice(0, -3)}***`, bucket, world.dialsOfBlock],
  ]
  for (const [counted, since, dials] of counts)
    await write(sql`
      insert into dial_counts (organization_id, counted, since, dials, until)
      values (${organization_id}, ${counted}, ${since}, ${dials}, ${since})
      on conflict (organization_id, counted, since) do update set dials = excluded.dials`)
  if (world.isPaused)
    await write(
      sql`update campaigns set status = 'paused' where organization_id = ${organization_id} and _id = ${campaign_id}`,
    )
  if (world.isLowered)
    await write(
      sql`update campaigns set slots = 1 where organization_id = ${organization_id} and _id = ${campaign_id}`,
    )
  for (let slot = 1; slot <= world.takenSlots; slot++)
    await takeSlot(transaction, slot, await insertCall(campaign_id, nextNumber(), 'live'))
  if (world.numberIsInUse)
    await write(sql`
      insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
      values (${organization_id}, ${project_id}, ${phone}, ${await insertCall(otherCampaign, phone, 'live')})`)
  const pausedSeconds = world.carrier === 'set back' ? 3_600 : 60
  if (world.numberIsPaused)
    await write(sql`
      insert into number_pauses (organization_id, voice_carrier_id, phone_number, refusals, paused_until)
      values (${organization_id}, ${voice_carrier_id}, ${phone}, 1,
        clock_timestamp() + ${pausedSeconds}::integer * interval '1 second')`)
  const seconds = { free: -10, soon: 1, late: 20, held: -10, 'set back': 3_600 }[world.carrier]
  const heldMs = { free: null, soon: null, late: null, held: 60_000, 'set back': 3_600_000 }[world.carrier]
  const heldUntil = heldMs === null ? null : new Date(now.getTime() + heldMs)
  await write(sql`
    update carrier_rate_limits set arrival_at = clock_timestamp() + ${seconds} * interval '1 second', held_until = ${heldUntil},
      failures = ${heldUntil === null ? 0 : 1}
    where organization_id = ${organization_id} and voice_carrier_id = ${voice_carrier_id}`)
  if (world.before === 'a call of the queue') await insertCall(campaign_id, nextNumber())
  if (world.before === 'a call to the number') await insertCall(otherCampaign, phone)
  const callId = await insertCall(campaign_id, phone)
  if (world.behind) await insertCall(campaign_id, nextNumber())
  return {
    organization_id,
    project_id,
    campaign_id,
    voice_carrier_id,
    only: { callId, inOrder: world.inOrder },
    calleesOpenBeyond: world.hours === 'none' ? null : now,
    callsMax: 1,
    attemptIds: [randomUUID()],
    moveIds: [randomUUID()],
    rateWaitMaxMs: 2_000,
    attempt,
    reason: 'a test',
    leaseMs: 30_000,
    now,
  }
}

/** Gives a slot to an attempt of the call. */
async function takeSlot(transaction: Transaction, slot: number, callId: string): Promise<void> {
  const { organizationId: organization_id, projectId: project_id } = service
  const attemptId = randomUUID()
  await transaction.query(sql`
    insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
      phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, voice, poll_at, created_at)
    select organization_id, project_id, ${attemptId}::uuid, _id, campaign_id, ${campaign.voice_carrier_id}::uuid, 1, phone_number,
      '+14155550100', 30, 'live', now(), 'Hello', 'alice', now(), now()
    from calls where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${callId}`)
  await transaction.query(sql`
    update calling_slots set attempt_id = ${attemptId}, taken_at = now()
    where organization_id = ${organization_id} and campaign_id = ${campaign._id} and slot_number = ${slot}`)
}
