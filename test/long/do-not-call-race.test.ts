// Numbers are added to the do-not-call list while processes dial them as fast as they can. The carrier's own record is
// the truth: what it got after the answer to an add must not be a call to that number. DO_NOT_CALL_NUMBERS=10000 takes
// twenty times as many.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { carrierAccount, startCarrier } from '../support/carrier.ts'
import type { Carrier } from '../support/carrier.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { countOf } from '../support/length.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

/** How many are raced for: 500 to 10,000, as many as the numbers below have places. */
const numbersCount = countOf('DO_NOT_CALL_NUMBERS', { short: 500, long: 2_000 })
/** More than so many must be dialed, and more must not, to show that the two met. */
const enough = Math.min(200, numbersCount / 10)
/** Adds that are under way at once. */
const addersCount = 8
/**
 * Numbers of one add, at most: 500 adds or more. With fewer adds the list would be ahead of the dials, and few would
 * meet.
 */
const numbersOfAddMax = Math.ceil(numbersCount / 500)
/** How far around the dials numbers are taken. */
const near = { behind: 5, ahead: 60 }

const numbers = Array.from(
  { length: numbersCount },
  (_, place) => `+1415200${String(place).padStart(4, '0')}`,
)
const programs: ChildProcess[] = []
let carrier: Carrier
let service: Service

