// Kills real processes between the steps of an attempt and checks the result. The carrier forces the races: it holds
// the request open, so that the process dies while only the carrier knows the outcome. The test ends the dead process's
// lease in the database instead of waiting for it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { compareDialsWithAttempts } from './support/dial-recount.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'

let carrier: Carrier
let service: Service
const children: ChildProcess[] = []
before(async () => {
  carrier = await startCarrier()
  const account = { api_url: carrier.url, account_sid: carrierAccount, unknown_grace_seconds: 1 }
  service = await startService({ carrier: account })
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

/** Starts `switchboard api` or `worker` on the test's database. */
async function start(role: 'api' | 'worker'): Promise<{ child: ChildProcess; url: string }> {
  const secretKey = Buffer.alloc(32, 7).toString('base64')
  const env = {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: secretKey,
    PORT: '0',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['src/cli/main.ts', role], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume()
    return { child, url: /http:\S+:\d+/.exec(line)?.[0] ?? '' }
  }
  throw new Error(`${role} ended at once`)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function sendAndKill(endpoint: 'calls' | 'trigger-call', number: string): Promise<string> {
  const { child, url } = await start('api')
  const creates = carrier.creates
  const campaign = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}`
  const lost = fetch(`${url}${campaign}/${endpoint}`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number: number }),
  }).then(
    () => assert.fail('the answer should be lost with the process'),
    () => {},
  )
  await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
  await kill(child)
  await lost
  const [call] = await service.context.db.query<{ _id: string; state: string }>(sql`
    select _id, state from calls where phone_number = ${number}`)
  assert.equal(call?.state, 'dialling', 'the intention was committed before the carrier was asked')
  return call._id
}

async function letLeaseLapse(id: string): Promise<void> {
  await service.context.db.query(sql`update call_attempts set poll_at = now() where call_id = ${id}`)
}

/** Waits until the carrier's call of the newest dial is known. */
async function untilTaken(id: string): Promise<void> {
  await eventually('the carrier’s call is known', async () => {
    const [attempt] = await service.context.db.query<{ carrier_call_sid: string | null }>(sql`
      select carrier_call_sid from call_attempts where call_id = ${id} order by created_at desc, _id desc limit 1`)
    return attempt?.carrier_call_sid ?? null
  })
}

const stateOf = async (id: string) => {
  const [call] = await service.context.db.query<{ state: string }>(
    sql`select state from calls where _id = ${id}`,
  )
  return call?.state
}

describe('a process that dies while it dials (Promises 14 and 50)', () => {
  it('leaves a call that the carrier has: it is found there, followed to its end, and never dialed again', async () => {
    carrier.behave({ kind: 'accept_silently', how: 'hang' })
    const id = await sendAndKill('calls', '+14155550131')
    const { creates } = carrier
    await letLeaseLapse(id)
    const { child } = await start('worker')
    await untilTaken(id)
    assert.equal(await stateOf(id), 'dialling')
    // Callbacks go to the process that died; the carrier's own account of the call settles it instead.
    carrier.legs.at(-1)!.status = 'completed'
    carrier.legs.at(-1)!.duration = '5'
    await letLeaseLapse(id)
    await eventually('the end is found', async () => ((await stateOf(id)) === 'completed' ? true : null))
    assert.equal(carrier.creates, creates)
    await kill(child)
  })

  it('leaves a queued call that the carrier never had: it is dialed once more after the grace period (Rules 46 and 62)', async () => {
    carrier.behave({ kind: 'hold' })
    const id = await sendAndKill('calls', '+14155550132')
    const { creates } = carrier
    await letLeaseLapse(id)
    const { child } = await start('worker')
    await eventually('it is dialed again', () => (carrier.creates > creates ? true : null))
    await untilTaken(id)
    assert.equal(carrier.creates, creates + 1)
    const attempts = await service.context.db.query(sql`
      select state, attempt_number, conversation_id is null as silent from call_attempts where call_id = ${id} order by created_at, _id`)
    assert.deepEqual(attempts, [
      { state: 'never_placed', attempt_number: 1, silent: true },
      { state: 'dialling', attempt_number: 1, silent: false },
    ])
    await kill(child)
  })

  it('leaves a triggered call that the carrier never had: it fails after the grace period and is not dialed again', async () => {
    carrier.behave({ kind: 'hold' })
    const id = await sendAndKill('trigger-call', '+14155550133')
    const { creates } = carrier
    await letLeaseLapse(id)
    const { child } = await start('worker')
    await eventually('it fails', async () => ((await stateOf(id)) === 'failed' ? true : null))
    assert.equal(carrier.creates, creates)
    const [call] = await service.context.db.query(sql`select attempts_count from calls where _id = ${id}`)
    assert.deepEqual(call, { attempts_count: 0 }, 'what was never placed is no attempt')
    await kill(child)
  })

  it('leaves nothing reserved of the day but for calls that are under way (Promise 119)', async () => {
    const [day] = await service.context.db.query<{
      dials: number
      reserved_seconds: number
      used_seconds: number
    }>(
      sql`select sum(dials)::integer as dials, sum(reserved_seconds)::integer as reserved_seconds,
        sum(used_seconds)::integer as used_seconds from call_days`,
    )
    const [known] = await service.context.db.query<{ placed: number; open_seconds: number }>(sql`
      select count(*) filter (where state <> 'never_placed')::integer as placed,
        coalesce(sum(time_limit_seconds) filter (where ended_at is null and state <> 'never_placed'), 0)::integer as open_seconds
      from call_attempts`)
    assert.deepEqual(day, { dials: known!.placed, reserved_seconds: known!.open_seconds, used_seconds: 5 })
    await compareDialsWithAttempts(service.context.db)
  })
})