/** Starts a process of the service on the same database; resolves with its address once it is ready. */
async function startProgram(command: 'worker' | 'api'): Promise<string> {
  const child = spawn(process.execPath, ['src/cli/main.ts', command], {
    env: {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PUBLIC_URL: service.url,
      PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(child)
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as string[]
  child.stdout.resume()
  return /http:\S+:\d+/.exec(line ?? '')?.[0] ?? ''
}

async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount, calls_per_second: 1000 },
    campaigns: [
      // Few slots, so that the adds keep up with the dials.
      scriptCampaign({ name: 'Queue', slots: 12 }),
      scriptCampaign({ name: 'Trigger', slots: 1_000 }),
    ],
  })
})
after(async () => {
  await Promise.all(programs.map(stopProgram))
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

/** Queues a call to each number, in their order, as requests would. */
async function queueCalls(): Promise<void> {
  await service.context.db.write(sql`
    with placed as (
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, created_at)
      select ${service.organizationId}::uuid, ${service.projectId}::uuid, gen_random_uuid(),
        ${service.campaignIds['Queue']}::uuid, 'queue', number, jsonb_build_object('phone_number', number), 'waiting',
        now(), 'turn', now()
      from unnest(${numbers}::text[]) with ordinality n (number, place) order by place
      returning organization_id, _id
    )
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    select organization_id, gen_random_uuid(), _id, null, 'waiting', 'placed', now() from placed returning _id`)
}

describe('the do-not-call list against dials', () => {
  it(
    'no call to a number begins after the answer that it is on the list (Promise 161)',
    { timeout: 600_000 },
    async (context) => {
      await queueCalls()
      // Calls of the queue end by themselves here, so that slots come free: the carrier has nothing to say about them.
      const over = new AbortController()
      const reported = new Set<string>()
      const hangUp = (async () => {
        while (!over.signal.aborted) {
          const legs = carrier.legs.filter(({ sid }) => !reported.has(sid)).slice(0, 50)
          for (const { sid } of legs) reported.add(sid)
          await Promise.all(
            legs.map((leg) => carrier.report(leg, 'completed', { SequenceNumber: '1', CallDuration: '0' })),
          )
          await sleep(5)
        }
      })()
      const addresses = await Promise.all([
        startProgram('api'),
        startProgram('worker'),
        startProgram('worker'),
      ])
      const urls = [service.url, addresses[0]]

      const answeredAt = new Map<string, number>()
      const isTaken = new Set<string>()
      let frontier = 0
      /** Returns numbers close to those that are being dialed, each once. */
      const takeNear = (count: number): string[] => {
        const taken: string[] = []
        while (frontier < numbersCount && isTaken.has(numbers[frontier]!)) frontier++
        const around = numbers
          .slice(frontier, frontier + near.behind + near.ahead)
          .filter((number) => !isTaken.has(number))
        while (taken.length < count && around.length > 0) {
          const [number] = around.splice(Math.floor(Math.random() * around.length), 1)
          isTaken.add(number!)
          taken.push(number!)
        }
        return taken
      }
      const headers = { 'x-api-key': service.key, 'content-type': 'application/json' }
      const triggerPath = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Trigger']}/trigger-call`
      let refusedCount = 0
      const trigger = async (number: string) => {
        const body = JSON.stringify({ phone_number: number })
        const response = await fetch(`${urls[Math.random() < 0.5 ? 0 : 1]}${triggerPath}`, {
          method: 'POST',
          headers,
          body,
        })
        const { message } = (await response.json()) as { message: string }
        if (/do-not-call list/.test(message)) refusedCount++
      }
      const add = async () => {
        for (;;) {
          // What was dialed meanwhile is behind the frontier.
          const dialed = carrier.legs.at(-1)?.form.get('To') ?? ''
          frontier = Math.max(frontier, numbers.indexOf(dialed) - near.behind)
          const some = takeNear(1 + Math.floor(Math.random() * numbersOfAddMax))
          if (some.length === 0) {
            if (frontier >= numbersCount) return
            await sleep(2)
            continue
          }
          // Requests for calls to the same numbers, at the same moment.
          const triggered = some.slice(0, 2).map(trigger)
          const response = await fetch(
            `${urls[Math.random() < 0.5 ? 0 : 1]}/organizations/${service.organizationId}/do-not-call`,
            { method: 'POST', headers, body: JSON.stringify({ numbers: some }) },
          )
          const at = Date.now()
          assert.equal(response.status, 200, await response.text())
          for (const number of some) answeredAt.set(number, at)
          await Promise.all(triggered)
        }
      }
      context.after(() => over.abort())
      await Promise.all(Array.from({ length: addersCount }, add))
      // Those that were behind the frontier when their turn came.
      for (let at = 0; at < numbersCount; at += 1_000) {
        const rest = numbers.slice(at, at + 1_000).filter((number) => !answeredAt.has(number))
        if (rest.length === 0) continue
        const response = await service.request(
          'POST',
          `/organizations/${service.organizationId}/do-not-call`,
          {
            body: { numbers: rest },
          },
        )
        const now = Date.now()
        assert.equal(response.status, 200, response.body.message)
        for (const number of rest) answeredAt.set(number, now)
      }
      await eventually('nothing waits', async () => {
        const [row] = await service.context.db.query<{ count: number }>(sql`
        select count(*) as count from calls where state in ('waiting', 'dialling')`)
        return row?.count === 0 ? true : null
      })
      over.abort()
      await hangUp

      const late = carrier.legs.filter(
        ({ form, createdAt }) => createdAt.getTime() > answeredAt.get(form.get('To')!)!,
      )
      assert.deepEqual(
        late.map(({ form }) => form.get('To')),
        [],
      )
      assert.equal(answeredAt.size, numbersCount)
      const [states] = await service.context.db.query<{ canceled: number; dialed: number }>(sql`
      select count(*) filter (where state = 'canceled') as canceled,
        count(*) filter (where state = 'completed') as dialed from calls
      where campaign_id = ${service.campaignIds['Queue']}`)
      assert.ok(states)
      assert.equal(states.canceled + states.dialed, numbersCount)
      // Both happened, and met: else this test would prove nothing.
      assert.ok(states.dialed > enough, `${states.dialed} dialed`)
      assert.ok(states.canceled > enough, `${states.canceled} canceled`)
      assert.ok(refusedCount > enough / 10, `${refusedCount} refused`)
      const [dropped] = await service.context.db.query<{ count: number }>(sql`
      select count(*) as count from call_moves
      where from_state = 'dialling' and to_state = 'canceled' and reason like '%do-not-call list'`)
      console.log({ ...states, refusedCount, dropped: dropped?.count, legs: carrier.legs.length })
    },
  )
})
